package import Files

/// The values of a table row by variable, and the name of the row in messages.
package struct RowSetting: Sendable {
  package var values: [(column: String, text: String)]
  package var label: String
  package init(values: [(column: String, text: String)], label: String) {
    self.values = values
    self.label = label
  }
}

/// Reads `vars` and the values of `--set`, and checks every `${name}` of a document.
package struct VariableReader {
  /// The maximum number of values, and of bytes of text, to which all uses together may expand.
  private static let maximumGrowth = 1_000_000.0

  private static let maximumCount = 1000

  private let document: JSONText
  private var values: [String: JSONVariables.Value] = [:]
  /// The names of the variables in the order of the document.
  private var names: [String] = []
  private var origins: [String: Origin] = [:]
  private var growth: [String: Double] = [:]

  package init(_ document: JSONText) { self.document = document }

  /// Reads the variables; problems of the variables and of their uses are added to `problems`. Returns nil
  /// after a cycle or an excessive expansion, in which case the document cannot be read.
  package mutating func read(
    sets: [(name: String, value: String)], row: RowSetting? = nil, maximumDepth: Int,
    vocabulary: Vocabulary, _ problems: inout Problems
  ) -> JSONVariables? {
    readDeclared(&problems)
    let declared = values
    for (name, value) in sets {
      let label = vocabulary.name(.variable(name))
      guard values[name] != nil else {
        problems.add(
          "\(label): \"vars\" has no variable with this name", at: .start,
          suggestion: NearestWord.find(name, in: names))
        continue
      }
      // A text from the command line or a table row is used literally; it may not refer to variables.
      let typed = Self.typed(
        value.replacing("$", with: "$$"), for: name, as: declared[name]!, label, .usage,
        maximumDepth, &problems)
      if let typed { values[name] = typed }
    }
    if let row { take(row, declared, maximumDepth, &problems) }
    checkUses(&problems)
    guard measure(&problems) else { return nil }
    return JSONVariables(values)
  }

  /// Converts a text to the type that the variable has in the document; adds a problem and returns nil if
  /// this is impossible.
  private static func typed(
    _ text: String, for name: String, as declared: JSONVariables.Value, _ label: String,
    _ fault: Problem.Kind, _ maximumDepth: Int, _ problems: inout Problems
  ) -> JSONVariables.Value? {
    let kind = declared.text.entries[declared.index].kind
    let isText =
      kind == .string && VariableText.whole(declared.text.string(at: declared.index)) == nil
    if isText { return JSONVariables.Value(text: quoted(text), index: 0) }
    let value = JSONVariables.Value(text: parse(text, maximumDepth), index: 0)
    let expected: String
    switch (kind, value.text.entries[0].kind) {
    case (.number, .number), (.true, .true), (.true, .false), (.false, .true), (.false, .false):
      return value
    case (.number, _): expected = "a number"
    case (.true, _), (.false, _): expected = "true or false"
    case (.array, .array), (.object, .object): return value
    case (.array, _): expected = "a list"
    case (.object, _): expected = "an object"
    default: return value
    }
    problems.add(
      "\(label): the variable in the document is \(expected)",
      found: JSONWriter.string(text.replacing("$$", with: "$")),
      at: .start, kind: fault)
    return nil
  }

  /// Sets the variables to the values of a table row.
  private mutating func take(
    _ row: RowSetting, _ declared: [String: JSONVariables.Value], _ maximumDepth: Int,
    _ problems: inout Problems
  ) {
    let taken = row.values.filter { values[$0.column] != nil }
    refuseChoices(of: Set(taken.map(\.column)), row, &problems)
    for (name, text) in taken {
      let typed = Self.typed(
        text.replacing("$", with: "$$"), for: name, as: declared[name]!,
        "\(row.label), column \(name)", .fault, maximumDepth, &problems)
      guard let value = typed else { continue }
      switch value.text.entries[0].kind {
      case .array, .object: refuse(name, row, &problems)
      default: values[name] = value
      }
    }
  }

  private func refuse(_ name: String, _ row: RowSetting, _ problems: inout Problems) {
    problems.add(
      "\(row.label), column \(name): the value cannot be a list or an object", at: .start)
  }

  /// Refuses rows that set variables for animators or plugin folders.
  private func refuseChoices(
    of columns: Set<String>, _ row: RowSetting, _ problems: inout Problems
  ) {
    var theirs = columns
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for (name, value) in values where !theirs.contains(name) {
        let range = value.index..<value.text.next(after: value.index)
        if range.contains(where: { !uses(of: value.text, $0).isDisjoint(with: theirs) }) {
          theirs.insert(name)
          isGrowing = true
        }
      }
    }
    let choices: Set<String> = ["animator", "call", "plugins", "trackFile"]
    for index in document.entries.indices
    where document.entries[index].isKey && choices.contains(document.string(at: index)) {
      for inside in index + 1..<document.next(after: index + 1)
      where !uses(of: document, inside).isDisjoint(with: theirs) && !problems.isFull {
        problems.add(
          "\(row.label): a row only sets values; it cannot choose "
            + "\"\(document.string(at: index))\"",
          at: document.origin(ofEntry: inside))
      }
    }
  }

  private func uses(of text: JSONText, _ index: Int) -> Set<String> {
    let entry = text.entries[index]
    guard entry.hasDollar, !entry.isKey else { return [] }
    return VariableText.parts(of: text.string(at: index)).reduce(into: []) { names, part in
      if case .variable(let name, _) = part { names.insert(name) }
    }
  }

  private static func quoted(_ value: String) -> JSONText {
    var quoted = JSONParser(Array(JSONWriter.string(value).utf8), maximumDepth: 1)
    guard let text = try? quoted.parse() else { preconditionFailure("a quoted string is JSON") }
    return text
  }

  /// Parses a text as JSON; a text that is not JSON becomes a string.
  private static func parse(_ value: String, _ maximumDepth: Int) -> JSONText {
    var parser = JSONParser(Array(value.utf8), maximumDepth: maximumDepth)
    if let text = try? parser.parse(), parser.duplicates.isEmpty { return text }
    return quoted(value)
  }

  private mutating func readDeclared(_ problems: inout Problems) {
    let root = JSONNode(text: document, index: 0, path: nil, variables: nil, anchor: nil)
    let declared = root.lazyMembers.first { $0.key == "vars" }?.value.lazyMembers
    var members = declared.map { Array($0.prefix(Self.maximumCount + 1)) } ?? []
    if members.count > Self.maximumCount, let last = members.popLast() {
      problems.add("more than \(Self.maximumCount) variables", at: last.keyOrigin)
    }
    for member in members {
      if !Tokens.isName(member.key) {
        problems.add(
          "the name of a variable must consist of letters, digits, \"_\" and \"-\"",
          at: member.keyOrigin)
      }
      names.append(member.key)
      origins[member.key] = member.keyOrigin
      values[member.key] = JSONVariables.Value(text: document, index: member.value.index)
    }
  }

  /// The names that lists of copies give to their values; these names are resolved when the copies are made.
  private var copyNames: Set<String> {
    var names: Set<String> = []
    for index in document.entries.indices where document.entries[index].isKey {
      let key = document.string(at: index)
      if key == "forEach" { names.insert("item") }
      if key == "set", document.entries[index + 1].kind == .object {
        let object = JSONNode(
          text: document, index: index + 1, path: nil, variables: nil, anchor: nil)
        for member in object.lazyMembers { names.insert(member.key) }
      }
      if key == "as", document.entries[index + 1].kind == .string {
        names.insert(document.string(at: index + 1))
      }
    }
    return names
  }

  private func checkUses(_ problems: inout Problems) {
    let copies = copyNames
    let components = componentEntries
    for index in document.entries.indices where !components.contains(index) {
      let entry = document.entries[index]
      guard entry.hasDollar, !entry.isKey, !problems.isFull else { continue }
      for case .variable(let name, _) in VariableText.parts(of: document.string(at: index))
      where values[name] == nil && !copies.contains(String(name.prefix { $0 != "." })) {
        problems.add(
          "no variable \"\(name)\" in \"vars\"", at: document.origin(ofEntry: index),
          suggestion: NearestWord.find(name, in: names))
      }
    }
  }

  /// The entries inside components, whose variables get their values at each use.
  private var componentEntries: Range<Int> {
    let root = JSONNode(text: document, index: 0, path: nil, variables: nil, anchor: nil)
    guard document.entries[0].kind == .object,
      let found = root.lazyMembers.first(where: { $0.key == "components" })?.value.index
    else { return 0..<0 }
    return found..<document.next(after: found)
  }

  /// Measures the expansion of all uses; returns false after a cycle or an excessive expansion.
  private mutating func measure(_ problems: inout Problems) -> Bool {
    var isSound = true
    for name in names {
      var trail: [String] = []
      if weigh(name, &trail) == nil, isSound {
        let first = trail.firstIndex(of: trail.last ?? "") ?? 0
        let circle = trail[first...].map { "\"\($0)\"" }.joined(separator: " → ")
        problems.add("a cycle of variables: \(circle)", at: origins[name] ?? .start)
        isSound = false
      }
    }
    guard isSound, !names.isEmpty else { return isSound }
    var total = 0.0
    for index in document.entries.indices
    where document.entries[index].hasDollar && !document.entries[index].isKey {
      total += weight(of: document, index)
      if total > Self.maximumGrowth {
        problems.add(
          "variables make the document too large", at: document.origin(ofEntry: index))
        return false
      }
    }
    return true
  }

  /// The number of values and bytes to which a variable expands; nil in a cycle, whose names are then in
  /// `trail`.
  private mutating func weigh(_ name: String, _ trail: inout [String]) -> Double? {
    if let known = growth[name] { return known }
    guard let value = values[name] else { return 0 }
    let isCycle = trail.contains(name)
    trail.append(name)
    if isCycle { return nil }
    var total = 0.0
    for index in value.index..<value.text.next(after: value.index) {
      let entry = value.text.entries[index]
      total += entry.kind == .string ? 1 + Double(entry.end - entry.start) / 16 : 1
      guard entry.hasDollar, !entry.isKey else { continue }
      for case .variable(let inner, _) in VariableText.parts(of: value.text.string(at: index)) {
        guard let weight = weigh(inner, &trail) else { return nil }
        total += weight
      }
    }
    trail.removeLast()
    growth[name] = total
    return total
  }

  private func weight(of text: JSONText, _ index: Int) -> Double {
    VariableText.parts(of: text.string(at: index)).reduce(0) { sum, part in
      if case .variable(let name, _) = part { sum + (growth[name] ?? 0) } else { sum }
    }
  }
}
