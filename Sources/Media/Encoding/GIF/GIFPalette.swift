internal import CEncoding
internal import Scenes

/// Counts the colours of many frames to choose a palette for them.
struct GIFColours {
  /// The number of pixels that are analysed in the whole animation; in longer animations, only every nth row
  /// of a frame is analysed.
  private static let budget = 12_000_000
  private var cells = [gif_cell](repeating: gif_cell(), count: 64 * 64 * 64)
  private let rowStep: Int

  init(_ clip: StreamFormat) {
    let pixels = clip.width * clip.height * max(1, clip.frameCount)
    rowStep = (pixels + Self.budget - 1) / Self.budget
  }

  /// Counts the colours of a frame; different indices analyse different rows.
  mutating func count(_ bitmap: Bitmap, index: Int) {
    var y = index % rowStep
    while y < bitmap.height {
      unsafe gif_count(bitmap.pixels + y * bitmap.strideBytes, bitmap.width, 0, 1, &cells)
      y += rowStep
    }
  }

  /// Takes a palette of at most 255 colours, so that one index is left for "transparent", and restarts
  /// counting.
  mutating func takePalette() -> GIFPalette {
    var palette = gif_palette()
    unsafe gif_choose_palette(cells, 255, &palette)
    for i in cells.indices { cells[i] = gif_cell() }
    return GIFPalette(palette)
  }
}

/// A colour table, and the dithering of pixels to its colours.
struct GIFPalette: Sendable {
  let table: gif_palette
  /// The number of bits of an index: the palette has 2^bits entries, at least one of them unused.
  let bits: Int
  var transparent: UInt8 { UInt8(table.count) }

  init(_ table: gif_palette) {
    self.table = table
    var bits = 1
    while 1 << bits <= Int(table.count) { bits += 1 }
    self.bits = bits
  }

  /// The red, green and blue of every entry; unused entries are black.
  var bytes: [UInt8] {
    var result = [UInt8](repeating: 0, count: 3 << bits)
    // Safety: the table has three fixed arrays of 256 elements, one after the other.
    unsafe withUnsafeBytes(of: table) { all in
      let start = MemoryLayout<gif_palette>.offset(of: \.red)!
      for index in 0..<Int(table.count) {
        for channel in 0..<3 {
          let offset = start + (channel * 256 + index) * 2
          result[3 * index + channel] = unsafe UInt8(
            clamping: all.load(fromByteOffset: offset, as: Int16.self))
        }
      }
    }
    return result
  }
}
