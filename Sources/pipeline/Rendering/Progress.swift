import Glibc

/// Tells how far a run is: a bar on a terminal, JSON lines, or nothing.
final class Progress {
  enum Style: String, CaseIterable { case auto, json, none }

  private let style: Style
  private let unit: String
  private var total = 0
  private var done = 0
  private var lastDrawn = ContinuousClock.now

  /// `unit` is what is counted, for JSON.
  init(_ style: Style, of unit: String = "frame") {
    self.unit = unit
    self.style =
      style == .auto && (!Console.isTerminal || Console.verbosity == .quiet) ? .none : style
  }

  func begin(frames: Int) {
    total = frames
    draw(isLast: false)
  }

  func advance() {
    done += 1
    draw(isLast: done == total)
  }

  func end() { clear() }

  /// Takes the bar away, so that a line can be written in its place.
  func clear() {
    if style == .auto { Console.draw("\r\u{1B}[K") }
  }

  private func draw(isLast: Bool) {
    switch style {
    case .none: return
    case .json:
      Console.draw("{\"\(unit)\":\(done),\"\(unit)s\":\(total)}\n")
    case .auto:
      // A terminal is redrawn thirty times a second at most.
      let now = ContinuousClock.now
      guard isLast || done == 0 || now - lastDrawn > .milliseconds(33) else { return }
      lastDrawn = now
      let width = 30
      let filled = total > 0 ? done * width / total : 0
      let bar =
        String(repeating: "━", count: filled) + String(repeating: "─", count: width - filled)
      Console.draw("\r\(bar) \(done)/\(total)\u{1B}[K")
    }
  }
}
