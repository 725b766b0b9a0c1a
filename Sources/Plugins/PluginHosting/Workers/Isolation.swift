package import PluginModel
internal import CSandbox
package import Files
internal import Scenes

/// The process in which plugins run, and the resources that they may use.
package struct Isolation: Sendable {
  package enum Mode: String, Codable, Sendable, CaseIterable {
    /// Bundled animators here, everybody else's in workers.
    case auto
    case always
    /// All plugins run in this process, for debuggers.
    case never
  }
  package enum Sandbox: String, Codable, Sendable, CaseIterable {
    /// Whatever locking the system offers.
    case auto
    /// All of it, or no plugin.
    case require
    case off
  }
  /// The resources that a worker may use, as the kernel counts them.
  package struct Limits: Sendable {
    /// Memory of its own that it may keep between calls; then a fresh one takes its place.
    package var keptBytes = 512 << 20
    /// The same while it works: what it may keep, and beside it what `allocate` gives in one call.
    package var callBytes = (512 << 20) + (1 << 30)
    /// Threads that it may have at the same time, the one that is called among them.
    package var taskCount = 64

    package init() {}
  }
  package var mode = Mode.auto
  package var sandbox = Sandbox.auto
  /// For one call; a heartbeat starts it anew, ten times at most.
  package var callSeconds = 10.0
  /// The time limit for loading a plugin.
  package var loadSeconds = 5.0
  package var limits = Limits()
  /// Units of `RenderCost` that a frame may take; an answer may take half of them.
  package var workLimit = RenderCost.usualLimit
  /// The context with the location of the worker.
  package var context = EngineContext()
  /// The executable; nil: as `context` says.
  package var workerPath: String?
  /// Plugins that a document names need not have the whole sandbox.
  package var allowsDocumentPlugins = false
  /// Ends calls in workers before their time.
  package var cancellation = CallCancellation()
  /// Told of what went wrong and was put right: one line.
  package var warn: @Sendable (String) -> Void = { _ in }
  /// The same for what is as true of the next call.
  package var warnOnce: (@Sendable (String) -> Void) = { _ in }
  /// Told of what plugins print and log.
  package var said: @Sendable (PluginLogLine) -> Void = { _ in }
  /// Whether properties that a plugin changes and does not declare are looked for, which compares all of a
  /// call's layers: for authors.
  package var comparesLayers = false
  /// Told of each moment at which a step is left out since its plugin failed; nil: the fault ends
  /// the work.
  package var leftOut: (@Sendable (AnimatorFault) -> Void)?

  package init() {}

  package static let missingWorker = missing("pipeline-worker")

  /// The message when a program of the installation is in none of its places.
  package static func missing(_ program: String) -> String {
    "needs \(program), which is not installed beside pipeline or in ../lib/pipeline"
  }

  /// The worker's path; nil when there is none.
  package var worker: String? {
    workerPath ?? context.find("pipeline-worker")
  }
}

/// The parts of the sandbox that a system lacks, in words; empty when all is in force.
package enum SandboxParts {
  package static func missing(_ force: UInt32) -> [String] {
    var parts: [String] = []
    var part: UInt32 = 1
    while let name = unsafe sandbox_part_name(part) {
      // Unsafe: a string of the program's own.
      if force & part == 0 { parts.append(unsafe String(cString: name)) }
      part <<= 1
    }
    return parts
  }
}
