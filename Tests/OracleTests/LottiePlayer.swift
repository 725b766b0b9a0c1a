import Foundation
import Media
import Scenes
import TestSupport

/// Runs lottie-web from ../shared/corpora in headless Chromium.
enum LottiePlayer {
  static let script = BrowserPage.root.deletingLastPathComponent()
    .appending(path: "shared/corpora/lottie/lottie.js")

  /// Returns the RGBA pixels of a file on white, at each of the frames; nil if the player refuses the file.
  static func pictures(
    _ bytes: [UInt8], at frames: [Double], width: Int, height: Int, _ tab: BrowserTab,
    in folder: URL
  ) throws -> [[UInt8]]? {
    let page = folder.appending(path: "page.html")
    let boxes = frames.indices.map {
      "<div id=b\($0) style='position:absolute;top:0;left:\($0 * width)px;width:\(width)px;height:\(height)px;overflow:hidden'></div>"
    }
    // A script in the page would end where its data contains </script>.
    let json = String(decoding: bytes, as: UTF8.self).replacing("</", with: "<\\/")
    try """
    <!doctype html><meta charset=utf-8><body style='margin:0;background:white'>\(boxes.joined())
    <script src='\(script.absoluteString)'></script>
    <script id=data type='application/json'>\(json)</script>
    <script>
    window.failed = ''
    try {
      [\(frames.map { "\($0)" }.joined(separator: ","))].forEach((frame, i) => {
        const animation = lottie.loadAnimation({
          container: document.getElementById('b' + i), renderer: 'svg', loop: false, autoplay: false,
          animationData: JSON.parse(document.getElementById('data').textContent),
          rendererSettings: { preserveAspectRatio: 'none',
            filterSize: { x: '-100%', y: '-100%', width: '300%', height: '300%' } } })
        animation.addEventListener('DOMLoaded', () => animation.goToAndStop(frame, true))
        animation.goToAndStop(frame, true)
      })
    } catch (error) { window.failed = String(error) }
    </script>
    """.write(to: page, atomically: true, encoding: .utf8)
    try tab.open(page)
    guard try tab.evaluate("window.failed") as? String == "" else { return nil }
    let shot = folder.appending(path: "shot.png")
    try tab.picture(width: width * frames.count, height: height, scale: 1).write(to: shot)
    let whole = try ImageReader().read(shot.path())
    return frames.indices.map { Pixels(whole, PixelRect($0 * width, 0, width, height)).bytes }
  }

  /// Returns the RGBA pixels of SVG elements on white.
  static func picture(
    ofSVG elements: String, width: Int, height: Int, _ tab: BrowserTab, in folder: URL
  ) throws -> [UInt8] {
    let page = folder.appending(path: "page.html")
    try """
    <!doctype html><meta charset=utf-8><body style='margin:0;background:white'>
    <svg width="\(width)" height="\(height)" style="display:block">\(elements)</svg>
    """.write(to: page, atomically: true, encoding: .utf8)
    try tab.open(page)
    let shot = folder.appending(path: "shot.png")
    try tab.picture(width: width, height: height, scale: 1).write(to: shot)
    return Pixels(try ImageReader().read(shot.path())).bytes
  }
}
