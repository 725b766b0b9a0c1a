internal import Media
internal import Reporting

/// The cache of the reader for one kind of pictures, which exists as long as its `AssetLoader`. The loader
/// creates each cache on first use, and does not depend on the kinds of pictures.
protocol ReaderCache: AnyObject {
  init(_ media: MediaSettings, _ diagnostics: Diagnostics)
  /// Prepares the reader cache for planning another document.
  func begin()
  /// Removes the cached contents of a file that has changed.
  func forget(_ path: String)
  func close()
}

extension ReaderCache {
  func begin() {}
  func close() {}
}
