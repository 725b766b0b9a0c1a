package import Files
internal import Documents
internal import Encoding
import JSON
package import Reporting
internal import Scenes

/// The results of `check` as one HTML page, which needs no other files than the pictures beside it.
package struct CheckPage {
  /// The folder of the page's pictures, inside the folder of the page.
  package static let pictures = "pictures"

  /// The results for a checked document: its report, or the reason why the document could not be checked.
  package enum Entry {
    case checked(CheckReport)
    case broken(String, EngineError)

    fileprivate var file: String {
      switch self {
      case .checked(let report): report.file
      case .broken(let file, _): file
      }
    }
  }

  private let entries: [Entry]

  package init(_ entries: [Entry]) { self.entries = entries }

  package func write(to folder: String, in context: EngineContext) throws(EngineError) {
    do throws(EncodingError) {
      let page = try AtomicFile("\(folder)/index.html", context: context)
      try page.write(Array(text.utf8))
      try page.commit()
    } catch {
      throw EngineError(error)
    }
  }

  private var text: String {
    let title = entries.count == 1 ? entries[0].file : "\(entries.count) documents"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      \(PageMark.checks.html)
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(XML.text(title)): checks</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      \(entries.enumerated().map(document).joined(separator: "\n"))
      <script>\(Self.script)</script>
      </body>
      </html>

      """
  }

  /// The section of a document, which lists the failures first.
  private func document(_ number: Int, _ entry: Entry) -> String {
    switch entry {
    case .broken(let file, let failure):
      let lines = failure.lines.map { "<p class=\"place\">\(XML.text($0))</p>" }
      return "<h1 class=\"failed\">\(XML.text(file)): cannot be checked</h1>\n"
        + lines.joined(separator: "\n")
    case .checked(let report):
      let mark = number == 0 ? "cause" : "cause-\(number)"
      let causes = CheckCauses(report.outcomes).all
      let held = report.outcomes.filter(\.findings.isEmpty)
      let items = held.map { "<li>\(XML.text($0.check.name))</li>" }.joined(separator: "\n")
      return """
        <h1 class="\(report.failed == 0 ? "held" : "failed")">\(XML.text(report.summary))</h1>
        \(list(of: causes, mark))
        \(causes.enumerated().map { group($0, $1, mark) }.joined(separator: "\n"))
        \(held.isEmpty ? "" : "<h2>What holds</h2>\n<ul class=\"held\">\n\(items)\n</ul>")
        """
    }
  }

  /// A list of the causes, each with a link to the checks that have this cause.
  private func list(of causes: [CheckCauses.Cause], _ mark: String) -> String {
    guard causes.count > 1 || (causes.first?.outcomes.count ?? 0) > 1 else { return "" }
    let items = causes.enumerated().map { index, cause in
      "<li><a href=\"#\(mark)-\(index)\">\(XML.text(cause.words))</a>: "
        + "\(Text.count(cause.outcomes.count, "check"))</li>"
    }
    return "<ol class=\"causes\">\n\(items.joined(separator: "\n"))\n</ol>"
  }

  /// The checks whose failures have the same cause; only the first check is expanded on the page.
  private func group(_ index: Int, _ cause: CheckCauses.Cause, _ mark: String) -> String {
    let first = cause.outcomes[0]
    let rest = cause.outcomes.dropFirst()
    let more =
      rest.isEmpty
      ? ""
      : "<details><summary>\(Text.count(rest.count, "check")) more like it</summary>\n"
        + rest.map(section).joined(separator: "\n") + "\n</details>"
    return "<div id=\"\(mark)-\(index)\">\n\(section(first))\n\(more)\n</div>"
  }

  private func section(_ outcome: CheckRun.Outcome) -> String {
    let findings = outcome.findings.map { finding in
      let place = finding.problem
      let position = place.origin.position
      let pictures = finding.pictures.map { figures($0, place.message) } ?? ""
      return """
        <p>\(XML.text(place.message))</p>
        <p class="place">\(XML.text("\(place.file):\(position.line):\(position.column): \(place.origin.pointer)"))</p>
        \(pictures)
        """
    }
    return """
      <section>
      <h2>\(XML.text(outcome.check.name))</h2>
      \(findings.joined(separator: "\n"))
      </section>
      """
  }

  /// The expected and the actual picture as layers with a slider, and the picture of the difference.
  private func figures(_ pictures: CheckRun.Pictures, _ message: String) -> String {
    func link(_ path: String) -> String {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return XML.attribute("\(Self.pictures)/\(name)")
    }
    func image(_ path: String, _ words: String) -> String {
      "<img loading=\"lazy\" src=\(link(path))"
        + " alt=\(XML.attribute(words))>"
    }
    let difference =
      "<figure class=\"difference\"><a href=\(link(pictures.difference))>"
      + "\(image(pictures.difference, message))</a>"
      + "<figcaption>expected, made, and where they differ</figcaption></figure>"
    guard let sides = pictures.sides else { return difference }
    return """
      <figure class="pair" style="--split: 50%">
      <div class="stack">\(image(sides.made, "made"))\(image(sides.expected, "expected"))</div>
      <input type="range" min="0" max="100" value="50" aria-label="left: expected, right: rendered">
      <button type="button">Blink</button>
      <figcaption>expected left of the line, made right of it</figcaption>
      </figure>
      \(difference)
      """
  }

  private static let style = """
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
      color: #222; background: #fff; }
    h1 { border-left: .5rem solid; padding-left: .75rem; font-size: 1.5rem; }
    h1.held { border-color: #1a7f37; } h1.failed { border-color: #c1121f; }
    section { border-top: 1px solid #ccc; margin-top: 2rem; }
    .place { font-family: monospace; color: #555; }
    figure { display: inline-block; vertical-align: top; margin: 1rem 2rem 1rem 0; }
    figcaption { color: #555; font-size: .875rem; }
    .stack { position: relative; display: inline-block; line-height: 0; background: #888; }
    .stack img { max-height: 70vh; max-width: 100%; }
    .stack img + img { position: absolute; left: 0; top: 0; width: 100%; height: 100%;
      clip-path: inset(0 calc(100% - var(--split)) 0 0); }
    .stack::after { content: ""; position: absolute; top: 0; bottom: 0; left: var(--split); width: 2px;
      background: #c1121f; }
    .pair input { display: block; width: 100%; }
    .difference img { max-height: 14rem; max-width: 100%; }
    ol.causes { font-size: 1.125rem; }
    summary { cursor: pointer; margin-top: 1rem; }
    """

  private static let script = """
    for (const pair of document.querySelectorAll(".pair")) {
      const slider = pair.querySelector("input"), button = pair.querySelector("button");
      const show = (percent) => pair.style.setProperty("--split", percent + "%");
      let blinking = 0, shown = 0;
      slider.addEventListener("input", () => show(slider.value));
      button.addEventListener("click", () => {
        if (blinking) {
          clearInterval(blinking);
          blinking = 0;
          show(slider.value);
        } else {
          blinking = setInterval(() => show(shown = 100 - shown), 500);
        }
        button.textContent = blinking ? "Stop" : "Blink";
      });
    }
    """
}
