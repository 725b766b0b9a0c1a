import Scenes

/// A small model of navigation stacks, tabs and presentations, which follows UIKit's documentation and not the program.
struct FlowModel {
  struct Stack {
    var screens: [String]
    var covers = false
  }
  enum Move: String, CaseIterable {
    case push, pop, popTo, popToRoot, present, presentFull, dismiss, replace, tab
  }

  var tabs: [Stack]
  var hasBar: Bool
  var selected = 0
  var modals: [Stack] = []

  init(screens: [String], hasBar: Bool) {
    self.hasBar = hasBar
    tabs = hasBar ? screens.prefix(2).map { Stack(screens: [$0]) } : [Stack(screens: [screens[0]])]
  }

  private var top: Stack {
    get { modals.last ?? tabs[selected] }
    set {
      if modals.isEmpty { tabs[selected] = newValue } else { modals[modals.count - 1] = newValue }
    }
  }
  private func isUsed(_ screen: String) -> Bool {
    (tabs + modals).contains { $0.screens.contains(screen) }
  }

  /// The visible screens, from back to front.
  var shown: [String] {
    let all = [tabs[selected]] + modals
    return all[(all.lastIndex { $0.covers } ?? 0)...].map { $0.screens.last! }
  }

  /// Applies a move; returns false for a refused move, which changes nothing.
  mutating func apply(_ move: Move, _ screen: String, isKnown: Bool) -> Bool {
    switch move {
    case .push, .replace, .present, .presentFull:
      guard isKnown, !isUsed(screen) else { return false }
      if move == .push { top.screens.append(screen) }
      if move == .replace { top.screens[top.screens.count - 1] = screen }
      if move == .present { modals.append(Stack(screens: [screen])) }
      if move == .presentFull { modals.append(Stack(screens: [screen], covers: true)) }
    case .pop, .popToRoot:
      guard top.screens.count > 1 else { return false }
      top.screens = move == .pop ? top.screens.dropLast() : [top.screens[0]]
    case .popTo:
      guard isKnown, top.screens.count > 1,
        let place = top.screens.dropLast().firstIndex(of: screen)
      else { return false }
      top.screens = Array(top.screens[...place])
    case .dismiss:
      guard !modals.isEmpty else { return false }
      modals.removeLast()
    case .tab:
      guard hasBar, modals.isEmpty, let place = tabs.firstIndex(where: { $0.screens[0] == screen }),
        place != selected
      else { return false }
      selected = place
    }
    return true
  }

  /// Returns the move in the notation of documents.
  static func text(_ move: Move, _ screen: String) -> String {
    switch move {
    case .pop, .popToRoot, .dismiss: "\"\(move.rawValue)\": true"
    case .presentFull: "\"present\": \"\(screen)\", \"style\": \"fullScreen\""
    default: "\"\(move.rawValue)\": \"\(screen)\""
    }
  }
}
