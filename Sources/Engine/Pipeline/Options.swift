internal import Assets
internal import Documents
internal import Encoding
internal import Files
internal import Planning
internal import PluginHosting
internal import Rendering
internal import Reporting

/// A limit for a document and the files that it names.
public enum Limit: String, Sendable, Hashable, CaseIterable {
  /// The number of bytes of the text, and the nesting depth of its values.
  case bytes, depth
  case layers, steps, keyframes, frames, samples
  /// The limit for the number of pixels of each picture.
  case pixels
  /// The number of work units for one frame; a unit takes about a nanosecond.
  case work
  /// The number of bytes of the pictures of all compositions in the process.
  case memory

  /// The range of the limit's valid values.
  public var range: ClosedRange<Int> {
    DocumentLimits.Name(rawValue: rawValue)?.range ?? ReadingSettings.otherLimits[rawValue]!
  }
}

/// The sandbox of the helpers that read untrusted files and of the workers that run plugins.
public enum Sandbox: String, Sendable, Hashable, CaseIterable {
  /// The sandbox uses all features that the system offers.
  case available = "auto"
  /// The complete sandbox is required; without it, no file is read and no plugin runs.
  case required = "require"
  case off
}

/// The choice of the process in which plugins run.
public enum Isolation: String, Sendable, Hashable, CaseIterable {
  /// The plugins of the engine run in this process, and all other plugins run in workers.
  case automatic = "auto"
  /// All plugins run in separate worker processes.
  case always
  /// All plugins run in this process, which suits debuggers; plugins that a document names are not used.
  case never
}

/// The reaction to a plugin that fails twice at one frame.
public enum PluginFaultPolicy: String, Sendable, Hashable, CaseIterable {
  case fail
  /// The frame is drawn without the step that uses the plugin, and a message is reported.
  case skip
}

/// The options for reading and drawing a document.
///
/// A server that opens untrusted documents should set limits, a sandbox and a timeout:
///
///     var options = OpenOptions()
///     options.limits = [.layers: 500, .pixels: 4_000_000, .work: 2_000_000_000]
///     options.sandbox = .required
///     options.isolation = .always
///     options.pluginTimeout = 2
///     options.mediaTimeout = 5
///     options.timeout = 30
public struct OpenOptions: Sendable {
  /// The folder that is searched first for the bundled plugins and for the helpers that read pictures, set
  /// text and encode video. The folder belongs to an installation, such as `/usr/local`, or to a build, such
  /// as `.build/release`. Nil means the folder of the executable, or `../lib/pipeline` beside it.
  public var prefix: String?
  /// The values of variables that the document declares, as JSON or plain text.
  public var variables: [String: String] = [:]
  /// The plugin folders that are searched before the default folders.
  public var pluginFolders: [String] = []
  /// Whether the document may name files outside its folder.
  public var allowsOutsideAssets = false
  /// Whether warnings are treated as errors when a document is opened, drawn or encoded.
  public var isStrict = false
  /// The number of pixels per point, 0.001 to 64; nil means the scale of the canvas.
  public var scale: Double?
  /// The number of drawing threads, at least 1; the number does not affect the pixels.
  public var threads = 1
  /// The document limits that differ from their default values.
  public var limits: [Limit: Int] = [:]
  public var sandbox = Sandbox.available
  public var isolation = Isolation.automatic
  public var pluginFaults = PluginFaultPolicy.fail
  /// Whether plugins that the document names may run without the complete sandbox.
  public var allowsDocumentPlugins = false
  /// The time limit in seconds for one call of a plugin in a worker.
  public var pluginTimeout = 10.0
  /// The time limit in seconds for a helper that decodes a picture or performs a step of an encoding; nil
  /// means one minute for a picture and five minutes for an encoding.
  public var mediaTimeout: Int?
  /// The time limit in seconds for opening a document, drawing a frame, or rendering; nil means no limit.
  /// Work that exceeds the limit ends with an error of the kind `timeout`.
  public var timeout: Double?
  /// A function that is called from any thread while the document is opened; if it returns true, opening ends
  /// with an error of the kind `cancelled`.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// A function that receives the messages of the engine on any thread. The function must not call methods of
  /// the composition.
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

  /// A description of the first invalid option; nil if all options are valid.
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

/// The options for rendering files: their names, their settings, and the frames that they contain.
public struct RenderOptions: Sendable {
  /// The names of the files to write; file extensions determine the formats, as in `pipeline run -o`. If the
  /// list is empty, the outputs of the document are written.
  public var files: [String] = []
  /// The frame rate, 0.001 to 1000; nil means the rate of the document.
  public var framesPerSecond: Double?
  /// The quality of lossy formats, 0…1; nil means the format's default.
  public var quality: Double?
  /// The codec of a video, such as `h265`; nil means the format's default.
  public var codec: String?
  /// The effort of the encoder, `draft`, `good` or `best`: more effort takes longer and makes the file
  /// smaller; nil means the default.
  public var effort: String?
  /// The numbers of the frames to render, counted from 0, including both ends; nil means all frames.
  public var frames: ClosedRange<Int>?
  /// The seconds of the document that one second of the file shows, 0.01 to 100; 0.25 is slow motion, which
  /// has no sound.
  public var speed = 1.0
  /// A function that is called from any thread, between frames and while a frame is drawn; if it returns
  /// true, the work is cancelled.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// A function that is called on the rendering thread with the number of finished frames and the total
  /// number. The function must not call methods of the composition.
  public var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

  public init() {}
}
