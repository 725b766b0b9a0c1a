import AnimatorHosting
import ArgumentParser
import Documents

/// What every command that uses plugins takes: where they lie, and where they run.
struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugins"),
    help: ArgumentHelp("A folder of plugins, searched first; may be repeated.", valueName: "DIR"))
  var folders: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Where plugins run: auto (third parties' in a process of their own), always (all of them \
      there), never (all here, for debuggers).
      """, valueName: "WHERE"))
  var isolate = Isolation.Mode.auto

  @Option(
    help: ArgumentHelp(
      "What locks those processes: auto (whatever the system offers), require (all of it), off.",
      valueName: "HOW"))
  var sandbox = Isolation.Sandbox.auto

  @Option(
    help: ArgumentHelp("How long one call of a plugin may take.", valueName: "SECONDS"))
  var pluginTimeout = 10.0

  func validate() throws {
    if !(pluginTimeout >= 0.01 && pluginTimeout <= 86_400) {
      throw ValidationError("--plugin-timeout takes 0.01 to 86400 seconds")
    }
  }

  func registry(for document: Document? = nil) -> AnimatorRegistry {
    var search = PluginSearch()
    search.options = folders
    var isolation = Isolation()
    isolation.mode = isolate
    isolation.sandbox = sandbox
    isolation.callSeconds = pluginTimeout
    isolation.warn = { Console.warn($0) }
    let named = document?.plugins ?? []
    if isolate == .never {
      Console.warn(
        "--isolate never: plugins run inside pipeline"
          + (named.isEmpty ? "" : "; those that the document names are not used"))
    } else {
      search.documentFolders = named.compactMap { try? document!.paths.forWriting($0.value) }
    }
    return AnimatorRegistry(search, isolation: isolation)
  }
}

extension Isolation.Mode: ExpressibleByArgument {}
extension Isolation.Sandbox: ExpressibleByArgument {}
