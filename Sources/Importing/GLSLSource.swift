/// A transition of gl-transitions, read: what it asks for, and its text as C++.
///
/// The text stays as its author wrote it but for what C++ writes in another way: numbers with a point are floats,
/// vectors are made by `make`, `in`, `out` and precisions are C++'s, and functions have a `_` behind their names,
/// so that a variable may have the name of a function, as in GLSL.
package struct GLSLSource {
  package var uniforms: [GLSLUniform]
  /// The globals and functions, as members of a struct.
  package var body: String
  /// What the comments say of the author and the licence.
  package var author: String?
  package var licence: String?

  /// Why a text cannot be an animator, with its line.
  package struct Problem: Error, CustomStringConvertible {
    package var line: Int
    package var message: String
    package var description: String { "\(line): \(message)" }

    package init(line: Int, message: String) { (self.line, self.message) = (line, message) }
  }

  private static let precisions: Set<String> = ["highp", "mediump", "lowp"]
  private static let types: Set<String> = [
    "void", "float", "int", "uint", "bool", "vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4",
    "bvec2", "bvec3", "bvec4", "mat2", "mat3", "mat4", "sampler2D",
  ]
  private static let vectors: Set<String> = [
    "vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", "bvec2", "bvec3", "bvec4",
  ]
  /// Words that mean something in C++ and nothing in GLSL.
  private static let taken: Set<String> = [
    "and", "or", "not", "xor", "new", "delete", "this", "class", "template", "operator", "char",
    "auto", "private", "public", "protected", "namespace", "using", "try", "catch", "throw",
    "union", "short", "long", "double", "signed", "unsigned", "typename", "virtual", "friend",
    "explicit", "bitand", "bitor", "compl", "mutable", "static", "register", "default", "extern",
    "final", "override", "make", "base", "draw",
  ]

  /// The line of the file that `body` begins in.
  package var firstLine = 1

  package init(_ text: String) throws(Problem) {
    var tokens = GLSLToken.split(text)
    author = Self.said("author", by: tokens)
    licence = Self.said("license", by: tokens)
    uniforms = try Self.takeUniforms(from: &tokens)
    Self.dropPrecisions(from: &tokens)
    let functions = Self.functions(in: &tokens)
    guard functions.contains("transition") else {
      throw Problem(line: 1, message: "there is no function vec4 transition(vec2)")
    }
    let written = Self.written(tokens, functions: functions)
    let blank = written.prefix { $0.isWhitespace }
    let start = blank.lastIndex { $0.isNewline }.map { written.index(after: $0) }
    body = String(written[(start ?? written.startIndex)...])
    firstLine += blank.count { $0.isNewline }
    while body.last?.isWhitespace == true { body.removeLast() }
  }

  /// Takes tokens out and leaves their ends of lines, so that a compiler names lines of the file.
  private static func blank(_ range: ClosedRange<Int>, in tokens: inout [GLSLToken]) {
    let lines = tokens[range].map { $0.text.filter(\.isNewline) }.joined()
    let line = tokens[range.lowerBound].line
    tokens.replaceSubrange(range, with: [GLSLToken(kind: .space, text: lines, line: line)])
  }

  /// What stands after `word:` in a comment.
  private static func said(_ word: String, by tokens: [GLSLToken]) -> String? {
    for comment in tokens where comment.kind == .comment {
      for line in comment.text.split(separator: "\n") {
        let words = line.drop { "/* \t".contains($0) }
        guard words.lowercased().hasPrefix(word) else { continue }
        let rest = words.dropFirst(word.count).drop { ": \t".contains($0) }
        let name = rest.split(separator: "*/").first.map(String.init) ?? ""
        let shown = name.filter { $0.isASCII && !$0.isNewline && $0 != "\"" && $0 != "\\" }
        if !shown.isEmpty { return String(shown.prefix(100)) }
      }
    }
    return nil
  }

  // MARK: - Uniforms

  /// Takes the declarations of uniforms out; the comment behind each gives its default.
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
        throw Problem(line: line, message: "a uniform's declaration does not end")
      }
      var last = end
      // The comment may stand before the semicolon or behind it, in the same line.
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
        var found = try uniform(kind, named: renamed(name), default: text, line: line)
        (found.range, found.doc) = GLSLUniform.said(in: text)
        uniforms.append(found)
      }
      blank(place...last, in: &tokens)
    }
    return uniforms
  }

  private static func uniform(
    _ kind: GLSLUniform.Kind, named name: String, default text: String, line: Int
  ) throws(Problem) -> GLSLUniform {
    var uniform = GLSLUniform(kind: kind, name: name, numbers: [])
    var numbers = GLSLNumber.list(in: text)
    if numbers.isEmpty { numbers = [0] }
    if numbers.count == 1 {
      numbers = Array(repeating: numbers[0], count: max(uniform.count, 1))
    }
    guard numbers.count == max(uniform.count, 1) else {
      throw Problem(
        line: line,
        message: "the default of \(name) has \(numbers.count) numbers, not \(uniform.count)")
    }
    uniform.numbers = numbers
    return uniform
  }

  // MARK: - What C++ does not have

  private static func dropPrecisions(from tokens: inout [GLSLToken]) {
    while let start = tokens.firstIndex(where: { $0.text == "precision" }),
      let end = tokens[start...].firstIndex(where: { $0.text == ";" })
    {
      blank(start...end, in: &tokens)
    }
    tokens.removeAll { precisions.contains($0.text) }
    tokens.removeAll {
      $0.kind == .directive && ($0.text.contains("version") || $0.text.contains("extension"))
    }
  }

  /// The names of the functions. Declarations without a body go: members of a struct need none.
  private static func functions(in tokens: inout [GLSLToken]) -> Set<String> {
    var names: Set<String> = []
    var dropped: [ClosedRange<Int>] = []
    var depth = 0
    var words: [Int] = []
    for place in tokens.indices {
      let token = tokens[place]
      guard token.kind == .word || token.kind == .sign else { continue }
      if token.text == "{" { depth += 1 }
      if token.text == "}" { depth -= 1 }
      if depth == 0, token.text == "(", words.count >= 2,
        types.contains(tokens[words[words.count - 2]].text)
      {
        names.insert(tokens[words[words.count - 1]].text)
        let start = words[words.count - 2]
        if let close = tokens[place...].firstIndex(where: { $0.text == ")" }),
          let next = tokens[(close + 1)...].firstIndex(where: {
            $0.kind == .word || $0.kind == .sign
          }), tokens[next].text == ";"
        {
          dropped.append(start...next)
        }
      }
      if token.kind == .word { words.append(place) } else { words = [] }
    }
    for range in dropped.reversed() { blank(range, in: &tokens) }
    return names
  }

  private static func renamed(_ name: String) -> String { taken.contains(name) ? name + "_" : name }

  // MARK: - C++

  private static func written(_ tokens: [GLSLToken], functions: Set<String>) -> String {
    var text = ""
    var before = ""
    /// Whether an `out` was read whose type comes next.
    var isReference = false
    /// The variable that is being declared: in its own initial value its name means what it meant before, which
    /// C++ says of a member by `this`.
    var declared = ""
    for (place, token) in tokens.enumerated() {
      if token.text == ";" || token.text == "{" { declared = "" }
      let next = tokens[(place + 1)...].first { $0.kind != .space && $0.kind != .comment }?.text
      switch token.kind {
      case .number:
        text += number(token.text)
      case .directive:
        text += directive(token.text, functions: functions)
      case .word where token.text == "in" || token.text == "const" && next == "in":
        break
      case .word where token.text == "out" || token.text == "inout":
        isReference = true
      case .word where before == ".":
        text += swizzle(token.text)
      case .word where token.text == declared && next != "(":
        text += "this->" + renamed(token.text)
      case .word where isReference && types.contains(token.text):
        text += token.text + " &"
        isReference = false
      case .word where next == "(" && functions.contains(token.text):
        text += token.text + "_"
      case .word where next == "(" && vectors.contains(token.text):
        text += "make<\(token.text)>"
      case .word where next == "(" && token.text == "int":
        text += "to_int"
      case .word where next == "(" && token.text == "not":
        text += "negate"
      case .word:
        text += renamed(token.text)
      case .sign where token.text == "^^":
        text += "!="
      default:
        text += token.text
      }
      if token.kind == .word, next == "=", types.contains(before) { declared = token.text }
      if token.kind != .space && token.kind != .comment { before = token.text }
    }
    return text
  }

  private static func number(_ text: String) -> String {
    let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
    guard !isHex, text.contains(where: { ".eE".contains($0) }) else { return text }
    return text.last.map { "fF".contains($0) } == true ? text : text + "f"
  }

  private static func swizzle(_ text: String) -> String {
    guard text.count <= 4, text.allSatisfy({ "stpq".contains($0) }) else { return text }
    let letters: [Character: Character] = ["s": "x", "t": "y", "p": "z", "q": "w"]
    return String(text.map { letters[$0]! })
  }

  /// What a macro stands for is written as the rest is; the first word keeps its name.
  private static func directive(_ text: String, functions: Set<String>) -> String {
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    guard words.count == 3, words[0] == "#define" else { return text }
    let rest = GLSLToken.split(String(words[2]))
    return "#define \(words[1]) \(written(rest, functions: functions))"
  }
}
