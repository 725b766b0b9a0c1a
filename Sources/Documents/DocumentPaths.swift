/// The folder that a document's paths start from.
package struct DocumentPaths: Sendable {
  /// Absolute, or relative to the current directory.
  package var folder: String
  /// A path may lead out of the folder.
  package var allowsOutside = false
  package init(folder: String) { self.folder = folder }
}
