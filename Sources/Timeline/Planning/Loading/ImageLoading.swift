package import Documents
package import JSON
package import Scenes

/// Supplies the planner with the pictures that a document describes.
package protocol ImageLoading {
  /// Is called before the pictures of a document are loaded, for example to read files in advance.
  func prepare(for document: Document)
  /// Loads the picture that `spec` describes. A loader for checks may return a picture with the same size and
  /// arbitrary pixels.
  func picture(
    _ spec: any PictureSpec, for place: PicturePlace
  ) throws(Problem) -> any PictureSource
  /// The warnings about the pictures that were loaded so far.
  var warnings: [Problem] { get }
}

extension ImageLoading {
  package var warnings: [Problem] { [] }
  package func prepare(for document: Document) {}
}

/// The size, scale and origin with which a picture is loaded.
package struct PicturePlace: Sendable {
  /// The size of the frame of the layer that shows the picture, in points.
  package var size: Size
  /// The desired number of picture pixels per point.
  package var scale: Double
  /// The position of the picture's path in the document.
  package var origin: Origin
  package var document: Document
  /// Whether the plan depends on the pixels, which are then read even if pictures are only checked.
  package var needsPixels = false

  package init(size: Size, scale: Double, origin: Origin, document: Document) {
    self.size = size
    self.scale = scale
    self.origin = origin
    self.document = document
  }
}
