import Evaluation
import Scenes

/// Small plots of curves in text: progress upwards, time to the right.
enum CurvePlot {
  private static let columns = 25
  private static let rows = 9

  static let easings = plots(
    [
      ("linear", .linear),
      ("easeIn", .cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)),
      ("easeOut", .cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)),
      ("easeInOut", .cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)),
    ], highest: 1)

  static let springs = plots(
    [
      ("bounce 0", .spring(Spring(responseSeconds: 0.5, bounce: 0))),
      ("bounce 0.3", .spring(Spring(responseSeconds: 0.5, bounce: 0.3))),
      ("bounce 0.6", .spring(Spring(responseSeconds: 0.5, bounce: 0.6))),
    ], highest: 1.4)

  /// The plots of several curves side by side, as a block of Markdown.
  private static func plots(_ curves: [(name: String, TimingFunction)], highest: Double) -> String {
    let drawn = curves.map { plot($0.1, highest: highest) }
    var lines = (0..<rows).map { row in drawn.map { $0[row] }.joined(separator: "   ") }
    lines.append(curves.map { padded($0.name) }.joined(separator: "   "))
    return "```text\n" + lines.map(trimmed).joined(separator: "\n") + "\n```\n"
  }

  private static func plot(_ curve: TimingFunction, highest: Double) -> [String] {
    var cells = Array(repeating: Array(repeating: Character(" "), count: columns), count: rows)
    for column in 0..<columns {
      let value = curve.progress(at: Double(column) / Double(columns - 1))
      let row = (value / highest * Double(rows - 1)).rounded()
      guard let fromBelow = Int(exactly: row), (0..<rows).contains(fromBelow) else { continue }
      cells[rows - 1 - fromBelow][column] = "●"
    }
    return cells.map { String($0) }
  }

  private static func padded(_ name: String) -> String {
    name + String(repeating: " ", count: max(0, columns - name.count))
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
