import Scenes

/// How far our picture of a scene is from the browser's, apart for flat areas and for edges.
///
/// A pixel lies at an edge when in one of the pictures the nine pixels around it differ by more
/// than the limit says; so the rim of an edge is one pixel to each side.
struct Measure {
  private(set) var flat = 0
  /// Against the nearer of the browser's edges, at one and at three pixels a point.
  private(set) var edge = 0
  /// Against its edges at one.
  private(set) var plainEdge = 0
  /// Where the largest differences are.
  private(set) var place = (x: 0, y: 0)
  private(set) var edgePlace = (x: 0, y: 0)

  init(_ ours: Pixels, _ theirs: BrowserPage.Drawn, limit: OracleScene.Limit) {
    let (plain, fine) = (theirs.plain, theirs.fine)
    let contrast = limit.contrast
    for y in 0..<ours.height {
      for x in 0..<ours.width {
        let difference = ours.distance(x, y, to: plain, x, y)
        let isEdge =
          ours.contrast(x, y) > limit.ownContrast || plain.contrast(x, y) > contrast
          || fine.contrast(x, y) > contrast
        if isEdge {
          plainEdge = max(plainEdge, difference)
          // Where two edges share a pixel both blend the one over the other, so that the backdrop
          // shines through; at three pixels a point it does so less.
          let nearer = min(difference, ours.distance(x, y, to: fine, x, y))
          if nearer > edge { (edge, edgePlace) = (nearer, (x, y)) }
        } else {
          let flatDifference = limit.isAveraged ? ours.distance(x, y, to: fine, x, y) : difference
          if flatDifference > flat { (flat, place) = (flatDifference, (x, y)) }
        }
      }
    }
  }
}

/// A picture's colours over its own backdrop: it is opaque.
struct Pixels: Sendable {
  let width: Int
  let height: Int
  /// RGBA, row after row.
  let bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4)
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  init(_ bitmap: Bitmap, _ rect: PixelRect? = nil) {
    let rect = rect ?? bitmap.bounds
    precondition(bitmap.bounds.union(rect) == bitmap.bounds)
    (width, height) = (rect.width, rect.height)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for y in rect.y..<rect.maxY {
      // Unsafe: a part of a row of the bitmap.
      let start = unsafe bitmap.pixels + y * bitmap.strideBytes + 4 * rect.x
      unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: width * 4))
    }
    self.bytes = bytes
  }

  /// A part of a picture of `scale` pixels a point: each pixel the mean of a square.
  init(_ bitmap: Bitmap, _ rect: PixelRect, averaging scale: Int) {
    precondition(bitmap.width >= rect.maxX * scale && bitmap.height >= rect.maxY * scale)
    (width, height) = (rect.width, rect.height)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        var sums = (0, 0, 0, 0)
        for v in y * scale..<(y + 1) * scale {
          // Unsafe: a part of a row of the bitmap.
          let row = unsafe bitmap.pixels + v * bitmap.strideBytes + 4 * x * scale
          for u in 0..<scale {
            sums.0 += unsafe Int(row[4 * u])
            sums.1 += unsafe Int(row[4 * u + 1])
            sums.2 += unsafe Int(row[4 * u + 2])
            sums.3 += unsafe Int(row[4 * u + 3])
          }
        }
        let count = scale * scale
        for sum in [sums.0, sums.1, sums.2, sums.3] {
          bytes.append(UInt8((sum + count / 2) / count))
        }
      }
    }
    self.bytes = bytes
  }

  var bitmap: Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
      let row = unsafe bitmap.pixels + y * bitmap.strideBytes
      for x in 0..<width * 4 { unsafe row[x] = bytes[y * width * 4 + x] }
    }
    return bitmap
  }

  /// Red, green and blue.
  func color(_ place: (x: Int, y: Int)) -> [UInt8] {
    let start = (place.y * width + place.x) * 4
    return Array(bytes[start..<start + 3])
  }

  func distance(_ x: Int, _ y: Int, to other: Pixels, _ u: Int, _ v: Int) -> Int {
    let (i, j) = ((y * width + x) * 4, (v * other.width + u) * 4)
    var largest = 0
    for c in 0..<3 { largest = max(largest, abs(Int(bytes[i + c]) - Int(other.bytes[j + c]))) }
    return largest
  }

  /// The largest difference of a channel among the nine pixels around a pixel.
  func contrast(_ x: Int, _ y: Int) -> Int {
    var largest = 0
    for c in 0..<3 {
      var (low, high) = (255, 0)
      for v in max(0, y - 1)...min(height - 1, y + 1) {
        for u in max(0, x - 1)...min(width - 1, x + 1) {
          let value = Int(bytes[(v * width + u) * 4 + c])
          (low, high) = (min(low, value), max(high, value))
        }
      }
      largest = max(largest, high - low)
    }
    return largest
  }
}
