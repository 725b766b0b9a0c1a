import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests the pictures that a browser and lottie-web show for the small files of ../shared/cases/files. With
/// PIPELINE_ORACLE_TABLE they are written to a file, with which `make long` compares.
@Suite struct GivenFileTests {
  private static let fineness = 4

  @Test(
    .enabled(
      if: GivenFiles.areRead, GivenFiles.leftOut))
  func recordIsTrue() throws {
    let folder = try Folder()
    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    var lines = try vectors(tab, in: folder)
    for cell in GivenFiles.lotties where !cell.name.contains("infinite") {
      guard
        let pictures = try LottiePlayer.pictures(
          [UInt8](Data(contentsOf: cell.file)), at: GivenFiles.frames, width: cell.width,
          height: cell.height, tab, in: folder.url)
      else { continue }
      let moments = pictures.map { bytes in
        let pixels = Pixels(width: cell.width, height: cell.height, bytes: bytes)
        return GivenFiles.text(GivenFiles.means(pixels, cell, left: 0, top: 0))
      }
      lines.append("\(cell.name) \(moments.joined(separator: " "))")
    }
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["PIPELINE_ORACLE_TABLE"] != nil {
      try text.write(to: GivenFiles.record, atomically: true, encoding: .utf8)
    }
    // Another version of the browser may draw letters and edges slightly differently.
    for (name, moments) in try GivenFiles.recorded() {
      let line = try #require(lines.first { $0.hasPrefix(name + " ") }, "\(name) is no more")
      let now = line.split(separator: " ").dropFirst()
      #expect(now.count == moments.count, "\(name)")
    }
  }

  private func vectors(_ tab: BrowserTab, in folder: TestSupport.Folder) throws -> [String] {
    var html = "<!doctype html><meta charset='utf-8'><body style='margin:0;background:#fff'>"
    for cell in GivenFiles.vectors {
      try Data(contentsOf: cell.file).write(to: folder.url.appending(path: cell.name))
      html +=
        "<div style='position:absolute;overflow:hidden;left:\(cell.left)px;top:\(cell.top)px;"
        + "width:\(cell.width)px;height:\(cell.height)px'><img src='\(cell.name)'></div>"
    }
    try folder.write(html, to: "page.html")
    try tab.open(folder.url.appending(path: "page.html"))
    let file = folder.url.appending(path: "theirs.png")
    let height = GivenFiles.height(of: GivenFiles.vectors)
    try tab.picture(width: GivenFiles.width, height: height, scale: Self.fineness).write(to: file)
    let theirs = Pixels(try ImageReader().read(file.path()))
    return GivenFiles.vectors.map { cell in
      let means = GivenFiles.means(
        theirs, cell, left: cell.left, top: cell.top, scale: Self.fineness)
      return "\(cell.name) \(GivenFiles.text(means))"
    }
  }
}
