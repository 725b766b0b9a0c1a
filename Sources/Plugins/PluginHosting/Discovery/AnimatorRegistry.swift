package import PluginModel
internal import Synchronization

/// The available animators and functions, in the order in which folders are searched.
///
/// Plugins are loaded only when they are needed: `animator(named:)` loads only one file for a bundled
/// animator, and only a name with a vendor causes a search in the other folders. A file that cannot be used
/// is recorded as a refusal, which affects only requests for that file.
package final class AnimatorRegistry: Sendable {
  private let search: PluginSearch
  private let state: Mutex<RegistryState>

  /// Creates a registry; `isolation` determines the process in which third-party plugins run.
  package init(_ search: PluginSearch = PluginSearch(), isolation: Isolation = Isolation()) {
    self.search = search
    search.keepNamed(in: isolation.context)
    // Only loading a plugin in the sandbox shows whether the complete sandbox is available, so cached
    // descriptions are not used if it is required.
    let keepsContents = isolation.sandbox != .require
    let cache = search.cacheFolder.map { ScanCache(folder: $0, keepsContents: keepsContents) }
    var state = RegistryState(isolation: isolation, cache: cache)
    state.warn(ofMissing: search.others, of: .option)
    self.state = Mutex(state)
  }

  /// All folders in the order in which they are searched, whether or not they exist.
  package var folders: [PluginFolder] { search.others + search.bundled }

  /// The files that may be plugins, in search order; no file is loaded.
  package var candidates: [String] { folders.flatMap { $0.candidates() } }

  /// Whether the file is in the folder of bundled plugins, whose ids have no vendor.
  package func isBundled(_ path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return search.bundled.contains { $0.path == folder || PluginFile.isSameFolder($0.path, folder) }
  }

  /// The names of the plugin files that belong to the program.
  package static let bundledNames = [
    "cards", "checkerboard", "circle-reveal", "cover-fade", "cross-dissolve", "cross-fade", "cube",
    "displace", "explode", "flip", "fold", "functions", "lens", "move-and-scale",
    "natural-geographic", "pixel-fade", "portal", "ripple-reveal", "shadow-lift", "slide",
    "soft-wipe", "system-push", "system-sheet", "trail", "turn",
  ]

  /// The bundled plugins that do not exist or cannot be used; all bundled plugins are loaded.
  package var lostPlugins: [String] {
    state.withLock { state in
      state.scanBundled(search)
      let used =
        state.byID.values.map(\.description.plugin)
        + state.functionsByID.values.map(\.description.plugin)
      return Self.bundledNames.filter { name in
        !used.contains { $0.hasSuffix("/lib\(name).so") }
      }
    }
  }

  /// All available animators, sorted by id; reading the property loads all plugins.
  package var animators: [AnimatorDescription] {
    state.withLock { state in
      state.scanAll(search)
      state.saveCache()
      return state.byID.values.map(\.description).sorted { $0.id < $1.id }
    }
  }

  /// All available functions, sorted by id; reading the property loads all plugins.
  package var functions: [FunctionDescription] {
    state.withLock { state in
      state.scanAll(search)
      state.saveCache()
      return state.functionsByID.values.map(\.description).sorted { $0.id < $1.id }
    }
  }

  /// All plugin files that are not used, in search order; reading the property loads all plugins.
  package var refusals: [PluginRefusal] {
    state.withLock { state in
      state.scanAll(search)
      state.saveCache()
      return state.refusals
    }
  }

  /// Warnings about files that are used because the user requested them, although any user may write to their
  /// folder.
  package var warnings: [String] { state.withLock { $0.warnings } }

  /// The animator with this id or alias; nil if there is none. The lookup of an animator loads as few plugins
  /// as possible.
  package func animator(named name: String) -> HostedAnimator? {
    state.withLock { state in
      defer { state.saveCache() }
      return state.animator(named: name, search)
    }
  }

  /// The reason why no animator matches a name with a version; nil for a name without a version, and if no
  /// animator has that name.
  package func versionProblem(_ text: String) -> String? {
    guard text.contains("@") else { return nil }
    guard let request = AnimatorRequest(text) else {
      return "a version is asked for as \(text.prefix { $0 != "@" })@>=1.2, found \"\(text)\""
    }
    let found = state.withLock { $0.versions(of: request.name, search) }
    guard !found.isEmpty else { return nil }
    return "no installed version of \(request.name) satisfies \(text): "
      + (found.count == 1 ? "its version is " : "their versions are ")
      + found.joined(separator: ", ")
  }

  /// A message about each id in `names` that several plugins have, with the names of these plugins.
  package func duplicates(of names: [String]) -> [String] {
    let used = state.withLock { state in
      names.compactMap { state.animator(named: $0, search)?.description }
    }
    // At this point, all files that may have the same id have been inspected.
    let files = state.withLock { $0.files }
    return used.compactMap { animator in
      let others = (files[animator.id] ?? []).filter { $0 != animator.plugin }
      guard !others.isEmpty else { return nil }
      return "\(animator.id) is in \(others.count == 1 ? "two" : "\(others.count + 1)") plugins: "
        + "\(animator.plugin) (\(animator.version)) is used, "
        + "\(others.joined(separator: ", ")) \(others.count == 1 ? "is" : "are") not"
    }
  }

  /// The function with this id; nil if there is none. The lookup of a function loads as few plugins as
  /// possible.
  package func function(named name: String) -> HostedFunction? {
    state.withLock { state in
      defer { state.saveCache() }
      return state.function(named: name, search)
    }
  }

  /// The refused files that may contain `name`, according to the ids that they declare or, if they declare
  /// none, to their file names.
  package func refusals(for name: String) -> [PluginRefusal] {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    let named = refusals.filter { refusal in
      refusal.ids.contains(name) || FileStem.of(refusal.path) == FileStem.plain(last)
        || FileStem.of(refusal.path) == FileStem.plain(name)
    }
    // A file that is not trusted or cannot be sandboxed was not inspected, so it may contain the name.
    guard named.isEmpty, name.contains(".") else { return named }
    return refusals.filter {
      ($0.kind == .untrusted || $0.kind == .noSandbox) && $0.ids.isEmpty
    }
  }

  /// A line about the files that may contain `name` but could not be loaded: their number in the folder of
  /// the first file, and the reason for the first file. The result is nil if there are no such files, and for
  /// a name without a vendor, which belongs to a bundled animator.
  package func unreadableFiles(for name: String) -> String? {
    guard name.contains(".") else { return nil }
    func folder(_ path: String) -> Substring {
      path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    }
    let unread = refusals.filter { $0.ids.isEmpty && $0.kind != .duplicate && !isBundled($0.path) }
    guard let first = unread.first else { return nil }
    let place = folder(first.path)
    let count = unread.count { folder($0.path) == place }
    return "\(count) \(count == 1 ? "file" : "files") in \(place) could not be loaded: "
      + "\(first.path.dropFirst(place.count + 1)): \(first.reason)"
  }
}

extension AnimatorRegistry: AnimatorFinding {
  package func findAnimator(_ name: String) -> (any BindableAnimator)? { animator(named: name) }

  package var animatorNames: [String] { animators.flatMap { [$0.id] + $0.aliases } }

  package func findFunction(_ name: String) -> (any CallableFunction)? { function(named: name) }

  package var functionNames: [String] { functions.map(\.id) }

  package func problem(withVersionOf name: String) -> String? { versionProblem(name) }

  package func refusal(ofAnimatorNamed name: String) -> PluginRefusal? { refusals(for: name).first }
}

/// Compares file names without "lib", ".so" and punctuation, so that `libripple_reveal.so` matches
/// ripple-reveal.
enum FileStem {
  static func of(_ path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    if name.hasSuffix(".so") { name.removeLast(3) }
    if name.hasPrefix("lib") { name.removeFirst(3) }
    return plain(name)
  }
  static func plain(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
