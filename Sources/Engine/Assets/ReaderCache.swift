internal import Media
internal import Reporting

/// The cache of the reader for one kind of pictures, which exists as long as its `AssetLoader`. The loader
/// creates each cache at its first use, and does not depend on the kinds.
protocol ReaderCache: AnyObject {
  init(_ media: MediaSettings, _ diagnostics: Diagnostics)
  /// Prepares for planning a document again.
  func begin()
  /// The file at a path is another one now.
  func forget(_ path: String)
  func close()
}

extension ReaderCache {
  func begin() {}
  func close() {}
}
