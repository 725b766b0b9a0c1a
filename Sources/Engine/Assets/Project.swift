package import PluginHosting
package import Documents
package import Media
package import Planning
package import Reporting

/// A document after reading and planning, with its plugins and pictures; all code that needs a plan for a
/// file opens a project.
package struct Project {
  package let document: Document
  package let planned: PlannedDocument
  package let registry: AnimatorRegistry
  /// The loader that supplied the pictures to the planner.
  package let images: any ImageLoading
  package let settings: ReadingSettings
  /// The limits of the helpers that read media.
  package let media: MediaSettings
}

/// Reads documents one after the other; the plugins and decoded pictures are reused for the next document.
package final class ProjectReader {
  package let settings: ReadingSettings
  package let diagnostics: Diagnostics
  package let media: MediaSettings
  private let loader: AssetLoader
  private var registry: AnimatorRegistry?
  /// Cancels running calls of the plugins.
  private let cancellation: CallCancellation

  /// Creates a reader; `checksOnly` finds all problems of the pictures without keeping the pictures.
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

  /// Reads a document file and creates its plan. The frame rate and the scale are those of the document
  /// unless the caller passes others.
  package func open(
    _ file: String, framesPerSecond: Double? = nil, scale: Double? = nil
  ) throws(EngineError) -> Project {
    try project(settings.read(file), framesPerSecond: framesPerSecond, scale: scale)
  }

  /// Creates the plan of a document. The project uses the plugins of the first document that this reader
  /// planned; `images` may replace the loader of this reader.
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

  /// The sorted paths of the font files that the pictures use. The method must be called before the project
  /// is closed.
  package func fonts() throws(EngineError) -> [String] { try loader.fonts() }

  /// Ends the helper processes that no picture needs any longer.
  package func close() { loader.close() }
}
