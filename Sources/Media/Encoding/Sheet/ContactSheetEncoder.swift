internal import CEncoding
package import Scenes

/// Encodes a contact sheet: chosen frames side by side in one PNG, on a light neutral background.
package final class ContactSheetEncoder: StreamEncoder {
  private let clip: StreamFormat
  private let layout: SheetLayout
  private let duration: FrameTime
  private let sheet: Bitmap
  private var taken = 0

  private static let ground: UInt8 = 0xf1

  /// Creates an encoder for `clip.frameCount` frames; `duration` is the duration of the animation, for the lines under
  /// the frames.
  package init(
    _ clip: StreamFormat, duration: FrameTime, columns: Int? = nil, width: Int = 1600,
    showsTime: Bool = true
  ) {
    self.clip = clip
    self.duration = duration
    layout = SheetLayout(
      frameCount: clip.frameCount, frameWidth: clip.width, frameHeight: clip.height,
      columns: columns, width: width, showsTime: showsTime)
    sheet = Bitmap(width: layout.width, height: layout.height)
  }

  package func begin(_ output: any Destination) throws(EncodingError) {
    fill(sheet.bounds, Self.ground)
  }

  package func write(
    _ frame: RenderedFrame, to output: any Destination
  ) throws(EncodingError) {
    guard taken < layout.columns * layout.rows else { return }
    let cell = layout.cell(taken)
    taken += 1
    let small = Bitmap(width: cell.width, height: cell.height)
    // Safety: both pointers and sizes belong to the bitmaps.
    unsafe encoding_shrink(
      frame.bitmap.pixels, frame.bitmap.strideBytes, Int32(frame.bitmap.width),
      Int32(frame.bitmap.height), small.pixels, small.strideBytes, Int32(small.width),
      Int32(small.height))
    // A hairline separates a light screen from the background.
    fill(PixelRect(cell.x - 1, cell.y - 1, cell.width + 2, cell.height + 2), 0xdc)
    draw(small, at: cell)
    drawLine(under: cell, at: frame.time)
  }

  package func finish(_ output: any Destination) throws(EncodingError) {
    try output.write(SmallPNG.encode(sheet, isOpaque: true, scale: clip.scale))
  }

  private func drawLine(under cell: PixelRect, at time: FrameTime) {
    guard layout.lineHeight > 0, duration > .zero else { return }
    let y = cell.maxY + layout.lineGap
    let done = Double(cell.width) * min(1, max(0, time.seconds / duration.seconds))
    fill(PixelRect(cell.x, y, cell.width, layout.lineHeight), 0xdc)
    let width = Int(clamped: done, rounded: .toNearestOrAwayFromZero, to: 0...cell.width)
    fill(PixelRect(cell.x, y, width, layout.lineHeight), 0x6e)
  }

  /// Fills a rectangle with one grey.
  private func fill(_ rect: PixelRect, _ grey: UInt8) {
    let r = rect.intersection(sheet.bounds)
    guard !r.isEmpty else { return }
    for y in r.y..<r.maxY {
      // Safety: the row is inside the sheet.
      let row = unsafe sheet.pixels + y * sheet.strideBytes
      for x in r.x..<r.maxX {
        unsafe row[4 * x] = grey
        unsafe row[4 * x + 1] = grey
        unsafe row[4 * x + 2] = grey
        unsafe row[4 * x + 3] = 255
      }
    }
  }

  /// Draws a picture on the opaque sheet with source-over compositing.
  private func draw(_ picture: Bitmap, at cell: PixelRect) {
    for y in 0..<cell.height {
      // Safety: the cell is inside the sheet and has the picture's size.
      let from = unsafe picture.pixels + y * picture.strideBytes
      let to = unsafe sheet.pixels + (cell.y + y) * sheet.strideBytes + cell.x * 4
      for x in 0..<cell.width {
        let rest = unsafe 255 - Int(from[4 * x + 3])
        for c in (4 * x)..<(4 * x + 3) {
          let under = unsafe Int(to[c]) * rest + 128
          unsafe to[c] = UInt8(min(255, Int(from[c]) + ((under + (under >> 8)) >> 8)))
        }
      }
    }
  }
}
