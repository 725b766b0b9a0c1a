internal import Media
internal import Reporting

/// What the reader of one kind of pictures keeps of the files that it has read, for as long as an
/// `AssetLoader` lives. The loader makes each at its first use, and knows none of them.
protocol ReaderCache: AnyObject {
  init(_ media: MediaSettings, _ diagnostics: Diagnostics)
  /// A document is planned anew.
  func begin()
  /// The file at a path is another one now.
  func forget(_ path: String)
  func close()
}

extension ReaderCache {
  func begin() {}
  func close() {}
}
