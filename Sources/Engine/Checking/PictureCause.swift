internal import Scenes

/// Finds the cause of the difference between a picture and the expected picture from their pixels.
enum PictureCause {
  /// A layer that may have moved: its name and the pixels that it covers.
  struct Layer {
    let name: String
    let place: PixelRect
  }
  /// The largest offset of a layer that the search tries, in pixels.
  private static let reach = 6
  /// The largest number of pixels that the search compares for each offset.
  private static let mostSamples = 2_000

  /// Finds the layer that appears in the expected picture at another offset; nil if no layer explains the
  /// whole difference. If several layers explain the difference, the smallest layer is returned.
  static func moved(
    _ layers: [Layer], from expected: Bitmap, to made: Bitmap, within bounds: PixelRect
  ) -> String? {
    let grown = reach + 1
    let able = layers.filter { layer in
      let p = layer.place
      let around = PixelRect(
        p.x - grown, p.y - grown, p.width + 2 * grown, p.height + 2 * grown)
      return !p.isEmpty && bounds.intersection(around) == bounds
    }
    let sorted = able.sorted { $0.place.width * $0.place.height < $1.place.width * $1.place.height }
    for layer in sorted.prefix(4) {
      guard let (x, y) = shift(of: layer.place, from: expected, to: made) else { continue }
      return "layer \(layer.name) lies \(words(x, y))"
    }
    return nil
  }

  private static func words(_ x: Int, _ y: Int) -> String {
    var parts: [String] = []
    if x != 0 { parts.append("\(abs(x)) px to the \(x > 0 ? "right" : "left")") }
    if y != 0 { parts.append("\(abs(y)) px \(y > 0 ? "lower" : "higher")") }
    return parts.joined(separator: " and ")
  }

  /// The offset in pixels, to the right and down, at which the actual picture contains a part of the expected
  /// picture; nil if the part was not found or did not move.
  private static func shift(
    of place: PixelRect, from expected: Bitmap, to made: Bitmap
  ) -> (x: Int, y: Int)? {
    let margin = PixelRect(
      reach, reach, expected.width - 2 * reach, expected.height - 2 * reach)
    // The previous area of the layer is included, because it is near the current area.
    let part = PixelRect(
      place.x - reach, place.y - reach, place.width + 2 * reach, place.height + 2 * reach
    )
    .intersection(margin)
    guard !part.isEmpty else { return nil }
    let step = max(
      1,
      Int(
        clamped: (Double(part.width) * Double(part.height) / Double(mostSamples)).squareRoot(),
        rounded: .up))
    func distance(_ dx: Int, _ dy: Int) -> Int {
      var sum = 0
      for y in stride(from: part.y, to: part.maxY, by: step) {
        // Safety, here and below: the margin keeps both areas inside the bitmaps.
        let e = unsafe expected.pixels + y * expected.strideBytes
        let m = unsafe made.pixels + (y + dy) * made.strideBytes
        for x in stride(from: part.x, to: part.maxX, by: step) {
          for channel in 0..<3 {
            let off = unsafe Int(e[4 * x + channel]) - Int(m[4 * (x + dx) + channel])
            sum += off * off
          }
        }
      }
      return sum
    }
    let before = distance(0, 0)
    var best = (x: 0, y: 0, distance: before)
    for dy in -reach...reach {
      for dx in -reach...reach {
        let found = distance(dx, dy)
        if found < best.distance { best = (dx, dy, found) }
      }
    }
    // A smaller improvement means that the difference has another cause.
    guard best.distance * 5 < before else { return nil }
    return (best.x, best.y)
  }
}
