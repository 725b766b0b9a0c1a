import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Every construct of SVG, drawn by us and by a browser: where the pictures differ, we must have said so.
///
/// The browser draws four pixels for each, which are averaged: its way to count edges is not what is compared.
/// With PIPELINE_ORACLE_TABLE the browser's pictures are recorded anew, each as 10 × 10 means, for `make test`.
@Suite struct SVGTests {
  private static let all = SVGConstructs.elements + SVGConstructs.properties
  private static let columns = 20
  private static let fineness = 4

  /// The browser's pictures, one after the other, as means over 4 × 4 of its pixels.
  private static func theirs(in folder: TestSupport.Folder) throws -> Pixels {
    var html = "<!doctype html><meta charset='utf-8'><body style='margin:0;background:#fff'>"
    for (i, one) in all.enumerated() {
      try folder.write(SVGConstructs.file(one.body), to: "\(one.name).svg")
      html +=
        "<img src='\(one.name).svg' width=100 height=100 style='position:absolute;"
        + "left:\(i % columns * 100)px;top:\(i / columns * 100)px'>"
    }
    try folder.write(html, to: "page.html")
    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    try tab.open(folder.url.appending(path: "page.html"))
    let rows = (all.count + columns - 1) / columns
    let file = folder.url.appending(path: "theirs.png")
    try tab.picture(width: columns * 100, height: rows * 100, scale: fineness).write(to: file)
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

  @Test(.enabled(if: Effort.current >= .long)) func whatDiffersIsSaid() throws {
    let folder = try TestSupport.Folder()
    let theirs = try Self.theirs(in: folder)
    let reader = ImageReader()
    var (unsaid, needless): ([String], [String]) = ([], [])
    var record: [String] = []
    for (i, one) in Self.all.enumerated() {
      let (bitmap, remark) = try reader.reading(try .init(folder.path("\(one.name).svg")))
      let ours = Pixels(bitmap)
      let (left, top) = (i % Self.columns * 100, i / Self.columns * 100)
      // The box in which either draws anything.
      var box = (left: 100, top: 100, right: -1, bottom: -1)
      var wrong = 0
      for y in 0..<100 {
        for x in 0..<100 {
          let a = Self.mean(ours, x, y, side: 1)
          let b = Self.mean(
            theirs, (left + x) * Self.fineness, (top + y) * Self.fineness, side: Self.fineness)
          if a.contains(where: { $0 < 255 }) || b.contains(where: { $0 < 255 }) {
            box = (min(box.left, x), min(box.top, y), max(box.right, x), max(box.bottom, y))
          }
          if zip(a, b).contains(where: { abs($0 - $1) > 24 }) { wrong += 1 }
        }
      }
      let area = max(0, box.right - box.left + 1) * max(0, box.bottom - box.top + 1)
      // Emoji are pictures that both scale in ways of their own.
      let share = one.name == "text-emoji" ? 0.04 : one.body.contains("<text") ? 0.02 : 0.005
      let isWrong = Double(wrong) > share * Double(area)
      if isWrong {
        print("oracle: \(one.name): \(wrong) pixels of \(area); \(remark ?? "nothing is said")")
      }
      if isWrong, remark == nil { unsaid.append(one.name) }
      if !isWrong, remark != nil { needless.append(one.name) }
      var means: [UInt8] = []
      for part in 0..<100 {
        let x: Int = (left + part % 10 * 10) * Self.fineness
        let y: Int = (top + part / 10 * 10) * Self.fineness
        means += Self.mean(theirs, x, y, side: 10 * Self.fineness).map { UInt8($0) }
      }
      let digits = means.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      record.append("\(one.name) \(digits)")
    }
    #expect(unsaid.isEmpty, "wrong, and nothing is said: \(unsaid)")
    print("oracle: drawn right and yet told of: \(needless)")
    #expect(needless.count <= Self.all.count / 50, "\(needless)")
    if ProcessInfo.processInfo.environment["PIPELINE_ORACLE_TABLE"] != nil {
      let file = URL(filePath: "\(#filePath)").deletingLastPathComponent()
        .appending(path: "../Support/SVGConstructs.txt")
      record.insert(try SVGConstructs.fonts(), at: 0)
      try Data((record.joined(separator: "\n") + "\n").utf8).write(to: file)
    }
  }
}
