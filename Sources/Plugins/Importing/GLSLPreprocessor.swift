/// Removes comments and white space from a GLSL text, and expands directives and macros, before it is parsed.
struct GLSLPreprocessor {
  private struct Macro {
    var parameters: [String]?
    var body: [GLSLToken]
  }
  /// The maximum number of tokens in an expanded text, so that no macro can fill the memory.
  private static let mostTokens = 100_000
  /// The maximum number of tokens that are searched for macros, and the maximum nesting depth of `#if`.
  private static let (mostWork, deepest) = (1_000_000, 64)

  private var macros: [String: Macro] = [
    "GL_ES": Macro(parameters: nil, body: [GLSLToken(kind: .number, text: "1", line: 1)])
  ]
  /// For each open `#if`: whether its current branch is active, and whether one of its branches has been
  /// active.
  private var conditions: [(isRead: Bool, wasRead: Bool)] = []
  private var work = 0
  private var depth = 0
  /// The maximum nesting depth of macros in arguments and expansions.
  private static let mostDepth = 128

  static func read(_ tokens: [GLSLToken]) throws(GLSLSource.Problem) -> [GLSLToken] {
    var preprocessor = GLSLPreprocessor()
    var place = 0
    var read: [GLSLToken] = []
    while place < tokens.count {
      let token = tokens[place]
      if token.kind == .directive {
        try preprocessor.obey(token)
        place += 1
      } else if token.kind == .space || token.kind == .comment
        || preprocessor.conditions.contains(where: { !$0.isRead })
      {
        place += 1
      } else {
        try preprocessor.take(from: tokens, at: &place, hidden: [], into: &read)
      }
    }
    if let last = tokens.last, !preprocessor.conditions.isEmpty {
      throw GLSLSource.Problem(at: last, "an #if is not closed by #endif")
    }
    return read
  }

  // MARK: - Directives

  private mutating func obey(_ token: GLSLToken) throws(GLSLSource.Problem) {
    let text = token.text.replacing("\\\n", with: " ").dropFirst()
    let words = GLSLToken.split(String(text)).filter { $0.kind != .comment }
    let plain = words.filter { $0.kind != .space }
    guard let name = plain.first?.text else { return }
    let isSkipped = conditions.contains { !$0.isRead }
    switch name {
    case "ifdef", "ifndef", "if":
      guard conditions.count < Self.deepest else {
        throw GLSLSource.Problem(at: token, "#if is nested more than \(Self.deepest) deep")
      }
      let isTrue = isSkipped ? false : try Self.holds(plain, macros: macros, at: token)
      conditions.append((isTrue, isTrue || isSkipped))
    case "elif", "else":
      guard let last = conditions.popLast() else {
        throw GLSLSource.Problem(at: token, "#\(name) has no #if before it")
      }
      var isTrue = !last.wasRead
      if name == "elif", isTrue { isTrue = try Self.holds(plain, macros: macros, at: token) }
      conditions.append((isTrue, last.wasRead || isTrue))
    case "endif":
      guard conditions.popLast() != nil else {
        throw GLSLSource.Problem(at: token, "#endif has no #if before it")
      }
    case "define" where !isSkipped: try define(words, at: token)
    case "undef" where !isSkipped: macros[plain.dropFirst().first?.text ?? ""] = nil
    case "error" where !isSkipped:
      throw GLSLSource.Problem(at: token, "#error says: \(token.text.prefix(100))")
    // These directives configure other GLSL implementations and have no effect on the import.
    case "version", "extension", "pragma", "line", "": break
    default:
      if isSkipped { break }
      throw GLSLSource.Problem(at: token, "GLSL has no directive #\(name)")
    }
  }

  /// Whether the condition of an `#if` is true: a number, a name, `defined(NAME)`, or one of these after `!`.
  private static func holds(
    _ words: [GLSLToken], macros: [String: Macro], at token: GLSLToken
  ) throws(GLSLSource.Problem) -> Bool {
    var rest = words.dropFirst().map(\.text).filter { $0 != "(" && $0 != ")" }
    var isTrue = true
    while rest.first == "!" {
      rest.removeFirst()
      isTrue.toggle()
    }
    let isNamed = words[0].text != "if" && words[0].text != "elif"
    if words[0].text == "ifndef" { isTrue.toggle() }
    if rest.first == "defined" || isNamed {
      if rest.first == "defined" { rest.removeFirst() }
      guard rest.count == 1 else {
        throw GLSLSource.Problem(at: token, "the condition is not supported: expected one name")
      }
      return (macros[rest[0]] != nil) == isTrue
    }
    guard rest.count == 1 else {
      throw GLSLSource.Problem(
        at: token, "the condition is not supported: expected a number or a name")
    }
    let value = macros[rest[0]]?.body.first?.text ?? rest[0]
    return ((GLSLNumber.value(value) ?? 0) != 0) == isTrue
  }

  private mutating func define(
    _ words: [GLSLToken], at token: GLSLToken
  ) throws(GLSLSource.Problem) {
    guard let place = words.indices.dropFirst().first(where: { words[$0].kind == .word }) else {
      throw GLSLSource.Problem(at: token, "#define names nothing")
    }
    var rest = words[(place + 1)...]
    var parameters: [String]?
    if rest.first?.text == "(" {
      guard let close = rest.firstIndex(where: { $0.text == ")" }) else {
        throw GLSLSource.Problem(
          at: token, "the parameter list of \(words[place].text) is not closed")
      }
      parameters = rest[..<close].filter { $0.kind == .word }.map(\.text)
      rest = rest[(close + 1)...]
    }
    macros[words[place].text] = Macro(
      parameters: parameters, body: rest.filter { $0.kind != .space })
  }

  // MARK: - Macros

  /// Appends the next token, or the expansion of the macro that it names.
  private mutating func take(
    from tokens: [GLSLToken], at place: inout Int, hidden: Set<String>, into read: inout [GLSLToken]
  ) throws(GLSLSource.Problem) {
    let token = tokens[place]
    place += 1
    guard read.count < Self.mostTokens else {
      throw GLSLSource.Problem(at: token, "the text has more than \(Self.mostTokens) tokens")
    }
    try spend(1, at: token)
    guard token.kind == .word, !hidden.contains(token.text), let macro = macros[token.text] else {
      if token.kind != .space && token.kind != .comment { read.append(token) }
      return
    }
    var given: [String: [GLSLToken]] = [:]
    if let parameters = macro.parameters {
      guard let found = try Self.arguments(of: token, in: tokens, at: &place) else {
        read.append(token)
        return
      }
      guard found.count == max(parameters.count, 1) || parameters.isEmpty else {
        throw GLSLSource.Problem(
          at: token, "\(token.text) takes \(parameters.count) arguments, not \(found.count)")
      }
      for (name, argument) in zip(parameters, found) {
        given[name] = try expanded(argument, hidden: hidden)
      }
    }
    // The size of a macro expansion is checked before the expansion is created.
    let count = macro.body.reduce(0) { $0 + (given[$1.text]?.count ?? 1) }
    guard count + read.count <= Self.mostTokens, hidden.count < 64 else {
      throw GLSLSource.Problem(at: token, "\(token.text) expands to too many tokens")
    }
    try spend(count + hidden.count / 8, at: token)
    let body = macro.body.flatMap { word in given[word.text] ?? [word] }.map { word in
      var placed = word
      (placed.line, placed.column) = (token.line, token.column)
      return placed
    }
    read += try expanded(body, hidden: hidden.union([token.text]))
  }

  private mutating func spend(_ words: Int, at token: GLSLToken) throws(GLSLSource.Problem) {
    work += words
    guard work <= Self.mostWork else {
      throw GLSLSource.Problem(at: token, "\(token.text.prefix(40)) expands to too many tokens")
    }
  }

  private mutating func expanded(
    _ tokens: [GLSLToken], hidden: Set<String>
  ) throws(GLSLSource.Problem) -> [GLSLToken] {
    var result: [GLSLToken] = []
    var place = 0
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth else {
      throw GLSLSource.Problem(
        at: tokens.first ?? GLSLToken(kind: .space, text: "", line: 1),
        "macros are nested more than \(Self.mostDepth) levels deep")
    }
    while place < tokens.count {
      try take(from: tokens, at: &place, hidden: hidden, into: &result)
    }
    return result
  }

  /// The arguments after the name of a macro; nil if there are none.
  private static func arguments(
    of name: GLSLToken, in tokens: [GLSLToken], at place: inout Int
  ) throws(GLSLSource.Problem) -> [[GLSLToken]]? {
    var next = place
    while next < tokens.count, tokens[next].kind == .space { next += 1 }
    guard next < tokens.count, tokens[next].text == "(" else { return nil }
    var found: [[GLSLToken]] = [[]]
    var depth = 0
    while next < tokens.count {
      let token = tokens[next]
      next += 1
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth == 0 {
        place = next
        return found
      }
      if token.text == ",", depth == 1 {
        found.append([])
      } else if !(token.text == "(" && depth == 1), token.kind != .space, token.kind != .comment {
        found[found.count - 1].append(token)
      }
    }
    throw GLSLSource.Problem(at: name, "the argument list of \(name.text) is not closed")
  }
}
