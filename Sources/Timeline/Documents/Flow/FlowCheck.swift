package import JSON

/// Checks the rules of a flow that do not depend on its steps.
enum FlowCheck {
  /// Checks the moves in order; stops at the first move whose track decides whether it finishes.
  static func check(_ document: Document, _ node: JSONNode, _ reading: inout Reading) {
    let keys = node.keys
    guard let flow = document.flow, let screens = document.screens else {
      return checkWithout(document, node, &reading)
    }
    for key in ["transition", "presentation", "timeline"] where keys.contains(key) {
      reading.fail("\"\(key)\" cannot be combined with \"flow\"", at: node[key] ?? node)
    }
    if keys.contains("interaction") {
      reading.fail(
        "with a \"flow\", write \"interaction\" in the move that the gesture controls",
        at: node["interaction"] ?? node)
    }
    let before = reading.problems.count
    let names = screens.names
    for name in [flow.root].compactMap({ $0 }) + flow.tabs where !names.contains(name.value) {
      reading.problems.add(
        "no screen \"\(name.value)\"", at: name.origin,
        suggestion: NearestWord.find(name.value, in: names))
    }
    for (place, tab) in flow.tabs.enumerated()
    where flow.tabs[..<place].contains(where: { $0.value == tab.value }) {
      reading.problems.add("the tab \"\(tab.value)\" appears twice", at: tab.origin)
    }
    if let root = flow.root, !flow.tabs.isEmpty,
      !flow.tabs.contains(where: { $0.value == root.value })
    {
      reading.problems.add(
        "\"root\" must be one of the screens in \"tabs\"", found: "\"\(root.value)\"",
        at: root.origin,
        suggestion: NearestWord.find(root.value, in: flow.tabs.map(\.value)))
    }
    checkLabels(flow, &reading)
    guard before == reading.problems.count, var navigation = document.navigation else { return }
    for move in flow.moves {
      guard let finishes = move.finishes else { return }
      var next = navigation
      do throws(Navigation.Refusal) {
        _ = try next.apply(move)
      } catch {
        reading.problems.add(error.message, at: move.place, suggestion: error.suggestion)
        return
      }
      if finishes { navigation = next }
    }
  }

  private static func checkLabels(_ flow: FlowSpec, _ reading: inout Reading) {
    var first: [String: Origin] = [:]
    for id in flow.moves.compactMap(\.id) {
      guard let other = first.updateValue(id.origin, forKey: id.value) else { continue }
      reading.problems.add(
        "the label \"\(id.value)\" is already used at line \(other.position.line)", at: id.origin)
    }
  }

  private static func checkWithout(
    _ document: Document, _ node: JSONNode, _ reading: inout Reading
  ) {
    let keys = node.keys
    if keys.contains("flow"), !keys.contains("screens") {
      reading.fail("\"flow\" needs \"screens\"", at: node["flow"] ?? node)
    }
    for key in ["root", "tabs"] where keys.contains(key) && !keys.contains("flow") {
      reading.fail("\"\(key)\" needs \"flow\"", at: node[key] ?? node)
    }
    guard let screens = document.screens, !keys.contains("flow") else { return }
    let written = node["screens"] ?? node
    for name in ["from", "to"] where !screens.names.contains(name) {
      reading.fail(
        "a document with \"screens\" and without \"flow\" needs the screen \"\(name)\"", at: written
      )
    }
    for screen in screens.all where !["from", "to"].contains(screen.name.value) {
      reading.problems.add(
        "the screen \"\(screen.name.value)\" needs a \"flow\": a transition uses only two screens",
        at: screen.name.origin,
        suggestion: NearestWord.find(screen.name.value, in: ["from", "to"]))
    }
  }
}

extension MoveSpec {
  /// The position that messages about the effect of the move on the stacks refer to.
  package var place: Origin { action.value.screen?.origin ?? action.origin }
}
