import Documents
import JSON

/// Removes values together with everything that refers to them.
extension TextEditor {
  /// Removes a value and everything that is meaningless without its names: steps that move only its layers,
  /// checks of these layers, and masks and frames that they define. The method returns the JSON pointers that
  /// the removed values had.
  @discardableResult
  package mutating func erase(_ pointer: String, _ context: Context) throws(Refusal) -> [String] {
    let text = try parsed()
    guard let place = text.entry(at: try Self.words(pointer)), place > 0 else {
      throw .noPlace(pointer: pointer)
    }
    let uses = context.reader.names(in: bytes, path: context.path, sets: context.sets)
    let table = NameTable(text, uses)
    let isKey = text.entries[place - 1].isKey && text.next(after: place - 1) == place
    var gone = [place: whole(of: place, isKey, text)]
    var isDone = false
    while !isDone {
      isDone = true
      for own in uses where own.isDeclaration && isGone(own.start, gone) {
        // A matched pair always needs two layers, while a class may have any number of layers.
        if own.kind == .className { continue }
        for use in uses where !isGone(use.start, gone) {
          guard !table.parts(of: use, meaning: own).isEmpty else { continue }
          let victim = victim(of: use, table, gone)
          gone = gone.filter { !text.range(of: victim).contains($0.value.lowerBound) }
          gone[victim] = whole(of: victim, text.entries[victim - 1].isKey, text)
          isDone = false
        }
      }
    }
    let others = gone.keys.filter { $0 != place }.sorted().map { text.pointer(ofEntry: $0) }
    // Values are removed from the end of the text, so that earlier positions stay valid.
    for entry in gone.keys.sorted(by: >) { try remove(text.pointer(ofEntry: entry)) }
    return others
  }

  private func whole(of entry: Int, _ hasKey: Bool, _ text: JSONText) -> Range<Int> {
    let range = text.range(of: entry)
    let isMember = hasKey && text.next(after: entry - 1) == entry
    return isMember ? text.start(of: entry - 1)..<range.upperBound : range
  }

  private func isGone(_ start: Int, _ gone: [Int: Range<Int>]) -> Bool {
    gone.values.contains { $0.contains(start) }
  }

  /// The lists whose elements describe the object that they name.
  private static let sayings: Set = [
    "parallel", "sequence", "checks", "captions", "touches", "camera", "flow", "audio",
  ]

  /// The smallest value that has no meaning without the erased name that it uses.
  private func victim(of use: NameUse, _ table: NameTable, _ gone: [Int: Range<Int>]) -> Int {
    let text = table.text
    // The values on the path from the root to the use, each with its key or index.
    var chain: [(entry: Int, key: String, siblings: Int)] = []
    var holder = 0
    while true {
      let isObject = text.entries[holder].kind == .object
      let items = text.items(of: holder)
      guard let item = items.last(where: { text.start(of: $0.first) <= use.start }),
        whole(of: item.value, isObject, text).contains(use.start)
      else { break }
      let left = items.filter { !isGone(text.start(of: $0.value), gone) }.count
      chain.append((item.value, isObject ? text.string(at: item.first) : "-", left))
      holder = item.value
    }
    guard let last = chain.last else { return 0 }
    // The name is one of several names in a list, so only the name is removed.
    if last.key == "-", last.siblings > 1 { return last.entry }
    for place in chain.indices.dropFirst().reversed() where chain[place].key == "-" {
      let list = chain[place - 1].key
      guard Self.sayings.contains(list) else { continue }
      // A parameter that refers to the layer is removed without its step, and a ducking that refers to a
      // sound is removed without its sound.
      if let inner = chain[place...].first(where: { ["params", "duck"].contains($0.key) }) {
        let next = chain.firstIndex { $0.entry == inner.entry }! + 1
        return inner.key == "params" && next < chain.count ? chain[next].entry : inner.entry
      }
      // A group without steps is invalid, so the group is removed with its last step.
      if chain[place].siblings > 1 || !["parallel", "sequence"].contains(list) {
        return chain[place].entry
      }
    }
    for key in ["mask", "contents", "below", "above", "tap", "drag", "transition"] {
      if let found = chain.last(where: { $0.key == key }) { return found.entry }
    }
    return (chain.last { $0.key != "-" } ?? last).entry
  }
}
