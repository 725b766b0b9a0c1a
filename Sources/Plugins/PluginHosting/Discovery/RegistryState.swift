internal import Files
internal import PluginModel
internal import Glibc

/// The plugins that the registry has found so far.
struct RegistryState {
  let isolation: Isolation
  private(set) var byID: [String: HostedAnimator] = [:]
  private(set) var functionsByID: [String: HostedFunction] = [:]
  private var idOfAlias: [String: String] = [:]
  /// The animators whose id another animator in an earlier folder has, in search order.
  private var others: [String: [HostedAnimator]] = [:]
  /// The files that contain each id, in search order.
  private(set) var files: [String: [String]] = [:]
  private(set) var refusals: [PluginRefusal] = []
  private(set) var warnings: [String] = []
  private var tried: Set<String> = []
  private var hasBundled = false
  private var hasOthers = false
  /// The cache on disk; nil if no cache is used.
  private let cache: ScanCache?

  init(isolation: Isolation, cache: ScanCache?) {
    self.isolation = isolation
    self.cache = cache
  }

  func saveCache() { cache?.save() }

  mutating func scanAll(_ search: PluginSearch) {
    scanOthers(search)
    scanBundled(search)
  }

  /// The first animator that has this id or alias and at least the requested version.
  mutating func animator(named text: String, _ search: PluginSearch) -> HostedAnimator? {
    guard let request = AnimatorRequest(text) else { return nil }
    let first = animator(withName: request.name, search)
    guard request.minimum != nil, let first else { return first }
    return ([first] + (others[first.description.id] ?? [])).first {
      request.takes($0.description.version)
    }
  }

  /// The versions of all animators with the id of a request, in search order.
  mutating func versions(of name: String, _ search: PluginSearch) -> [String] {
    guard let first = animator(withName: name, search) else { return [] }
    return ([first] + (others[first.description.id] ?? [])).map(\.description.version)
  }

  private mutating func animator(
    withName name: String, _ search: PluginSearch
  ) -> HostedAnimator? {
    if let known = lookUp(name) { return known }
    if name.contains(".") {
      scanOthers(search)
      let found = lookUp(name)
      if found == nil { warn(ofMissing: search.others, of: .document) }
      return found
    }
    // The file of a bundled animator usually has the animator's name; otherwise, all files are searched.
    tryBundled(name, search)
    if let found = lookUp(name) { return found }
    scanBundled(search)
    return lookUp(name)
  }

  /// The name of the file with the bundled functions, which is the only file that is loaded for them.
  private static let bundledFunctions = "functions"

  mutating func function(named name: String, _ search: PluginSearch) -> HostedFunction? {
    if let known = functionsByID[name] { return known }
    guard !name.contains(".") else {
      scanOthers(search)
      if functionsByID[name] == nil { warn(ofMissing: search.others, of: .document) }
      return functionsByID[name]
    }
    tryBundled(Self.bundledFunctions, search)
    if let found = functionsByID[name] { return found }
    scanBundled(search)
    return functionsByID[name]
  }

  private mutating func tryBundled(_ name: String, _ search: PluginSearch) {
    guard !name.contains("/") else { return }
    for folder in search.bundled where folder.exists {
      let path = folder.path + "/lib" + name + ".so"
      // Safety: access reads the path as a C string.
      if unsafe access(path, F_OK) == 0 { tryFile(path, in: folder) }
    }
  }

  private func lookUp(_ name: String) -> HostedAnimator? {
    byID[name] ?? idOfAlias[name].flatMap { byID[$0] }
  }

  mutating func scanBundled(_ search: PluginSearch) {
    guard !hasBundled else { return }
    hasBundled = true
    scan(search.bundled)
  }

  private mutating func scanOthers(_ search: PluginSearch) {
    guard !hasOthers else { return }
    hasOthers = true
    scan(search.others)
  }

  private mutating func scan(_ folders: [PluginFolder]) {
    for folder in folders where folder.exists {
      for path in folder.candidates() { tryFile(path, in: folder) }
    }
  }

  /// Warns about folders of one source that do not exist. Missing folders of a document are reported only if
  /// one of its plugins is not found elsewhere, while missing folders of the command line are always
  /// reported.
  mutating func warn(ofMissing folders: [PluginFolder], of source: PluginFolder.Source) {
    for folder in folders where !folder.exists && folder.source == source {
      let warning = "\(folder.path): the folder of plugins does not exist"
      if !warnings.contains(warning) { warnings.append(warning) }
    }
  }

  private mutating func tryFile(_ path: String, in folder: PluginFolder) {
    guard tried.insert(path).inserted else { return }
    do throws(PluginRefusal) {
      let file = try PluginFile(path: path)
      isolation.context.inputs.add(path: file.path)
      // The plugin file was already found under another path, for example through a link or a folder that is
      // named twice.
      guard file.path == path || tried.insert(file.path).inserted else { return }
      if let reason = file.reasonAgainst(folder) {
        throw PluginRefusal(path: path, kind: .untrusted, reason: reason)
      }
      if let reason = file.worldWritable ?? folder.worldWritable ?? folder.problem(of: file.path) {
        guard folder.allowsWorldWritable else {
          // The file must be a plugin, because a distrusted file that is not a plugin is not reported.
          try PluginFile.judge(
            try ElfFile(path: file.path), path: file.path, isBundled: folder.source == .bundled)
          throw PluginRefusal(path: path, kind: .untrusted, reason: "is not trusted: \(reason)")
        }
        warnings.append("\(path): \(reason)")
      }
      let (found, parts) = try contents(of: file, from: folder.source)
      for animator in found.animators { add(animator, path: path, parts) }
      for function in found.functions { add(function, path: path, parts) }
    } catch {
      refusals.append(error)
    }
  }

  /// The contents of a plugin from the cache or, if it is not cached, from the plugin itself, with the bytes
  /// of its description.
  private mutating func contents(
    of file: PluginFile, from source: PluginFolder.Source
  ) throws(PluginRefusal) -> (PluginContents, [PluginPart]) {
    let isBundled = source == .bundled
    let (path, version) = (file.path, file.version)
    // The description of a plugin that a document names may be used only after the plugin has run in the
    // complete sandbox.
    let mayBeKnown = source != .document || isolation.allowsDocumentPlugins
    if mayBeKnown, let known = cache?.contents(of: path, version, isBundled: isBundled) {
      let (isolation, cache) = (isolation, cache)
      let plugin = CachedPlugin { () throws(PluginRefusal) in
        let copies = try PluginCopies(path, isBundled: isBundled)
        guard copies.parts.haveSameBytes(as: known.parts) else {
          cache?.remove()
          throw copies.refuseChanged(path)
        }
        return try Self.load(copies, file, from: source, isolation, cache)
      }
      let contents = PluginContents(
        in: known.contents, plugin: path, isBundled: isBundled,
        animator: { CachedAnimator(plugin: plugin, index: Int($0)) },
        function: { CachedFunction(plugin: plugin, index: Int($0)) })
      if let contents { return (contents, known.parts) }
    }
    let copies = try PluginCopies(path, isBundled: isBundled)
    // The copied file must be the same version of the file that was checked before.
    guard copies.parts[0].version == version else { throw copies.refuseChanged(path) }
    for part in copies.parts { isolation.context.inputs.add(path: part.path) }
    let found = try Self.load(copies, file, from: source, isolation, cache)
    cache?.keep(found, of: copies.parts, isBundled: isBundled)
    return (found, copies.parts)
  }

  /// Loads the plugin in this process or in a worker, depending on the isolation.
  private static func load(
    _ copies: PluginCopies, _ file: PluginFile, from source: PluginFolder.Source,
    _ isolation: Isolation, _ cache: ScanCache?
  ) throws(PluginRefusal) -> PluginContents {
    let isBundled = source == .bundled
    let isLocal =
      switch isolation.mode {
      case .auto: isBundled && file.isOurs
      case .always: false
      case .never: true
      }
    if isLocal {
      PluginLog.send(to: isolation.said)
      return try LocalPlugins.load(
        copies, isBundled: isBundled, byName: isolation.mode == .never,
        isolation.context.vocabulary)
    }
    guard let executable = isolation.worker else {
      throw PluginRefusal(path: file.path, reason: Isolation.missingWorker)
    }
    if let crash = cache?.crash(of: file.path) {
      throw PluginRefusal(
        path: file.path, kind: .misbehaved,
        reason: "\(crash); the plugin is tried again when its file changes")
    }
    do throws(PluginRefusal) {
      return try PluginWorkers(
        copies, isBundled: isBundled, isDocuments: source == .document,
        executable: executable, isolation
      ).scan()
    } catch {
      if error.isCrash { cache?.note(error) }
      throw error
    }
  }

  /// Adds an animator unless another animator with the same id was found earlier.
  private mutating func add(_ animator: HostedAnimator, path: String, _ parts: [PluginPart]) {
    let description = animator.description
    var animator = animator
    animator.onSkippedStep = isolation.onSkippedStep
    animator.workLimit = isolation.workLimit
    animator.vocabulary = isolation.context.vocabulary
    animator.said = isolation.said
    animator.lints = PluginLints(isolation)
    animator.parts = parts
    files[description.id, default: []].append(description.plugin)
    if let first = plugin(with: description.id) {
      let isSame = byID[description.id]?.parts.first?.sha256 == parts.first?.sha256
      if functionsByID[description.id] == nil, !isSame {
        animator.makeSecond()
        others[description.id, default: []].append(animator)
      }
      return refuse(description.id, of: path, becauseOf: first)
    }
    byID[description.id] = animator
    for alias in description.aliases {
      if let first = byID[alias] ?? idOfAlias[alias].flatMap({ byID[$0] }) {
        refuse(alias, of: path, becauseOf: first.description.plugin)
      } else {
        idOfAlias[alias] = description.id
      }
    }
  }

  private mutating func add(_ function: HostedFunction, path: String, _ parts: [PluginPart]) {
    let id = function.description.id
    if let first = plugin(with: id) { return refuse(id, of: path, becauseOf: first) }
    var function = function
    function.parts = parts
    functionsByID[id] = function
  }

  /// The path of the file that contains the animator or function with this id; nil if there is none.
  private func plugin(with id: String) -> String? {
    byID[id]?.description.plugin ?? functionsByID[id]?.description.plugin
  }

  private mutating func refuse(_ id: String, of path: String, becauseOf first: String) {
    refusals.append(
      PluginRefusal(
        path: path, kind: .duplicate,
        reason: "the animator \(id) is not used, because \(first) was found first",
        ids: [id]))
  }
}
