package import PluginHosting
package import Documents
package import Media
package import Planning
package import Reporting

/// A document that was read and planned, with its plugins and its pictures: the only way from a file to a plan.
package struct Project {
  package let document: Document
  package let planned: PlannedDocument
  package let registry: AnimatorRegistry
  /// The loader of the pictures, as planning used it.
  package let images: any ImageLoading
  package let settings: ReadingSettings
  /// The limits of its helpers.
  package let media: MediaSettings
}

/// Reads documents, one after the other: plugins that were found and pictures that were decoded are reused
/// for the next document.
package final class ProjectReader {
  package let settings: ReadingSettings
  package let diagnostics: Diagnostics
  package let media: MediaSettings
  private let loader: AssetLoader
  private var registry: AnimatorRegistry?
  /// Ends calls of its plugins.
  private let cancellation: CallCancellation

  /// `checksOnly` finds all problems of the pictures without keeping them.
  package init(
    _ settings: ReadingSettings, checksOnly: Bool = false, media: MediaSettings? = nil,
    _ diagnostics: Diagnostics,
    cancellation: CallCancellation = CallCancellation()
  ) {
    self.cancellation = cancellation
    self.settings = settings
    self.diagnostics = diagnostics
    settings.limitMemory()
    let media = media ?? settings.media(diagnostics)
    self.media = media
    loader = AssetLoader(checksOnly: checksOnly, media, diagnostics)
  }

  /// Reads and plans a file. The rate and scale are those of the document unless the caller gives others.
  package func open(
    _ file: String, framesPerSecond: Double? = nil, scale: Double? = nil
  ) throws(EngineError) -> Project {
    try project(settings.read(file), framesPerSecond: framesPerSecond, scale: scale)
  }

  /// Plans a document. The project uses the plugins of the first document that this reader planned; `images`
  /// may replace the reader's own loader.
  package func project(
    _ document: Document, images: (any ImageLoading)? = nil, framesPerSecond: Double? = nil,
    scale: Double? = nil
  ) throws(EngineError) -> Project {
    let registry =
      registry ?? settings.registry(for: document, diagnostics, cancellation: cancellation)
    self.registry = registry
    let images = images ?? loader
    return Project(
      document: document,
      planned: try settings.plan(
        document, images: images, framesPerSecond: framesPerSecond, scale: scale,
        registry: registry, diagnostics),
      registry: registry, images: images, settings: settings, media: media)
  }

  /// The font files of its pictures, sorted. Call this method before `close`.
  package func fonts() throws(EngineError) -> [String] { try loader.fonts() }

  /// Ends the helpers that no picture needs any more.
  package func close() { loader.close() }
}
