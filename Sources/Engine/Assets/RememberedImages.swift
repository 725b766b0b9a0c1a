package import Documents
package import JSON
package import Planning
package import Scenes

/// The pictures of one plan, from a loader that keeps decoded pictures for the next plan; the object also
/// records the description of each picture in the document.
package final class RememberedImages: ImageLoading, PictureMemory {
  private let loader: AssetLoader
  /// The descriptions of pictures with the pictures; a picture is retained so that its identity is not
  /// reused.
  private var specs: [ObjectIdentifier: (source: any PictureSource, spec: any PictureSpec)] = [:]

  package init(_ loader: AssetLoader) { self.loader = loader }

  package var warnings: [Problem] { loader.warnings }

  package func prepare(for document: Document) { loader.prepare(for: document) }

  package func picture(
    _ spec: any PictureSpec, for place: PicturePlace
  ) throws(Problem) -> any PictureSource {
    let source = try loader.picture(spec, for: place)
    specs[ObjectIdentifier(source.identity)] = (source, spec)
    return source
  }

  package func spec(of source: any PictureSource) -> (any PictureSpec)? {
    specs[ObjectIdentifier(source.identity)]?.spec
  }
}
