package import Scenes

/// The opaque colours of a picture over its own backdrop.
package struct Pixels: Sendable {
  package let width: Int
  package let height: Int
  /// The RGBA bytes, row after row.
  package let bytes: [UInt8]

  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4)
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  package init(_ bitmap: Bitmap, _ rect: PixelRect? = nil) {
    let rect = rect ?? bitmap.bounds
    precondition(bitmap.bounds.union(rect) == bitmap.bounds)
    (width, height) = (rect.width, rect.height)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for y in rect.y..<rect.maxY {
      // Safety: the pointer addresses a part of a row of the bitmap.
      let start = unsafe bitmap.pixels + y * bitmap.strideBytes + 4 * rect.x
      unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: width * 4))
    }
    self.bytes = bytes
  }

  /// Creates a part of a picture with `scale` pixels for each point: each pixel is the mean of a square.
  package init(_ bitmap: Bitmap, _ rect: PixelRect, averaging scale: Int) {
    precondition(bitmap.width >= rect.maxX * scale && bitmap.height >= rect.maxY * scale)
    (width, height) = (rect.width, rect.height)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        var sums = (0, 0, 0, 0)
        for v in y * scale..<(y + 1) * scale {
          // Safety: the pointer addresses a part of a row of the bitmap.
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

  package var bitmap: Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
      let row = unsafe bitmap.pixels + y * bitmap.strideBytes
      for x in 0..<width * 4 { unsafe row[x] = bytes[y * width * 4 + x] }
    }
    return bitmap
  }

  /// Returns the red, green and blue of a pixel.
  package func color(_ place: (x: Int, y: Int)) -> [UInt8] {
    let start = (place.y * width + place.x) * 4
    return Array(bytes[start..<start + 3])
  }

  package func distance(_ x: Int, _ y: Int, to other: Pixels, _ u: Int, _ v: Int) -> Int {
    let (i, j) = ((y * width + x) * 4, (v * other.width + u) * 4)
    var largest = 0
    for c in 0..<3 { largest = max(largest, abs(Int(bytes[i + c]) - Int(other.bytes[j + c]))) }
    return largest
  }

  /// Returns the largest difference of a channel among the nine pixels around a pixel.
  package func contrast(_ x: Int, _ y: Int) -> Int {
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
