internal import ArgumentParser
internal import Glibc

/// Shows the progress of a run: as a bar on a terminal, as a line every ten seconds, as JSON lines, in the
/// format of an Open Job Description session, or not at all.
package struct Progress {
  package enum Style: String, WordArgument { case auto, json, openjd, none }
  private enum Form { case bar, lines, json, openjd, none }

  private let style: Style
  private let unit: String
  private var total = 0
  private var done = 0
  private var started = ContinuousClock.now
  private var lastDrawn = ContinuousClock.now

  /// Creates a progress display; `unit` is the name of the counted objects in JSON.
  package init(_ style: Style, of unit: String = "frame") {
    self.unit = unit
    self.style = style
  }

  /// Creates a progress display of the same style with another unit.
  package func counting(_ unit: String) -> Progress { Progress(style, of: unit) }

  private var form: Form {
    switch style {
    case .json: .json
    case .openjd: .openjd
    case .none: .none
    case .auto: Console.verbosity == .quiet ? .none : Console.isTerminal ? .bar : .lines
    }
  }

  /// Shows the number of finished frames, which is 0 at the start.
  package mutating func show(_ done: Int, of total: Int) {
    (self.done, self.total) = (done, total)
    if done == 0 {
      started = .now
      lastDrawn = started
    }
    draw(isLast: done > 0 && done == total)
  }

  /// Removes the bar from the terminal, so that a line can be printed in its place.
  package func clear() {
    if form == .bar { Console.draw("\r\u{1B}[K") }
  }

  /// Formats the approximate remaining time in words.
  private func toGo(_ now: ContinuousClock.Instant) -> String {
    let seconds = ((now - started) / done * (total - done)).components.seconds + 1
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }

  private mutating func draw(isLast: Bool) {
    switch form {
    case .none: return
    case .json:
      Console.draw("{\"\(unit)\":\(done),\"\(unit)s\":\(total)}\n")
    case .openjd:
      let now = ContinuousClock.now
      guard isLast || done == 0 || now - lastDrawn >= .seconds(1) else { return }
      lastDrawn = now
      let percent = total > 0 ? done * 1000 / total : 1000
      Console.draw(
        "openjd_progress: \(percent / 10).\(percent % 10)\n"
          + "openjd_status: \(done) of \(total) \(unit)s\n")
    case .lines:
      let now = ContinuousClock.now
      guard !isLast, done > 0, now - lastDrawn >= .seconds(10) else { return }
      lastDrawn = now
      Console.note("\(done) of \(total) \(unit)s, about \(toGo(now)) to go")
    case .bar:
      // The terminal is redrawn at most thirty times per second.
      let now = ContinuousClock.now
      guard isLast || done == 0 || now - lastDrawn > .milliseconds(33) else { return }
      lastDrawn = now
      let width = 30
      let filled = total > 0 ? done * width / total : 0
      let bar =
        String(repeating: "━", count: filled) + String(repeating: "─", count: width - filled)
      let passed = now - started
      let left = done > 0 && !isLast && passed > .seconds(2) ? ", \(toGo(now)) to go" : ""
      Console.draw("\r\(bar) \(done)/\(total)\(left)\u{1B}[K")
    }
  }
}
