import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Compares every construct of SVG in the program and a browser: where the pictures differ, the program must have
/// reported the difference.
///
/// The browser draws four pixels for each pixel, which are averaged, so that its coverage of edges does not matter. For
/// texts it draws sixteen, so that hinting and whole-pixel font measures have no effect. For filters and crisp edges it
/// draws one, as the program does, because light on an edge is as wide as a pixel. With PIPELINE_ORACLE_TABLE the
/// browser's pictures are recorded for `make test`, each as 10 × 10 means.
@Suite struct SVGTests {
  private static let all = SVGConstructs.elements + SVGConstructs.properties

  /// The constructs that the browser draws on one page.
  private struct Page {
    var constructs: [(name: String, body: String)]
    let fineness: Int, columns: Int

    func corner(_ index: Int) -> (left: Int, top: Int) {
      (index % columns * 100, index / columns * 100)
    }
  }

  private static var pages: [Page] {
    let texts = all.filter { $0.body.contains("<text") }
    let others = all.filter { !$0.body.contains("<text") }
    let ofPixels = others.filter { $0.body.contains("filter") || $0.body.contains("crispEdges") }
    let names = Set(ofPixels.map(\.name))
    var pages = [
      Page(constructs: others.filter { !names.contains($0.name) }, fineness: 4, columns: 20),
      Page(constructs: ofPixels, fineness: 1, columns: 20),
    ]
    for start in stride(from: 0, to: texts.count, by: 20) {
      let part = texts[start..<min(start + 20, texts.count)]
      pages.append(Page(constructs: Array(part), fineness: 16, columns: 5))
    }
    return pages
  }

  /// Returns the browser's pictures of a page.
  private static func theirs(_ page: Page, in folder: TestSupport.Folder) throws -> Pixels {
    var html = "<!doctype html><meta charset='utf-8'><body style='margin:0;background:#fff'>"
    for (i, one) in page.constructs.enumerated() {
      try folder.write(SVGConstructs.file(one.body), to: "\(one.name).svg")
      let corner = page.corner(i)
      html +=
        "<img src='\(one.name).svg' width=100 height=100 style='position:absolute;"
        + "left:\(corner.left)px;top:\(corner.top)px'>"
    }
    try folder.write(html, to: "page.html")
    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    try tab.open(folder.url.appending(path: "page.html"))
    let rows = (page.constructs.count + page.columns - 1) / page.columns
    let file = folder.url.appending(path: "theirs.png")
    try tab.picture(width: page.columns * 100, height: rows * 100, scale: page.fineness)
      .write(to: file)
    var limits = ImageLimits()
    limits.pixels = 200_000_000
    return Pixels(try ImageReader(MediaSettings(limits: limits)).read(file.path()))
  }

  private static func mean(_ pixels: Pixels, _ x: Int, _ y: Int, side: Int) -> [Int] {
    var sums = [0, 0, 0]
    for v in y..<y + side {
      for u in x..<x + side {
        let start = (v * pixels.width + u) * 4
        let white = 255 - Int(pixels.bytes[start + 3])
        for c in 0..<3 { sums[c] += Int(pixels.bytes[start + c]) + white }
      }
    }
    return sums.map { $0 / (side * side) }
  }

  /// Returns the number of pixels that differ much, within the box in which either picture contains anything; the
  /// browser's picture may be shifted by some of its own pixels.
  private static func compare(
    _ ours: Pixels, _ theirs: Pixels, at corner: (left: Int, top: Int), fineness: Int
  ) -> (wrong: Int, area: Int) {
    var box = (left: 100, top: 100, right: -1, bottom: -1)
    var wrong = 0
    for y in 0..<100 {
      for x in 0..<100 {
        let a = mean(ours, x, y, side: 1)
        let b = mean(
          theirs, (corner.left + x) * fineness, (corner.top + y) * fineness, side: fineness)
        if a.contains(where: { $0 < 255 }) || b.contains(where: { $0 < 255 }) {
          box = (min(box.left, x), min(box.top, y), max(box.right, x), max(box.bottom, y))
        }
        if zip(a, b).contains(where: { abs($0 - $1) > 24 }) { wrong += 1 }
      }
    }
    return (wrong, max(0, box.right - box.left + 1) * max(0, box.bottom - box.top + 1))
  }

  /// Returns the line of a construct in the record.
  private static func record(
    _ name: String, _ theirs: Pixels, at corner: (left: Int, top: Int), fineness: Int
  ) -> String {
    var means: [UInt8] = []
    for part in 0..<100 {
      let x: Int = (corner.left + part % 10 * 10) * fineness
      let y: Int = (corner.top + part / 10 * 10) * fineness
      means += mean(theirs, x, y, side: 10 * fineness).map { UInt8($0) }
    }
    let digits = means.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\(name) \(digits)"
  }

  @Test(.enabled(if: Effort.current >= .long)) func whatDiffersIsSaid() throws {
    let folder = try TestSupport.Folder()
    let reader = ImageReader()
    var (unsaid, needless): ([String], [String]) = ([], [])
    var records: [String: String] = [:]
    for page in Self.pages {
      let theirs = try Self.theirs(page, in: folder)
      for (i, one) in page.constructs.enumerated() {
        let (bitmap, remark) = try reader.reading(try .init(folder.path("\(one.name).svg")))
        let corner = page.corner(i)
        let pixels = Pixels(bitmap)
        let (wrong, area) = Self.compare(pixels, theirs, at: corner, fineness: page.fineness)
        // The limit for emoji is higher, because they are pictures that the engine and the browser scale differently.
        let share = one.name == "text-emoji" ? 0.04 : one.body.contains("<text") ? 0.02 : 0.005
        let isWrong = Double(wrong) > share * Double(area)
        if isWrong {
          print("oracle: \(one.name): \(wrong) pixels of \(area); \(remark ?? "nothing is said")")
        }
        if isWrong, remark == nil { unsaid.append(one.name) }
        if !isWrong, remark != nil { needless.append(one.name) }
        records[one.name] = Self.record(one.name, theirs, at: corner, fineness: page.fineness)
      }
    }
    #expect(unsaid.isEmpty, "wrong, and nothing is said: \(unsaid)")
    print("oracle: drawn right and yet told of: \(needless)")
    #expect(needless.count <= Self.all.count / 50, "\(needless)")
    if ProcessInfo.processInfo.environment["PIPELINE_ORACLE_TABLE"] != nil {
      let file = URL(filePath: "\(#filePath)").deletingLastPathComponent()
        .appending(path: "../Support/SVGConstructs.txt")
      let lines = [try SVGConstructs.fonts()] + Self.all.compactMap { records[$0.name] }
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    }
  }
}
