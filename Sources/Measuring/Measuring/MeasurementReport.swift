internal import Documents
internal import Encoding
internal import Files
internal import Formats
internal import Scenes

/// Writes the page of a measurement: a strip of pictures, the curves with their fits, and the phases.
package struct MeasurementReport {
  private let measurement: Measurement

  private init(_ measurement: Measurement) { self.measurement = measurement }

  /// Returns the page of one measurement, or of all moves of a recording in order.
  package static func html(_ moves: [Measurement]) -> String {
    let name = XML.text(moves[0].path.split(separator: "/").last.map(String.init) ?? "recording")
    var lines = [
      "<!doctype html>", "<html lang=\"en\"><meta charset=\"utf-8\"><title>\(name)</title>",
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
      "<style>\(Self.style)</style>", "<h1>\(name)</h1>",
    ]
    for (index, move) in moves.enumerated() {
      if moves.count > 1 { lines.append("<h1>Move \(index + 1)</h1>") }
      lines += MeasurementReport(move).body
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var body: [String] {
    var lines = [
      "<p class=\"lead\">\(measurement.width)×\(measurement.height) pixels, a frame every "
        + "\(PhaseTable.number(1000 * measurement.interval, 100)) ms; the transition takes "
        + "\(PhaseTable.number(measurement.times.lowerBound, 1000)) to "
        + "\(PhaseTable.number(measurement.times.upperBound, 1000)) s.</p>"
    ]
    if let agreement = PhaseTable.agreement(measurement) {
      lines.append("<p>\(XML.text(agreement))</p>")
    }
    lines.append("<div class=\"strip\">")
    for (time, picture) in measurement.strip {
      let bytes = SmallPNG.encode(picture, isOpaque: true, level: 6)
      lines.append(
        "<figure><img alt=\"at \(PhaseTable.number(time, 1000)) s\" src=\"data:image/png;base64,\(Base64.encoded(bytes))\"><figcaption>"
          + "\(PhaseTable.number(time, 1000)) s</figcaption></figure>")
    }
    lines.append("</div>")
    lines += table + names
    lines.append(
      "<p class=\"key\"><i>●</i> values seen in each frame, <b>—</b> fitted values; below them, "
        + "what is left of "
        + "both, enlarged</p>")
    for remark in PhaseTable.remarks(measurement) { lines.append("<p>\(XML.text(remark))</p>") }
    var subject: String?
    for curve in measurement.measuredCurves {
      if curve.subject != subject { lines.append("<h2>\(XML.text(curve.subject))</h2>") }
      subject = curve.subject
      lines.append(chart(curve))
    }
    return lines
  }

  private static let style = """
    :root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d8dde3;--ground:#fff;--seen:#1f6feb;
    --fit:#d1432f;--phase:#d1432f14}
    @media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9198a1;--line:#3d444d;--ground:#15191e;
    --seen:#58a6ff;--fit:#ff7b6b;--phase:#ff7b6b1f}}
    body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:var(--ink);
    background:var(--ground)}
    h1{font-size:1.5rem;margin-bottom:0}h2{font-size:1.15rem;margin:2.5rem 0 .5rem}
    .lead,.flat,.key{color:var(--soft);margin-top:.25rem}.key b{color:var(--fit)}.key i{color:var(--seen);font-style:normal}
    .wide{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:1.5rem 0;font-variant-numeric:tabular-nums}
    th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}
    th{font-weight:500;color:var(--soft)}
    .strip{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.5rem,1fr));gap:.5rem;margin:1.5rem 0}
    figure{margin:0}figcaption{font-size:.8rem;color:var(--soft);font-variant-numeric:tabular-nums}
    .strip img{width:100%;display:block;border-radius:4px;outline:1px solid var(--line)}
    svg{width:100%;height:auto;margin:.25rem 0 1rem;display:block}
    svg text{font:11px system-ui,sans-serif;fill:var(--soft)}svg .name{font-weight:600;fill:var(--ink)}
    svg .curve{fill:var(--fit)}.end{text-anchor:end}.middle{text-anchor:middle}
    .grid{stroke:var(--line)}.phase{fill:var(--phase)}.fit{fill:none;stroke:var(--fit);stroke-width:1.5}
    .dot{fill:var(--seen)}.left{fill:var(--soft)}
    """

  private var table: [String] {
    let rows = PhaseTable.rows(measurement)
    guard !rows.isEmpty else { return ["<p>No layer moves or fades.</p>"] }
    func row(_ cells: [String], _ tag: String) -> String {
      "<tr>" + cells.map { "<\(tag)>\(XML.text($0))</\(tag)>" }.joined() + "</tr>"
    }
    return ["<div class=\"wide\"><table>", row(PhaseRow.head, "th")]
      + rows.map { row($0.cells, "td") } + ["</table></div>"]
  }
}

extension MeasurementReport {
  /// The curves in the notation of each platform, as text to copy.
  private var names: [String] {
    let all = measurement.fits.flatMap { name, fit in fit.phases.map { (name, $0) } }
    guard !all.isEmpty else { return [] }
    let rows = all.flatMap { name, phase in
      ["<dt>\(XML.text(name)), \(XML.text(PhaseTable.words(phase.curve)))</dt>"]
        + phase.platformWords.map { platform, words in
          "<dd>\(platform) <code>\(XML.text(words))</code></dd>"
        }
    }
    return ["<details><summary>The curves in code</summary><dl>"] + rows + ["</dl></details>"]
  }

  /// Draws a chart with the samples as dots, the fit as a line over its phases, and the enlarged residual below. A
  /// constant value is written as one line of text.
  private func chart(_ curve: MeasuredCurve) -> String {
    let times = curve.times
    guard let first = times.first, let last = times.last, first < last else { return "" }
    let fitted = times.map(curve.fitted(at:))
    let all = curve.values.filter(\.isFinite) + fitted
    let (bottom, top) = (all.min() ?? 0, all.max() ?? 1)
    let name = XML.text(curve.label)
    if curve.phases.isEmpty, top - bottom < curve.leastExtent {
      let middle = PhaseTable.number((top + bottom) / 2, 100)
      let around = PhaseTable.number((top - bottom) / 2, 1000)
      return "<p class=\"flat\">\(name) stays \(middle) (±\(around))</p>"
    }
    return MeasurementChart(
      name: name, times: times, values: curve.values, fitted: fitted, phases: curve.phases,
      span: first...last, range: bottom...max(top, bottom + 1e-6)
    ).svg(curve.fitted(at:))
  }
}
