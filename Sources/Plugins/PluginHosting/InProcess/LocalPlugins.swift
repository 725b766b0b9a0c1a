internal import Files
internal import PluginModel
internal import Synchronization

/// The plugins that run in this process: bundled plugins and, with `--isolate never`, all other plugins.
enum LocalPlugins {
  private struct State {
    /// The copies of plugins, which are never closed, because the loader identifies a copy by its descriptor.
    var copies: [String: PluginCopies] = [:]
    /// The hash of each library beside a plugin, by the name under which the loader knows it.
    var libraries: [String: String] = [:]
    /// The parts of each loaded file, by its name.
    var files: [String: [PluginPart]] = [:]
  }
  private static let state = Mutex(State())

  /// Loads the copies; if `byName` is true, loads the files themselves, which debuggers recognise, after
  /// checking that they have the hashed contents. Copies with the same bytes are loaded only once.
  static func load(
    _ copies: PluginCopies, isBundled: Bool, byName: Bool, _ vocabulary: Vocabulary
  ) throws(PluginRefusal) -> PluginContents {
    let parts = copies.parts
    let plan = try state.withLock { state throws(PluginRefusal) in
      for part in parts.dropFirst() {
        let name = LoadPlan.Step(path: part.path, place: part.path).name
        guard state.libraries[name] ?? part.sha256 == part.sha256 else {
          throw PluginRefusal(
            path: copies.path,
            reason: "needs \(name), but the process has already loaded another file with this name "
              + "for another plugin: leave \(vocabulary.name(.noIsolation)) out")
        }
        state.libraries[name] = part.sha256
      }
      guard byName else {
        let key = parts.map { "\($0.sha256) \($0.path)" }.joined(separator: "\n")
        let known = state.copies[key] ?? copies
        state.copies[key] = known
        return known.plan
      }
      guard state.files[copies.path]?.haveSameBytes(as: parts) ?? true else {
        throw copies.refuseChanged(copies.path)
      }
      state.files[copies.path] = parts
      return copies.planByName
    }
    let contents = try PluginLoader.load(plan, isBundled: isBundled)
    if byName, let part = copies.changedPart { throw copies.refuseChanged(part.path) }
    return contents
  }
}
