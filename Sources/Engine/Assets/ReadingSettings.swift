package import JSON
package import PluginHosting
package import Documents
package import Files
package import Media
package import Planning
package import Reporting
internal import Scenes
internal import Synchronization

/// The settings for reading a document, as a value that can be passed to other processes.
package struct ReadingSettings: Codable, Sendable {
  package struct Variable: Codable, Hashable, Sendable {
    package var name: String
    /// The value in the notation of the user: JSON or plain text.
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }
  /// A limit whose name is a `DocumentLimits.Name` or one of `otherLimits`.
  package struct Limit: Codable, Hashable, Sendable {
    package var name: String
    package var value: Int

    package init(name: String, value: Int) {
      self.name = name
      self.value = value
    }
  }
  package var plugins = PluginSettings()
  /// The values of the document's variables; if a name occurs more than once, the last value applies.
  package var variables: [Variable] = []
  package var limits: [Limit] = []
  /// Whether the document may name files outside its folder.
  package var allowsOutsideAssets = false
  /// Whether warnings about assets are treated as errors.
  package var isStrict = false

  /// The context of reading and rendering; the context is not passed to other processes.
  package var context: EngineContext = EngineContext()

  private enum CodingKeys: CodingKey {
    case plugins, variables, limits, allowsOutsideAssets, isStrict
  }

  package init(context: EngineContext = EngineContext()) { self.context = context }

  /// The names of limits that do not apply to a single document: the bytes of all pictures of the process
  /// together, and the seconds of a recording that is matched.
  package static let otherLimits = [
    "memory": MemoryAccount.possibleLimits, "recording": 1...86_400,
  ]

  /// Creates a document reader that uses these settings.
  package var reader: DocumentReader {
    var reader = DocumentReader()
    reader.context = context
    reader.limits.vocabulary = context.vocabulary
    for limit in limits {
      if let name = DocumentLimits.Name(rawValue: limit.name) { reader.limits[name] = limit.value }
    }
    reader.allowsOutsidePaths = allowsOutsideAssets
    return reader
  }

  package var sets: [(name: String, value: String)] { variables.map { ($0.name, $0.value) } }

  /// Reads the document with the values of a table row, if a row is given.
  package func read(_ file: String, row: RowSetting? = nil) throws(EngineError) -> Document {
    limitMemory()
    do throws(DocumentFailure) {
      return try reader.read(path: file, sets: sets, row: row)
    } catch {
      throw EngineError(error)
    }
  }

  /// Parses `bytes` as the present or future contents of the file at `path`.
  package func read(bytes: [UInt8], path: String) throws(EngineError) -> Document {
    limitMemory()
    do throws(DocumentFailure) {
      return try reader.read(bytes: bytes, path: path, sets: sets)
    } catch {
      throw EngineError(error)
    }
  }

  /// Sets the memory limit for all pictures of the process.
  package func limitMemory() {
    MemoryOwners.setRemedy(context.vocabulary.allowing("memory") + " bytes")
    guard let limit = limits.last(where: { $0.name == "memory" }) else { return }
    MemoryAccount.limit.store(limit.value, ordering: .relaxed)
    MemoryAccount.isSmallMachine.store(false, ordering: .relaxed)
  }

  /// Creates the registry of the animators that are available to a document, or to no document if `document`
  /// is nil.
  package func registry(
    for document: Document? = nil, _ diagnostics: Diagnostics,
    cancellation: CallCancellation = CallCancellation()
  ) -> AnimatorRegistry {
    plugins.registry(
      for: document, diagnostics, cancellation: cancellation, context: context)
  }

  /// The limits of the helpers that read pictures and write videos; the helpers report to `diagnostics`.
  package func media(_ diagnostics: Diagnostics) -> MediaSettings {
    let limits = reader.limits
    var media = MediaSettings(context: context)
    media.sandbox = MediaSettings.Sandbox(rawValue: plugins.sandbox.rawValue)!
    media.seconds = plugins.mediaSeconds
    media.limits.pixels = limits.pixels
    media.limits.vocabulary = context.vocabulary
    media.workLimit = limits.work
    media.warn = { [reports = diagnostics.plugins] in reports.warnOnce($0) }
    return media
  }

  package func plan(
    _ document: Document, images: any ImageLoading, framesPerSecond: Double? = nil,
    scale: Double? = nil, registry: AnimatorRegistry, _ diagnostics: Diagnostics
  ) throws(EngineError) -> PlannedDocument {
    defer {
      diagnostics.tellPlugins(at: nil)
      for warning in registry.warnings { diagnostics.warn(warning) }
    }
    let planned = try PlannedDocument(
      planning: document, images: images, framesPerSecond: framesPerSecond, scale: scale,
      registry: registry)
    if isStrict, !planned.warnings.isEmpty {
      throw EngineError(DocumentFailure(problems: planned.warnings))
    }
    for warning in planned.warnings { diagnostics.warn(warning.description) }
    for note in registry.duplicates(of: planned.animators) { diagnostics.note(note) }
    return planned
  }
}

extension PlannedDocument {
  /// Plans a document with the tracks that it names; messages are discarded.
  package init(
    planning document: Document, images: any ImageLoading, framesPerSecond: Double? = nil,
    scale: Double? = nil, registry: AnimatorRegistry
  ) throws(EngineError) {
    do throws(PlanningFailure) {
      self = try Planner(registry: registry, images: images, samples: TrackLoader()).plan(
        document, framesPerSecond: framesPerSecond, scale: scale)
    } catch {
      throw EngineError(error, file: document.file)
    }
  }
}
