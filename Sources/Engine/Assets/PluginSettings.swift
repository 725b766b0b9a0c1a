import JSON
package import PluginHosting
package import Documents
package import Files
package import Reporting

/// The folders and the isolation of plugins, and the sandbox of helpers, as a value that can be passed to
/// other processes.
package struct PluginSettings: Codable, Hashable, Sendable {
  /// The reaction to a plugin that fails twice at one frame.
  package enum FaultPolicy: String, Codable, Sendable, CaseIterable {
    /// The command stops with an error if a plugin fails.
    case fail
    /// The frame is drawn without the step that uses the plugin.
    case skip
  }
  /// The plugin folders that are searched before the default folders.
  package var folders: [String] = []
  package var isolation = Isolation.Mode.auto
  package var sandbox = Isolation.Sandbox.auto
  package var onFault = FaultPolicy.fail
  /// The time limit in seconds for one call of a plugin.
  package var callSeconds = 10.0
  /// The seconds that a helper may take to decode a picture or encode a frame; nil for the default.
  package var mediaSeconds: Int?
  /// Whether plugins that the document names may run without the complete sandbox.
  package var allowsDocumentPlugins = false

  /// Whether warnings report properties that a plugin changes without declaring them.
  package var comparesLayers = false

  /// The valid range of `callSeconds` and `mediaSeconds`.
  package static let callTimes = 0.01...86_400
  package static let mediaTimes = 1...86_400

  package init() {}

  /// Creates the registry of the animators that are available to a document, or to no document if `document`
  /// is nil. `diagnostics` receives the messages that plugins print.
  package func registry(
    for document: Document? = nil, _ diagnostics: Diagnostics,
    cancellation: CallCancellation = CallCancellation(), context: EngineContext = EngineContext()
  ) -> AnimatorRegistry {
    let reports = diagnostics.plugins
    var search = PluginSearch(context: context)
    search.options = folders
    var isolation = Isolation()
    isolation.context = context
    isolation.mode = self.isolation
    isolation.sandbox = sandbox
    isolation.callSeconds = callSeconds
    if let document { isolation.workLimit = document.limits.work }
    isolation.allowsDocumentPlugins = allowsDocumentPlugins
    isolation.comparesLayers = comparesLayers
    isolation.cancellation = cancellation
    isolation.warn = { reports.warn($0) }
    isolation.warnOnce = { reports.warnOnce($0) }
    isolation.said = { reports.said($0) }
    if onFault == .skip { isolation.onSkippedStep = { reports.skippedStep($0) } }
    let named = document?.plugins ?? []
    if self.isolation == .never {
      diagnostics.warn(
        "\(context.vocabulary.name(.noIsolation)): plugins run inside this process"
          + (named.isEmpty ? "" : "; those that the document names are not used"))
    } else {
      search.documentFolders = named.compactMap { try? document!.paths.forWriting($0.value) }
    }
    return AnimatorRegistry(search, isolation: isolation)
  }
}
