internal import Files
internal import Scenes

/// A chart on a measurement's page, with the measured values, the fit, and the residual.
struct MeasurementChart {
  let name: String
  let times: [Double]
  /// The measured values; NaN for a value that was not measured.
  let values: [Double]
  let fitted: [Double]
  let phases: [Phase]
  let span: ClosedRange<Double>
  let range: ClosedRange<Double>

  private static let wide = 960.0
  /// The vertical positions of the curve, of the residual, and of the axis.
  private static let (head, high, low, foot) = (24.0, 150.0, 44.0, 20.0)
  private static let (indent, margin) = (64.0, 12.0)

  private func number(_ value: Double) -> String { PhaseTable.number(value, 10) }

  private func x(_ time: Double) -> String {
    let share = (time - span.lowerBound) / (span.upperBound - span.lowerBound)
    return number(Self.indent + share * (Self.wide - Self.indent - Self.margin))
  }

  private func y(_ value: Double) -> String {
    let share = (range.upperBound - value) / (range.upperBound - range.lowerBound)
    return number(Self.head + 8 + share * (Self.high - 16))
  }

  /// The seconds between two lines of the axis, which has about eight lines.
  private var step: Double {
    let raw = (span.upperBound - span.lowerBound) / 8
    return [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10].first { $0 >= raw } ?? 20
  }

  func svg(_ fit: (Double) -> Double) -> String {
    let height = Self.head + Self.high + Self.low + Self.foot
    return "<svg viewBox=\"0 0 \(number(Self.wide)) \(number(height))\" role=\"img\""
      + " aria-label=\"\(name)\">" + axes + bands + curve(fit) + dots + "</svg>"
  }

  private func text(_ x: String, _ y: Double, _ kind: String, _ words: String) -> String {
    "<text x=\"\(x)\" y=\"\(number(y))\" class=\"\(kind)\">\(words)</text>"
  }

  private func line(_ x1: String, _ x2: String, _ y1: Double, _ y2: Double) -> String {
    "<line x1=\"\(x1)\" x2=\"\(x2)\" y1=\"\(number(y1))\" y2=\"\(number(y2))\" class=\"grid\"/>"
  }

  private var axes: String {
    let (left, right) = (number(Self.indent), number(Self.wide - Self.margin))
    let end = Self.head + Self.high + Self.low
    var svg = text(left, 14, "name", name)
    let edge = number(Self.indent - 8)
    svg += text(edge, Self.head + 12, "end", PhaseTable.number(range.upperBound, 10))
    svg += text(edge, Self.head + Self.high - 4, "end", PhaseTable.number(range.lowerBound, 10))
    svg += text(edge, end - Self.low / 2 + 4, "end", "±\(PhaseTable.number(most, 1000))")
    svg += line(left, right, Self.head + Self.high, Self.head + Self.high)
    svg += line(left, right, end - Self.low / 2, end - Self.low / 2)
    let first = Int(clamped: span.lowerBound / step, rounded: .up)
    let last = Int(clamped: span.upperBound / step, rounded: .down)
    for tick in first...max(first, last) {
      let time = Double(tick) * step
      guard span.contains(time) else { continue }
      svg += line(x(time), x(time), Self.head, end)
      svg += text(x(time), end + 15, "middle", "\(PhaseTable.number(time, 100)) s")
    }
    return svg
  }

  /// The phases as bands, each with the name of its curve.
  private var bands: String {
    var svg = ""
    for phase in phases {
      let start = max(phase.start, span.lowerBound)
      let end = min(phase.end, span.upperBound)
      guard start < end, let left = Double(x(start)), let right = Double(x(end)) else { continue }
      svg +=
        "<rect x=\"\(x(start))\" y=\"\(number(Self.head))\" width=\"\(number(right - left))\""
        + " height=\"\(number(Self.high + Self.low))\" class=\"phase\"/>"
      svg += text(
        number((left + right) / 2), 14, "curve middle",
        XML.text(PhaseTable.words(phase.curve)))
    }
    return svg
  }

  private func curve(_ fit: (Double) -> Double) -> String {
    let points = (0...300).map { step -> String in
      let time = span.lowerBound + (span.upperBound - span.lowerBound) * Double(step) / 300
      return "\(x(time)),\(y(min(max(fit(time), range.lowerBound), range.upperBound)))"
    }
    return "<polyline class=\"fit\" points=\"\(points.joined(separator: " "))\"/>"
  }

  private var left: [Double] { zip(values, fitted).map { $0 - $1 } }
  private var most: Double {
    max(0.001, left.filter(\.isFinite).map(\.magnitude).max() ?? 0)
  }

  private var dots: String {
    let (left, most) = (left, most)
    let middle = Self.head + Self.high + Self.low / 2
    var svg = ""
    for (index, time) in times.enumerated() where values[index].isFinite {
      let rest = middle - left[index] / most * (Self.low / 2 - 4)
      svg += "<circle cx=\"\(x(time))\" cy=\"\(y(values[index]))\" r=\"2\" class=\"dot\"><title>"
      svg +=
        "\(PhaseTable.number(time, 1000)) s: \(PhaseTable.number(values[index], 100))</title></circle>"
      svg += "<circle cx=\"\(x(time))\" cy=\"\(number(rest))\" r=\"1.5\" class=\"left\"/>"
    }
    return svg
  }
}
