import Encoding
import Foundation
import Media
import Scenes
import TestSupport

/// Draws all scenes with one browser, a page for each row of scenes: the cost of drawing grows with everything that
/// moves on the page, visible or not.
///
/// Where the browser clips, its edges at one pixel for each point are wrong by up to a third of a pixel, because its
/// coverage is sampled. The page is therefore drawn a second time at three pixels for each point; the mean of nine
/// pixels is the reference for edges.
enum BrowserPage {
  /// A scene as the browser draws it.
  struct Drawn {
    /// The picture at one pixel for each point.
    let plain: Pixels
    /// The picture at three pixels for each point, averaged.
    let fine: Pixels
  }
  struct Shot {
    /// The results of the page's script, as JSON.
    let results: Data
    let scenes: [Drawn]
  }

  /// The result is created once; every test that needs the browser waits for it, and fails if it failed.
  static let shot = Result { try draw(OracleScene.all) }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let width = 2000
  private static let fineScale = 3

  /// A row of cells, as high as its highest cell.
  private struct Band {
    var height = 0
    var cells: [PixelRect] = []
  }

  private static func bands(_ scenes: [OracleScene]) -> [Band] {
    var bands = [Band()]
    for scene in scenes {
      let size = scene.size
      if (bands[bands.count - 1].cells.last?.maxX ?? 0) + size.width > width {
        bands.append(Band())
      }
      let x = bands[bands.count - 1].cells.last?.maxX ?? 0
      bands[bands.count - 1].cells.append(PixelRect(x, 0, size.width, size.height))
      bands[bands.count - 1].height = max(bands[bands.count - 1].height, size.height)
    }
    return bands
  }

  private static func draw(_ scenes: [OracleScene]) throws -> Shot {
    let scratch = try TestSupport.Folder()
    defer { withExtendedLifetime(scratch) {} }
    let folder = scratch.url
    try SmoothPicture.write(to: folder.appending(path: "smooth.png"))

    let began = ContinuousClock.now
    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    let reader = ImageReader()
    func picture(_ band: Band, _ scale: Int) throws -> Bitmap {
      let file = folder.appending(path: "picture.png")
      try tab.picture(width: width, height: band.height, scale: scale).write(to: file)
      return try reader.read(file.path())
    }
    var results: String?
    var drawn: [Drawn] = []
    for band in bands(scenes) {
      let page = folder.appending(path: "page.html")
      let shown = scenes[drawn.count..<drawn.count + band.cells.count]
      let script = results == nil ? TimingProbe.script : ""
      try html(shown, band, script).write(to: page, atomically: true, encoding: .utf8)
      try tab.open(page)
      results = try results ?? tab.evaluate("JSON.stringify(window.results)") as? String
      let plain = try picture(band, 1)
      let fine = try picture(band, fineScale)
      for cell in band.cells {
        drawn.append(
          Drawn(plain: Pixels(plain, cell), fine: Pixels(fine, cell, averaging: fineScale)))
      }
    }
    print("oracle: the browser took \((ContinuousClock.now - began) / .seconds(1)) s")
    return Shot(results: Data((results ?? "").utf8), scenes: drawn)
  }

  private static func html(
    _ scenes: ArraySlice<OracleScene>, _ band: Band, _ script: String
  ) -> String {
    let bodies = zip(scenes, band.cells).map { scene, cell in
      """
      <section style='left:\(cell.x)px;width:\(cell.width)px;height:\(cell.height)px;background:\(scene.background)'>
      \(scene.html)
      </section>
      """
    }
    return """
      <!doctype html><meta charset='utf-8'>
      <style>
      body { margin: 0; }
      section { position: absolute; top: 0; overflow: hidden; isolation: isolate; }
      section div, section img { position: absolute; box-sizing: border-box; }
      \(CatalogueScreens.css)
      </style>
      \(bodies.joined(separator: "\n"))
      <script>
      \(script)
      </script>
      """
  }
}

/// A small picture without edges, consisting of slow waves of colour.
enum SmoothPicture {
  static func write(to url: URL) throws {
    let bitmap = Bitmap(width: 32, height: 24)
    for y in 0..<24 {
      for x in 0..<32 {
        let pixel = unsafe bitmap.pixels + y * bitmap.strideBytes + 4 * x
        let (u, v) = (Double(x) / 31, Double(y) / 23)
        unsafe pixel[0] = UInt8((128 + 100 * sin(4 * u + 2 * v)).rounded())
        unsafe pixel[1] = UInt8((128 + 90 * cos(3 * v - 2 * u)).rounded())
        unsafe pixel[2] = UInt8((128 + 80 * sin(5 * u * v + 1)).rounded())
        unsafe pixel[3] = 255
      }
    }
    try Data(SmallPNG.encode(bitmap, isOpaque: true)).write(to: url)
  }
}
