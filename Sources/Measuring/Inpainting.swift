internal import Scenes

/// Fills parts of a screen from what lies about them, and makes pictures small.
enum Inpainting {
  /// The screen without what lies in the poses: each row and column goes on straight across.
  static func fill(_ poses: [Pose], of frame: Bitmap) -> Bitmap {
    let result = Bitmap(width: frame.width, height: frame.height)
    result.copy(frame.bounds, from: frame)
    for pose in poses {
      let sine = Portable.sineCosine(pose.angle)
      let across = (pose.width * sine.cosine).magnitude + (pose.height * sine.sine).magnitude
      let down = (pose.width * sine.sine).magnitude + (pose.height * sine.cosine).magnitude
      let margin = 3 + 0.04 * max(across, down)
      let part = PixelRect(
        Int(clamped: pose.x - across / 2 - margin, rounded: .down, to: -frame.width...frame.width),
        Int(
          clamped: pose.y - down / 2 - margin, rounded: .down, to: -frame.height...frame.height),
        Int(clamped: across + 2 * margin, rounded: .up, to: 1...2 * frame.width),
        Int(clamped: down + 2 * margin, rounded: .up, to: 1...2 * frame.height)
      ).intersection(frame.bounds)
      if !part.isEmpty { fill(part, in: result) }
    }
    result.markOpaque()
    return result
  }

  /// Each pixel becomes the mean of those at the four sides of the part, by how near they are.
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
            // Unsafe: the pixel lies in the bitmap.
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

  /// A picture at a lower height, of the means of what lies under each pixel.
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
              // Unsafe: the pixel lies in the frame.
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
