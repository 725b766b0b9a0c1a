/// The C++ source of a plugin that draws a GLSL transition.
package struct GLSLPlugin {
  /// The id of the animator: `glsl.` and the name of the file in lower case.
  package let id: String
  /// The text of the C++ source, which includes the header for GLSL and animator.h.
  package let text: String
  /// The same text with the line numbers of the original file, so that the compiler reports these lines.
  package let placedText: String

  package init(_ source: GLSLSource, file: String) {
    let stem = file.split(separator: "/").last.map(String.init)?.split(separator: ".").first ?? "x"
    id = "glsl." + Self.name(String(stem))
    text = Self.text(source, id: id, stem: String(stem), isPlaced: false)
    placedText = Self.text(source, id: id, stem: String(stem), isPlaced: true)
  }

  /// A name of lower-case letters, digits and `-` that starts with a letter.
  private static func name(_ stem: String) -> String {
    var name = ""
    for letter in stem.lowercased() {
      let isPlain = ("a"..."z").contains(letter) || ("0"..."9").contains(letter)
      if isPlain {
        name.append(letter)
      } else if name.last != "-", !name.isEmpty {
        name.append("-")
      }
    }
    while name.last == "-" { name.removeLast() }
    return name.first.map { ("a"..."z").contains($0) } == true ? name : "n\(name)"
  }

  /// Returns the lines of the C++ struct; if `isPlaced` is true, a directive before each line names the
  /// line's position in the GLSL file, because compilers count columns in the C++ text.
  private static func body(_ source: GLSLSource, isPlaced: Bool) -> [String] {
    guard isPlaced else { return source.body.map(\.text) }
    return source.body.flatMap { line in
      line.source.map { ["#line \($0.line) \"\(placeName)@\($0.column)\"", line.text] }
        ?? [line.text]
    }
  }

  /// The file name that compiler messages contain together with a line of the GLSL text.
  package static let placeName = "glsl"

  /// A text as a C++ string literal in which all characters except plain ASCII letters are escaped.
  package static func literal(_ text: String) -> String {
    let bytes = text.utf8.map { byte -> String in
      let letter = Character(Unicode.Scalar(byte))
      if (0x20...0x7e).contains(byte), !"\"\\?".contains(letter) { return String(letter) }
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    return "\"\(bytes.joined())\""
  }

  private static func text(
    _ source: GLSLSource, id: String, stem: String, isPlaced: Bool
  ) -> String {
    let fields = source.uniforms.flatMap(\.fields)
    let pictures = source.uniforms.filter { $0.kind == .sampler2D }
    var lines = [
      "// Generated from GLSL by pipeline plugin import-glsl; the descriptor's doc names the source.",
      "#include \"glsl.hpp\"", "", "namespace glsl {", "namespace {",
      "struct parameters {",
    ]
    lines += fields.map { "  \($0.type) \($0.member);" }
    if fields.isEmpty { lines.append("  bool none;") }
    lines += ["};", "", "struct shader : base {"]
    lines += source.uniforms.map {
      let isSingle = $0.kind == .float || $0.kind == .int || $0.kind == .bool
      return
        "  \(GLSLNames.type($0.kind.rawValue, isSingle: isSingle)) \(GLSLNames.uniform($0.source));"
    }
    lines += [
      "",
      "  shader(const base &screens, const parameters &p, const animator_image *pictures, uint32_t count)",
      "      : base(screens)"
        + source.uniforms.map { ", \(GLSLNames.uniform($0.source))(\($0.value))" }.joined(),
      "  {", "    (void)p, (void)pictures, (void)count;",
    ]
    lines += pictures.enumerated().map {
      "    if (count > \($0.offset)) \(GLSLNames.uniform($0.element.source)).image = &pictures[\($0.offset)];"
    }
    lines += [
      "  }"
    ]
    lines += body(source, isPlaced: isPlaced)
    lines += ["};", "} // namespace", "} // namespace glsl", "using namespace glsl;", ""]
    lines += descriptor(source, id: id, stem: stem, fields: fields, pictures: pictures)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func descriptor(
    _ source: GLSLSource, id: String, stem: String, fields: [GLSLUniform.Field],
    pictures: [GLSLUniform]
  ) -> [String] {
    let call = """
      const void *values, const animator_context *context, const animator_image *in, uint32_t count,
          animator_surface out, animator_window window
      """
    let draws = "return draw<shader>((const parameters *)values, context, in, count, out, window);"
    var lines = [
      "// The same source is compiled a second time for processors with AVX2.",
      "extern \"C\" __attribute__((visibility(\"hidden\"))) int32_t glsl_draw_wide(",
      "    \(call));",
      "#ifdef GLSL_WIDE", "int32_t glsl_draw_wide(\(call)) {", "  \(draws)", "}", "#else",
      "static int32_t draw_any(\(call)) {",
      "  if (__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") && __builtin_cpu_supports(\"bmi2\"))",
      "    return glsl_draw_wide(values, context, in, count, out, window);",
      "  \(draws)", "}",
      "// A pixel may depend on any pixel of the screens.",
      "static void regions(const void *, const animator_context *, animator_window, animator_window *needed,",
      "                    uint32_t count) {",
      "  for (uint32_t i = 0; i < count; i++) needed[i] = {0, 0, 1 << 20, 1 << 20};", "}",
      "// The screens go on moving while this runs.",
      "static const void *offers(const char *id) {",
      "  static const animator_live_inputs live = {sizeof(animator_live_inputs), 0};",
      "  return __builtin_strcmp(id, ANIMATOR_LIVE_INPUTS) == 0 ? &live : nullptr;", "}",
      "static const animator_parameter declared[] = {",
    ]
    lines += source.uniforms.flatMap { uniform in
      uniform.fields.map { field in
        let range = uniform.range ?? 0...0
        let ends = [GLSLNumber.text(range.lowerBound), GLSLNumber.text(range.upperBound)]
        let words = [field.name, field.json, uniform.doc ?? "The shader's \(field.name)."]
        return "  GLSL_FIELD(parameters, \(field.member), " + ends.joined(separator: ", ") + ", "
          + words.map(literal).joined(separator: ", ") + "),"
      }
    }
    if fields.isEmpty {
      lines.append(
        "  ANIMATOR_FIELD(parameters, none, NONE, 0, 0, \"false\", \"It has no parameters.\"),")
    }
    lines += [
      "};", "static const animator_role roles[] = {",
      "  {\"from\", \"The old screen.\", nullptr, 1, 1},",
      "  {\"to\", \"The new screen.\", nullptr, 1, 1},",
    ]
    lines += pictures.map {
      "  {\(literal($0.name)), \"A picture that the shader reads.\", nullptr, 1, 1},"
    }
    let by = source.author.map { " by \($0)" } ?? ""
    let under = source.licence.map { ", \($0)" } ?? ""
    lines += [
      "};",
      "static const animator_descriptor animator = [] {",
      "  animator_descriptor d = {};",
      "  d.size = sizeof d, d.kind = ANIMATOR_KIND_TRANSITION, d.id = \(literal(id)), d.title = \(literal(stem));",
      "  d.version = \"1.0.0\";",
      "  d.doc = \(literal("The transition \(stem) of gl-transitions\(by)\(under)."));",
      "  d.flags = ANIMATOR_FLAG_DISCONTINUOUS, d.duration_seconds = 1;",
      "  animator_set_parameters<parameters>(d, declared), animator_set_roles(d, roles);",
      "  d.regions = regions, d.pixels = draw_any, d.extension = offers;",
      "  return d;", "}();",
      "ANIMATOR_PLUGIN(&animator);", "#endif",
    ]
    return lines
  }
}
