internal import Scenes

/// Fills parts of a screen from their surroundings, and reduces pictures.
enum Inpainting {
  /// The same screen at another time, when layers have other positions, as a source for covered areas.
  struct Other {
    var frame: Bitmap
    var poses: [Pose]
    /// The conversion of the screen's levels to those of the frame that is filled: a factor, and offsets for red, green
    /// and blue.
    var factor = 1.0
    var added = [0.0, 0, 0]
  }

  /// Returns the screen without the layers at some poses: their areas are filled from another frame, or else by
  /// interpolation along rows and columns.
  static func fill(_ poses: [Pose], of frame: Bitmap, from other: Other? = nil) -> Bitmap {
    let result = Bitmap(width: frame.width, height: frame.height)
    result.copy(frame.bounds, from: frame)
    let covered = (other?.poses ?? []).map { part($0, frame) }
    for pose in poses {
      let part = part(pose, frame)
      guard !part.isEmpty else { continue }
      fill(part, in: result)
      if let other { take(part, from: other, without: covered, into: result) }
    }
    result.markOpaque()
    return result
  }

  /// Returns the pixels around a pose, including its shadow.
  static func part(_ pose: Pose, _ frame: Bitmap) -> PixelRect {
    let (sine, cosine) = Portable.sineCosine(pose.angle)
    let across = (pose.width * cosine).magnitude + (pose.height * sine).magnitude
    let down = (pose.width * sine).magnitude + (pose.height * cosine).magnitude
    let margin = 3 + 0.04 * max(across, down)
    return PixelRect(
      Int(clamped: pose.x - across / 2 - margin, rounded: .down, to: -frame.width...frame.width),
      Int(clamped: pose.y - down / 2 - margin, rounded: .down, to: -frame.height...frame.height),
      Int(clamped: across + 2 * margin, rounded: .up, to: 1...2 * frame.width),
      Int(clamped: down + 2 * margin, rounded: .up, to: 1...2 * frame.height)
    ).intersection(frame.bounds)
  }

  private static func take(
    _ part: PixelRect, from other: Other, without covered: [PixelRect], into bitmap: Bitmap
  ) {
    for y in part.y..<part.maxY {
      for x in part.x..<part.maxX {
        let isCovered = covered.contains {
          x >= $0.x && x < $0.maxX && y >= $0.y && y < $0.maxY
        }
        if isCovered { continue }
        // Safety: the pixel is inside both bitmaps.
        let from = unsafe other.frame.pixels + y * other.frame.strideBytes + x * 4
        let to = unsafe bitmap.pixels + y * bitmap.strideBytes + x * 4
        for channel in 0..<3 {
          let level = unsafe Double(from[channel]) * other.factor + other.added[channel]
          unsafe to[channel] = UInt8(clamped: level, rounded: .toNearestOrAwayFromZero)
        }
      }
    }
  }

  /// Fills each pixel of a part with the mean of the pixels at the part's four sides, weighted by distance.
  private static func fill(_ part: PixelRect, in bitmap: Bitmap) {
    let pixels = unsafe bitmap.pixels
    let stride = bitmap.strideBytes
    let (left, right) = (part.x - 1, part.maxX)
    let (top, bottom) = (part.y - 1, part.maxY)
    for y in part.y..<part.maxY {
      for x in part.x..<part.maxX {
        for channel in 0..<3 {
          var (sum, weight) = (0.0, 0.0)
          func add(_ column: Int, _ row: Int, _ distance: Int) {
            guard column >= 0, row >= 0, column < bitmap.width, row < bitmap.height else { return }
            // Safety: the pixel is inside the bitmap.
            let value = unsafe pixels[row * stride + column * 4 + channel]
            sum += Double(value) / Double(distance)
            weight += 1 / Double(distance)
          }
          add(left, y, x - left)
          add(right, y, right - x)
          add(x, top, y - top)
          add(x, bottom, bottom - y)
          let mean = weight > 0 ? sum / weight : 255
          unsafe pixels[y * stride + x * 4 + channel] = UInt8(
            clamped: mean, rounded: .toNearestOrAwayFromZero)
        }
        unsafe pixels[y * stride + x * 4 + 3] = 255
      }
    }
  }

  /// Returns a picture that is reduced to a lower height by averaging.
  static func small(_ frame: Bitmap, height: Int) -> Bitmap {
    let high = min(height, frame.height)
    let wide = max(1, frame.width * high / frame.height)
    let result = Bitmap(width: wide, height: high)
    let (from, to) = unsafe (frame.pixels, result.pixels)
    for y in 0..<high {
      let rows =
        y * frame.height / high..<max(y * frame.height / high + 1, (y + 1) * frame.height / high)
      for x in 0..<wide {
        let columns =
          x * frame.width / wide..<max(x * frame.width / wide + 1, (x + 1) * frame.width / wide)
        for channel in 0..<4 {
          var sum = 0
          for row in rows {
            for column in columns {
              // Safety: the pixel is inside the frame.
              sum += Int(unsafe from[row * frame.strideBytes + column * 4 + channel])
            }
          }
          unsafe to[y * result.strideBytes + x * 4 + channel] = UInt8(
            sum / (rows.count * columns.count))
        }
      }
    }
    result.scanOpacity()
    return result
  }
}
