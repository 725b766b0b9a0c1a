internal import Scenes

/// Centres each picture in a frame of another size, and passes the frame to another sink.
final class FittedSink: FrameSink {
  private let inner: any FrameSink
  private let x: Int
  private let y: Int
  private let frame: Bitmap
  private var isFirst = true

  init(_ inner: any FrameSink, _ clip: StreamFormat, _ frame: StreamFormat, background: Color) {
    self.inner = inner
    x = (frame.width - clip.width) / 2
    y = (frame.height - clip.height) / 2
    self.frame = Bitmap(width: frame.width, height: frame.height)
    let pixel = [background.red, background.green, background.blue, 1].map { part in
      UInt8(clamped: part * background.alpha * 255, rounded: .toNearestOrAwayFromZero)
    }
    for row in 0..<frame.height {
      // Safety: the pointers address a row of the bitmap, at its own stride.
      let start = unsafe self.frame.pixels + row * self.frame.strideBytes
      for i in 0..<frame.width * 4 { unsafe start[i] = pixel[i % 4] }
    }
  }

  func begin() throws(EncodingError) { try inner.begin() }

  func write(_ rendered: RenderedFrame) throws(EncodingError) {
    let from = rendered.bitmap
    let place = PixelRect(x, y, from.width, from.height).intersection(frame.bounds)
    for row in place.y..<place.maxY {
      // Safety: the position is inside both bitmaps.
      unsafe (frame.pixels + row * frame.strideBytes + place.x * 4).update(
        from: from.pixels + (row - y) * from.strideBytes + (place.x - x) * 4,
        count: place.width * 4)
    }
    let changed = rendered.changed?.map { rect in
      PixelRect(rect.x + x, rect.y + y, rect.width, rect.height).intersection(frame.bounds)
    }
    try inner.write(
      RenderedFrame(
        index: rendered.index, time: rendered.time, bitmap: frame,
        changed: isFirst ? nil : changed?.filter { $0.width > 0 && $0.height > 0 }))
    isFirst = false
  }

  func finish() throws(EncodingError) { try inner.finish() }
  func cancel() { inner.cancel() }
}
