/// A selector of CSS: compounds, from the last to the first, with what joins each to the one behind it.
struct Selector {
  enum Combinator { case descendant, child, next, sibling }
  struct Compound {
    var tag: String?
    var conditions: [Condition] = []
  }
  indirect enum Condition {
    case id(String), named(String)
    case attribute(String, sign: Character?, String)
    case nth(step: Int, offset: Int, ofType: Bool, fromEnd: Bool)
    case root, empty, never
    case not([Selector])
    case any([Selector])
  }

  /// From the last.
  var compounds: [(joined: Combinator?, compound: Compound)] = []
  /// Ids, classes and the like, types.
  var specificity = Specificity()

  struct Specificity: Comparable {
    var ids = 0, classes = 0, types = 0
    static func < (a: Specificity, b: Specificity) -> Bool {
      (a.ids, a.classes, a.types) < (b.ids, b.classes, b.types)
    }
    mutating func add(_ other: Specificity) {
      ids += other.ids
      classes += other.classes
      types += other.types
    }
  }

  /// So many siblings are looked at.
  private static let mostSiblings = 1000

  func matches(_ element: XMLElement) -> Bool { matches(element, from: 0) }

  private func matches(_ element: XMLElement, from index: Int) -> Bool {
    guard Self.matches(element, compounds[index].compound) else { return false }
    guard index + 1 < compounds.count else { return true }
    switch compounds[index + 1].joined ?? .descendant {
    case .child: return element.parent.map { matches($0, from: index + 1) } ?? false
    case .descendant:
      var at = element.parent
      while let ancestor = at {
        if matches(ancestor, from: index + 1) { return true }
        at = ancestor.parent
      }
      return false
    case .next: return element.before.last.map { matches($0, from: index + 1) } ?? false
    case .sibling:
      return element.before.suffix(Self.mostSiblings).contains { matches($0, from: index + 1) }
    }
  }

  private static func matches(_ element: XMLElement, _ compound: Compound) -> Bool {
    if let tag = compound.tag, tag != element.name { return false }
    return compound.conditions.allSatisfy { matches(element, $0) }
  }

  private static func matches(_ element: XMLElement, _ condition: Condition) -> Bool {
    switch condition {
    case .id(let id): return element["id"] == id
    case .named(let name): return element.classes.contains { $0 == name }
    case .attribute(let name, let sign, let wanted):
      guard let value = element[name] else { return false }
      switch sign {
      case nil: return true
      case "=": return value == wanted
      case "~": return value.split(separator: " ").contains { $0 == wanted }
      case "|": return value == wanted || value.hasPrefix(wanted + "-")
      case "^": return !wanted.isEmpty && value.hasPrefix(wanted)
      case "$": return !wanted.isEmpty && value.hasSuffix(wanted)
      default: return !wanted.isEmpty && value.contains(wanted)
      }
    case .nth(let step, let offset, let ofType, let fromEnd):
      guard let parent = element.parent else { return offset == 1 || step == 1 }
      let count = parent.kept.count
      var index = fromEnd ? count - 1 - element.number : element.number
      if ofType {
        let others = fromEnd ? parent.kept[(element.number + 1)...] : parent.kept[..<element.number]
        index = others.count { $0.name == element.name }
      }
      let number = index + 1 - offset
      return step == 0 ? number == 0 : number % step == 0 && number / step >= 0
    case .root: return element.parent == nil
    case .empty: return element.children.isEmpty
    case .never: return false
    case .not(let selectors): return !selectors.contains { $0.matches(element) }
    case .any(let selectors): return selectors.contains { $0.matches(element) }
    }
  }
}

extension XMLElement {
  var classes: [Substring] { self["class"]?.split(whereSeparator: \.isWhitespace) ?? [] }

  /// The elements before it in its parent.
  var before: ArraySlice<XMLElement> { parent?.kept[..<number] ?? [] }
}

/// Reads selectors; one that it does not know makes the whole list unknown, as CSS says.
struct SelectorReader {
  private let letters: [Character]
  private var at = 0
  /// What `&` stands for.
  private let outer: [Selector]?

  private init(_ text: some StringProtocol, within outer: [Selector]?) {
    letters = Array(text)
    self.outer = outer
  }

  static func read(_ text: some StringProtocol, within outer: [Selector]? = nil) -> [Selector]? {
    var selectors: [Selector] = []
    for part in CSSText.split(text, at: ",") {
      var reader = SelectorReader(part.trimmed, within: outer)
      guard let selector = reader.selector() else { return nil }
      selectors.append(selector)
    }
    return selectors.isEmpty ? nil : selectors
  }

  private mutating func skipSpace() -> Bool {
    let start = at
    while at < letters.count, letters[at].isWhitespace { at += 1 }
    return at > start
  }

  private mutating func name() -> String? {
    let start = at
    var name = ""
    while at < letters.count {
      let letter = letters[at]
      if letter == "\\", at + 1 < letters.count {
        name.append(letters[at + 1])
        at += 2
        continue
      }
      guard letter.isLetter || letter.isNumber || letter == "-" || letter == "_" || !letter.isASCII
      else { break }
      name.append(letter)
      at += 1
    }
    return at > start ? name : nil
  }

  private mutating func selector() -> Selector? {
    var parts: [(joined: Selector.Combinator?, compound: Selector.Compound)] = []
    var specificity = Selector.Specificity()
    var joined: Selector.Combinator?
    _ = skipSpace()
    var hasOuter = false
    if let outer, let first = letters.first, ">+~".contains(first) {
      parts.append((nil, Selector.Compound(conditions: [.any(outer)])))
      hasOuter = true
    }
    while true {
      let hadSpace = skipSpace()
      guard at < letters.count else { break }
      if ">+~".contains(letters[at]) {
        joined = letters[at] == ">" ? .child : letters[at] == "+" ? .next : .sibling
        at += 1
        _ = skipSpace()
      } else if hadSpace, !parts.isEmpty {
        joined = .descendant
      }
      var usesOuter = false
      guard let compound = compound(&specificity, &usesOuter) else { return nil }
      hasOuter = hasOuter || usesOuter
      parts.append((parts.isEmpty ? nil : joined ?? .descendant, compound))
      joined = nil
    }
    guard !parts.isEmpty else { return nil }
    if let outer, !hasOuter {
      parts[0].joined = .descendant
      parts.insert((nil, Selector.Compound(conditions: [.any(outer)])), at: 0)
    }
    if let outer, let most = outer.map(\.specificity).max() { specificity.add(most) }
    // What joins a compound to the one before it stands with the one before, seen from the last.
    var compounds: [(joined: Selector.Combinator?, compound: Selector.Compound)] = []
    for i in parts.indices.reversed() {
      compounds.append((i + 1 < parts.count ? parts[i + 1].joined : nil, parts[i].compound))
    }
    return Selector(compounds: compounds, specificity: specificity)
  }

  private mutating func compound(
    _ specificity: inout Selector.Specificity, _ usesOuter: inout Bool
  ) -> Selector.Compound? {
    var compound = Selector.Compound()
    let start = at
    while at < letters.count {
      let letter = letters[at]
      if letter.isWhitespace || ">+~".contains(letter) { break }
      switch letter {
      case "*": at += 1
      case "&":
        at += 1
        guard let outer else { return nil }
        usesOuter = true
        compound.conditions.append(.any(outer))
      case "#":
        at += 1
        guard let name = name() else { return nil }
        compound.conditions.append(.id(name))
        specificity.ids += 1
      case ".":
        at += 1
        guard let name = name() else { return nil }
        compound.conditions.append(.named(name))
        specificity.classes += 1
      case "[":
        guard let condition = attribute() else { return nil }
        compound.conditions.append(condition)
        specificity.classes += 1
      case ":":
        guard let condition = pseudo(&specificity) else { return nil }
        compound.conditions.append(condition)
      case "|": at += 1
      default:
        guard let name = name() else { return nil }
        // What stands before a | is a prefix of a namespace.
        if at < letters.count, letters[at] == "|" { continue }
        compound.tag = name
        specificity.types += 1
      }
    }
    return at > start ? compound : nil
  }

  private mutating func attribute() -> Selector.Condition? {
    guard let end = letters[at...].firstIndex(of: "]") else { return nil }
    let inside = String(letters[at + 1..<end])
    at = end + 1
    guard let equals = inside.firstIndex(of: "=") else {
      return .attribute(inside.trimmed, sign: nil, "")
    }
    var name = String(inside[..<equals])
    var sign: Character = "="
    if let last = name.last, "~|^$*".contains(last) {
      sign = last
      name.removeLast()
    }
    let value = inside[inside.index(after: equals)...].trimmed
    return .attribute(name.trimmed, sign: sign, value.unquoted)
  }

  private mutating func pseudo(_ specificity: inout Selector.Specificity) -> Selector.Condition? {
    at += 1
    let isElement = at < letters.count && letters[at] == ":"
    if isElement { at += 1 }
    guard let name = name() else { return nil }
    var inside: String?
    if at < letters.count, letters[at] == "(" {
      var depth = 0
      let start = at + 1
      while at < letters.count {
        if letters[at] == "(" { depth += 1 }
        if letters[at] == ")" { depth -= 1 }
        at += 1
        if depth == 0 { break }
      }
      inside = String(letters[start..<max(start, at - 1)])
    }
    if isElement { return .never }
    if name != "where", name != "not", name != "is" { specificity.classes += 1 }
    switch name {
    case "root": return .root
    case "empty": return .empty
    case "first-child": return .nth(step: 0, offset: 1, ofType: false, fromEnd: false)
    case "last-child": return .nth(step: 0, offset: 1, ofType: false, fromEnd: true)
    case "first-of-type": return .nth(step: 0, offset: 1, ofType: true, fromEnd: false)
    case "last-of-type": return .nth(step: 0, offset: 1, ofType: true, fromEnd: true)
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      guard let (step, offset) = Self.nth(inside ?? "") else { return nil }
      return .nth(
        step: step, offset: offset, ofType: name.hasSuffix("of-type"),
        fromEnd: name.contains("last"))
    case "not", "is", "where", "matches":
      guard let inner = Self.read(inside ?? "", within: outer) else { return nil }
      if name != "where", let most = inner.map(\.specificity).max() { specificity.add(most) }
      return name == "not" ? .not(inner) : .any(inner)
    case "hover", "active", "focus", "visited", "target", "focus-within", "focus-visible", "link",
      "any-link", "checked", "disabled":
      return .never
    default: return nil
    }
  }

  private static func nth(_ text: String) -> (step: Int, offset: Int)? {
    let plain = text.lowercased().filter { !$0.isWhitespace }
    if plain == "odd" { return (2, 1) }
    if plain == "even" { return (2, 0) }
    guard let mark = plain.firstIndex(of: "n") else { return Int(plain).map { (0, $0) } }
    let first = plain[..<mark]
    let step = first.isEmpty || first == "+" ? 1 : first == "-" ? -1 : Int(first)
    let rest = plain[plain.index(after: mark)...]
    guard let step, step.magnitude < 1 << 31 else { return nil }
    let offset = rest.isEmpty ? 0 : Int(rest)
    guard let offset, offset.magnitude < 1 << 31 else { return nil }
    return (step, offset)
  }
}
