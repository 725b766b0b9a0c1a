internal import Assets
internal import Documents
internal import Planning
internal import Scenes

/// The pictures of one plan, from a loader that goes on to the next with what it has decoded.
final class StudioImages: ImageLoading, PictureMemory {
  private let loader: AssetLoader
  /// Each with its picture, which lives as long, so that no other has its identity.
  private var specs: [ObjectIdentifier: (source: any PictureSource, spec: any PictureSpec)] = [:]

  init(_ loader: AssetLoader) { self.loader = loader }

  var warnings: [Problem] { loader.warnings }

  func prepare(for document: Document) { loader.prepare(for: document) }

  func picture(
    _ spec: any PictureSpec, for place: PicturePlace
  ) throws(Problem) -> any PictureSource {
    let source = try loader.picture(spec, for: place)
    specs[ObjectIdentifier(source.identity)] = (source, spec)
    return source
  }

  func spec(of source: any PictureSource) -> (any PictureSpec)? {
    specs[ObjectIdentifier(source.identity)]?.spec
  }
}
