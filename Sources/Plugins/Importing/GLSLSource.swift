/// A transition of gl-transitions: its parameters, and its code as C++ that computes eight pixels at a time.
package struct GLSLSource {
  package var uniforms: [GLSLUniform]
  /// The global variables and functions as members of a C++ struct.
  var body: [GLSLWriter.Line]
  /// The author that the comments of the GLSL text specify.
  package var author: String?
  package var licence: String?

  /// The reason why a GLSL text cannot become an animator, with its line and column.
  package struct Problem: Error, CustomStringConvertible {
    package var line: Int
    package var column = 1
    package var message: String
    package var description: String { "\(line):\(column): \(message)" }

    package init(line: Int, column: Int = 1, message: String) {
      (self.line, self.column, self.message) = (line, column, message)
    }
    init(at token: GLSLToken, _ message: String) {
      (line, column, self.message) = (token.line, token.column, message)
    }
  }

  private static let precisions: Set<String> = ["highp", "mediump", "lowp"]

  /// Parses a file, whose bytes must be UTF-8 without zero bytes.
  package init(_ bytes: [UInt8]) throws(Problem) {
    if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) {
      try self.init(text)
      return
    }
    var good = 0
    var line = 1
    while good < bytes.count, bytes[good] != 0 {
      let length = Self.length(ofCharacterAt: good, in: bytes)
      if length == 0 { break }
      if bytes[good] == 10 { line += 1 }
      good += length
    }
    throw Problem(line: line, message: "the file is not GLSL, because it is not UTF-8 text")
  }

  /// The number of bytes of the character at a position; 0 if the bytes are not a character.
  private static func length(ofCharacterAt place: Int, in bytes: [UInt8]) -> Int {
    (1...4).first { length in
      place + length <= bytes.count
        && String(validating: bytes[place..<place + length], as: UTF8.self) != nil
    } ?? 0
  }

  package init(_ text: String) throws(Problem) {
    var tokens = GLSLToken.split(text)
    author = Self.said("author", by: tokens)
    licence = Self.said("license", by: tokens)
    uniforms = try Self.takeUniforms(from: &tokens)
    var parser = GLSLParser(try GLSLPreprocessor.read(tokens))
    let items = try parser.items()
    let hasTransition = items.contains { item in
      guard case .function(let function) = item else { return false }
      return function.name.text == "transition" && function.type == "vec4"
        && function.parameters.map(\.type) == ["vec2"]
    }
    guard hasTransition else {
      throw Problem(line: 1, message: "the shader has no function vec4 transition(vec2)")
    }
    try GLSLCalls(items).check()
    body = try GLSLWriter.write(items, uniforms: uniforms)
  }

  /// Removes tokens but keeps their line endings, so that a compiler reports the line numbers of the original
  /// file.
  private static func blank(_ range: ClosedRange<Int>, in tokens: inout [GLSLToken]) {
    let lines = tokens[range].map { $0.text.filter(\.isNewline) }.joined()
    let line = tokens[range.lowerBound].line
    tokens.replaceSubrange(range, with: [GLSLToken(kind: .space, text: lines, line: line)])
  }

  /// The text after `word:` in a comment; nil if no comment contains it.
  private static func said(_ word: String, by tokens: [GLSLToken]) -> String? {
    for comment in tokens where comment.kind == .comment {
      for line in comment.text.split(separator: "\n") {
        let words = line.drop { "/* \t".contains($0) }
        guard words.lowercased().hasPrefix(word) else { continue }
        let rest = words.dropFirst(word.count).drop { ": \t".contains($0) }
        let name = rest.split(separator: "*/").first.map(String.init) ?? ""
        let shown = plain(name)
        if !shown.isEmpty { return String(shown.prefix(100)) }
      }
    }
    return nil
  }

  /// Removes all characters of a comment that are not printable ASCII.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { (" "..."~").contains($0) && $0 != "\"" && $0 != "\\" }))
  }

  // MARK: - Uniforms

  /// The maximum number of uniforms in a GLSL text.
  private static let mostUniforms = 256

  /// Extracts the declarations of uniforms; the comment after a declaration contains its default value.
  private static func takeUniforms(
    from tokens: inout [GLSLToken]
  ) throws(Problem) -> [GLSLUniform] {
    var uniforms: [GLSLUniform] = []
    var place = 0
    while place < tokens.count {
      guard tokens[place].text == "uniform" else {
        place += 1
        continue
      }
      let line = tokens[place].line
      guard let end = tokens[place...].firstIndex(where: { $0.text == ";" }) else {
        throw Problem(line: line, message: "the declaration of a uniform does not end")
      }
      var last = end
      // The comment about a uniform may be before or after the semicolon, on the same line.
      for next in tokens[(end + 1)...].indices {
        if tokens[next].kind == .comment, tokens[next].line == line { last = next }
        if tokens[next].line > line || tokens[next].kind == .word { break }
      }
      let declared = tokens[place...last]
      let comments = declared.filter { $0.kind == .comment && $0.text.contains("=") }.map(\.text)
      let words = declared.filter { $0.kind == .word && !precisions.contains($0.text) }.map(\.text)
      guard words.count >= 3, let kind = GLSLUniform.Kind(rawValue: words[1]) else {
        throw Problem(
          line: line,
          message: "a uniform of the type \(words.dropFirst().first ?? "?") is no parameter")
      }
      for name in words.dropFirst(2) where name != "progress" && name != "ratio" {
        let text = comments.first.map { String($0[$0.firstIndex(of: "=")!...].dropFirst()) } ?? ""
        if uniforms.contains(where: { $0.source == name }) {
          throw Problem(at: tokens[place], "the uniform \(name) is declared twice")
        }
        guard uniforms.count < mostUniforms else {
          throw Problem(at: tokens[place], "there are over \(mostUniforms) uniforms")
        }
        var found = try uniform(kind, named: name, default: text, line: line)
        (found.range, found.doc) = GLSLUniform.said(in: text)
        guard GLSLNames.isParameter(found.name) else {
          throw Problem(
            line: line,
            message:
              "\(found.name.prefix(80)) is no name of a parameter, "
              + "which begins with a letter and has at most 60 letters and digits")
        }
        if let range = found.range, let far = found.numbers.first(where: { !range.contains($0) }) {
          throw Problem(
            line: line,
            message: "the default of \(name) is \(GLSLNumber.text(far)), which is not from "
              + "\(GLSLNumber.text(range.lowerBound)) to \(GLSLNumber.text(range.upperBound))")
        }
        let names = Set(found.fields.map(\.name) + (kind == .sampler2D ? [found.name] : []))
        if let other = uniforms.first(where: { other in
          other.name == found.name || other.fields.contains { names.contains($0.name) }
        }) {
          throw Problem(
            line: line,
            message:
              "the uniforms \(other.source) and \(name) would be parameters with the same name")
        }
        uniforms.append(found)
      }
      blank(place...last, in: &tokens)
    }
    return uniforms
  }

  private static func uniform(
    _ kind: GLSLUniform.Kind, named name: String, default text: String, line: Int
  ) throws(Problem) -> GLSLUniform {
    var uniform = GLSLUniform(
      kind: kind, source: name, name: GLSLNames.parameter(name), numbers: [])
    var numbers = GLSLNumber.list(in: text)
    if numbers.isEmpty { numbers = [0] }
    if numbers.count == 1 {
      numbers = Array(repeating: numbers[0], count: max(uniform.count, 1))
    }
    if let far = numbers.first(where: { !GLSLUniform.isFloat($0) }) {
      throw Problem(line: line, message: "the default of \(name) is \(far), which is not a float")
    }
    guard numbers.count == max(uniform.count, 1) else {
      throw Problem(
        line: line,
        message: "the default of \(name) has \(numbers.count) numbers, not \(uniform.count)")
    }
    if kind == .int || kind == .ivec2,
      let far = numbers.first(where: { Int32(exactly: $0.rounded(.towardZero)) == nil })
    {
      throw Problem(
        line: line,
        message: "the default of \(name) is \(GLSLNumber.text(far)), which is not an int")
    }
    uniform.numbers = numbers
    return uniform
  }
}
