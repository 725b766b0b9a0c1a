internal import Formats

/// A CSS selector: its compound selectors, last one first, each with the combinator that joins it to the next one.
struct Selector {
  enum Combinator { case descendant, child, next, sibling }
  struct Compound {
    var tag: String?
    var conditions: [Condition] = []
  }
  indirect enum Condition {
    case id(String), named(String)
    case attribute(String, sign: Character?, String, ignoresCase: Bool)
    case nth(step: Int, offset: Int, ofType: Bool, fromEnd: Bool)
    case root, empty, never
    case not(SelectorList)
    case any(SelectorList)
  }

  /// The compound selectors, from the last to the first.
  var compounds: [(joined: Combinator?, compound: Compound)] = []
  /// The specificity: the numbers of ids, of classes and similar conditions, and of types.
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
}

/// A list of selectors, which are separated by commas. The result for an element is cached for later tests.
final class SelectorList {
  let selectors: [Selector]
  /// The highest specificity of its selectors.
  let specificity: Selector.Specificity
  /// Whether a matcher already contains the steps of the selectors.
  var isKnown = false
  /// The number of the last element that one of the selectors matched.
  var lastElement = 0

  init(_ selectors: [Selector]) {
    self.selectors = selectors
    specificity = selectors.map(\.specificity).max() ?? Selector.Specificity()
  }
}

/// Parses selectors; an unknown selector invalidates the whole list, as in CSS.
struct SelectorReader {
  private let letters: [Character]
  private var at = 0
  /// The selectors to which `&` refers.
  private let outer: SelectorList?
  private let depth: Int

  /// The maximum nesting of selector lists.
  private static let mostDepth = 16

  private init(_ text: some StringProtocol, within outer: SelectorList?, depth: Int) {
    letters = Array(text)
    self.outer = outer
    self.depth = depth
  }

  static func read(
    _ text: some StringProtocol, within outer: SelectorList? = nil, depth: Int = 0
  ) -> SelectorList? {
    guard depth < mostDepth else { return nil }
    var selectors: [Selector] = []
    for part in CSSText.split(text, at: ",") {
      var reader = SelectorReader(part.trimmed, within: outer, depth: depth)
      guard let selector = reader.selector() else { return nil }
      selectors.append(selector)
    }
    return selectors.isEmpty ? nil : SelectorList(selectors)
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
        at += 1
        name += CSSText.escaped(letters, &at)
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
    if let outer { specificity.add(outer.specificity) }
    // A combinator is stored with the compound that precedes it, in reverse order.
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
        // The part before the character | is a namespace prefix.
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
      return .attribute(inside.trimmed, sign: nil, "", ignoresCase: false)
    }
    var name = String(inside[..<equals])
    var sign: Character = "="
    if let last = name.last, "~|^$*".contains(last) {
      sign = last
      name.removeLast()
    }
    var value = inside[inside.index(after: equals)...].trimmed
    let words = CSSText.words(value)
    let ignoresCase = words.count == 2 && words[1].lowercased() == "i"
    if ignoresCase || words.count == 2 && words[1].lowercased() == "s" { value = words[0] }
    value = ignoresCase ? value.lowercased() : value
    return .attribute(name.trimmed, sign: sign, value.unquoted, ignoresCase: ignoresCase)
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
      guard let inner = Self.read(inside ?? "", within: outer, depth: depth + 1) else {
        return nil
      }
      if name != "where" { specificity.add(inner.specificity) }
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
