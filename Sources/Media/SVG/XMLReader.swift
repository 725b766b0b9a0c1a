/// Reads XML: well-formed documents, with entities that the document itself defines. External entities are never loaded.
struct XMLReader {
  /// A parsed file: its root element and its other parts.
  struct Document {
    var root: XMLElement
    /// The instructions `<?xml-stylesheet …?>`, with their texts.
    var styleSheets: [(text: String, place: TextPlace)] = []
  }

  /// The maximum nesting of elements, number of elements, and size in bytes of expanded entities.
  private static let mostDepth = 200
  private static let mostElements = 200_000
  private static let mostExpanded = 4 << 20
  private static let mostAttributes = 1000

  private let bytes: [UInt8]
  private var at = 0
  private var lineStarts: [Int] = [0]
  private var entities: [String: String] = [:]
  private var expanded = 0
  private var count = 0
  /// The last position whose column was computed.
  private var known = (index: 0, column: 1)
  private var styleSheets: [(text: String, place: TextPlace)] = []
  /// The position of the entity that is being expanded, which is reported for all of its contents.
  private var fixedPlace: TextPlace?

  /// Creates a reader; `bytes` must be valid UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for (i, byte) in bytes.enumerated() where byte == 10 { lineStarts.append(i + 1) }
  }

  static func read(_ bytes: [UInt8]) throws(VectorError) -> Document {
    var reader = XMLReader(bytes)
    return try reader.document()
  }

  private func place(_ index: Int) -> TextPlace {
    if let fixedPlace { return fixedPlace }
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= index { low = middle } else { high = middle }
    }
    // A file may be one long line, so columns are counted from the last known position.
    let isKnown = (lineStarts[low]...max(lineStarts[low], index)).contains(known.index)
    let start = isKnown ? known.index : lineStarts[low]
    let letters = bytes[start..<max(start, min(index, bytes.count))].count { $0 & 0xC0 != 0x80 }
    return TextPlace(line: low + 1, column: (isKnown ? known.column : 1) + letters)
  }

  private mutating func notedPlace(_ index: Int) -> TextPlace {
    let place = place(index)
    known = (index, place.column)
    return place
  }

  private func error(_ message: String, at index: Int? = nil) -> VectorError {
    VectorError(place: place(index ?? at), message: message)
  }

  private func looks(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { wanted in
      // Safety: the pointer addresses the letters of a literal.
      unsafe at + wanted.count <= bytes.count
        && zip(bytes[at..<at + wanted.count], wanted).allSatisfy { $0 == $1 }
    }
  }

  private mutating func skipSpace() {
    while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [9, 10, 13, 32].contains(byte) }

  /// Returns the text up to an end; reading continues after the end.
  private mutating func take(to end: StaticString, in what: String) throws(VectorError) -> String {
    let start = at
    let first = end.withUTF8Buffer { unsafe $0[0] }
    while at < bytes.count {
      if bytes[at] == first, looks(end) {
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        at += end.utf8CodeUnitCount
        return text
      }
      at += 1
    }
    throw error("\(what) has no end", at: start)
  }

  private mutating func name() throws(VectorError) -> String {
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      if Self.isSpace(byte) || "/>=<&\"'[];?".utf8.contains(byte) { break }
      at += 1
    }
    guard at > start else { throw error("a name is missing here") }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func document() throws(VectorError) -> Document {
    try prolog()
    guard at < bytes.count else { throw error("the file contains no element") }
    let root = try element()
    try prolog()
    guard at >= bytes.count else { throw error("there is text after the last element") }
    return Document(root: root, styleSheets: styleSheets)
  }

  /// Reads the parts before and after the root: comments, instructions, a document type.
  private mutating func prolog() throws(VectorError) {
    while true {
      skipSpace()
      if looks("<!--") {
        at += 4
        _ = try take(to: "-->", in: "a comment")
      } else if looks("<?") {
        let start = at
        at += 2
        let text = try take(to: "?>", in: "an instruction")
        if text.hasPrefix("xml-stylesheet") { styleSheets.append((text, place(start))) }
      } else if looks("<!DOCTYPE") {
        try documentType()
      } else {
        return
      }
    }
  }

  private mutating func documentType() throws(VectorError) {
    let start = at
    at += 9
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "<") where looks("<!ENTITY"):
        try entity()
        continue
      case UInt8(ascii: "<") where looks("<!--"):
        at += 4
        _ = try take(to: "-->", in: "a comment")
        continue
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: "["), UInt8(ascii: "]"): break
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[at]
        at += 1
        while at < bytes.count, bytes[at] != quote { at += 1 }
      case UInt8(ascii: ">"):
        if depth == 0 {
          at += 1
          return
        }
        depth -= 1
      default: break
      }
      at += 1
    }
    throw error("the document type has no end", at: start)
  }

  private mutating func entity() throws(VectorError) {
    at += 8
    skipSpace()
    let name = try name()
    skipSpace()
    if at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") {
      let quote = bytes[at]
      at += 1
      let start = at
      while at < bytes.count, bytes[at] != quote { at += 1 }
      entities[name] = String(decoding: bytes[start..<at], as: UTF8.self)
    }
    // An external entity is not loaded.
    _ = try take(to: ">", in: "an entity")
  }

  private struct Raw { var name: String, value: String, index: Int }

  private mutating func element(
    depth: Int = 0, spaces outer: [String: String] = ["xml": "http://www.w3.org/XML/1998/namespace"]
  ) throws(VectorError) -> XMLElement {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "<") else {
      throw error("an element must start here")
    }
    guard depth < Self.mostDepth else {
      throw error("more than \(Self.mostDepth) elements are nested in each other")
    }
    count += 1
    guard count <= Self.mostElements else { throw error("more than \(Self.mostElements) elements") }
    let start = at
    at += 1
    let name = try name()
    let (raw, isEmpty) = try rawAttributes(of: name)
    var spaces = outer
    for attribute in raw {
      if attribute.name == "xmlns" { spaces[""] = attribute.value }
      if attribute.name.hasPrefix("xmlns:") {
        spaces[String(attribute.name.dropFirst(6))] = attribute.value
      }
    }
    let element = Self.make(name, raw, spaces, notedPlace(start))
    if !isEmpty { try contents(of: element, named: name, depth: depth, spaces, start) }
    return element
  }

  private static func make(
    _ name: String, _ raw: [Raw], _ spaces: [String: String], _ place: TextPlace
  ) -> XMLElement {
    let parts = name.split(separator: ":", maxSplits: 1)
    let prefix = parts.count == 2 ? String(parts[0]) : ""
    let space = spaces[prefix]
    var attributes: [String: String] = [:]
    for attribute in raw where !attribute.name.hasPrefix("xmlns") {
      let parts = attribute.name.split(separator: ":", maxSplits: 1).map(String.init)
      if parts.count < 2 {
        attributes[attribute.name] = attribute.value
      } else if spaces[parts[0]]?.hasSuffix("/xlink") == true || parts[0] == "xlink" {
        attributes["xlink:" + parts[1]] = attribute.value
      } else if parts[0] == "xml" {
        attributes["xml:" + parts[1]] = attribute.value
      }
    }
    return XMLElement(
      String(parts.last ?? ""), isSVG: space == nil || space == "http://www.w3.org/2000/svg",
      attributes, at: place)
  }

  private mutating func rawAttributes(
    of name: String
  ) throws(VectorError) -> (attributes: [Raw], isEmpty: Bool) {
    var raw: [Raw] = []
    var names: Set<String> = []
    while true {
      skipSpace()
      guard at < bytes.count else { throw error("<\(name)> has no end") }
      if looks("/>") {
        at += 2
        return (raw, true)
      }
      if bytes[at] == UInt8(ascii: ">") {
        at += 1
        return (raw, false)
      }
      let index = at
      let attribute = try self.name()
      skipSpace()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
        throw error("attribute \(attribute) of <\(name)> has no value")
      }
      at += 1
      skipSpace()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'")
      else { throw error("the value of \(attribute) must be in quotes") }
      let quote = bytes[at]
      at += 1
      let start = at
      while at < bytes.count, bytes[at] != quote {
        if bytes[at] == UInt8(ascii: "<") { throw error("a value contains <: write &lt;") }
        at += 1
      }
      guard at < bytes.count else { throw error("the value of \(attribute) has no end", at: start) }
      let value = try expand(bytes[start..<at], from: start)
      at += 1
      guard names.insert(attribute).inserted else {
        throw error("attribute \(attribute) appears twice", at: index)
      }
      raw.append(Raw(name: attribute, value: value, index: index))
      guard raw.count <= Self.mostAttributes else {
        throw error("<\(name)> has more than \(Self.mostAttributes) attributes", at: index)
      }
    }
  }

  private mutating func contents(
    of element: XMLElement, named name: String, depth: Int, _ spaces: [String: String],
    _ start: Int
  ) throws(VectorError) {
    var text = ""
    func flush() {
      if !text.isEmpty { element.children.append(.text(text)) }
      text = ""
    }
    while at < bytes.count {
      if looks("</") {
        flush()
        at += 2
        let end = try self.name()
        guard end == name else { throw error("</\(end)> ends <\(name)>") }
        skipSpace()
        guard at < bytes.count, bytes[at] == UInt8(ascii: ">") else {
          throw error("</\(end) has no >")
        }
        at += 1
        return
      } else if looks("<!--") {
        at += 4
        _ = try take(to: "-->", in: "a comment")
      } else if looks("<![CDATA[") {
        at += 9
        text += try take(to: "]]>", in: "a CDATA section")
      } else if looks("<?") {
        at += 2
        _ = try take(to: "?>", in: "an instruction")
      } else if bytes[at] == UInt8(ascii: "<") {
        flush()
        element.append(try self.element(depth: depth + 1, spaces: spaces))
      } else if let markup = markupOfEntity() {
        flush()
        try add(markup, to: element, named: name, depth: depth, spaces)
      } else {
        let from = at
        repeat { at += 1 } while at < bytes.count && !mayEndText()
        text += try expand(bytes[from..<at], from: from)
      }
    }
    throw error("<\(name)> has no end", at: start)
  }

  /// Returns whether an element starts at the current position, or an entity that may contain an element.
  private func mayEndText() -> Bool {
    bytes[at] == UInt8(ascii: "<") || (bytes[at] == UInt8(ascii: "&") && !entities.isEmpty)
  }

  /// Returns the text of the entity at the current position, if the entity contains elements.
  private func markupOfEntity() -> (text: String, end: Int)? {
    guard bytes[at] == UInt8(ascii: "&"), !entities.isEmpty,
      let end = bytes[at...].prefix(64).firstIndex(of: UInt8(ascii: ";"))
    else { return nil }
    let text = entities[String(decoding: bytes[at + 1..<end], as: UTF8.self)]
    return text.flatMap { $0.contains("<") || $0.contains("&") ? ($0, end + 1) : nil }
  }

  /// Adds the contents of an entity: elements, text, and other entities.
  private mutating func add(
    _ markup: (text: String, end: Int), to element: XMLElement, named name: String, depth: Int,
    _ spaces: [String: String]
  ) throws(VectorError) {
    expanded += markup.text.utf8.count
    guard depth < Self.mostDepth, expanded <= Self.mostExpanded else {
      throw error("an entity expands to too much text")
    }
    var inner = XMLReader(Array("\(markup.text)</\(name)>".utf8))
    inner.fixedPlace = place(at)
    (inner.entities, inner.expanded, inner.count) = (entities, expanded, count)
    try inner.contents(of: element, named: name, depth: depth + 1, spaces, 0)
    guard inner.at == inner.bytes.count else { throw error("an entity ends <\(name)>") }
    (expanded, count) = (inner.expanded, inner.count)
    at = markup.end
  }

  /// Returns the text with its references replaced.
  private mutating func expand(
    _ part: ArraySlice<UInt8>, from index: Int, depth: Int = 0
  ) throws(VectorError) -> String {
    guard part.contains(UInt8(ascii: "&")) else { return String(decoding: part, as: UTF8.self) }
    var result = ""
    var rest = part
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += String(decoding: rest[..<mark], as: UTF8.self)
      guard let end = rest[mark...].prefix(64).firstIndex(of: UInt8(ascii: ";")) else {
        throw error("a single &: write &amp;", at: index)
      }
      let name = String(decoding: rest[mark + 1..<end], as: UTF8.self)
      result += try value(of: name, at: index, depth: depth)
      rest = rest[(end + 1)...]
    }
    return result + String(decoding: rest, as: UTF8.self)
  }

  private mutating func value(
    of name: String, at index: Int, depth: Int
  ) throws(VectorError) -> String {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    case _ where name.hasPrefix("#"):
      let digits = name.dropFirst()
      let code =
        digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      guard let code, let scalar = Unicode.Scalar(code), code != 0 else {
        throw error("&\(name); is not a character", at: index)
      }
      return String(Character(scalar))
    default:
      guard let text = entities[name] else {
        throw error("&\(name); is not defined", at: index)
      }
      expanded += text.utf8.count
      guard depth < 8, expanded <= Self.mostExpanded else {
        throw error("&\(name); expands to too much text", at: index)
      }
      let bytes = Array(text.utf8)
      return try expand(bytes[...], from: index, depth: depth + 1)
    }
  }
}
