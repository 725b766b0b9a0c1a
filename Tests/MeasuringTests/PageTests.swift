import Foundation
import TestSupport
import Testing

/// Tests recordings of pages that a browser rendered frame by frame, as `make judge-measure` makes them at half the size.
@Suite struct PageTests {
  struct Page: Sendable, CustomTestStringConvertible {
    var film: String
    var track: String
    var css: String
    var start: Double
    /// The end of the motion; nil for a spring, which has no definite end.
    var end: Double?
    /// The duration of a recorded frame, in seconds.
    var frame: Double
    var testDescription: String { film }
  }

  static let pages = [
    // Consecutive frames that look alike were merged in the file.
    Page(
      film: "fade.mp4", track: "layer opacity", css: "ease-in", start: 0.3796, end: 0.6628,
      frame: 1 / 24),
    // The layer starts 46 pixels beyond the edge, and some frames are missing.
    Page(
      film: "toast.webm", track: "layer place", css: "cubic-bezier(0.32, 0.72, 0, 1)",
      start: 0.3538, end: 0.8334, frame: 1 / 30),
    Page(
      film: "sheet.mp4", track: "layer place", css: "cubic-bezier(0, 0, 0.2, 1)", start: 0.3672,
      end: 0.9472, frame: 1 / 24),
    // The layer grows and fades in at the same time, and is faint in most of its frames.
    Page(
      film: "dialog.mp4", track: "layer place", css: "ease-in", start: 0.3781, end: 0.6707,
      frame: 1 / 30),
    Page(film: "row.webp", track: "layer place", css: "linear(", start: 0.3807, frame: 1 / 24),
    // One stored frame for each step.
    Page(
      film: "steps.mp4", track: "layer place", css: "steps(3", start: 0.3740, end: 0.9935,
      frame: 1 / 60),
  ]

  @Test(arguments: Effort.spread(pages, test: 2)) func pageIsMeasured(page: Page) throws {
    let folder = try Folder()
    let pictures = Program.root.appending(path: "Tests/Fixtures/pages")
    let layer = page.film.prefix { $0 != "." } + ".png"
    let made = try Program.pipeline(
      [
        "measure", pictures.appending(path: page.film).path, "-o", "out", "--json",
        "--layer", "layer=\(pictures.appending(path: String(layer)).path)",
      ], in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    let told = try #require(try JSONSerialization.jsonObject(with: made.data) as? [String: Any])
    let tracks = try #require(told["tracks"] as? [[String: Any]])
    let track = try #require(tracks.first { $0["name"] as? String == page.track }, "\(tracks)")
    let phases = try #require(track["phases"] as? [[String: Any]])
    let names = phases[0]["names"] as? [String: String]
    let start = phases[0]["from"] as? Double ?? 0
    let end = phases[0]["to"] as? Double ?? 0
    #expect(
      // The dialog fades; in the other films nothing else moves.
      tracks.count == (page.film.hasPrefix("dialog") ? 2 : 1)
        && phases.count == 1 && track["fits"] as? Bool == true
        && names?["css"]?.hasPrefix(page.css) == true
        && abs(start - page.start) < page.frame
        && abs(end - (page.end ?? end)) < page.frame, "\(tracks)")
  }
}
