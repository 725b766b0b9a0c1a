/// Reads animator.h: its constants, its structs, and the comment of each.
///
/// The reader supports the C of the header: `#define NAME value`, structs of plain members, arrays and function
/// pointers, each with its comment. Macros with arguments and functions are skipped.
struct HeaderReader {
  enum Item {
    case heading(String)
    case constant(name: String, value: String, doc: String)
    case structure(name: String, members: [Member], doc: String)
  }
  struct Member {
    var name: String
    var type: CType
    var doc: String
  }
  indirect enum CType {
    case named(String)
    case pointer(to: CType, isConst: Bool)
    case array(CType, count: String)
    /// A function pointer, with the types and names of its parameters.
    case function(result: CType, parameters: [(name: String, type: CType)])
  }
  struct Failure: Error { var message: String }

  private enum Token: Equatable {
    case word(String), mark(Character), comment(String), newLine
  }
  private var tokens: [Token] = []
  private var next = 0
  private(set) var items: [Item] = []

  init(_ header: String) throws {
    tokens = Self.split(header)
    var doc = ""
    while next < tokens.count {
      switch tokens[next] {
      case .comment(let text):
        next += 1
        if text.hasPrefix("----") {
          items.append(.heading(text.replacing("-", with: "").trimmed))
          doc = ""
        } else {
          doc = text
        }
      case .mark("#"):
        try directive(&doc)
      case .word("typedef"), .word("struct"):
        try structure(&doc)
      case .newLine:
        next += 1
        // An empty line ends the comment's connection with a declaration.
        if next < tokens.count, tokens[next] == .newLine { doc = "" }
      default:
        passOver()
        doc = ""
      }
    }
  }

  // MARK: Declarations

  /// Reads `#define NAME value`, or any other directive up to the end of its line.
  private mutating func directive(_ doc: inout String) throws {
    next += 1
    let start = next
    while next < tokens.count, tokens[next] != .newLine {
      next += tokens[next] == .mark("\\") ? 2 : 1
    }
    let line = tokens[start..<next]
    guard line.first == .word("define"), line.count >= 3,
      case .word(let name) = line[start + 1], case .word(let value) = line[start + 2],
      let digit = value.first, digit.isNumber
    else { return }
    var said = doc
    if case .comment(let text)? = line.last { said = text }
    items.append(.constant(name: name, value: value, doc: said))
    doc = ""
  }

  /// Reads `typedef struct name { … } name;`, `struct name { … };`, or a forward declaration.
  private mutating func structure(_ doc: inout String) throws {
    let start = next
    if tokens[next] == .word("typedef") { next += 1 }
    guard tokens[next] == .word("struct"), case .word(let name) = tokens[next + 1] else {
      next = start
      return passOver()
    }
    next += 2
    guard tokens[next] == .mark("{") else { return passOver() }
    next += 1
    var members: [Member] = []
    var said = ""
    while tokens[next] != .mark("}") {
      switch tokens[next] {
      case .newLine: next += 1
      case .comment(let text):
        said = text
        next += 1
      default:
        var added = try declaration()
        // A comment after a member on the same line belongs to the member.
        if case .comment(let text) = tokens[next] {
          said = text
          next += 1
        }
        for i in added.indices { added[i].doc = said }
        members += added
        said = ""
      }
    }
    passOver()
    items.append(.structure(name: name, members: members, doc: doc))
    doc = ""
  }

  /// Reads `type name, name;`, `type name[16];` or `type (*name)(…);`.
  private mutating func declaration() throws -> [Member] {
    let base = try type()
    var members: [Member] = []
    while true {
      members.append(try declarator(base))
      let mark = tokens[next]
      next += 1
      if mark == .mark(";") { return members }
      guard mark == .mark(",") else { throw Failure(message: "unexpected \(mark)") }
    }
  }

  private mutating func declarator(_ base: CType) throws -> Member {
    skipSpace()
    if tokens[next] == .mark("(") {
      next += 2
      let name = try word(skipping: ["ANIMATOR_NULLABLE"])
      try expect(")")
      return Member(
        name: name, type: .function(result: base, parameters: try parameters()), doc: "")
    }
    let name = try word(skipping: [])
    guard tokens[next] == .mark("[") else { return Member(name: name, type: base, doc: "") }
    next += 1
    let count = try word(skipping: [])
    try expect("]")
    return Member(name: name, type: .array(base, count: count), doc: "")
  }

  private mutating func parameters() throws -> [(name: String, type: CType)] {
    try expect("(")
    var result: [(name: String, type: CType)] = []
    while true {
      let type = try type()
      skipSpace()
      // (void)
      if result.isEmpty, tokens[next] == .mark(")") {
        next += 1
        return []
      }
      let member = try declarator(type)
      result.append((member.name, member.type))
      skipSpace()
      next += 1
      if tokens[next - 1] == .mark(")") { return result }
    }
  }

  /// Reads a type name with its pointers, such as `const animator_layer *const *`.
  private mutating func type() throws -> CType {
    skipSpace()
    var isConst = false
    if tokens[next] == .word("const") {
      isConst = true
      next += 1
    }
    var type = CType.named(try word(skipping: ["struct"]))
    while true {
      skipSpace()
      switch tokens[next] {
      case .word("ANIMATOR_NULLABLE"): next += 1
      case .word("const"):
        isConst = true
        next += 1
      case .mark("*"):
        type = .pointer(to: type, isConst: isConst)
        isConst = false
        next += 1
      default: return type
      }
    }
  }

  // MARK: Tokens

  private mutating func skipSpace() {
    while next < tokens.count, tokens[next] == .newLine { next += 1 }
  }

  private mutating func word(skipping skipped: Set<String>) throws -> String {
    skipSpace()
    while case .word(let word) = tokens[next] {
      next += 1
      if !skipped.contains(word) { return word }
      skipSpace()
    }
    throw Failure(message: "a name is missing before \(tokens[next])")
  }

  private mutating func expect(_ mark: Character) throws {
    skipSpace()
    guard tokens[next] == .mark(mark) else {
      throw Failure(message: "\(mark) is missing before \(tokens[next])")
    }
    next += 1
  }

  /// Skips everything up to the end of a declaration, which is `;` or the brace that ends a body.
  private mutating func passOver() {
    var depth = 0
    while next < tokens.count {
      let token = tokens[next]
      next += 1
      if token == .mark("{") { depth += 1 }
      if token == .mark("}") {
        depth -= 1
        if depth <= 0, next >= tokens.count || tokens[next] == .newLine { return }
      }
      if token == .mark(";"), depth <= 0 { return }
      // A line such as extern "C" { opens a region that is read.
      if depth == 1, token == .mark("{"), tokens[next - 2] == .mark("\"") { return }
    }
  }

  private static func split(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = Array(text)[...]
    while let character = rest.first {
      if rest.starts(with: "/*") {
        var comment = ""
        while !rest.starts(with: "*/"), let character = rest.popFirst() {
          comment.append(character)
        }
        rest = rest.dropFirst(2)
        tokens.append(.comment(clean(String(comment.dropFirst(2)))))
      } else if isWord(character) {
        let word = rest.prefix(while: isWord)
        rest = rest.dropFirst(word.count)
        tokens.append(.word(String(word)))
      } else {
        rest = rest.dropFirst()
        if character == "\n" {
          tokens.append(.newLine)
        } else if !character.isWhitespace {
          tokens.append(.mark(character))
        }
      }
    }
    return tokens
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// Returns a comment as one line, without the stars that begin its lines; an empty line ends a paragraph.
  private static func clean(_ comment: String) -> String {
    comment.split(separator: "\n").map { line in
      let text = line.trimmed
      return text == "*" ? "\n" : (text.hasPrefix("* ") ? text.dropFirst(2) : text[...]).trimmed
    }.joined(separator: " ").trimmed
  }
}

extension StringProtocol {
  var trimmed: String {
    String(
      drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
