internal import Assets
internal import Documents
internal import Encoding
internal import Files
internal import Planning
internal import PluginHosting
internal import Rendering
internal import Reporting

/// A limit on a document and the files that it names.
public enum Limit: String, Sendable, Hashable, CaseIterable {
  /// The bytes of the text, and the levels to which its values are nested.
  case bytes, depth
  case layers, steps, keyframes, frames, samples
  /// The pixels of each picture.
  case pixels
  /// The units of work for one frame; a unit takes about a nanosecond.
  case work
  /// Bytes of all pictures together, of all compositions of the process.
  case memory

  /// The valid values of the limit.
  public var range: ClosedRange<Int> {
    DocumentLimits.Name(rawValue: rawValue)?.range ?? ReadingSettings.otherLimits[rawValue]!
  }
}

/// The locks of the helpers that read untrusted files, and of the workers that run plugins.
public enum Sandbox: String, Sendable, Hashable, CaseIterable {
  /// The locks that the system offers.
  case available = "auto"
  /// All locks are required; otherwise no file is read and no plugin runs.
  case required = "require"
  case off
}

/// The process in which plugins run.
public enum Isolation: String, Sendable, Hashable, CaseIterable {
  /// The engine's own plugins run in this process, all others in workers.
  case automatic = "auto"
  /// Runs all plugins in workers.
  case always
  /// All plugins run in this process, for debuggers; plugins that a document names are not used.
  case never
}

/// The consequence when a plugin fails twice at one frame.
public enum PluginFaultPolicy: String, Sendable, Hashable, CaseIterable {
  case fail
  /// The frame is drawn without the plugin's step, with a message.
  case skip
}

/// The options for reading and drawing a document.
///
/// A server that opens untrusted documents sets limits, a sandbox and a timeout:
///
///     var options = OpenOptions()
///     options.limits = [.layers: 500, .pixels: 4_000_000, .work: 2_000_000_000]
///     options.sandbox = .required
///     options.isolation = .always
///     options.pluginTimeout = 2
///     options.mediaTimeout = 5
///     options.timeout = 30
public struct OpenOptions: Sendable {
  /// The folder that is searched first for the bundled plugins, and for the helpers that read pictures, set
  /// text and encode video. This is the folder of an installation, such as `/usr/local`, or of a build, such
  /// as `.build/release`. Nil means beside the executable, or in `../lib/pipeline`.
  public var prefix: String?
  /// Values of variables, which the document declares: JSON, or a text.
  public var variables: [String: String] = [:]
  /// Folders that are searched first for plugins.
  public var pluginFolders: [String] = []
  /// Whether paths in the document may lead out of its folder.
  public var allowsOutsideAssets = false
  /// Whether warnings are errors, while a document is opened, drawn and rendered.
  public var isStrict = false
  /// The pixels for each point, 0.001 to 64; nil means the canvas's scale.
  public var scale: Double?
  /// The number of threads that draw, at least 1; the number does not affect the pixels.
  public var threads = 1
  /// The limits that differ from their default values.
  public var limits: [Limit: Int] = [:]
  public var sandbox = Sandbox.available
  public var isolation = Isolation.automatic
  public var pluginFaults = PluginFaultPolicy.fail
  /// Whether plugins that the document names may run without the complete sandbox.
  public var allowsDocumentPlugins = false
  /// The seconds that one call of a plugin in a worker may take.
  public var pluginTimeout = 10.0
  /// The seconds that a helper may take for one picture or for one step of an encoding; nil means one minute
  /// and five minutes.
  public var mediaTimeout: Int?
  /// The largest number of seconds for opening, for a frame and for a render; nil means no limit.
  /// Work that takes longer ends with an error of the kind `timeout`.
  public var timeout: Double?
  /// Called while the document is opened, on any thread; true ends the opening with an error of the kind
  /// `cancelled`.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// Receives the messages of the engine, on any thread. The function must not call the composition.
  public var tell: @Sendable (EngineMessage) -> Void = { _ in }

  public init() {}

  var settings: ReadingSettings {
    var settings = ReadingSettings(
      context: EngineContext(Installation(prefix: prefix), vocabulary: .library))
    settings.variables = variables.sorted { $0.key < $1.key }
      .map { ReadingSettings.Variable(name: $0.key, value: $0.value) }
    settings.limits = limits.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { ReadingSettings.Limit(name: $0.key.rawValue, value: $0.value) }
    settings.plugins.folders = pluginFolders
    settings.plugins.sandbox = PluginHosting.Isolation.Sandbox(rawValue: sandbox.rawValue)!
    settings.plugins.isolation = PluginHosting.Isolation.Mode(rawValue: isolation.rawValue)!
    settings.plugins.onFault = PluginSettings.FaultPolicy(rawValue: pluginFaults.rawValue)!
    settings.plugins.callSeconds = pluginTimeout
    settings.plugins.mediaSeconds = mediaTimeout
    settings.plugins.allowsDocumentPlugins = allowsDocumentPlugins
    settings.allowsOutsideAssets = allowsOutsideAssets
    settings.isStrict = isStrict
    return settings
  }

  /// The reason why the options are invalid; nil if they are valid.
  var problem: String? {
    if let scale, !CanvasSpec.scales.contains(scale) {
      return "the scale must be from 0.001 to 64, found \(scale)"
    }
    if threads < 1 { return "the number of threads must be at least 1, found \(threads)" }
    for (limit, value) in limits.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where !limit.range.contains(value) {
      return
        "the limit \(limit) must be in \(limit.range.lowerBound)…\(limit.range.upperBound), "
        + "found \(value)"
    }
    if !PluginSettings.callTimes.contains(pluginTimeout) {
      return "the timeout of plugins must be from 0.01 to 86400 s, found \(pluginTimeout)"
    }
    if let mediaTimeout, !PluginSettings.mediaTimes.contains(mediaTimeout) {
      return "the timeout of media must be from 1 to 86400 s, found \(mediaTimeout)"
    }
    if let timeout, !(timeout > 0 && timeout <= 1e9) {
      return "the timeout must be more than 0 s, found \(timeout)"
    }
    return nil
  }
}

/// The files to make from a document, and the frames that they contain.
public struct RenderOptions: Sendable {
  /// The names of the files; their extensions choose the formats, as with `pipeline run -o`. An empty list
  /// means the document's own outputs.
  public var files: [String] = []
  /// The frame rate, 0.001 to 1000; nil means the rate of the document.
  public var framesPerSecond: Double?
  /// The quality of lossy formats, 0…1; nil means the format's default.
  public var quality: Double?
  /// The codec of a video, such as `h265`; nil means the format's default.
  public var codec: String?
  /// The encoder's effort, `draft`, `good` or `best`: more effort takes longer and gives a smaller file; nil
  /// means the default.
  public var effort: String?
  /// The frames to render, from 0, including both ends; nil means all.
  public var frames: ClosedRange<Int>?
  /// The seconds of the document in one second of the file, 0.01 to 100: 0.25 is slow motion, without sound.
  public var speed = 1.0
  /// Called between frames and during the drawing of a frame, from any thread: true cancels the work.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// Called with the number of finished frames and the total, on the thread that renders. The closure must
  /// not call the composition.
  public var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

  public init() {}
}
