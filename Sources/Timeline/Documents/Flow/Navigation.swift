import JSON

/// The stacks of screens during a flow: one stack for each tab, and one for each presentation. The rules are
/// those of UIKit for navigation controllers, tab bars and modal presentations.
package struct Navigation: Sendable {
  /// An entry of a navigation stack, which shows one screen. Each push of the same screen creates another
  /// stack entry.
  package struct Entry: Hashable, Sendable {
    package var screen: String
    package var number: Int
  }
  /// A stack of screens: that of a tab (or of the root, without tabs), or that of a presentation.
  package struct Context: Hashable, Sendable {
    package var number: Int
    package var stack: [Entry]
    /// Whether the presentation covers all screens below the presented screen.
    package var covers = false
  }
  /// The change that a move makes to the stacks of screens.
  package struct Change: Sendable {
    package var operation: TransitionSpec.Operation
    package var from: Entry
    package var to: Entry
    /// The stacks of the old and the new screen; presentations and tabs change from one stack to another.
    package var fromContext: Int
    package var toContext: Int
    /// Whether both screens of the move are in the same navigation stack.
    package var isInside: Bool { fromContext == toContext }
  }
  package struct Refusal: Error {
    package var message: String
    package var suggestion: String?
    init(_ message: String, suggestion: String? = nil) {
      self.message = message
      self.suggestion = suggestion
    }
  }

  private let screens: [String]
  /// The tabs of the flow; a document without a tab bar has one tab.
  package private(set) var tabs: [Context]
  package let hasBar: Bool
  package private(set) var tab = 0
  package private(set) var modals: [Context] = []
  private var count = 0

  /// Creates the stacks with which a flow starts. `root` is a screen or, if there are tabs, one of the tabs.
  package init(screens: [String], tabs names: [String], root: String) {
    self.screens = screens
    hasBar = !names.isEmpty
    tabs = []
    for name in names.isEmpty ? [root] : names {
      tabs.append(Context(number: tabs.count, stack: [Entry(screen: name, number: count)]))
      count += 1
    }
    tab = names.firstIndex(of: root) ?? 0
  }

  /// The navigation stack that the next move changes.
  package var context: Context { modals.last ?? tabs[tab] }
  package var top: Entry { context.stack.last! }

  /// A visible screen together with its navigation stack.
  package typealias Shown = (context: Int, entry: Entry)

  /// The visible screens from back to front: the top screen of each stack, from the last screen that covers
  /// all others.
  package var shown: [Shown] { shown(from: 0) }

  /// The screens that a move to another state may have changed, in both states; screens below the moved
  /// screen are left out.
  package func changed(to new: Navigation) -> (old: [Shown], new: [Shown]) {
    let common = covering == new.covering ? min(modals.count, new.modals.count) : 0
    return (shown(from: common), new.shown(from: common))
  }

  /// The number of presentations up to and including the last one that covers all screens below it.
  private var covering: Int { (modals.lastIndex { $0.covers } ?? -1) + 1 }

  private func shown(from place: Int) -> [Shown] {
    (max(place, covering)...modals.count).map {
      let context = $0 == 0 ? tabs[tab] : modals[$0 - 1]
      return (context.number, context.stack.last!)
    }
  }

  /// Applies a flow move to the stacks; returns nil for a move that only waits.
  package mutating func apply(_ move: MoveSpec) throws(Refusal) -> Change? {
    switch move.action.value {
    case .wait, .scroll, .flick: return nil
    case .push(let name):
      let from = (top, context.number)
      try place(name.value)
      return change(.push, from)
    case .replace(let name):
      let from = (top, context.number)
      try check(name.value)
      edit { $0.removeLast() }
      try place(name.value)
      return change(.none, from)
    case .pop: return try pop(to: context.stack.count - 2)
    case .popToRoot: return try pop(to: 0)
    case .popTo(let name):
      try know(name.value)
      guard let place = context.stack.firstIndex(where: { $0.screen == name.value }) else {
        throw Refusal("\"\(name.value)\" is not on the stack below \"\(top.screen)\"")
      }
      return try pop(to: place)
    case .present(let name):
      let from = (top, context.number)
      try check(name.value)
      modals.append(
        Context(
          number: tabs.count + count, stack: [Entry(screen: name.value, number: count)],
          covers: move.sheet.covers))
      count += 1
      return change(.present, from)
    case .dismiss:
      guard !modals.isEmpty else { throw Refusal("there is no presented screen to dismiss") }
      let from = (top, context.number)
      modals.removeLast()
      return change(.dismiss, from)
    case .tab(let name): return try select(name.value)
    }
  }

  private mutating func select(_ name: String) throws(Refusal) -> Change {
    guard hasBar else { throw Refusal("\"tab\" needs \"tabs\", the list of the tab bar's screens") }
    let names = tabs.map { $0.stack[0].screen }
    guard let next = names.firstIndex(of: name) else {
      throw Refusal("no tab \"\(name)\"", suggestion: NearestWord.find(name, in: names))
    }
    if let modal = modals.last {
      throw Refusal(
        "\"\(modal.stack.last!.screen)\" is presented over the tabs: dismiss the screen first")
    }
    guard next != tab else { throw Refusal("the tab \"\(name)\" is already selected") }
    let from = (top, context.number)
    let operation: TransitionSpec.Operation = next > tab ? .push : .pop
    tab = next
    return change(operation, from)
  }

  private mutating func pop(to place: Int) throws(Refusal) -> Change {
    let stack = context.stack
    guard stack.count > 1 else {
      throw Refusal(
        "\"\(top.screen)\" is the root of its stack, so there is no screen to return to")
    }
    guard place < stack.count - 1 else {
      throw Refusal("\"\(top.screen)\" is already the top screen")
    }
    let from = (top, context.number)
    edit { $0.removeSubrange((place + 1)...) }
    return change(.pop, from)
  }

  private func change(
    _ operation: TransitionSpec.Operation, _ from: (entry: Entry, context: Int)
  ) -> Change {
    Change(
      operation: operation, from: from.entry, to: top, fromContext: from.context,
      toContext: context.number)
  }

  private func know(_ name: String) throws(Refusal) {
    guard screens.contains(name) else {
      throw Refusal("no screen \"\(name)\"", suggestion: NearestWord.find(name, in: screens))
    }
  }

  private func check(_ name: String) throws(Refusal) {
    try know(name)
    func holds(_ context: Context) -> Bool { context.stack.contains { $0.screen == name } }
    if tabs.contains(where: holds) || modals.contains(where: holds) {
      throw Refusal("\"\(name)\" is already on a stack")
    }
  }

  private mutating func place(_ name: String) throws(Refusal) {
    try check(name)
    let entry = Entry(screen: name, number: count)
    count += 1
    edit { $0.append(entry) }
  }

  private mutating func edit(_ change: (inout [Entry]) -> Void) {
    if modals.isEmpty { change(&tabs[tab].stack) } else { change(&modals[modals.count - 1].stack) }
  }
}

extension Document {
  /// The initial stacks of the flow; nil for a document without a flow.
  package var navigation: Navigation? {
    guard let flow, let screens else { return nil }
    let root = flow.root?.value ?? flow.tabs.first?.value ?? screens.names.first
    return root.map {
      Navigation(screens: screens.names, tabs: flow.tabs.map(\.value), root: $0)
    }
  }
}
