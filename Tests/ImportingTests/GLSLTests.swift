import Foundation
import Importing
import TestSupport
import Testing

/// Tests transitions in GLSL as plugins.
@Suite struct GLSLTests {
  /// A shader with functions that have the names of variables, `inout`, a macro, a matrix, a computed global, and names
  /// that C++ reserves.
  private static let shader = """
    // Author: A. Tester
    // License: MIT
    uniform float edge; // = 0.5 [0, 1] where the new screen begins
    uniform vec3 tint; // = vec3(1.0, 0.5, 0.0)
    uniform ivec2 count; // = ivec2(4, 2)
    uniform bool other; // = false
    #define HALF(x) ((x) * .5)
    const mat2 turn = mat2(1.0, 0.0, 0.0, 1.0);
    float new = 2.0 / 2.0;
    float mask(vec2 p);
    void shift(inout vec2 p) { p = turn * p; p.st += vec2(HALF(0.0)); }
    float mask(vec2 p) { return other ? 1.0 : step(edge, p.x) * new; }
    vec4 transition(vec2 uv) {
      vec2 p = uv.xy;
      shift(p);
      float mask = mask(p);
      if (progress <= 0.0) mask = 0.0;
      if (progress >= 1.0) mask = 1.0;
      return mix(getFromColor(uv), getToColor(uv), mask);
    }
    """

  @Test func uniformsBecomeParameters() throws {
    let source = try GLSLSource(Self.shader)
    #expect(source.author == "A. Tester" && source.licence == "MIT")
    #expect(source.uniforms.map(\.name) == ["edge", "tint", "count", "other"])
    #expect(source.uniforms[0].range == 0...1)
    #expect(source.uniforms[0].doc == "where the new screen begins")
    #expect(source.uniforms[2].numbers == [4, 2])
    let plugin = GLSLPlugin(source, file: "a/Half_Way.glsl")
    #expect(plugin.id == "glsl.half-way")
    for words in [
      "GLSL_FIELD(parameters, p_edge, 0, 1, \"edge\", \"0.5\", \"where the new screen begins\")",
      "\"\\042#ff8000\\042\"", "Float f_mask(vec2 v_p, Mask on) {",
      "Float v_mask = f_mask(v_p, on);", "void f_shift(vec2 &v_p, Mask on)",
      "const float v_new = 2.0f / 2.0f;", "on(parts<0, 1>(v_p)) += ", ", MIT.\";",
    ] { #expect(plugin.text.contains(words), "\(words)\n\(plugin.text)") }
    #expect(plugin.placedText.contains("#line 19 \"glsl@3\"\n    return mix("))
  }

  private static let body = "vec4 transition(vec2 p) { return vec4(p, 0, 1); }"

  @Test(arguments: [
    ("float f() { return 1.0; }", "1:1: the shader has no function vec4 transition(vec2)"),
    (
      "\nuniform samplerCube sky;\n" + body,
      "2:1: a uniform of the type samplerCube is no parameter"
    ),
    ("uniform vec3 a; // = vec3(1, 2)\n" + body, "1:1: the default of a has 2 numbers, not 3"),
    ("uniform float a; // = 1e99\n" + body, "1:1: the default of a is 1e+99, which is not a float"),
    ("#include \"x\"\n" + body, "1:1: GLSL has no directive #include"),
    ("uniform float a;\nuniform int a;\n" + body, "2:1: the uniform a is declared twice"),
    (
      "vec4 transition(vec2 p) {\n  return missing(p);\n}", "2:10: there is no function missing"
    ),
    ("vec4 transition(vec2 p) {\n  return vec4(q, 0, 1);\n}", "2:15: there is no variable q"),
    ("vec4 transition(vec2 p) {\n  return p.xyq;\n}", "2:12: a vector has no component .xyq"),
    ("vec4 transition(vec2 p) {\n  float a = 1.0\n  return a; }", "3:3: \";\" is missing after"),
    ("vec4 transition(vec2 p) {\n  return (1.0; }", "2:14: \")\" is missing after an expression"),
    ("vec4 transition(vec2 p) { progress = 1.0; return p.xyxy; }", "1:27: progress cannot be"),
    ("#if A > 1 && B\n#endif\n" + body, "1:1: the condition is not supported"),
    ("#define A(x) x\nfloat f() { return A(1, 2); }\n" + body, "2:20: A takes 1 arguments, not 2"),
    ("vec4 transition(vec2 p) {\n  break;\n}", "2:3: break is outside a loop"),
    ("uniform float a; // = 5 [0, 1]\n" + body, "1:1: the default of a is 5, which is not from 0"),
    ("uniform int a; // = 1e20\n" + body, "1:1: the default of a is 1e+20, which is not an int"),
    (
      "uniform vec3 a; // = vec3(2.0)\nuniform float a_x;\n" + body,
      "2:1: the uniforms a and a_x would be parameters with the same name"
    ),
    ("uniform float __a;\n" + body, "1:1: __a is no name of a parameter"),
    ("float f() { return 1_x; }\n" + body, "1:20: 1_x is not a number in GLSL"),
    ("float f(float a) { return a > 1.0 ? f(a - 1.0) : a; }\n" + body, "1:37: f is called before"),
    (
      "float g(float a);\nfloat f(float a) { return g(a); }\nfloat g(float a) { return f(a); }\n"
        + body,
      "3:27: f is called before"
    ),
    ("struct vec2 { float a; };\n" + body, "1:8: the type vec2 already exists"),
    ("\u{7f}ELF\u{1}\u{1}", "1:1: \"\u{7f}\" is neither a type nor a statement"),
  ]) func whatIsWrongIsSaid(_ text: String, _ message: String) {
    #expect(throws: GLSLSource.Problem.self) { try GLSLSource(text) }
    do { _ = try GLSLSource(text) } catch { #expect("\(error)".hasPrefix(message), "\(error)") }
  }

  /// Tests texts that exceed a limit: brackets, operators, and macros that double themselves.
  @Test func whatIsTooMuchIsSaid() {
    let doubled = (1...40).map { "#define A\($0) A\($0 - 1) A\($0 - 1)\n" }.joined()
    for (text, message) in [
      (
        "vec4 transition(vec2 p) { return " + String(repeating: "(", count: 10_000),
        "more than 100 levels deep"
      ),
      (
        "vec4 transition(vec2 p) { return vec4("
          + Array(repeating: "1.0", count: 5_000).joined(separator: "+")
          + "); }", "more than 2000 operators"
      ),
      (
        "#define A " + String(repeating: "+1.0", count: 4_000) + "\n#define B(x) "
          + String(repeating: "x ", count: 4_000) + "\nfloat a = B(A);\n" + Self.body,
        "expands to too many tokens"
      ),
      (
        "#define A(x) x\nfloat a = " + String(repeating: "A(", count: 20_000)
          + String(repeating: ")", count: 20_000) + ";\n" + Self.body, "more than 128 levels deep"
      ),
      (
        "vec4 transition(vec2 p) { p.x"
          + String(repeating: ", p.x", count: 5_000) + "; return vec4(p, 0, 1); }",
        "is too long"
      ),
      ("#define A0 1.0\n" + doubled + "float a = A40;\n" + Self.body, "expands to too many tokens"),
    ] {
      do {
        _ = try GLSLSource(text)
        Issue.record("\(message)")
      } catch { #expect("\(error)".contains(message), "\(error)") }
    }
  }

  @Test func whatIsNoTextIsSaid() {
    for (bytes, line) in [(Array("a\nb".utf8) + [0xff], 2), ([0x7f, 0x45, 0], 1)] {
      do {
        _ = try GLSLSource(bytes)
        Issue.record("line \(line)")
      } catch {
        #expect("\(error)" == "\(line):1: the file is not GLSL, because it is not UTF-8 text")
      }
    }
  }

  /// Text in a comment is never copied, however its line ends; names that C++ knows are replaced.
  @Test func nothingOfATextIsCopied() throws {
    let steal = "// See https://example.org\rasm(\".incbin \\\"secret.txt\\\"\");\r//\n"
    do {
      _ = try GLSLSource(steal + Self.body)
      Issue.record("a line that CR begins is GLSL")
    } catch { #expect("\(error)".hasPrefix("2:1: "), "\(error)") }
    let text = """
      // secret \u{2028} words \u{b} \u{c} \u{85}
      /* secret */ #define secret 1.0
      struct __FILE__ { float x; float class; };
      float NULL = 1.0; float NULL_ = 2.0; float v1_NULL = 3.0;
      float asm(float on1) { float on1_ = on1; { float on1 = on1_; on1_ += on1; } return on1_; }
      vec4 transition(vec2 uv) { __FILE__ a = __FILE__(secret, NULL_); return vec4(a.x, a.class, asm(v1_NULL), NULL); }
      """
    let plugin = GLSLPlugin(try GLSLSource(text), file: "a\"\n#error b.glsl")
    for words in ["secret", " __FILE__ ", " asm(", " NULL ", "\n#error", "\u{b}", "example"] {
      #expect(!plugin.placedText.contains(words), "\(words): \(plugin.placedText)")
    }
    #expect(plugin.text.contains("s___FILE__ v_a = s___FILE__{1.0f, v_NULL_};"), "\(plugin.text)")
  }

  private static var hasClang: Bool {
    (try? Program.tool("clang++", ["--version"]))?.status == 0
  }

  @Test func aShaderIsCompiledAndDraws() throws {
    guard Self.hasClang else { return LeftOut.tell("GLSL is not compiled: there is no clang++") }
    let folder = try Folder()
    try folder.write(Self.shader, to: "in/Half_Way.glsl")
    try folder.write(
      "vec4 transition(vec2 p) {\n  return missing(p);\n}\n", to: "in/Wrong.glsl")
    try folder.write(
      "vec4 transition(vec2 p) {\n  vec3 a = p;\n  return vec4(a, 1.0);\n}\n", to: "in/Type.glsl")
    let made = try Program.pipeline(
      ["plugin", "import-glsl", "in", "--to", "made"], in: folder.url)
    #expect(made.status == 65 && made.output == "glsl.half-way\n", "\(made.summary)")
    #expect(
      made.errors.contains("in/Wrong.glsl:2:10: there is no function missing"), "\(made.summary)")
    #expect(made.errors.contains("in/Type.glsl:2:3: no viable conversion"), "\(made.summary)")
    let document = try Program.pipeline(
      [
        "transition", "glsl.half-way", "--plugins", "made", "--easing", "linear", "--duration",
        "1", "--param", "edge=0.25", "--print-json",
      ], in: folder.url)
    try folder.write(document.output, to: "a.json")
    let drawn = try Program.pipeline(
      ["run", "a.json", "--plugins", "made", "-o", "-"], in: folder.url)
    #expect(drawn.status == 0, "\(drawn.summary)")
    // In the middle of the time, the left quarter still shows the old screen.
    let bytes = [UInt8](drawn.data)
    let (width, height) = (640, 1136)
    let frame = width * height * 4
    try #require(bytes.count == 50 * frame || bytes.count == 51 * frame)
    var (same, changed) = (true, 0)
    for y in stride(from: 0, to: height, by: 8) {
      for x in 0..<width {
        let place = (y * width + x) * 4
        let isSame = (0..<3).allSatisfy { bytes[place + $0] == bytes[25 * frame + place + $0] }
        if x < width / 4 { same = same && isSame } else if !isSame { changed += 1 }
      }
    }
    #expect(same && changed > width * height / 8 / 3, "\(changed)")
    // The plugin passes the checks of all plugins.
    let checks = try Program.pipeline(
      ["plugin", "test", "made/half-way.so", "--only", "1,6,30,31,33,36,38,46"], in: folder.url)
    #expect(checks.status == 0, "\(checks.summary)")
  }

  @Test func withoutClangItIsSaid() throws {
    let folder = try Folder()
    try folder.write(Self.shader, to: "a.glsl")
    let run = try Program.pipeline(
      ["plugin", "import-glsl", "a.glsl"], in: folder.url, environment: ["PATH": folder.path(".")])
    #expect(run.status == 69)
    #expect(
      run.errors.contains("clang++ is needed to compile GLSL and is not on the PATH"),
      "\(run.summary)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  // MARK: - The crowd's

  private static let files = Corpora.files("glsl", ending: ".glsl", for: "gl-transitions")

  @Test(.enabled(if: Effort.current >= .long, "this is no long run")) func theCrowdsAreRead() throws
  {
    for file in Self.files {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(throws: Never.self, "\(file.lastPathComponent)") { try GLSLSource(text) }
    }
  }

  /// The compilation by clang takes a few minutes.
  @Test(.enabled(if: Effort.current >= .long, "this is no long run")) func theCrowdsAreCompiled()
    throws
  {
    guard Self.hasClang, !Self.files.isEmpty else { return }
    let files = Self.files.map { $0.path() }
    let folder = try Folder()
    let made = try Program.pipeline(
      ["plugin", "import-glsl"] + files + ["--to", "made"], in: folder.url)
    #expect(made.status == 0, "\(made.summary)")
    #expect(made.output.split(separator: "\n").count == files.count)
  }
}
