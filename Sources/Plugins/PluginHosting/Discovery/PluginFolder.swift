internal import CHosting
package import Files
internal import Glibc

/// A folder that is searched for plugins.
package struct PluginFolder: Hashable, Sendable {
  package enum Source: String, Sendable {
    /// The folder beside the program, which contains the bundled plugins.
    case bundled
    /// A folder that the option `--plugins` names.
    case option
    /// A folder that the variable `$ANIMATOR_PATH` names.
    case environment
    /// A folder that the document's key `plugins` names.
    case document
    /// A standard folder of the user or of the system.
    case standard
  }
  package let path: String
  package let source: Source
  package let exists: Bool
  /// The folder that contains this folder, if this is the folder of a single vendor.
  let shared: String?

  /// Whether the folder is accepted even if other users may write to it, which is the case if the command
  /// line names it.
  var allowsWorldWritable: Bool { source == .option }

  /// The reason why any user can replace this folder; nil if only the owner can.
  var worldWritable: String? {
    if isJudgedForRoot,
      let problem = FileTrust.problemForRoot(of: path)
    {
      return problem
    }
    guard let shared, FileTrust.isWorldWritable(shared) else { return nil }
    return "every user may write to the folder above the vendor's folder"
  }

  /// The reason why another user than the owner can change a plugin in the folder; nil if no other user can.
  func problem(of file: String) -> String? {
    isJudgedForRoot ? FileTrust.problemForRoot(ofFile: file) : nil
  }

  private var isJudgedForRoot: Bool { source == .environment || source == .standard }

  init(path: String, source: Source, shared: String? = nil) {
    self.shared = shared
    // The path is compared byte by byte, because setting up comparisons of characters would take longer than
    // searching all folders.
    let last = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    self.path = last.map { String(path[...$0]) } ?? path
    self.source = source
    var status = stat()
    // Safety: stat fills `status`.
    exists = unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A folder that several vendors share, followed by the vendors' folders inside it, sorted by name.
  static func shared(by path: String) -> [PluginFolder] {
    let vendors = names(in: path).filter { !$0.hasPrefix(".") }.sorted().map {
      PluginFolder(path: path + "/" + $0, source: .standard, shared: path)
    }
    return [PluginFolder(path: path, source: .standard)] + vendors.filter(\.exists)
  }

  /// Whether a library in a build folder is not a plugin: a bridge becomes a plugin only when an import
  /// copies it, and the library of the engine is not a plugin.
  private static func isOther(_ name: String) -> Bool {
    name.hasSuffix("-bridge.so") || name == "libpipeline-engine.so"
  }

  /// The names of the `*.so` files in the folder, sorted.
  func candidates() -> [String] {
    let isPlugin = { (name: String) in
      name.hasSuffix(".so") && !(source == .bundled && Self.isOther(name))
    }
    return Self.names(in: path).filter(isPlugin).sorted().map { path + "/" + $0 }
  }

  /// Returns the names of the files in a folder, unsorted.
  static func names(in path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    // Safety: an entry is valid until the next call of readdir.
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }
}

/// The folders that are searched for plugins.
package struct PluginSearch: Sendable {
  /// The folders that the option `--plugins` names, in order.
  package var options: [String] = []
  /// The folders of the document, which have been resolved and checked.
  package var documentFolders: [String] = []
  /// The environment, from which `$ANIMATOR_PATH`, `$HOME` and `$XDG_CACHE_HOME` are read.
  package var environment: [String: String]
  /// The folder that contains the running program.
  package var executableFolder: String
  /// Whether `$ANIMATOR_PATH` is ignored, because the process has privileges that its caller lacks.
  package var isPrivileged: Bool

  /// Creates a search in the environment of this process; tests can replace every value.
  package init(
    options: [String] = [], documentFolders: [String] = [],
    environment: [String: String]? = nil, executableFolder: String? = nil,
    isPrivileged: Bool? = nil,
    context: EngineContext = EngineContext()
  ) {
    self.options = options
    self.documentFolders = documentFolders
    self.environment = environment ?? Self.ownEnvironment()
    self.executableFolder = executableFolder ?? context.installation.programFolder
    self.isPrivileged = isPrivileged ?? (hosting_is_privileged() != 0)
  }

  /// The installation prefix of the program, which is the folder that contains `bin`.
  private var prefix: String {
    executableFolder.lastIndex(of: "/").map { String(executableFolder[..<$0]) } ?? ""
  }

  /// The folders of the bundled plugins. These folders are searched first, because the names of bundled
  /// animators have no vendor and cannot be replaced. In a build folder, the plugins are beside the program;
  /// an installed program is in `/usr/bin` or a similar folder, which contains no plugins.
  var bundled: [PluginFolder] {
    let own = PluginFolder(path: prefix + "/lib/pipeline/animators", source: .bundled)
    let isInstalled = ["pipeline", "animators"].contains { System.exists("\(prefix)/lib/\($0)") }
    return isInstalled ? [own] : [own, PluginFolder(path: executableFolder, source: .bundled)]
  }

  /// Records all plugins in folders that the user named as inputs, with the data that they read, whether or
  /// not they are used.
  func keepNamed(in context: EngineContext) {
    for folder in named where folder.exists {
      folder.candidates().forEach { context.inputs.add(path: $0) }
      context.inputs.add(folder: "\(folder.path)/\(WorkerSandbox.dataFolder)")
    }
  }

  private var named: [PluginFolder] {
    options.map { PluginFolder(path: $0, source: .option) }
      + documentFolders.map { PluginFolder(path: $0, source: .document) }
  }

  /// The folders of third-party plugins, in the order of the search.
  var others: [PluginFolder] {
    var folders = options.map { PluginFolder(path: $0, source: .option) }
    if !isPrivileged, let path = environment["ANIMATOR_PATH"] {
      folders += path.split(separator: ":").map {
        PluginFolder(path: String($0), source: .environment)
      }
    }
    folders += documentFolders.map { PluginFolder(path: $0, source: .document) }
    var standard: [String] = []
    if !isPrivileged, let home = environment["HOME"], !home.isEmpty {
      standard.append(home + "/.local/lib/animators")
    }
    for prefix in [prefix, "/usr/local", "/usr"] {
      let path = prefix + "/lib/animators"
      if !standard.contains(path) { standard.append(path) }
    }
    return folders + standard.flatMap(PluginFolder.shared)
  }

  private static func ownEnvironment() -> [String: String] {
    var result: [String: String] = [:]
    for name in ["ANIMATOR_PATH", "HOME", "XDG_CACHE_HOME"] {
      // Safety: the text of the environment variable is copied immediately.
      if let value = unsafe getenv(name) { result[name] = unsafe String(cString: value) }
    }
    return result
  }
}
