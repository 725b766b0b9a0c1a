import Foundation
import Testing

/// Reads an animated WebP by its container's specification. FFmpeg writes such files but decodes only single pictures,
/// so each frame is passed to FFmpeg as a separate file.
struct WebPAnimation {
  struct Frame {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    let milliseconds: Int
    let isBlended: Bool
    let isDisposed: Bool
    /// The chunks of the frame's picture.
    let picture: Data
  }
  let width: Int
  let height: Int
  private(set) var frames: [Frame] = []

  init(_ path: String) throws {
    let file = try Data(contentsOf: URL(fileURLWithPath: path))
    try #require(file.prefix(4) == Data("RIFF".utf8) && file[8..<12] == Data("WEBP".utf8))
    var chunks = try Self.chunks(file.dropFirst(12))
    try #require(chunks.first?.name == "VP8X")
    let head = chunks.removeFirst().bytes
    (width, height) = (head.number(4, 3) + 1, head.number(7, 3) + 1)
    #expect(chunks.contains { $0.name == "ANIM" })
    for chunk in chunks where chunk.name == "ANMF" {
      let bytes = chunk.bytes
      frames.append(
        Frame(
          x: 2 * bytes.number(0, 3), y: 2 * bytes.number(3, 3), width: bytes.number(6, 3) + 1,
          height: bytes.number(9, 3) + 1, milliseconds: bytes.number(12, 3),
          isBlended: bytes.number(15, 1) & 2 == 0, isDisposed: bytes.number(15, 1) & 1 == 1,
          picture: bytes.dropFirst(16)))
    }
  }

  private static func chunks(_ bytes: Data) throws -> [(name: String, bytes: Data)] {
    var chunks: [(name: String, bytes: Data)] = []
    var rest = bytes
    while rest.count >= 8 {
      let count = rest.number(4, 4)
      try #require(rest.count >= 8 + count)
      chunks.append(
        (String(decoding: rest.prefix(4), as: UTF8.self), rest.dropFirst(8).prefix(count)))
      rest = rest.dropFirst(8 + count + count % 2)
    }
    return chunks
  }

  /// Returns the whole canvas after each frame, as RGBA with straight alpha.
  func pictures() throws -> [[UInt8]] {
    let scratch = Scratch()
    var canvas = [UInt8](repeating: 0, count: width * height * 4)
    return try frames.map { frame in
      let single = scratch("frame.webp")
      try frame.file.write(to: URL(fileURLWithPath: single))
      let pixels = try decoded(single)
      try #require(pixels.count == frame.width * frame.height * 4)
      try #require(frame.x + frame.width <= width && frame.y + frame.height <= height)
      func each(_ change: (_ canvas: Int, _ frame: Int) -> Void) {
        for y in 0..<frame.height {
          for x in 0..<frame.width {
            change(4 * ((frame.y + y) * width + frame.x + x), 4 * (y * frame.width + x))
          }
        }
      }
      each { i, j in
        let over = Double(pixels[j + 3]) / 255
        let under = frame.isBlended ? Double(canvas[i + 3]) / 255 * (1 - over) : 0
        for c in 0..<3 where over + under > 0 {
          let sum = Double(pixels[j + c]) * over + Double(canvas[i + c]) * under
          canvas[i + c] = UInt8((sum / (over + under)).rounded())
        }
        canvas[i + 3] = UInt8(((over + under) * 255).rounded())
      }
      let shown = canvas
      if frame.isDisposed { each { i, _ in for c in i..<i + 4 { canvas[c] = 0 } } }
      return shown
    }
  }
}

extension WebPAnimation.Frame {
  /// The frame as a separate file.
  fileprivate var file: Data {
    var head = Data("WEBPVP8X".utf8)
    head.append(number: 10, 4)
    head.append(number: 0x10, 4)
    head.append(number: width - 1, 3)
    head.append(number: height - 1, 3)
    var file = Data("RIFF".utf8)
    file.append(number: head.count + picture.count, 4)
    return file + head + picture
  }
}

extension Data {
  /// Returns a little-endian number of `count` bytes, `offset` bytes from the start.
  fileprivate func number(_ offset: Int, _ count: Int) -> Int {
    dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  fileprivate mutating func append(number: Int, _ count: Int) {
    for i in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * i))) }
  }
}
