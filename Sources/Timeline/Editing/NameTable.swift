import Documents
import JSON

/// The names in a document's text, and the declaration to which each use of a name refers.
struct NameTable {
  let text: JSONText
  let uses: [NameUse]
  private let screens: Set<String>
  /// The index of the JSON entry of each layer, by the id of the layer.
  private var layers: [String: Int] = [:]

  /// Collects the names in the text; if `range` is given, only the names of layers in this range.
  init(_ text: JSONText, _ uses: [NameUse], in range: Range<Int>? = nil) {
    self.text = text
    self.uses = uses
    screens = Set(uses.filter { $0.kind == .screen && $0.isDeclaration }.map(\.name))
    for use in uses where use.kind == .layer && use.isDeclaration {
      guard range?.contains(use.start) ?? true else { continue }
      layers[use.name] = use.start
      layers[use.name + use.suffix] = use.start
    }
  }

  /// The indices of the slash-separated parts of a use that refer to a declaration.
  func parts(of use: NameUse, meaning declaration: NameUse) -> [Int] {
    let parts = use.name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let last = parts.count - 1
    let mark = parts[last].first.flatMap { ".@".contains($0) ? $0 : nil }
    switch declaration.kind {
    case .layer:
      guard [.layer, .selector].contains(use.kind), !use.isDeclaration else { return [] }
      let first = parts.count > 1 && screens.contains(parts[0]) ? [0, 1] : [0]
      return (0...last).filter { part in
        (part < last || mark == nil)
          && first.contains { from in
            from <= part
              && layers[parts[from...part].joined(separator: "/")] == declaration.start
          }
      }
    case .screen:
      let isMeant = parts[0] == declaration.name && (last > 0 || mark == nil)
      return [.selector, .screen].contains(use.kind) && isMeant ? [0] : []
    case .pair:
      if use.kind == .pair { return use.name == declaration.name ? [0] : [] }
      return use.kind == .selector && parts[last] == "@\(declaration.name)" ? [last] : []
    case .className:
      if use.kind == .className { return use.name == declaration.name ? [0] : [] }
      return use.kind == .selector && parts[last] == ".\(declaration.name)" ? [last] : []
    case .step: return stepParts(parts, of: use, meaning: declaration)
    case .sound, .asset, .component:
      return use.kind == declaration.kind && use.name == declaration.name ? [0] : []
    case .selector: return []
    }
  }

  /// The slash-separated parts of a use that refer to a step's label; outside its move, the label follows the
  /// label of the move and "/".
  private func stepParts(
    _ parts: [String], of use: NameUse, meaning declaration: NameUse
  ) -> [Int] {
    guard use.kind == .step, !use.isDeclaration else { return [] }
    let (here, there) = (move(of: use.start), move(of: declaration.start))
    let isMove = there.map { label(ofMove: $0)?.start == declaration.start } ?? false
    let scope = isMove ? nil : there
    if parts.count == 2 {
      if isMove { return parts[0] == declaration.name ? [0] : [] }
      let owner = scope.flatMap(label)?.name
      return parts[0] == owner && parts[1] == declaration.name ? [1] : []
    }
    guard parts == [declaration.name] else { return [] }
    if here == scope { return [0] }
    // Inside a move, the labels of the move take precedence.
    let isHidden = uses.contains {
      $0.kind == .step && $0.isDeclaration && $0.name == declaration.name && $0 != declaration
        && move(of: $0.start) == here
    }
    return scope == nil && !isHidden ? [0] : []
  }

  /// The index of the flow's move that contains a byte.
  private func move(of start: Int) -> Int? {
    guard let flow = text.child("flow", of: 0) else { return nil }
    return text.items(of: flow).firstIndex { text.range(of: $0.value).contains(start) }
  }

  private func label(ofMove number: Int) -> NameUse? {
    guard let flow = text.child("flow", of: 0),
      let id = text.child("id", of: text.items(of: flow)[number].value)
    else { return nil }
    return uses.first { $0.isDeclaration && $0.kind == .step && $0.start == text.start(of: id) }
  }

  // MARK: Writing

  /// The entry of the string that starts at a byte.
  func entry(at start: Int) -> Int {
    var (low, high) = (0, text.entries.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(text.entries[middle].start) < start { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the string with a new name in some of its parts; the suffix of copies is kept.
  func rewritten(
    _ use: NameUse, _ parts: [Int], from old: String, to new: String
  ) throws(TextEditor.Refusal) -> (range: Range<Int>, bytes: [UInt8]) {
    let entry = entry(at: use.start)
    let raw = text.string(at: entry)
    var words = raw.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for part in parts {
      let mark = words.indices.contains(part) ? words[part].prefix { ".@".contains($0) } : ""
      guard words.indices.contains(part), words[part].dropFirst(mark.count).hasPrefix(old) else {
        throw .name(
          "\(JSONWriter.string(raw)) at \(text.pointer(ofEntry: entry)) contains the name "
            + "\"\(old)\" through a variable"
        )
      }
      words[part] = mark + new + words[part].dropFirst(mark.count + old.count)
    }
    return (
      text.range(of: entry), Array(JSONWriter.string(words.joined(separator: "/")).utf8)
    )
  }
}
