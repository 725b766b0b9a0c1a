import Foundation
import Media
import Scenes
import TestSupport
import Testing

@Suite struct DrawingReaderTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func svg(_ text: String) throws -> String {
    let path = folder.path("x.svg")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [UInt8] {
    (0..<4).map { unsafe bitmap.pixels[y * bitmap.strideBytes + 4 * x + $0] }
  }

  /// Where there is ink: the bounding box, in pixels.
  private func ink(_ bitmap: Bitmap) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    var xs: [Int] = []
    var ys: [Int] = []
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where pixel(bitmap, x, y)[3] > 0 {
        xs.append(x)
        ys.append(y)
      }
    }
    guard let x = xs.min(), let y = ys.min() else { return nil }
    return (x...xs.max()!, y...ys.max()!)
  }

  @Test func drawsAnSVGAtTheScale() throws {
    let path = try svg(
      """
      <?xml version="1.0"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">
      <rect x="5" y="0" width="10" height="5" fill="#ff8000"/></svg>
      """)
    let bitmap = try ImageReader().read(path, scale: 3)
    #expect(bitmap.width == 60 && bitmap.height == 30)
    #expect(pixel(bitmap, 30, 7) == [255, 128, 0, 255])
    #expect(pixel(bitmap, 14, 7) == [0, 0, 0, 0] && pixel(bitmap, 30, 15) == [0, 0, 0, 0])
  }

  @Test(arguments: [
    ("<svg", "cannot be decoded"), ("<svg xmlns='http://www.w3.org/2000/svg'/>", "viewBox"),
    ("<html><body/></html>", "cannot be decoded"),
    ("<svg xmlns='http://www.w3.org/2000/svg' width='90000' height='9'/>", "too large"),
  ])
  func refusesWhatIsNoPicture(_ text: String, _ reason: String) throws {
    let path = try svg(text)
    let error = #expect(throws: MediaError.self) { try ImageReader().read(path) }
    #expect("\(error!)".contains(reason) && error?.exitStatus == 65)
  }

  /// A file that an SVG names is not read: the picture stays empty.
  @Test func readsNoOtherFile() throws {
    let other = folder.path("other.svg")
    try Data(
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"
        .utf8
    ).write(to: URL(fileURLWithPath: other))
    let path = try svg(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">
      <image href="file://\(other)" width="9" height="9"/></svg>
      """)
    #expect(ink(try ImageReader().read(path)) == nil)
  }

  @Test func setsTextInItsBox() throws {
    var typesetting = Typesetting()
    typesetting.text = "Now"
    typesetting.color = Color(red: 0, green: 0, blue: 1, alpha: 1)
    let size = Size(120, 60)
    let bitmap = try DrawingReader().set(typesetting, size: size, scale: 2, name: "x")
    #expect(bitmap.width == 240 && bitmap.height == 120)
    let left = try #require(ink(bitmap))
    // 17 points: capitals of some 12; in the middle of the height, from the left edge.
    #expect((18...30).contains(left.y.count) && left.x.lowerBound < 8 && left.x.upperBound < 120)
    #expect((50...70).contains((left.y.lowerBound + left.y.upperBound) / 2))
    typesetting.alignment = .right
    let right = try #require(
      ink(try DrawingReader().set(typesetting, size: size, scale: 2, name: "x")))
    #expect(right.x.upperBound > 232 && right.x.count == left.x.count)
  }

  /// It breaks at the same places whatever the scale, and what is too much ends with an ellipsis.
  @Test func breaksTheSameAtEveryScale() throws {
    var typesetting = Typesetting()
    typesetting.text =
      "A text that is too long for the two lines of its box, and for three as well."
    typesetting.size = 13
    let reader = DrawingReader()
    let once = try #require(
      ink(try reader.set(typesetting, size: Size(140, 34), scale: 1, name: "x")))
    let four = try #require(
      ink(try reader.set(typesetting, size: Size(140, 34), scale: 4, name: "x")))
    #expect(abs(once.x.upperBound * 4 - four.x.upperBound) <= 8)
    #expect(abs(once.y.upperBound * 4 - four.y.upperBound) <= 8)
    // The second line's descenders end above the box's end.
    #expect(four.y.upperBound < 34 * 4 - 1)
  }

  @Test func aMissingFontIsNamed() {
    var typesetting = Typesetting()
    typesetting.text = "x"
    typesetting.family = "No Such Grotesk"
    let error = #expect(throws: MediaError.self) {
      try DrawingReader().set(typesetting, size: Size(9, 9), scale: 1, name: "the text")
    }
    #expect("\(error!)" == "the text: no font family \"No Such Grotesk\" is installed")
  }
}
