package import Documents
package import Scenes

/// Gives the planner the images that a document names.
package protocol ImageLoading {
  /// Called before the first image is asked for, so that they can be read ahead.
  func prepare(for document: Document)
  /// `scale` is how many pixels a unit of a picture without pixels gets. A loader that only checks
  /// gives a bitmap of another size.
  func image(
    _ path: Located<String>, scale: Double, in document: Document
  ) throws(Problem) -> LoadedImage
  /// Text set in a box of `size` points, rasterised at `scale` pixels a point.
  func text(
    _ text: TextSpec, size: Size, scale: Double, at origin: Origin, in document: Document
  ) throws(Problem) -> LoadedImage
}

extension ImageLoading {
  package func prepare(for document: Document) {}
}

package struct LoadedImage: Sendable {
  package var bitmap: Bitmap
  /// Pixels.
  package var width: Int
  package var height: Int
  package init(bitmap: Bitmap, width: Int, height: Int) {
    self.bitmap = bitmap
    self.width = width
    self.height = height
  }
}
