internal import CDeflate
internal import Scenes

/// Encodes an animated PNG with exact colours, in which each frame contains only the changed rectangle (W3C PNG, third
/// edition, section 11.3.8: acTL, fcTL, fdAT).
package final class APNGEncoder: StreamEncoder {
  private let clip: StreamFormat
  private let loop: Int
  private var previous: Bitmap?
  private var serial: UInt32 = 0

  /// Creates an encoder; `loop` is the number of times that the picture plays, and 0 means endlessly.
  package init(_ clip: StreamFormat, loop: Int = 0) {
    self.clip = clip
    self.loop = loop
  }

  package func begin(_ output: any Destination) throws(EncodingError) {
    try output.write(form(clip.width, clip.height).head)
    try output.write(
      PNGForm.chunk("acTL", bytes(UInt32(clip.frameCount)) + bytes(UInt32(loop))))
  }

  package func write(
    _ frame: RenderedFrame, to output: any Destination
  ) throws(EncodingError) {
    let bitmap = frame.bitmap
    precondition(bitmap.width == clip.width && bitmap.height == clip.height)
    let isFirst = previous == nil
    let rect = isFirst ? bitmap.bounds : changes(bitmap, frame.changed)
    let rows = PNGRows(form: form(rect.width, rect.height), thorough: true)
    let data = SmallPNG.compress(
      rows.filtered(bitmap, origin: (rect.x, rect.y), rows: 0..<rect.height), level: 6)
    let rate = FrameRate(clip.framesPerSecond)
    var control = bytes(takeSerial())
    for value in [rect.width, rect.height, rect.x, rect.y] { control += bytes(UInt32(value)) }
    // A frame's duration is stored in seconds, as a fraction of two 16-bit numbers.
    var (delay, unit) = (rate.denominator, rate.numerator)
    if max(delay, unit) > 65_535 {
      delay = Int(clamped: 50_000 / clip.framesPerSecond, rounded: .toNearestOrAwayFromZero)
      unit = 50_000
    }
    control += bytes(UInt16(clamping: delay)) + bytes(UInt16(clamping: unit)) + [0, 0]
    try output.write(PNGForm.chunk("fcTL", control))
    try output.write(
      isFirst ? PNGForm.chunk("IDAT", data) : PNGForm.chunk("fdAT", bytes(takeSerial()) + data))
    let kept = previous ?? Bitmap(width: clip.width, height: clip.height)
    kept.copy(rect, from: bitmap)
    previous = kept
  }

  package func finish(_ output: any Destination) throws(EncodingError) {
    try output.write(PNGForm.end)
  }

  private func form(_ width: Int, _ height: Int) -> PNGForm {
    PNGForm(width: width, height: height, hasAlpha: !clip.isOpaque, scale: clip.scale)
  }

  private func takeSerial() -> UInt32 {
    defer { serial += 1 }
    return serial
  }

  /// Returns the bounds of the differences from the previous frame, or one pixel if the frames are equal.
  private func changes(_ bitmap: Bitmap, _ hint: [PixelRect]?) -> PixelRect {
    let region =
      hint.map { $0.reduce(PixelRect.zero) { $0.union($1) }.intersection(bitmap.bounds) }
      ?? bitmap.bounds
    let found = difference(of: bitmap, and: previous!, in: region)
    return found.isEmpty ? PixelRect(0, 0, 1, 1) : found
  }
}
