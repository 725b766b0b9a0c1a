internal import CEncoding
internal import Scenes

/// Composites each frame over a colour, for formats without transparency.
final class FilledSink: FrameSink {
  private let inner: any FrameSink
  private let color: [UInt8]
  private let filled: Bitmap
  private var isFirst = true

  /// Creates a sink; the alpha of the colour is ignored.
  init(_ inner: any FrameSink, _ clip: StreamFormat, over color: Color) {
    self.inner = inner
    self.color = color.bytes
    filled = Bitmap(width: clip.width, height: clip.height)
  }

  func begin() throws(EncodingError) { try inner.begin() }

  func write(_ frame: RenderedFrame) throws(EncodingError) {
    let from = frame.bitmap
    let changed = isFirst ? nil : frame.changed
    for place in changed ?? [filled.bounds] {
      for row in place.y..<max(place.y, place.maxY) {
        // Safety: the position is inside both bitmaps, which have the same size.
        unsafe encoding_over_color(
          from.pixels + row * from.strideBytes + place.x * 4,
          filled.pixels + row * filled.strideBytes + place.x * 4, place.width, color)
      }
    }
    isFirst = false
    try inner.write(
      RenderedFrame(index: frame.index, time: frame.time, bitmap: filled, changed: changed))
  }

  func finish() throws(EncodingError) { try inner.finish() }
  func cancel() { inner.cancel() }
}

extension Color {
  /// The red, green and blue components as bytes.
  package var bytes: [UInt8] {
    [red, green, blue].map {
      UInt8(clamped: $0 * 255, rounded: .toNearestOrAwayFromZero)
    }
  }
}
