import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests resvg's own suite in ../shared/corpora beside the project: compares each SVG as the program draws it with the
/// suite's picture and a browser's. A drawing that differs much from both is wrong, and must be reported.
///
/// The letters of the suite need its fonts, which `make judge-svg` copies into the home folder of the tests: without the
/// fonts, files with letters are left out. PIPELINE_SVG_SUITE names a file for a list of all wrong or reported files.
@Suite struct SVGSuiteTests {
  private static let folder = BrowserPage.root.deletingLastPathComponent()
    .appending(path: "shared/corpora/resvg-suite")
  private static let isThere = FileManager.default.fileExists(atPath: folder.path())

  /// A picture is wrong if more than 1.5 % of its pixels differ by more than 40 levels.
  private static let (far, share) = (40, 0.015)
  private static let side = 300

  private struct One {
    let name: String
    let size: (width: Int, height: Int)
  }

  /// Returns the SVG files with a picture of at most 300 × 300 pixels, in steps of `step`.
  private static func all(every step: Int) throws -> [One] {
    let tests = folder.appending(path: "tests")
    let names = FileManager.default.enumerator(atPath: tests.path())?.compactMap { $0 as? String }
    let hasFonts = try Program.tool(
      "fc-match", ["-f", "%{family}", "Noto Znamenny Musical Notation"]
    )
    .output.contains("Znamenny")
    if !hasFonts { LeftOut.tell("the letters of resvg's suite, which has fonts of its own") }
    let svgs = try (names ?? []).filter { $0.hasSuffix(".svg") }.sorted().filter { name in
      let text = try String(contentsOf: tests.appending(path: name), encoding: .utf8)
      return hasFonts || !text.contains("<text")
    }
    return try svgs.enumerated().filter { $0.offset % step == 0 }.compactMap { _, svg in
      let name = String(svg.dropLast(4))
      let picture = tests.appending(path: name + ".png").path()
      guard FileManager.default.fileExists(atPath: picture),
        let size = try ImageHeader.size(ofFile: picture), size.width <= side, size.height <= side
      else { return nil }
      return One(name: name, size: size)
    }
  }

  /// Returns the fraction of pixels that differ much between two pictures on white.
  private static func apart(
    _ a: Pixels, _ b: Pixels, at corner: (x: Int, y: Int) = (0, 0),
    _ size: (width: Int, height: Int)
  ) -> Double {
    var count = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (i, j) = (
          (y * a.width + x) * 4, ((corner.y + y) * b.width + corner.x + x) * 4
        )
        let (white, other) = (255 - Int(a.bytes[i + 3]), 255 - Int(b.bytes[j + 3]))
        let isFar = (0..<3).contains {
          abs(Int(a.bytes[i + $0]) + white - Int(b.bytes[j + $0]) - other) > far
        }
        if isFar { count += 1 }
      }
    }
    return Double(count) / Double(size.width * size.height)
  }

  /// Returns the browser's drawings of the files, fifteen in a row.
  private static func theirs(_ part: [One], _ tab: BrowserTab, in home: URL) throws -> Pixels {
    var html = "<!doctype html><meta charset='utf-8'><body style='margin:0;background:#fff'>"
    for (i, one) in part.enumerated() {
      let file = folder.appending(path: "tests/\(one.name).svg").absoluteString
      html +=
        "<img src='\(file)' style='position:absolute;left:\(i % 15 * side)px;"
        + "top:\(i / 15 * side)px;width:\(one.size.width)px;height:\(one.size.height)px'>"
    }
    let page = home.appending(path: "page.html")
    try html.write(to: page, atomically: true, encoding: .utf8)
    try tab.open(page)
    let shot = home.appending(path: "theirs.png")
    try tab.picture(width: 15 * side, height: (part.count + 14) / 15 * side, scale: 1).write(
      to: shot)
    var limits = ImageLimits()
    limits.pixels = 200_000_000
    return Pixels(try ImageReader(MediaSettings(limits: limits)).read(shot.path()))
  }

  @Test(.enabled(if: isThere && Effort.current >= .long, "../shared/corpora is missing"))
  func whatIsWrongIsSaid() throws {
    let all = try Self.all(every: Effort.count(test: 40, long: 1, soak: 1))
    let home = try Folder()
    let reader = ImageReader()
    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    var (unsaid, needless, told): ([String], [String], [String]) = ([], [], [])
    var far: [(one: One, ours: Pixels, remark: String?)] = []
    for one in all {
      let path = Self.folder.appending(path: "tests/\(one.name)").path()
      let suite = Pixels(try reader.read(path + ".png"))
      do {
        let picture = try reader.vector(try HeldFile(try RegularFile.media(path + ".svg")))
        let ours = Pixels(try picture.raster(width: one.size.width, height: one.size.height))
        // Some unsupported features are found only during drawing.
        let remark = picture.remarks.first
        if Self.apart(ours, suite, one.size) > Self.share {
          far.append((one, ours, remark))
        } else if remark?.contains(" refers to ") == false {
          // A browser does not read other files for an SVG that it shows as a picture.
          needless.append(one.name)
        }
      } catch { told.append(one.name) }
    }
    // The browser draws only the files that differ much from the suite's pictures.
    for start in stride(from: 0, to: far.count, by: 30) {
      let part = Array(far[start..<min(start + 30, far.count)])
      let theirs = try Self.theirs(part.map(\.one), tab, in: home.url)
      for (i, (one, ours, remark)) in part.enumerated() {
        let corner = (x: i % 15 * Self.side, y: i / 15 * Self.side)
        let isWrong = Self.apart(ours, theirs, at: corner, one.size) > Self.share
        if isWrong, remark == nil { unsaid.append(one.name) }
        if !isWrong, remark?.contains(" refers to ") == false { needless.append(one.name) }
        if isWrong, remark != nil { told.append(one.name) }
      }
    }
    print(
      "oracle: of \(all.count) files of resvg's suite \(unsaid.count) are wrong and unsaid, "
        + "\(told.count) wrong and told, \(needless.count) right and yet told")
    if let file = ProcessInfo.processInfo.environment["PIPELINE_SVG_SUITE"] {
      let lines =
        unsaid.map { "unsaid \($0)" } + told.map { "told \($0)" }
        + needless.map { "needless \($0)" }
      try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    }
    #expect(unsaid.isEmpty, "wrong, and nothing is said: \(unsaid)")
    #expect(needless.count <= all.count / 50, "\(needless)")
  }
}
