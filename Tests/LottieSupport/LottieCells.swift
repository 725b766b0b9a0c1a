import Documents
import JSON
internal import Lottie
package import Media
import Scenes

/// Describes a construct's drawing by few numbers: the mean level of each of 6 × 5 cells at four moments.
package enum LottieCells {
  package static let moments = [0.1, 0.35, 0.6, 0.85]
  private static let (columns, rows) = (6, 5)

  package static var frames: [Double] { moments.map { $0 * LottieConstruct.frameCount } }

  /// Returns the mean levels of a grid of cells in a picture of RGBA pixels over white.
  package static func cells(_ pixels: [UInt8]) -> [UInt8] {
    let (width, height) = (LottieConstruct.width, LottieConstruct.height)
    var sums = Array(repeating: 0, count: columns * rows)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = 4 * (y * width + x)
        let cell = y * rows / height * columns + x * columns / width
        for channel in 0..<3 {
          sums[cell] += Int(pixels[pixel + channel]) + 255 - Int(pixels[pixel + 3])
        }
      }
    }
    let count = 3 * width * height / (columns * rows)
    return sums.map { UInt8(min(255, ($0 + count / 2) / count)) }
  }

  /// Returns the premultiplied RGBA of the program's drawing of a construct at each moment, and the remarks about it.
  package static func drawn(
    _ construct: LottieConstruct, by reader: LottieReader
  ) throws -> (pictures: [[UInt8]], said: [String]) {
    let scene = try LottieScene(bytes: construct.bytes)
    let drawing = try LottieDrawing(construct.bytes, path: construct.name, by: reader)
    let pictures = try frames.map { frame in
      let bitmap = try drawing.picture(
        step: Int(clamped: frame * Double(LottieDrawing.frameParts), rounded: .toNearestOrEven),
        width: LottieConstruct.width, height: LottieConstruct.height)
      // Safety: the bytes belong to the bitmap's memory, whose rows may be longer than its pixels.
      return (0..<bitmap.height).flatMap { y in
        unsafe Array(
          UnsafeRawBufferPointer(
            start: UnsafeRawPointer(bitmap.pixels) + y * bitmap.strideBytes,
            count: 4 * bitmap.width))
      }
    }
    return (pictures, scene.shortcomings)
  }

  package static func text(_ cells: [UInt8]) -> String {
    cells.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
