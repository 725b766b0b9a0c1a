package import PluginModel
internal import Synchronization

/// The available animators, in the order of the search.
///
/// Nothing is loaded before it is needed: `animator(named:)` of a bundled animator loads only that file, and
/// only a name with a vendor causes a search in the other folders. A file that cannot be used is a refusal,
/// which is data and affects only requests for that file.
package final class AnimatorRegistry: Sendable {
  private let search: PluginSearch
  private let state: Mutex<RegistryState>

  /// Creates a registry; `isolation` determines the process of third-party plugins.
  package init(_ search: PluginSearch = PluginSearch(), isolation: Isolation = Isolation()) {
    self.search = search
    search.keepNamed(in: isolation.context)
    // The program only knows whether the complete sandbox is available after it has loaded a plugin in it.
    let keepsContents = isolation.sandbox != .require
    let cache = search.cacheFolder.map { ScanCache(folder: $0, keepsContents: keepsContents) }
    var state = RegistryState(isolation: isolation, cache: cache)
    state.warn(ofMissing: search.others, of: .option)
    self.state = Mutex(state)
  }

  /// All folders in the order in which they are searched, including folders that do not exist.
  package var folders: [PluginFolder] { search.others + search.bundled }

  /// The files that may be plugins, in the order of the search; no file is loaded.
  package var candidates: [String] { folders.flatMap { $0.candidates() } }

  /// Whether the file is in the folder of bundled animators, whose ids have no vendor.
  package func isBundled(_ path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return search.bundled.contains { $0.path == folder || PluginFile.isSameFolder($0.path, folder) }
  }

  /// The names of the plugin files that come with the program.
  package static let bundledNames = [
    "cards", "checkerboard", "circle-reveal", "cover-fade", "cross-dissolve", "cross-fade", "cube",
    "displace", "explode", "flip", "fold", "functions", "lens", "move-and-scale",
    "natural-geographic", "pixel-fade", "portal", "ripple-reveal", "shadow-lift", "slide",
    "soft-wipe", "system-push", "system-sheet", "trail", "turn",
  ]

  /// The bundled plugins that do not exist or cannot be used; loads all of them.
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

  /// Every animator, sorted by id: loads all plugins.
  package var animators: [AnimatorDescription] {
    state.withLock { state in
      state.scanAll(search)
      state.saveCache()
      return state.byID.values.map(\.description).sorted { $0.id < $1.id }
    }
  }

  /// Every function, sorted by id: loads all plugins.
  package var functions: [FunctionDescription] {
    state.withLock { state in
      state.scanAll(search)
      state.saveCache()
      return state.functionsByID.values.map(\.description).sorted { $0.id < $1.id }
    }
  }

  /// Every file that is not used, in the order of the search: loads all plugins.
  package var refusals: [PluginRefusal] {
    state.withLock { state in
      state.scanAll(search)
      state.saveCache()
      return state.refusals
    }
  }

  /// Warnings about files that are used at the user's request although anyone may write to their folder.
  package var warnings: [String] { state.withLock { $0.warnings } }

  /// The animator with this id or alias, or nil. Loads as little as it can.
  package func animator(named name: String) -> HostedAnimator? {
    state.withLock { state in
      defer { state.saveCache() }
      return state.animator(named: name, search)
    }
  }

  /// The reason why no animator matches a name with a version; nil for a plain name, and if no animator has
  /// that name.
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

  /// A message for each id in `names` that several plugins have, with the names of these plugins.
  package func duplicates(of names: [String]) -> [String] {
    let used = state.withLock { state in
      names.compactMap { state.animator(named: $0, search)?.description }
    }
    // All files that may have the same id have been inspected at this point.
    let files = state.withLock { $0.files }
    return used.compactMap { animator in
      let others = (files[animator.id] ?? []).filter { $0 != animator.plugin }
      guard !others.isEmpty else { return nil }
      return "\(animator.id) is in \(others.count == 1 ? "two" : "\(others.count + 1)") plugins: "
        + "\(animator.plugin) (\(animator.version)) is used, "
        + "\(others.joined(separator: ", ")) \(others.count == 1 ? "is" : "are") not"
    }
  }

  /// The function with this id, or nil. Loads as little as it can.
  package func function(named name: String) -> HostedFunction? {
    state.withLock { state in
      defer { state.saveCache() }
      return state.function(named: name, search)
    }
  }

  /// Refused files that would have had `name`: by the ids that they declare or, without ids, by the name of
  /// the file.
  package func refusals(for name: String) -> [PluginRefusal] {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    let named = refusals.filter { refusal in
      refusal.ids.contains(name) || FileStem.of(refusal.path) == FileStem.plain(last)
        || FileStem.of(refusal.path) == FileStem.plain(name)
    }
    // A file that is not trusted or cannot be sandboxed was not inspected, and may contain the name.
    guard named.isEmpty, name.contains(".") else { return named }
    return refusals.filter {
      ($0.kind == .untrusted || $0.kind == .noSandbox) && $0.ids.isEmpty
    }
  }

  /// A line about the files that may contain `name` but could not be loaded: their number in the first file's
  /// folder, and the reason for the first file. Nil if there are none, and for a name without a vendor, which
  /// belongs to a bundled animator.
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

/// File names without "lib", ".so" and punctuation, so that `libripple_reveal.so` is ripple-reveal.
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
