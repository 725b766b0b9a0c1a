internal import Documents
internal import Encoding
internal import Files
internal import Scenes

/// A page of a measurement: a strip of pictures, the curves with what was fitted, and the phases.
package struct MeasurementReport {
  private let measurement: Measurement

  package init(_ measurement: Measurement) { self.measurement = measurement }

  package var html: String {
    let name = Self.escape(String(measurement.path.split(separator: "/").last ?? "recording"))
    var lines = [
      "<!doctype html>", "<html lang=\"en\"><meta charset=\"utf-8\"><title>\(name)</title>",
      "<style>\(Self.style)</style>", "<h1>\(name)</h1>",
      "<p>\(measurement.width)×\(measurement.height) pixels, a frame every "
        + "\(PhaseTable.number(1000 * measurement.interval, 100)) ms; the transition takes "
        + "\(PhaseTable.number(measurement.times.lowerBound, 1000)) to "
        + "\(PhaseTable.number(measurement.times.upperBound, 1000)) s.</p>",
    ]
    lines.append("<div class=\"strip\">")
    for (time, picture) in measurement.strip {
      let bytes = SmallPNG.encode(picture, isOpaque: true, level: 6)
      lines.append(
        "<figure><img alt=\"\" src=\"data:image/png;base64,\(Base64.text(bytes))\"><figcaption>"
          + "\(PhaseTable.number(time, 1000)) s</figcaption></figure>")
    }
    lines.append("</div>")
    lines += table
    for remark in PhaseTable.remarks(measurement) { lines.append("<p>\(Self.escape(remark))</p>") }
    var subject: String?
    for curve in measurement.measuredCurves {
      if curve.subject != subject { lines.append("<h2>\(Self.escape(curve.subject))</h2>") }
      subject = curve.subject
      lines.append(chart(curve))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let style = """
    body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}
    h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
    table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
    th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #d8dde3;vertical-align:top}
    .strip{display:flex;gap:.5rem;overflow-x:auto}figure{margin:0}figcaption{font-size:.8rem;color:#57606a}
    .strip img{height:160px;border:1px solid #d8dde3}
    svg{width:100%;height:auto;margin:.5rem 0}svg text{font:11px system-ui,sans-serif;fill:#57606a}
    """

  static func escape(_ text: String) -> String {
    var result = ""
    for character in EscapedText.line(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }

  private var table: [String] {
    let rows = PhaseTable.rows(measurement)
    guard !rows.isEmpty else { return ["<p>No layer moves or fades.</p>"] }
    func row(_ cells: [String], _ tag: String) -> String {
      "<tr>" + cells.map { "<\(tag)>\(Self.escape($0))</\(tag)>" }.joined() + "</tr>"
    }
    return ["<table>", row(PhaseRow.head, "th")] + rows.map { row($0.cells, "td") } + ["</table>"]
  }
}

extension MeasurementReport {
  /// Samples as dots, the fit as a line, where phases meet, and below what is left, enlarged.
  private func chart(_ curve: MeasuredCurve) -> String {
    let (name, times, values) = (curve.label, curve.times, curve.values)
    let fit = curve.fitted(at:)
    let (wide, high, low) = (900.0, 150.0, 46.0)
    guard let first = times.first, let last = times.last, first < last else { return "" }
    let fitted = times.map(fit)
    let all = values.filter(\.isFinite) + fitted
    var (bottom, top) = (all.min() ?? 0, all.max() ?? 1)
    let least = curve.leastExtent
    if top - bottom < least {
      let middle = (top + bottom) / 2
      (bottom, top) = (middle - least / 2, middle + least / 2)
    }
    func number(_ value: Double) -> String { PhaseTable.number(value, 10) }
    func x(_ time: Double) -> String {
      number(60 + (time - first) / (last - first) * (wide - 70))
    }
    func y(_ value: Double) -> String { number(12 + (top - value) / (top - bottom) * (high - 24)) }
    let left = zip(values, fitted).map { $0 - $1 }
    let most = max(0.001, left.filter(\.isFinite).map(\.magnitude).max() ?? 0)
    func z(_ value: Double) -> String { number(high + low / 2 - value / most * (low / 2 - 4)) }
    var svg =
      "<svg viewBox=\"0 0 \(number(wide)) \(number(high + low))\" role=\"img\" aria-label=\"\(Self.escape(name))\">"
    svg += "<text x=\"60\" y=\"10\">\(Self.escape(name))</text>"
    svg += "<text x=\"0\" y=\"20\">\(PhaseTable.number(top, 100))</text>"
    svg += "<text x=\"0\" y=\"\(number(high - 8))\">\(PhaseTable.number(bottom, 100))</text>"
    svg +=
      "<text x=\"0\" y=\"\(number(high + low / 2 + 4))\">±\(PhaseTable.number(most, 1000))</text>"
    for phase in curve.phases {
      for time in [phase.start, phase.end] where time >= first && time <= last {
        svg +=
          "<line x1=\"\(x(time))\" x2=\"\(x(time))\" y1=\"12\" y2=\"\(number(high + low))\" stroke=\"#c4ccd4\" stroke-dasharray=\"3 3\"/>"
      }
    }
    let line = (0...300).map { step -> String in
      let time = first + (last - first) * Double(step) / 300
      return "\(x(time)),\(y(fit(time)))"
    }
    svg +=
      "<polyline fill=\"none\" stroke=\"#d1432f\" stroke-width=\"1.5\" points=\"\(line.joined(separator: " "))\"/>"
    for (index, time) in times.enumerated() where values[index].isFinite {
      svg += "<circle cx=\"\(x(time))\" cy=\"\(y(values[index]))\" r=\"2\" fill=\"#1f6feb\"/>"
      svg += "<circle cx=\"\(x(time))\" cy=\"\(z(left[index]))\" r=\"1.5\" fill=\"#57606a\"/>"
    }
    return svg + "</svg>"
  }
}

/// RFC 4648.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let some = bytes[start..<min(start + 3, bytes.count)]
      var word = 0
      for (place, byte) in some.enumerated() { word |= Int(byte) << (16 - 8 * place) }
      for place in 0..<4 {
        let isThere = place <= some.count
        result.append(isThere ? letters[word >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
