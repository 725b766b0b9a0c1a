internal import CComparing
package import Scenes

/// The rules that decide whether two pixels differ.
package struct ComparisonRules: Hashable, Sendable {
  /// The largest distance that still counts as equal, in 1/255 of a channel, or in 1/255 of the distance from
  /// black to white if `isPerceived` is true.
  package var tolerance = 0.0
  /// Whether pixels are compared by perceived colour, in which case edges may move by one pixel.
  package var isPerceived = false
  /// Whether the means of cells of 8×8 pixels are compared, which is suitable for lossy codecs; see
  /// CodecTolerance.
  package var comparesCells = false
  /// Whether frames of different sizes are reduced to the smaller width and the smaller height before the
  /// comparison.
  package var resamples = false
  /// The pixels that are not compared, at the size at which frames are compared.
  package var ignored: [PixelRect] = []
  package init() {}

  /// Whether two pixels count as equal only if their bits are identical.
  package var isExact: Bool {
    tolerance < 1 && !isPerceived && !comparesCells && !resamples && ignored.isEmpty
  }
}

/// The difference between two pictures of the same size.
package struct PictureDifference: Sendable {
  package let pixelCount: Int
  /// The largest distance between two pixels at the same position, in 1/255.
  package let largest: Double
  /// The column and row of the pixel with the largest distance.
  package let x: Int
  package let y: Int
  /// The bounding box of the differing pixels.
  package let bounds: PixelRect
  /// The mean distance between the pixels of the two pictures.
  package let mean: Double
  /// The distance of each pixel, row after row; 0 means that the pixels are equal.
  package let marks: [UInt8]
}

package struct PictureComparer: Sendable {
  package let rules: ComparisonRules
  package init(_ rules: ComparisonRules) { self.rules = rules }

  /// The difference between two pictures of the same size; nil if the pictures are equal.
  package func difference(of a: Bitmap, and b: Bitmap) -> PictureDifference? {
    precondition(a.width == b.width && a.height == b.height)
    var marks = [UInt8](repeating: 0, count: a.width * a.height)
    for rect in rules.ignored {
      let inside = rect.intersection(a.bounds)
      for y in inside.y..<max(inside.y, inside.maxY) {
        for x in inside.x..<inside.maxX { marks[y * a.width + x] = 1 }
      }
    }
    var result = comparing_result()
    // Safety: the kernels read both bitmaps and write a byte of `marks` for each pixel.
    if rules.isPerceived {
      unsafe comparing_perceived(picture(a), picture(b), rules.tolerance, &marks, &result)
    } else if rules.comparesCells {
      unsafe comparing_cells(picture(a), picture(b), rules.tolerance, &marks, &result)
    } else {
      unsafe comparing_exact(picture(a), picture(b), rules.tolerance, &marks, &result)
    }
    if result.pixels == 0 { return nil }
    return PictureDifference(
      pixelCount: Int(result.pixels), largest: result.largest, x: Int(result.x), y: Int(result.y),
      bounds: PixelRect(
        Int(result.left), Int(result.top), Int(result.right - result.left),
        Int(result.bottom - result.top)),
      mean: result.sum / Double(a.width * a.height), marks: marks)
  }
}

extension Bitmap {
  /// The picture reduced to another size, in which each pixel is the mean of the original pixels in its area;
  /// returns the picture itself if the size is the same.
  func shrunk(toWidth width: Int, height: Int) -> Bitmap {
    if width == self.width, height == self.height { return self }
    let small = Bitmap(width: width, height: height)
    // Safety: the kernel reads this bitmap and writes the reduced bitmap, each with its own stride.
    let status = unsafe comparing_shrink(
      picture(self), small.pixels, small.strideBytes, Int32(width), Int32(height))
    precondition(status == 0, "no memory for a row")
    small.scanOpacity()
    return small
  }
}

/// The bitmap in the form that the kernels use; the result is valid while the bitmap exists.
func picture(_ bitmap: Bitmap) -> comparing_picture {
  unsafe comparing_picture(
    pixels: bitmap.pixels, stride: bitmap.strideBytes, width: Int32(bitmap.width),
    height: Int32(bitmap.height))
}
