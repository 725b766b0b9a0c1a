import Importing

/// Fuzzes the reader of transitions in GLSL, and the writer of the C++ that clang compiles.
///
/// For any text, the output must contain no directive, string, escape, comment or word that the writer did not create.
enum GLSLProbe {
  static func reads(_ bytes: [UInt8]) -> Bool {
    guard let source = try? GLSLSource(bytes) else { return false }
    let plugin = GLSLPlugin(source, file: "probe\"\n#include.glsl")
    for text in [plugin.text, plugin.placedText] {
      if let fault = fault(in: text) { preconditionFailure(fault) }
    }
    return true
  }

  /// Returns a part of a text that the writer did not create; nil if there is none.
  static func fault(in text: String) -> String? {
    for line in text.split(separator: "\n") {
      if line.utf8.contains(where: { !(0x20...0x7e).contains($0) }) { return "a byte: \(line)" }
      if ownLines.contains(String(line)) { continue }
      if line.drop(while: { $0 == " " }).hasPrefix("#") {
        guard line.wholeMatch(of: /#line [0-9]+ "glsl@[0-9]+"/) == nil else { continue }
        return "a directive: \(line)"
      }
      let bare = line.replacing(/"(?:[^"\\]|\\[0-7]{3})*"/, with: "")
      if bare.contains(where: { "\"'\\@`$".contains($0) }) || bare.contains("//")
        || bare.contains("/*")
      {
        return "a quote, an escape or a comment: \(line)"
      }
      for word in words(in: bare) where !isOurs(word) { return "the word \(word): \(line)" }
    }
    return nil
  }

  /// The lines with a directive or a comment in the output for an empty plugin.
  private static let ownLines = Set(
    plain.split(separator: "\n").map(String.init).filter { $0.contains("#") || $0.contains("//") })

  private static let plain: String = {
    let text = "vec4 transition(vec2 p) { return vec4(p, 0, 1); }"
    guard let source = try? GLSLSource(text) else { preconditionFailure("it is GLSL") }
    return GLSLPlugin(source, file: "plain.glsl").text
  }()

  private static let ownWords: Set<String> = Set(
    words(in: plain[...])
      + """
      Float Int Bool Mask float int uint bool void vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3 bvec4
      mat2 mat3 mat4 sampler2D array parts pick negate to_int left result return if else for while do
      break continue const static constexpr struct friend GLSL_INLINE so yes no true false image
      progress ratio red green blue alpha double int32_t animator_point animator_color GLSL_FIELD
      parameters sin cos tan asin acos atan sinh cosh tanh exp log exp2 log2 sqrt inversesqrt abs sign
      floor ceil trunc round fract radians degrees mod min max pow clamp mix step smoothstep dot length
      distance normalize reflect refract faceforward cross lessThan lessThanEqual greaterThan
      greaterThanEqual equal notEqual all any texture2D texture transpose getFromColor getToColor
      """.split(whereSeparator: \.isWhitespace).map(String.init))

  private static func isOurs(_ word: String) -> Bool {
    if ownWords.contains(word) { return true }
    return word.wholeMatch(
      of: /(v[0-9]*|[fsmup])_[A-Za-z0-9_]+|(on|loop|skip|so)[0-9]+|[xyzw]{1,4}/) != nil
  }

  /// Returns the words that begin with a letter, except the letters of numbers.
  private static func words(in text: Substring) -> [String] {
    text.matches(of: /[A-Za-z0-9_.]+/).flatMap { match -> [String] in
      let run = String(match.output)
      if run.first?.isNumber == true || run.first == "." { return numberTail(run) }
      return run.split(separator: ".").map(String.init)
    }
  }

  /// Returns the text after a number of C++; empty if the text is a number.
  private static func numberTail(_ run: String) -> [String] {
    if run.wholeMatch(of: /0x[0-9a-f]+u?|[0-9]+u?|[0-9]*\.?[0-9]*([eE][0-9]*)?f?/) != nil {
      return []
    }
    // The rest is a member, as in `.xy`, or an index; `1.f` is never followed by one.
    return run.split(separator: ".").map(String.init).filter { $0.first?.isNumber == false }
  }
}
