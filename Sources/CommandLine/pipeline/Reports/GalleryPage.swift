import CommandLine
import PluginModel
import Checking
import Encoding
import Files
import Reporting

/// A web page that shows animators, each with an animated picture in a separate file.
struct GalleryPage {
  private var shown: [String] = []
  private var leftOut: [String] = []

  var shownCount: Int { shown.count }
  var leftOutCount: Int { leftOut.count }

  mutating func add(_ animator: AnimatorDescription, file: String) {
    shown.append(
      """
      <figure><img src="\(XML.text(file))" alt="\(XML.text(animator.title))" loading="lazy">
      <figcaption><b>\(XML.text(animator.id))</b> \(XML.text(animator.title))
      <p>\(XML.text(animator.doc))</p></figcaption></figure>
      """)
  }

  mutating func leaveOut(_ animator: AnimatorDescription, _ reason: String) {
    leftOut.append("<li><b>\(XML.text(animator.id))</b> \(XML.text(reason))</li>")
  }

  func write(to folder: String) throws {
    let others =
      leftOut.isEmpty
      ? ""
      : "<h2>Not between two pictures alone</h2>\n<ul>\n\(leftOut.joined(separator: "\n"))\n</ul>"
    let text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      \(PageMark.gallery.html)
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(shown.count) animators</title>
      <style>
      body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; color: #222; background: #fafafa }
      main { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 1.5rem }
      figure { margin: 0 }
      img { width: 100%; border-radius: 6px; background: #ddd }
      p { margin: .2rem 0; color: #666 }
      @media (prefers-color-scheme: dark) { body { color: #eee; background: #181818 } p { color: #aaa } }
      </style>
      </head>
      <body>
      <h1>\(shown.count) animators</h1>
      <main>
      \(shown.joined(separator: "\n"))
      </main>
      \(others)
      </body>
      </html>

      """
    do {
      let file = try AtomicFile("\(folder)/index.html", context: .ofProgram)
      try file.write(Array(text.utf8))
      try file.commit()
    } catch { throw EngineError(error) }
  }
}
