import Encoding
import Foundation
import Scenes
import TestSupport
import Testing

/// A temporary folder that is removed together with the value.
final class Scratch {
  let path: String
  init() {
    path = NSTemporaryDirectory() + "/encoding-" + UUID().uuidString
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }
  func callAsFunction(_ name: String) -> String { path + "/" + name }
  var names: [String] { try! FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}

/// Runs a program and returns its output; the test fails if the exit status is not 0.
@discardableResult
func run(_ arguments: String...) throws -> Data {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardInput = FileHandle.nullDevice
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilEnd()
  #expect(process.terminationStatus == 0, "\(arguments)")
  return data
}

/// Returns one property of the first video stream, as ffprobe prints it.
func probe(_ path: String, _ entry: String, counting: Bool = false) throws -> String {
  let data =
    counting
    ? try run(
      "ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
      "stream=\(entry)", "-of", "default=nw=1:nk=1", path)
    : try run(
      "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=\(entry)",
      "-of", "default=nw=1:nk=1", path)
  return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}

/// Returns all frames of a file as ffmpeg decodes them, in one format.
func decoded(_ path: String, _ format: String = "rgba") throws -> [UInt8] {
  Array(
    try run(
      "ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-fps_mode", "passthrough", "-pix_fmt",
      format, "-"))
}

extension SeededRandom {
  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() >> 24) }
}

/// Returns a bitmap with the premultiplied RGBA pixels that `color` returns.
func picture(
  _ width: Int, _ height: Int, _ color: (Int, Int) -> (UInt8, UInt8, UInt8, UInt8)
) -> Bitmap {
  let bitmap = Bitmap(width: width, height: height)
  for y in 0..<height {
    for x in 0..<width {
      let (r, g, b, a) = color(x, y)
      let p = unsafe bitmap.pixels + y * bitmap.strideBytes + 4 * x
      unsafe (p[0], p[1], p[2], p[3]) = (min(r, a), min(g, a), min(b, a), a)
    }
  }
  bitmap.scanOpacity()
  return bitmap
}

/// Returns a picture with flat parts, a gradient, noise, and a box that moves with `step`.
func screen(_ width: Int, _ height: Int, step: Int = 0, alpha: Bool = false) -> Bitmap {
  var noise = SeededRandom(7)
  return picture(width, height) { x, y in
    let a: UInt8 = alpha ? UInt8(truncatingIfNeeded: x * 5 + y * 3) : 255
    let n = noise.byte()
    if x > step && x < step + width / 4 && y > height / 4 && y < height / 2 {
      return (200, 30, 60, a)
    }
    if y < height / 5 { return (250, 250, 252, a) }
    if x < width / 3 { return (UInt8(y * 255 / height), 120, UInt8(x * 255 / width), a) }
    return y > height * 3 / 4 ? (n, n &+ 9, n / 2, a) : (255, 255, 255, a)
  }
}

/// Returns the straight RGBA bytes of a bitmap in rows without gaps, computed by division.
func straightBytes(_ bitmap: Bitmap) -> [UInt8] {
  var result: [UInt8] = []
  for y in 0..<bitmap.height {
    for x in 0..<bitmap.width {
      let p = unsafe bitmap.pixels + y * bitmap.strideBytes + 4 * x
      let a = unsafe Int(p[3])
      for c in 0..<3 {
        result.append(a == 0 ? 0 : UInt8(min(255, unsafe (510 * Int(p[c]) + a) / (2 * a))))
      }
      result.append(UInt8(a))
    }
  }
  return result
}

/// Sends frames through a sink.
func feed(_ sink: any FrameSink, _ bitmaps: [Bitmap], fps: Double = 60) throws {
  try sink.begin()
  for (index, bitmap) in bitmaps.enumerated() {
    try sink.write(
      RenderedFrame(
        index: index, time: FrameTime(frame: index, framesPerSecond: fps), bitmap: bitmap))
  }
  try sink.finish()
}
