package import PluginModel
internal import CSandbox
package import Files
internal import Scenes

/// The process in which plugins run, and the resources that they may use.
package struct Isolation: Sendable {
  package enum Mode: String, Codable, Sendable, CaseIterable {
    /// Bundled animators run in this process, all others in workers.
    case auto
    case always
    /// All plugins run in this process, for debuggers.
    case never
  }
  package enum Sandbox: String, Codable, Sendable, CaseIterable {
    /// The locks that the system offers.
    case auto
    /// Refuses plugins if a part of the sandbox is missing.
    case require
    case off
  }
  /// The resources that a worker may use, as the kernel counts them.
  package struct Limits: Sendable {
    /// The private memory that a worker may keep between calls; a worker that keeps more is replaced.
    package var keptBytes = 512 << 20
    /// The private memory during a call: the memory that a worker may keep, and that of `allocate` in one
    /// call.
    package var callBytes = (512 << 20) + (1 << 30)
    /// The number of threads that a worker may have at the same time, including the thread that is called.
    package var taskCount = 64

    package init() {}
  }
  package var mode = Mode.auto
  package var sandbox = Sandbox.auto
  /// The time limit for one call; a heartbeat restarts it at most ten times.
  package var callSeconds = 10.0
  /// The time limit for loading a plugin.
  package var loadSeconds = 5.0
  package var limits = Limits()
  /// The units of `RenderCost` that a frame may take; the result of one call may take half of them.
  package var workLimit = RenderCost.usualLimit
  /// The context with the location of the worker.
  package var context = EngineContext()
  /// The path of the executable; nil means the path in `context`.
  package var workerPath: String?
  /// Whether plugins that a document names may run without the complete sandbox.
  package var allowsDocumentPlugins = false
  /// Ends calls in workers before their time.
  package var cancellation = CallCancellation()
  /// Receives messages about problems that were corrected, in one line.
  package var warn: @Sendable (String) -> Void = { _ in }
  /// Receives such messages that apply equally to the next call.
  package var warnOnce: (@Sendable (String) -> Void) = { _ in }
  /// Receives the output and log messages of plugins.
  package var said: @Sendable (PluginLogLine) -> Void = { _ in }
  /// Whether undeclared changes of properties are searched for by comparing all layers of a call: for
  /// authors.
  package var comparesLayers = false
  /// Receives each moment at which a step is left out because its plugin failed; nil means that the fault
  /// ends the work.
  package var onSkippedStep: (@Sendable (AnimatorFault) -> Void)?

  package init() {}

  package static let missingWorker = missing("pipeline-worker")

  /// The message about a missing program of the installation.
  package static func missing(_ program: String) -> String {
    "needs \(program), which is not installed next to pipeline or in ../lib/pipeline"
  }

  /// The worker's path; nil if the worker does not exist.
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
      // Safety: a constant string of the program.
      if force & part == 0 { parts.append(unsafe String(cString: name)) }
      part <<= 1
    }
    return parts
  }
}
