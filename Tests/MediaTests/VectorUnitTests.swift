import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests SVG units, sides and filters that the engine lacks, which are converted or reported.
@Suite struct VectorUnitTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func read(_ body: String) throws -> (pixels: [[UInt8]], remark: String?) {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>\(body)</svg>"
    try Data(text.utf8).write(to: folder.url.appending(path: "x.svg"))
    let (bitmap, remark) = try ImageReader().reading(try .init(folder.path("x.svg")))
    let row = (0..<20).map { x in
      (0..<4).map { unsafe bitmap.pixels[5 * bitmap.strideBytes + 4 * x + $0] }
    }
    return (row, remark)
  }

  /// Each shape is ten pixels wide, as in Chromium.
  @Test(arguments: [
    "<rect width='50vw' height='10' fill='lime'/>", "<rect width='100vh' height='10' fill='lime'/>",
    "<rect width='100vmin' height='10' fill='lime'/>",
    "<rect width='10PX' height='10' fill='lime'/>",
    "<rect width='50svw' height='10' fill='lime'/>",
    "<path d='M0 5H20' stroke='lime' style='stroke-width:10;stroke-dasharray:1em,9em' font-size='10'/>",
    "<image width='10' href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='4' height='4'%3E%3Crect width='4' height='4' fill='lime'/%3E%3C/svg%3E\"/>",
    "<filter id='f'><feOffset in='BackgroundImage'/></filter><rect width='10' height='10' fill='lime' filter='url(#f)'/>",
    "<rect width='10' height='10' fill='lime' style='zoom:2'/>",
    "<rect style='width:round(12px, 5px);height:hypot(6px, 8px)' fill='lime'/>",
    "<rect style='width:calc(abs(-3px) + mod(17px, 10px))' height='10' fill='lime'/>",
    "<rect width='10' height='10' fill='#0a0'/><rect width='10' height='10' fill='#050' style='mix-blend-mode:plus-lighter'/>",
    "<switch><g requiredFeatures='a'><path fill='lime' d='M0 0h10v10h-10z'/></g><rect width='20' height='9'/></switch>",
    "<filter id='f'><feMorphology operator='erode' radius='.4'/></filter><rect width='9' height='10' fill='lime' filter='url(#f)'/>",
  ])
  func lengthsAreThoseOfBrowsers(_ body: String) throws {
    let (row, remark) = try read(body)
    #expect(row[8] == [0, 255, 0, 255] && row[12] == [0, 0, 0, 0], "\(row)")
    #expect(remark == nil)
  }

  /// Gradients between colours in the newer notations are mixed in Oklab, as in Chromium.
  @Test func gradientsMixInOklab() throws {
    let (row, remark) = try read(
      "<linearGradient id='g'><stop stop-color='color(display-p3 1 0 0)'/>"
        + "<stop offset='1' stop-color='color(display-p3 0 0 1)'/></linearGradient>"
        + "<rect width='20' height='10' fill='url(#g)'/>")
    let middle = (0..<3).map { (Int(row[9][$0]) + Int(row[10][$0])) / 2 }
    #expect(zip(middle, [153, 82, 165]).allSatisfy { abs($0 - $1) <= 2 }, "\(middle)")
    #expect(remark == nil)
  }

  /// A font in the file draws the file's letters.
  @Test func fontsInTheFileAreUsed() throws {
    let font = try Data(
      contentsOf: Program.root.appending(path: "Examples/headline/art/Headline.ttf"))
    func text(_ family: String) -> String {
      "<style>@font-face{font-family:Own;src:url(data:font/ttf;base64,\(font.base64EncodedString()))}"
        + "</style><text y='9' font-size='12' font-family='\(family)'>Another</text>"
    }
    let (own, remark) = try read(text("Own"))
    #expect(remark == nil)
    #expect(own != (try read(text("Other")).pixels))
  }

  @Test(arguments: [1.5, 2, 3]) func saturationGoesBeyondOne(_ s: Double) throws {
    let (row, remark) = try read(
      "<rect width='20' height='10' fill='#5060a0' style='filter:saturate(\(s))'/>")
    let color = [80.0, 96, 160]
    let gray = 0.213 * color[0] + 0.715 * color[1] + 0.072 * color[2]
    for i in 0..<3 {
      let right = min(max(gray + (color[i] - gray) * s, 0), 255)
      #expect(abs(Double(row[10][i]) - right) <= 1.5, "\(row[10])")
    }
    #expect(remark == nil)
  }

  @Test(arguments: [
    ("<rect width='10' height='9' rx='4' ry='auto'/>", "ry=\"auto\""),
    ("<rect width='2ch' height='9'/>", "the unit ch"),
    ("<text y='9' font-size='9' style='zoom:2'>a</text>", "zoom"),
  ])
  func whatIsDrawnOtherwiseIsSaid(_ body: String, _ word: String) throws {
    let remark = try read(body).remark
    #expect(remark?.contains(word) == true, "\(remark ?? "")")
  }
}
