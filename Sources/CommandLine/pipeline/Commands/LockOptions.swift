import CommandLine
import ArgumentParser
import Assets
import Encoding
import Files
import Rendering
import Reporting

/// The options that record the plugins of a run, or that allow only recorded plugins.
struct LockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Writes a JSON file with the id, version and SHA-256 of every plugin that the document uses.
      """,
      valueName: "FILE"))
  var lock: String?

  @Option(
    help: ArgumentHelp(
      "Fails if the plugins differ from the plugins in a file that --lock wrote.", valueName: "FILE"
    ))
  var locked: String?

  func validate() throws {
    if lock != nil, locked != nil {
      throw ValidationError("--lock and --locked cannot be combined")
    }
  }

  var isGiven: Bool { lock != nil || locked != nil }

  func apply(to project: Project) throws(EngineError) {
    let used = PluginLock(of: project.planned, project.registry)
    if let locked {
      try used.compare(with: PluginLock(reading: locked, in: .ofProgram), file: locked)
    }
    guard let lock else { return }
    do {
      let file = try AtomicFile(lock, context: .ofProgram)
      try file.write(Array(used.json.utf8))
      try file.commit()
    } catch {
      throw EngineError(error)
    }
  }
}
