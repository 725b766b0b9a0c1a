/// Finds the rules that match elements, which are visited in document order: each element once at its start and once at
/// its end. The steps of all selectors are in one list. A step matches an element if its compound matches the element,
/// and if the previous step matched a parent, an ancestor or a sibling, which is already known. An element therefore
/// costs only the tests of the steps that its name, id or classes select, however selectors are combined.
struct SelectorMatcher {
  struct Match {
    var layer: Int
    var specificity: Selector.Specificity
    var rule: Int
  }

  private struct Step {
    let compound: Selector.Compound
    /// The step that must match another element, and the relation of that element to this element.
    let before: (step: Int, joined: Selector.Combinator)?
    /// Whether another step depends on this step.
    var isAsked: Bool
    let specificity: Selector.Specificity
    /// The rule whose selector ends with this step; nil if no selector ends here.
    let rule: Int?
    let list: SelectorList?
  }

  /// The state of an element whose end was not reached yet, and of its children so far.
  private struct Level {
    var own: Set<Int> = []
    var anyChild: Set<Int> = []
    var lastChild: Set<Int> = []
  }

  private var steps: [Step] = []
  private var byID: [String: [Int]] = [:]
  private var byClass: [String: [Int]] = [:]
  private var byTag: [String: [Int]] = [:]
  private var others: [Int] = []
  /// The number of open elements that each step matches.
  private var open: [Int] = []
  private var levels: [Level] = [Level()]
  private var elementNumber = 0
  /// The cascade layer of each rule.
  private let layers: [Int]
  private let meter: ComplexityBudget

  init(_ rules: [StyleSheet.Rule], meter: ComplexityBudget) {
    self.meter = meter
    layers = rules.map(\.layer)
    for (i, rule) in rules.enumerated() { add(rule.selectors, rule: i) }
    open = [Int](repeating: 0, count: steps.count)
  }

  // MARK: Steps

  /// Nested lists come first, so that their results are known before the outer list needs them.
  private mutating func add(_ list: SelectorList, rule: Int? = nil) {
    if rule == nil {
      guard !list.isKnown else { return }
      list.isKnown = true
    }
    for selector in list.selectors {
      for part in selector.compounds { addInner(part.compound) }
      var before: (step: Int, joined: Selector.Combinator)?
      for (i, part) in selector.compounds.enumerated().reversed() {
        let isLast = i == 0
        steps.append(
          Step(
            compound: part.compound, before: before, isAsked: !isLast,
            specificity: selector.specificity, rule: isLast ? rule : nil,
            list: isLast && rule == nil ? list : nil))
        index(steps.count - 1, part.compound)
        if !isLast { before = (steps.count - 1, part.joined ?? .descendant) }
      }
    }
  }

  private mutating func addInner(_ compound: Selector.Compound) {
    for condition in compound.conditions {
      switch condition {
      case .not(let list), .any(let list): add(list)
      default: break
      }
    }
  }

  private mutating func index(_ step: Int, _ compound: Selector.Compound) {
    for condition in compound.conditions {
      if case .id(let id) = condition { return byID[id, default: []].append(step) }
    }
    for condition in compound.conditions {
      if case .named(let name) = condition { return byClass[name, default: []].append(step) }
    }
    if let tag = compound.tag {
      byTag[tag, default: []].append(step)
    } else {
      others.append(step)
    }
  }

  // MARK: Elements

  /// Starts an element and returns the rules that match it, each with its most specific matching selector.
  mutating func begin(_ element: XMLElement) -> [Match] {
    elementNumber += 1
    let classes = Set(element.classes.map(String.init))
    var called = others
    if let id = element["id"] { called += byID[id] ?? [] }
    if !byClass.isEmpty { for name in classes { called += byClass[name] ?? [] } }
    called += byTag[element.name] ?? []
    meter.spend(1 + called.count, element)
    called.sort()
    var level = Level()
    var best: [Int: Selector.Specificity] = [:]
    for index in called where !meter.isSpent {
      let step = steps[index]
      guard holdsBefore(step), holds(step.compound, of: element, classes) else { continue }
      step.list?.lastElement = elementNumber
      if step.isAsked { level.own.insert(index) }
      if let rule = step.rule {
        best[rule] = best[rule].map { max($0, step.specificity) } ?? step.specificity
      }
    }
    for step in level.own { open[step] += 1 }
    levels.append(level)
    return best.map { Match(layer: layers[$0.key], specificity: $0.value, rule: $0.key) }.sorted {
      if $0.layer != $1.layer { return $0.layer < $1.layer }
      return $0.specificity == $1.specificity
        ? $0.rule < $1.rule : $0.specificity < $1.specificity
    }
  }

  mutating func end(_ element: XMLElement) {
    let own = levels.removeLast().own
    for step in own { open[step] -= 1 }
    levels[levels.count - 1].anyChild.formUnion(own)
    levels[levels.count - 1].lastChild = own
  }

  private func holdsBefore(_ step: Step) -> Bool {
    guard let (before, joined) = step.before else { return true }
    // The last level belongs to the parent.
    let parent = levels[levels.count - 1]
    switch joined {
    case .child: return parent.own.contains(before)
    case .descendant: return open[before] > 0
    case .next: return parent.lastChild.contains(before)
    case .sibling: return parent.anyChild.contains(before)
    }
  }

  private func holds(
    _ compound: Selector.Compound, of element: XMLElement, _ classes: Set<String>
  ) -> Bool {
    if let tag = compound.tag, tag != element.name { return false }
    return compound.conditions.allSatisfy { holds($0, of: element, classes) }
  }

  private func holds(
    _ condition: Selector.Condition, of element: XMLElement, _ classes: Set<String>
  ) -> Bool {
    switch condition {
    case .id(let id): return element["id"] == id
    case .named(let name): return classes.contains(name)
    case .attribute(let name, let sign, let wanted, let ignoresCase):
      guard let value = element[name] else { return false }
      meter.spend(value.utf8.count, element)
      return Self.holds(ignoresCase ? value.lowercased() : value, sign, wanted)
    case .nth(let step, let offset, let ofType, let fromEnd):
      let order = element.order
      let index = ofType ? order.typed : order.number
      let count = ofType ? order.typedCount : order.count
      let number = (fromEnd ? count - 1 - index : index) + 1 - offset
      return step == 0 ? number == 0 : number % step == 0 && number / step >= 0
    case .root: return element.parent == nil
    case .empty: return element.children.isEmpty
    case .never: return false
    case .not(let list): return list.lastElement != elementNumber
    case .any(let list): return list.lastElement == elementNumber
    }
  }

  private static func holds(_ value: String, _ sign: Character?, _ wanted: String) -> Bool {
    switch sign {
    case nil: true
    case "=": value == wanted
    case "~": value.split(separator: " ").contains { $0 == wanted }
    case "|": value == wanted || value.hasPrefix(wanted + "-")
    case "^": !wanted.isEmpty && value.hasPrefix(wanted)
    case "$": !wanted.isEmpty && value.hasSuffix(wanted)
    default: !wanted.isEmpty && value.contains(wanted)
    }
  }
}

extension XMLElement {
  fileprivate var classes: [Substring] {
    self["class"]?.split(whereSeparator: \.isWhitespace) ?? []
  }
}
