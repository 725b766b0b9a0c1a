package import Scenes

/// The average of several scenes in linear light, which imitates a shutter that is open while layers move.
/// The scenes are drawn into one bitmap in order, so that each drawing paints only its difference from the
/// previous scene. Where picture k of n differs from picture k − 1, counted from 0, k times the difference is
/// added to an accumulator; n times the last picture minus the accumulator is the total of all pictures.
package final class Exposure {
  private let compositor: Compositor
  private let scale: Double
  /// The last picture, and, in the pixels where it differs, a copy of the previous picture.
  private let shown: Bitmap
  private let before: Bitmap
  /// Four accumulators for each pixel, for the bands of rows in which the pictures differ.
  private var sums: [Buffer<Int32>?]
  /// The pixels for which the exposure has accumulators.
  private var moved: TouchedRows
  /// The pixels that may differ from the previous frame.
  private var changed: TouchedRows
  private var isKnown = false
  private var count = 0

  private static let bandHeight = 16

  package init(width: Int, height: Int, scale: Double, by compositor: Compositor) {
    self.compositor = compositor
    self.scale = scale
    shown = Bitmap(width: width, height: height)
    before = Bitmap(width: width, height: height)
    sums = Array(repeating: nil, count: (height + Self.bandHeight - 1) / Self.bandHeight)
    moved = TouchedRows(height)
    changed = TouchedRows(height)
  }

  /// Adds the picture of the next moment; `coming` are the moments that follow.
  package func add(
    _ scene: Scene, before coming: ComingScenes? = nil
  ) throws(CompositingError) {
    let drawing = try compositor.draw(scene, scale: scale, into: shown, before: coming)
    for rect in drawing.painted {
      changed.add(rect)
      if count > 0 {
        moved.add(rect)
        add(rect, weight: Int32(count))
      } else {
        before.copy(rect, from: shown)
      }
    }
    count += 1
  }

  /// Ends the frame and writes it into `bitmap`; the returned rectangles contain all differences from the
  /// previous frame, and are nil if these are unknown.
  package func finish(into bitmap: Bitmap) -> [PixelRect]? {
    bitmap.copy(bitmap.bounds, from: shown)
    let parts = moved.rects(Self.bandHeight)
    for rect in parts { average(rect, into: bitmap) }
    let seen = isKnown ? changed.rects(Self.bandHeight) : nil
    isKnown = true
    count = 0
    // The next frame may differ from this frame wherever this frame is an average of different pictures.
    changed = moved
    moved = TouchedRows(shown.height)
    return seen
  }

  /// Adds the difference from the previous picture in a rectangle; pixels of the rectangle that were already
  /// added are skipped.
  private func add(_ rect: PixelRect, weight: Int32) {
    let tables = LinearLight.tables
    for y in rect.y..<rect.maxY {
      let (band, row) = (y / Self.bandHeight, y % Self.bandHeight * shown.width * 4)
      let sums =
        self.sums[band] ?? Buffer(repeating: 0, count: shown.width * Self.bandHeight * 4)
      self.sums[band] = sums
      // Safety: the rectangle is inside both bitmaps, which have the same size.
      let new = unsafe shown.pixels + y * shown.strideBytes
      let old = unsafe before.pixels + y * before.strideBytes
      for i in stride(from: rect.x * 4, to: rect.maxX * 4, by: 4) {
        let isSame =
          unsafe new[i] == old[i] && new[i + 1] == old[i + 1] && new[i + 2] == old[i + 2]
          && new[i + 3] == old[i + 3]
        if isSame { continue }
        let light = unsafe tables.of(new[i], new[i + 1], new[i + 2], new[i + 3])
        let known = unsafe tables.of(old[i], old[i + 1], old[i + 2], old[i + 3])
        let difference = light &- known
        for c in 0..<4 {
          sums[row + i + c] += difference[c] * weight
          unsafe old[i + c] = new[i + c]
        }
      }
    }
  }

  /// Writes the averages of a rectangle and clears its accumulators.
  private func average(_ rect: PixelRect, into bitmap: Bitmap) {
    let tables = LinearLight.tables
    let count = Int32(self.count)
    for y in rect.y..<rect.maxY {
      guard let sums = sums[y / Self.bandHeight] else { continue }
      let row = y % Self.bandHeight * shown.width * 4
      // Safety: the rectangle is inside both bitmaps, which have the same size.
      let last = unsafe shown.pixels + y * shown.strideBytes
      let made = unsafe bitmap.pixels + y * bitmap.strideBytes
      for i in stride(from: rect.x * 4, to: rect.maxX * 4, by: 4) {
        let at = row + i
        let sum = SIMD4(sums[at], sums[at + 1], sums[at + 2], sums[at + 3])
        if sum == .zero { continue }
        let light = unsafe tables.of(last[i], last[i + 1], last[i + 2], last[i + 3])
        let whole = light &* SIMD4(repeating: count) &- sum &+ SIMD4(repeating: count / 2)
        let pixel = tables.pixel(
          SIMD4(whole.x / count, whole.y / count, whole.z / count, whole.w / count))
        unsafe (made[i], made[i + 1], made[i + 2], made[i + 3]) = pixel
        for c in 0..<4 { sums[at + c] = 0 }
      }
    }
  }
}

/// A set of pixels of a picture: one range of columns in each row.
private struct TouchedRows {
  private var rows: [Range<Int>]

  init(_ height: Int) { rows = Array(repeating: 0..<0, count: height) }

  mutating func add(_ rect: PixelRect) {
    if rect.isEmpty { return }
    for y in rect.y..<rect.maxY {
      rows[y] =
        rows[y].isEmpty
        ? rect.x..<rect.maxX
        : min(rows[y].lowerBound, rect.x)..<max(rows[y].upperBound, rect.maxX)
    }
  }

  /// Returns one rectangle for each band of rows, which contains all pixels of the set in that band.
  func rects(_ bandHeight: Int) -> [PixelRect] {
    stride(from: 0, to: rows.count, by: bandHeight).compactMap { top in
      var rect = PixelRect.zero
      for y in top..<min(rows.count, top + bandHeight) where !rows[y].isEmpty {
        rect = rect.union(PixelRect(rows[y].lowerBound, y, rows[y].count, 1))
      }
      return rect.isEmpty ? nil : rect
    }
  }
}
