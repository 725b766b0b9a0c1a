import Foundation
import Scenes

/// A fine picture of a part of a layer's own plane, with its position and density.
struct OraclePlane {
  let frame: Rect
  /// The number of the picture's pixels for each point.
  let fine: Double
  let width: Int
  let height: Int

  /// Creates a picture with the requested density, but with at most 720 pixels on a side.
  init(_ frame: Rect, _ wanted: Double) {
    self.frame = frame
    fine = min(wanted, 720 / max(frame.width, frame.height))
    (width, height) = (Int(frame.width * fine) + 1, Int(frame.height * fine) + 1)
  }

  /// The matrix from points of the plane to pixels of the picture.
  var map: Homography {
    Homography(
      a: fine, b: 0, p: 0, c: 0, d: fine, q: 0, tx: -frame.x * fine, ty: -frame.y * fine, w: 1)
  }
}

extension Oracle {
  /// Returns, for each pixel, the mean of the plane's picture at the pixel's samples. The samples are at most one pixel
  /// of that picture apart, so that nothing is missed where the plane is seen nearly edge-on.
  func looked(
    _ values: [SIMD4<Double>], in plane: OraclePlane, through map: Homography,
    movedBy offset: Point = Point(0, 0)
  ) -> [SIMD4<Double>] {
    var made = Array(repeating: SIMD4<Double>.zero, count: width * height)
    guard let inverse = map.inverse else { return made }
    let (w, h) = (plane.width, plane.height)
    /// Returns the position in the plane's picture of a position on the canvas; nil behind the viewer.
    func place(_ x: Double, _ y: Double) -> Point? {
      let q = inverse.apply(Point(x, y)).point
      if map.p * q.x + map.q * q.y + map.w <= 1e-6 { return nil }
      return Point(
        (q.x - offset.x - plane.frame.x) * plane.fine - 0.5,
        (q.y - offset.y - plane.frame.y) * plane.fine - 0.5)
    }
    /// Returns the number of samples along a side of a pixel, through its middle.
    func count(_ from: Point?, _ to: Point?) -> Int {
      guard let from, let to else { return 96 }
      return Int(min(max(hypot(to.x - from.x, to.y - from.y).rounded(.up), 6), 96))
    }
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) = (Double(x), Double(y))
        let columns = count(place(u, v + 0.5), place(u + 1, v + 0.5))
        let rows = count(place(u + 0.5, v), place(u + 0.5, v + 1))
        var sum = SIMD4<Double>.zero
        for k in 0..<columns * rows {
          let (s, t) = (Double(k % columns) + 0.5, Double(k / columns) + 0.5)
          guard
            let at = place(u + s / Double(columns), v + t / Double(rows)),
            at.x >= 0, at.y >= 0, at.x < Double(w - 1), at.y < Double(h - 1)
          else { continue }
          let (i, j) = (Int(at.x), Int(at.y))
          let (fx, fy) = (at.x - Double(i), at.y - Double(j))
          let top = values[j * w + i] * (1 - fx) + values[j * w + i + 1] * fx
          let low = values[(j + 1) * w + i] * (1 - fx) + values[(j + 1) * w + i + 1] * fx
          sum += top * (1 - fy) + low * fy
        }
        made[y * width + x] = sum / Double(columns * rows)
      }
    }
    return made
  }
}
