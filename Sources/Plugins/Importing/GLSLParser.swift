/// Parses the subset of GLSL that transitions use: global variables, functions and structs.
struct GLSLParser {
  typealias Tree = GLSLTree
  typealias Problem = GLSLSource.Problem

  static let types: Set<String> = [
    "void", "float", "int", "uint", "bool", "vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4",
    "bvec2", "bvec3", "bvec4", "mat2", "mat3", "mat4", "sampler2D",
  ]
  /// The maximum nesting depth of brackets, and the maximum number of operators in an expression.
  private static let (deepest, longest) = (100, 2_000)

  private let tokens: [GLSLToken]
  private var place = 0
  private var depth = 0
  private var expressionDepth = 0
  /// The number of operators in the outermost GLSL expression that is being parsed.
  private var length = 0
  private(set) var structures: Set<String> = []

  init(_ tokens: [GLSLToken]) {
    let end = GLSLToken(
      kind: .space, text: "the end of the file", line: tokens.last?.line ?? 1,
      column: tokens.last?.column ?? 1)
    self.tokens = tokens + [end]
  }

  // MARK: - Words

  private var next: GLSLToken { tokens[place] }
  private var isAtEnd: Bool { place >= tokens.count - 1 }
  private func ahead(_ count: Int) -> GLSLToken { tokens[min(place + count, tokens.count - 1)] }

  private mutating func take() -> GLSLToken {
    let token = next
    if !isAtEnd { place += 1 }
    return token
  }
  private mutating func has(_ text: String) -> Bool {
    guard next.text == text, next.kind != .space else { return false }
    place += 1
    return true
  }
  private mutating func expect(_ text: String, _ why: String) throws(Problem) {
    if !has(text) {
      throw Problem(at: next, "\"\(text)\" is missing \(why), before \(shown(next))")
    }
  }
  private func shown(_ token: GLSLToken) -> String {
    token.kind == .space ? token.text : "\"\(token.text.prefix(40))\""
  }
  private mutating func name(_ what: String) throws(Problem) -> GLSLToken {
    guard next.kind == .word else {
      throw Problem(at: next, "\(what) has no name, but \(shown(next))")
    }
    return take()
  }
  private func isType(_ token: GLSLToken) -> Bool {
    token.kind == .word && (Self.types.contains(token.text) || structures.contains(token.text))
  }
  private mutating func nested<T>(
    _ read: (inout Self) throws(Problem) -> T
  ) throws(Problem) -> T {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw Problem(at: next, "brackets are nested more than \(Self.deepest) levels deep")
    }
    return try read(&self)
  }

  // MARK: - The file

  mutating func items() throws(Problem) -> [Tree.Item] {
    var items: [Tree.Item] = []
    while !isAtEnd {
      if has(";") { continue }
      if next.text == "struct" {
        items.append(.structure(try structure()))
      } else if next.text == "precision" {
        while !isAtEnd, take().text != ";" {}
      } else if let function = try function() {
        if let function = function.whole { items.append(.function(function)) }
      } else {
        items.append(.global(try declaration()))
      }
    }
    return items
  }

  private mutating func structure() throws(Problem) -> Tree.Structure {
    _ = take()
    var structure = Tree.Structure(name: try name("a struct"), members: [])
    guard !isType(structure.name) else {
      throw Problem(at: structure.name, "the type \(structure.name.text) already exists")
    }
    try expect("{", "after the struct's name")
    while !has("}") {
      let declared = try declaration()
      guard case .declare(_, let type, let variables) = declared.kind else { continue }
      structure.members += variables.map { (type, $0) }
    }
    try expect(";", "after the struct")
    structures.insert(structure.name.text)
    return structure
  }

  /// Parses a function; a declaration without a body is skipped; nil if no function follows.
  private mutating func function() throws(Problem) -> (whole: Tree.Function?, Void)? {
    var offset = 0
    while Self.qualifiers.contains(ahead(offset).text) { offset += 1 }
    guard isType(ahead(offset)), ahead(offset + 1).kind == .word, ahead(offset + 2).text == "("
    else { return nil }
    place += offset
    let type = take().text
    var function = Tree.Function(type: type, name: take(), parameters: [], body: [])
    _ = take()
    if next.text == "void", ahead(1).text == ")" { _ = take() }
    while !has(")") {
      function.parameters.append(try parameter(number: function.parameters.count))
      if !has(",") && next.text != ")" { throw Problem(at: next, "\",\" or \")\" is missing") }
    }
    if has(";") { return (nil, ()) }
    guard next.text == "{" else {
      throw Problem(at: next, "\(function.name.text) has no body, but \(shown(next))")
    }
    function.body = try block()
    return (function, ())
  }

  private static let qualifiers: Set<String> = ["highp", "mediump", "lowp", "const", "in", "flat"]

  private mutating func parameter(number: Int) throws(Problem) -> Tree.Parameter {
    var isOutput = false
    while Self.qualifiers.contains(next.text) || next.text == "out" || next.text == "inout" {
      if take().text.hasSuffix("out") { isOutput = true }
    }
    guard isType(next) else { throw Problem(at: next, "\(shown(next)) is no type") }
    let type = take().text
    var size = try arraySize()
    var named = next
    if next.kind == .word {
      _ = take()
    } else {
      (named.kind, named.text) = (.word, "unnamed\(number)")
    }
    if let own = try arraySize() { size = own }
    return Tree.Parameter(type: type, name: named, size: size, isOutput: isOutput)
  }

  // MARK: - Statements

  private mutating func block() throws(Problem) -> [Tree.Statement] {
    try expect("{", "before a block")
    return try nested { (parser) throws(Problem) in
      var all: [Tree.Statement] = []
      while !parser.has("}") {
        guard !parser.isAtEnd else { throw Problem(at: parser.next, "a block is not closed by }") }
        all.append(try parser.statement())
      }
      return all
    }
  }

  private mutating func statement() throws(Problem) -> Tree.Statement {
    try nested { (parser) throws(Problem) in try parser.anyStatement() }
  }

  private mutating func anyStatement() throws(Problem) -> Tree.Statement {
    let token = next
    func made(_ kind: Tree.Kind) -> Tree.Statement { Tree.Statement(kind: kind, token: token) }
    switch token.text {
    case "{": return made(.block(try block()))
    case ";":
      _ = take()
      return made(.nothing)
    case "if":
      _ = take()
      let condition = try inBrackets()
      let yes = try statement()
      return made(.test(condition, yes, has("else") ? try statement() : nil))
    case "for": return made(try forLoop())
    case "while":
      _ = take()
      return made(.loop(start: nil, try inBrackets(), step: nil, try statement()))
    case "do":
      _ = take()
      let body = try statement()
      try expect("while", "after do")
      let kind = Tree.Kind.doLoop(body, try inBrackets())
      try expect(";", "after while")
      return made(kind)
    case "return":
      _ = take()
      let kind = Tree.Kind.leave(next.text == ";" ? nil : try expression())
      try expect(";", "after return")
      return made(kind)
    case "break", "continue":
      _ = take()
      try expect(";", "after \(token.text)")
      return made(token.text == "break" ? .stop : .next)
    case "switch", "discard":
      throw Problem(at: token, "\(token.text) is not read")
    default: return try simple()
    }
  }

  private mutating func simple() throws(Problem) -> Tree.Statement {
    let isDeclared =
      Self.qualifiers.contains(next.text)
      || isType(next) && (ahead(1).kind == .word || ahead(1).text == "[")
    if isDeclared { return try declaration() }
    let token = next
    let made = Tree.Statement(kind: .expression(try expression()), token: token)
    try expect(";", "after a statement")
    return made
  }

  private mutating func inBrackets() throws(Problem) -> Tree.Expression {
    try expect("(", "before a condition")
    let found = try expression()
    try expect(")", "after a condition")
    return found
  }

  private mutating func forLoop() throws(Problem) -> Tree.Kind {
    _ = take()
    try expect("(", "after for")
    let start = has(";") ? nil : try simple()
    let condition = next.text == ";" ? nil : try expression()
    try expect(";", "after a loop's condition")
    let step = next.text == ")" ? nil : try expression()
    try expect(")", "after a loop's step")
    return .loop(start: start, condition, step: step, try statement())
  }

  private mutating func declaration() throws(Problem) -> Tree.Statement {
    let token = next
    var isConstant = false
    while Self.qualifiers.contains(next.text) { if take().text == "const" { isConstant = true } }
    guard isType(next) else {
      throw Problem(at: next, "\(shown(next)) is neither a type nor a statement")
    }
    let type = take().text
    let size = try arraySize()
    var variables: [Tree.Variable] = []
    repeat {
      var variable = Tree.Variable(name: try name("a variable"), size: size, value: nil)
      if let own = try arraySize() { variable.size = own }
      if has("=") { variable.value = try assignment() }
      if case .list(_, let all)? = variable.value, case .number("0")? = variable.size {
        variable.size = .number("\(all.count)")
      }
      variables.append(variable)
    } while has(",")
    try expect(";", "after the declaration of \(variables[0].name.text)")
    return Tree.Statement(
      kind: .declare(isConstant: isConstant, type: type, variables), token: token)
  }

  /// Parses the size of an array in `[…]`, where empty brackets mean 0; nil if no bracket follows.
  private mutating func arraySize() throws(Problem) -> Tree.Expression? {
    guard has("[") else { return nil }
    if has("]") { return .number("0") }
    let size = try expression()
    try expect("]", "after a size")
    return size
  }

  // MARK: - Expressions

  private mutating func expression() throws(Problem) -> Tree.Expression {
    var found = try assignment()
    var count = 1
    while next.text == "," {
      count += 1
      guard count <= Self.longest else { throw Problem(at: next, "an expression is too long") }
      _ = take()
      found = .comma(found, try assignment())
    }
    return found
  }
  private mutating func assignment() throws(Problem) -> Tree.Expression {
    try nested { (parser) throws(Problem) in
      parser.expressionDepth += 1
      defer { parser.expressionDepth -= 1 }
      if parser.expressionDepth == 1 { parser.length = 0 }
      let target = try parser.choice()
      let token = parser.next
      guard ["=", "+=", "-=", "*=", "/=", "%="].contains(token.text) else { return target }
      _ = parser.take()
      return .assign(token.text, target, try parser.assignment(), token)
    }
  }

  private mutating func choice() throws(Problem) -> Tree.Expression {
    let condition = try binary(0)
    guard has("?") else { return condition }
    let yes = try assignment()
    try expect(":", "after ?")
    return .choice(condition, yes, try assignment())
  }

  private static let levels: [[String]] = [
    ["||"], ["^^"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="],
    ["<<", ">>"],
    ["+", "-"], ["*", "/", "%"],
  ]

  private mutating func binary(_ level: Int) throws(Problem) -> Tree.Expression {
    guard level < Self.levels.count else { return try prefixed() }
    var found = try binary(level + 1)
    while next.kind == .sign, Self.levels[level].contains(next.text) {
      length += 1
      guard length <= Self.longest else {
        throw Problem(at: next, "an expression has more than \(Self.longest) operators")
      }
      let sign = take().text
      found = .binary(sign, found, try binary(level + 1))
    }
    return found
  }

  private mutating func prefixed() throws(Problem) -> Tree.Expression {
    guard next.kind == .sign, ["-", "+", "!", "~", "++", "--"].contains(next.text) else {
      return try postfixed()
    }
    let sign = take().text
    return try nested { (parser) throws(Problem) in .prefix(sign, try parser.prefixed()) }
  }

  private mutating func postfixed() throws(Problem) -> Tree.Expression {
    var found = try primary()
    while true {
      let token = next
      if has(".") {
        found = .member(found, try name("a part"))
      } else if has("[") {
        found = .index(found, try expression(), token)
        try expect("]", "after an index")
      } else if token.text == "++" || token.text == "--" {
        _ = take()
        found = .postfix(token.text, found)
      } else {
        return found
      }
      length += 1
      if length > Self.longest { throw Problem(at: token, "an expression is too long") }
    }
  }

  private mutating func primary() throws(Problem) -> Tree.Expression {
    let token = next
    if token.kind == .number {
      guard let number = GLSLNames.number(take().text) else {
        throw Problem(at: token, "\(token.text.prefix(40)) is not a number in GLSL")
      }
      return .number(number)
    }
    if has("(") {
      let inner = try expression()
      try expect(")", "after an expression")
      return .group(inner)
    }
    guard token.kind == .word, !Self.statements.contains(token.text) else {
      throw Problem(at: token, "a value is missing before \(shown(token))")
    }
    _ = take()
    if isType(token), next.text == "[" {
      _ = try arraySize()
      try expect("(", "after an array's type")
      return .list(token.text, try arguments())
    }
    return has("(") ? .call(token, try arguments()) : .name(token)
  }
  private static let statements: Set<String> = [
    "if", "else", "for", "while", "do", "return", "break", "continue", "struct", "uniform",
  ]

  private mutating func arguments() throws(Problem) -> [Tree.Expression] {
    var all: [Tree.Expression] = []
    if next.text == "void", ahead(1).text == ")" { _ = take() }
    while !has(")") {
      all.append(try assignment())
      if !has(",") && next.text != ")" {
        throw Problem(at: next, "\",\" or \")\" is missing before \(shown(next))")
      }
    }
    return all
  }
}
