import Comparing
import Encoding
import Foundation
import Scenes

/// Draws the frames of a test animation: a bright square that moves two pixels a frame over a gradient.
enum Pictures {
  static let (width, height) = (96, 64)

  static func frame(_ place: Double) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let isSquare = Double(x) >= place && Double(x) < place + 16 && (20..<36).contains(y)
        set(bitmap, x, y, isSquare ? [250, 220, 40] : [UInt8(x), UInt8(2 * y), 90])
      }
    }
    return bitmap
  }

  static func set(_ bitmap: Bitmap, _ x: Int, _ y: Int, _ color: [UInt8]) {
    // Safety: the pixel is inside the bitmap.
    let pixel = unsafe bitmap.pixels + y * bitmap.strideBytes + 4 * x
    for c in 0..<3 { unsafe pixel[c] = color[c] }
    unsafe pixel[3] = 255
  }

  static func write(_ bitmap: Bitmap, to path: String) throws {
    try Data(SmallPNG.encode(bitmap, isOpaque: true, level: 1)).write(to: URL(filePath: path))
  }

  /// Writes frames through a sink of the program, so that the clips are like those of `run`.
  static func clip(_ places: [Double], to path: String, framesPerSecond: Double = 25) throws {
    let duration = FrameTime(seconds: Double(places.count) / framesPerSecond)
    let output = try Output(path: path, duration: duration, framesPerSecond: framesPerSecond)
    let sink = output.sink(
      StreamFormat(
        width: width, height: height, framesPerSecond: framesPerSecond, frameCount: places.count,
        isOpaque: true, scale: 1))
    try sink.begin()
    for (index, place) in places.enumerated() {
      try sink.write(
        RenderedFrame(index: index, time: output.times[index], bitmap: frame(place)))
    }
    try sink.finish()
  }
}

/// A temporary folder that is removed together with its owner.
final class Scratch {
  let url = FileManager.default.temporaryDirectory.appending(
    path: "comparing-\(UUID().uuidString)")
  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }
  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  /// Creates a folder of frames with the square at the given positions.
  func frames(_ name: String, _ places: [Double], named number: (Int) -> Int = { $0 }) throws
    -> FrameSequence
  {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
    for (index, place) in places.enumerated() {
      try Pictures.write(
        Pictures.frame(place), to: path("\(name)/frame-\(number(index)).png"))
    }
    return try FrameSequence(path(name))
  }
}
