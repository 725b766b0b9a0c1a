package import Documents
package import JSON

/// Renames objects with all references to them, and inserts copies of values.
extension TextEditor {
  /// The data for finding names: the path of the document, and the values of `--set`.
  package struct Context: Sendable {
    package var reader: DocumentReader
    package var path: String
    package var sets: [(name: String, value: String)]
    package init(
      _ reader: DocumentReader, path: String, sets: [(name: String, value: String)] = []
    ) {
      (self.reader, self.path, self.sets) = (reader, path, sets)
    }
  }

  private typealias Edit = (range: Range<Int>, bytes: [UInt8])

  private func uses(_ context: Context) -> [NameUse] {
    context.reader.names(in: bytes, path: context.path, sets: context.sets)
  }

  /// Renames the object at a JSON pointer with all references to it: an id, or the key of a variable, a
  /// screen, an asset or a component. A matched pair that has the same name as its layer is renamed too.
  package mutating func rename(
    _ pointer: String, to new: String, _ context: Context
  ) throws(Refusal) {
    let text = try parsed()
    let words = try Self.words(pointer)
    guard let entry = text.entry(at: words) else { throw .noPlace(pointer: pointer) }
    guard Tokens.isName(new) else {
      throw .name(
        "\(JSONWriter.string(new)) is not a valid name: a letter or \"_\", then letters, digits, "
          + "\"_\" and \"-\""
      )
    }
    if words.count == 2, words[0] == "vars" {
      return try renameVariable(words[1], to: new, text)
    }
    let isKey = words.count == 2 && ["screens", "assets", "components"].contains(words[0])
    let start = text.start(of: isKey ? entry - 1 : entry)
    let uses = uses(context)
    guard let declaration = uses.first(where: { $0.isDeclaration && $0.start == start }) else {
      // The id belongs to a layer of a component that no layer uses.
      guard text.entries[entry].kind == .string else { throw .noPlace(pointer: pointer) }
      return try set(pointer, to: JSONNode(json: JSONWriter.string(new))!)
    }
    var edits = try edits(of: uses, declaration, to: new, text)
    if declaration.kind == .layer, let pair = pair(of: words, uses, text),
      pair.name == declaration.name
    {
      edits += try self.edits(of: uses, pair, to: new, text)
    }
    bytes = text.replacing(edits)
  }

  /// The matched pair that contains the layer with this id.
  private func pair(of words: [String], _ uses: [NameUse], _ text: JSONText) -> NameUse? {
    guard let match = text.entry(at: words.dropLast() + ["match"]) else { return nil }
    return uses.first { $0.kind == .pair && $0.start == text.start(of: match) }
  }

  private func edits(
    of uses: [NameUse], _ declaration: NameUse, to new: String, _ text: JSONText
  ) throws(Refusal) -> [Edit] {
    let table = NameTable(text, uses)
    let old = table.text.string(at: table.entry(at: declaration.start))
    let prefix = declaration.name.dropLast(old.count)
    let isTaken = uses.contains {
      $0.isDeclaration && $0.kind == declaration.kind && $0.name == prefix + new
        && $0.start != declaration.start && $0.kind != .step && $0.kind != .className
    }
    guard !isTaken || old == new else { throw .name("\"\(new)\" already exists") }
    var edits: [Edit] = []
    for use in uses {
      let parts =
        use.start == declaration.start
        ? [0] : table.parts(of: use, meaning: declaration)
      guard !parts.isEmpty, !edits.contains(where: { $0.range.lowerBound == use.start }) else {
        continue
      }
      edits.append(try table.rewritten(use, parts, from: old, to: new))
    }
    return edits
  }

  /// Renames a variable in every `${name}`, and in the values that uses of components set.
  private mutating func renameVariable(
    _ old: String, to new: String, _ text: JSONText
  ) throws(Refusal) {
    let vars = text.child("vars", of: 0)!
    guard old == new || text.child(new, of: vars) == nil else {
      throw .name("\"\(new)\" already exists")
    }
    var hidden: [Range<Int>] = []
    var edits: [Edit] = []
    for entry in text.entries.indices where text.entries[entry].kind == .object {
      // A list of copies with the same name for its values hides the variable.
      if let name = text.child("as", of: entry), let layer = text.child("layer", of: entry),
        text.child("forEach", of: entry) != nil, text.entries[name].kind == .string,
        text.string(at: name) == old
      {
        hidden.append(text.range(of: layer))
      }
      let isVars = entry == vars
      let isSet = text.child("use", of: entry) != nil
      guard let holder = isVars ? entry : isSet ? text.child("set", of: entry) : nil else {
        continue
      }
      for item in text.items(of: holder)
      where text.entries[holder].kind == .object && text.string(at: item.first) == old {
        edits.append((text.range(of: item.first), Array(JSONWriter.string(new).utf8)))
      }
    }
    for entry in text.entries where entry.hasDollar && entry.kind == .string && !entry.isKey {
      guard !hidden.contains(where: { $0.contains(Int(entry.start)) }) else { continue }
      let range = Int(entry.start)..<Int(entry.end)
      let changed = Self.mentions(bytes[range], of: old, as: new)
      if changed != Array(bytes[range]) { edits.append((range, changed)) }
    }
    bytes = text.replacing(edits)
  }

  /// Whether a text contains `${name}`; in `$$`, which means a dollar sign, the second dollar starts no
  /// variable.
  private static func mentions(
    _ string: ArraySlice<UInt8>, of old: String, as new: String
  ) -> [UInt8] {
    let (from, to) = (Array("${\(old)".utf8), Array("${\(new)".utf8))
    let ends = [UInt8(ascii: "}"), UInt8(ascii: ":")]
    var result: [UInt8] = []
    var rest = string
    while let byte = rest.first {
      if rest.starts(with: Array("$$".utf8)) {
        result += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if rest.starts(with: from), let end = rest.dropFirst(from.count).first,
        ends.contains(end)
      {
        result += to
        rest = rest.dropFirst(from.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  // MARK: Coming again

  /// Inserts a copy of a value at another place, with new ids.
  package mutating func duplicate(
    _ pointer: String, to target: String, _ context: Context
  ) throws(Refusal) {
    try copy(pointer, to: target)
    try freshen(try settled(target), context)
  }

  /// Inserts a copied value; ids that already exist in the document are replaced by new ids.
  package mutating func paste(
    _ target: String, _ value: JSONNode, _ context: Context
  ) throws(Refusal) {
    try insert(target, value)
    try freshen(try settled(target), context)
  }

  /// The path of a value that was inserted at the end of a list, with its actual index.
  private func settled(_ pointer: String) throws(Refusal) -> [String] {
    var words = try Self.words(pointer)
    guard words.last == "-" else { return words }
    let text = try parsed()
    words.removeLast()
    guard let holder = text.entry(at: words) else { throw .noPlace(pointer: pointer) }
    return words + ["\(max(0, text.items(of: holder).count - 1))"]
  }

  private mutating func freshen(_ words: [String], _ context: Context) throws(Refusal) {
    let text = try parsed()
    guard let place = text.entry(at: words) else { return }
    let range = text.range(of: place)
    let uses = uses(context)
    let table = NameTable(text, uses, in: range)
    let outside = uses.filter { $0.isDeclaration && !range.contains($0.start) }
    var taken = Set(uses.filter(\.isDeclaration).map { $0.name + $0.suffix })
    var edits: [Edit] = []
    for own in uses where own.isDeclaration && range.contains(own.start) {
      guard [.layer, .step, .sound].contains(own.kind),
        outside.contains(where: { $0.kind == own.kind && $0.name == own.name }),
        !edits.contains(where: { $0.range.lowerBound == own.start })
      else { continue }
      let old = text.string(at: table.entry(at: own.start))
      let new = Self.fresh(old, taken)
      taken.insert(new)
      for use in uses where range.contains(use.start) {
        let parts = use.start == own.start ? [0] : table.parts(of: use, meaning: own)
        guard !parts.isEmpty, !edits.contains(where: { $0.range.lowerBound == use.start }) else {
          continue
        }
        edits.append(try table.rewritten(use, parts, from: old, to: new))
      }
    }
    let pairs = pairs(in: range, of: words, uses, text)
    bytes = text.replacing(edits)
    for pointer in pairs.reversed() { try remove(pointer) }
  }

  /// The names of pairs that the layers of a screen already use; a pair has at most one layer on each screen.
  private func pairs(
    in range: Range<Int>, of words: [String], _ uses: [NameUse], _ text: JSONText
  ) -> [String] {
    guard words.count > 2, words[0] == "screens",
      let screen = text.entry(at: Array(words.prefix(2))).map(text.range)
    else { return [] }
    let matches = uses.filter { $0.kind == .pair && screen.contains($0.start) }
    let others = matches.filter { !range.contains($0.start) }.map(\.name)
    let table = NameTable(text, uses)
    return matches.filter { range.contains($0.start) && others.contains($0.name) }
      .map { text.pointer(ofEntry: table.entry(at: $0.start)) }
  }

  /// Appends the next unused number to a name.
  private static func fresh(_ name: String, _ taken: Set<String>) -> String {
    let stem = name.replacing(/-\d+$/, with: "")
    var number = 2
    while taken.contains("\(stem)-\(number)") { number += 1 }
    return "\(stem)-\(number)"
  }
}
