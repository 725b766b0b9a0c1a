package import Scenes

/// The part of the frame in which screens move, such as the screen of a device whose frame is visible.
package struct Viewport: Hashable, Sendable {
  /// The rectangle of the part in pixels of the recording.
  package var frame: PixelRect
  /// The radius of the part's corners.
  package var radius: Double

  /// The minimum difference in levels of a pixel that has changed.
  private static let least: Float = 8
  /// The minimum fraction of a side along which pixels must have changed.
  private static let leastAlong = 0.5
  /// The minimum side of the part, as a fraction of the frame's side.
  private static let leastSide = 0.2
  /// The fraction of a rectangle's corner that is outside a circle inscribed in the corner.
  private static let outside = 1 - Portable.pi / 4

  /// Finds the part in which any of the frames differs from the first frame; nil if the part is about the whole frame,
  /// or has no straight edges.
  init?(_ frames: [Bitmap]) {
    guard let first = frames.first else { return nil }
    let planes = frames.map { LumaPlane($0, $0.bounds) }
    let (width, height) = (first.width, first.height)
    let changed = (0..<width * height).map { place in
      planes.dropFirst().contains {
        ($0.values[place] - planes[0].values[place]).magnitude > Self.least
      }
    }
    var (columns, rows) = ([Int](repeating: 0, count: width), [Int](repeating: 0, count: height))
    for y in 0..<height {
      for x in 0..<width where changed[y * width + x] {
        columns[x] += 1
        rows[y] += 1
      }
    }
    func range(_ counts: [Int]) -> Range<Int>? {
      let least = Self.leastAlong * Double(counts.max() ?? 0)
      guard let low = counts.firstIndex(where: { Double($0) > least }),
        let high = counts.lastIndex(where: { Double($0) > least }),
        Double(high + 1 - low) > Self.leastSide * Double(counts.count)
      else { return nil }
      return low..<high + 1
    }
    guard let across = range(columns), let down = range(rows),
      across.count < width - 2 || down.count < height - 2
    else { return nil }
    frame = PixelRect(across.lowerBound, down.lowerBound, across.count, down.count)
    // The numbers of pixels from each corner to the first changed pixel of each row; a picture may have no changes near
    // one corner.
    let side = min(across.count, down.count) / 4
    let areas = [(false, false), (true, false), (false, true), (true, true)].map { right, bottom in
      (0..<side).reduce(0) { sum, row in
        let y = bottom ? down.upperBound - 1 - row : down.lowerBound + row
        let inset = (0..<side).first { column in
          changed[y * width + (right ? across.upperBound - 1 - column : across.lowerBound + column)]
        }
        return sum + (inset ?? side)
      }
    }
    let radius = (Double(areas.sorted()[1]) / Self.outside).squareRoot()
    self.radius = radius < 2 ? 0 : radius
  }
}
