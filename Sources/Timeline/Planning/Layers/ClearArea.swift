import Scenes

/// The connected area of transparent pixels around the centre of a picture.
struct ClearArea {
  private(set) var left: Int
  private(set) var right: Int
  private(set) var top: Int
  private(set) var bottom: Int
  /// The corner radii of the area in pixels, clockwise from the top left.
  private(set) var radii = [0.0, 0.0, 0.0, 0.0]

  /// Finds the area; nil if the centre is not transparent, or if the transparent area reaches the edge of the
  /// picture.
  init?(of bitmap: Bitmap) {
    let (width, height) = (bitmap.width, bitmap.height)
    let (x, y) = (width / 2, height / 2)
    (left, right, top, bottom) = (x, x, y, y)
    guard bitmap.alpha(x, y) < 128 else { return nil }
    var isInside = [Bool](repeating: false, count: width * height)
    isInside[y * width + x] = true
    var open = [(x, y)]
    while let (x, y) = open.popLast() {
      guard x > 0, y > 0, x < width - 1, y < height - 1 else { return nil }
      (left, right) = (min(left, x), max(right, x))
      (top, bottom) = (min(top, y), max(bottom, y))
      for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
      where !isInside[y * width + x] && bitmap.alpha(x, y) < 128 {
        isInside[y * width + x] = true
        open.append((x, y))
      }
    }
    // A rounded corner with the radius r leaves (1 - 1/√2) r of the diagonal uncovered.
    let most = min(right - left, bottom - top) / 2
    let corners = [
      (left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1),
    ]
    for (place, corner) in corners.enumerated() {
      let (x, y, stepX, stepY) = corner
      let free =
        (0...most).first { (step: Int) -> Bool in
          isInside[(y + stepY * step) * width + x + stepX * step]
        } ?? 0
      radii[place] = min(Double(free) / 0.2929, Double(most) + 0.5)
    }
    // The screen also extends below the translucent pixels at the edge, up to the first opaque pixels.
    grow(bitmap)
  }

  private mutating func grow(_ bitmap: Bitmap) {
    let (x, y) = (bitmap.width / 2, bitmap.height / 2)
    func goesOn(_ x: Int, _ y: Int) -> Bool { (1..<250).contains(bitmap.alpha(x, y)) }
    let first = (left, right, top, bottom)
    while left > 0, first.0 - left < 16, goesOn(left - 1, y) { left -= 1 }
    while right < bitmap.width - 1, right - first.1 < 16, goesOn(right + 1, y) { right += 1 }
    while top > 0, first.2 - top < 16, goesOn(x, top - 1) { top -= 1 }
    while bottom < bitmap.height - 1, bottom - first.3 < 16, goesOn(x, bottom + 1) { bottom += 1 }
  }
}
