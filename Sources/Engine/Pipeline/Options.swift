internal import Assets
internal import Documents
internal import Encoding
internal import Files
internal import Planning
internal import Rendering

/// Where the helpers lie that read pictures, set text and encode video, and the plugins that come with
/// them. It is the same for the whole process.
public enum Helpers {
  /// The folder that is looked at first: of an installation, such as `/usr/local`, or of a build, such as
  /// `.build/release`. Without one only what lies beside the executable is found, or in `../lib/pipeline`.
  public static var prefix: String? {
    get { Installation.prefix }
    set { Installation.prefix = newValue }
  }
}

/// How a document is read.
public struct OpenOptions: Sendable {
  /// Values of variables, which the document declares: JSON, or a text.
  public var variables: [String: String] = [:]
  /// Folders of plugins that are searched first.
  public var pluginFolders: [String] = []
  /// Paths of the document may lead out of its folder.
  public var allowsOutsideAssets = false
  /// What would be told as a warning is an error.
  public var isStrict = false
  /// Pixels a point, 0 < scale ≤ 64; nil: as the canvas says.
  public var scale: Double?
  /// The number of threads that draw, on which no pixel depends; at least 1.
  public var threads = 1
  /// Is told what the engine has to say; from any thread.
  public var tell: @Sendable (EngineMessage) -> Void = { _ in }

  public init() {}

  var settings: ReadingSettings {
    var settings = ReadingSettings()
    settings.variables = variables.sorted { $0.key < $1.key }
      .map { ReadingSettings.Variable(name: $0.key, value: $0.value) }
    settings.plugins.folders = pluginFolders
    settings.allowsOutsideAssets = allowsOutsideAssets
    settings.isStrict = isStrict
    return settings
  }
}

/// Which files are made of a document, and of which frames.
public struct RenderOptions: Sendable {
  /// Names of files, by whose endings their formats are chosen, as `pipeline run -o` takes them; empty: the
  /// document's own outputs.
  public var files: [String] = []
  /// Frames a second; nil: as the document says.
  public var framesPerSecond: Double?
  /// Of the lossy formats, 0…1; nil: as is usual.
  public var quality: Double?
  /// Asked between frames, from the thread that renders: true ends the work.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// Is told how many frames are done, and of how many; from the thread that renders.
  public var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

  public init() {}
}
