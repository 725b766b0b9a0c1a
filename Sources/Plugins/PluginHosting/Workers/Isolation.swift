package import PluginModel
internal import CSandbox
package import Files
internal import Scenes

/// The processes in which plugins run, and the resources that they may use.
package struct Isolation: Sendable {
  package enum Mode: String, Codable, Sendable, CaseIterable {
    /// Bundled plugins run in this process, and all other plugins in workers.
    case auto
    case always
    /// All plugins run in this process, which is convenient for debuggers.
    case never
  }
  package enum Sandbox: String, Codable, Sendable, CaseIterable {
    /// The sandbox uses all features that the system offers.
    case auto
    /// A plugin is refused if a feature of the sandbox is missing.
    case require
    case off
  }
  /// The resources that a worker may use, as the kernel measures them.
  package struct Limits: Sendable {
    /// The private memory in bytes that a worker may keep between calls; a worker that keeps more is
    /// replaced.
    package var keptBytes = 512 << 20
    /// The private memory in bytes during a call: what the worker may keep, and the memory that `allocate`
    /// may provide for one call.
    package var callBytes = (512 << 20) + (1 << 30)
    /// The number of threads that a worker may have at the same time, including the thread that runs the
    /// call.
    package var taskCount = 64

    package init() {}
  }
  package var mode = Mode.auto
  package var sandbox = Sandbox.auto
  /// The time limit of one call in seconds; a heartbeat restarts it at most ten times.
  package var callSeconds = 10.0
  /// The time limit for loading a plugin, in seconds.
  package var loadSeconds = 5.0
  package var limits = Limits()
  /// The maximum number of `RenderCost` units in a frame; the result of one call may use half of them.
  package var workLimit = RenderCost.usualLimit
  /// The context that knows the path of the worker program.
  package var context = EngineContext()
  /// The path of the worker program; nil means the path that `context` finds.
  package var workerPath: String?
  /// Whether plugins that a document names may run without the complete sandbox.
  package var allowsDocumentPlugins = false
  /// Cancels calls in workers before their time limit.
  package var cancellation = CallCancellation()
  /// Receives one-line messages about problems that were corrected.
  package var warn: @Sendable (String) -> Void = { _ in }
  /// Receives one-line messages about corrected problems that apply equally to later calls.
  package var warnOnce: (@Sendable (String) -> Void) = { _ in }
  /// Receives the output and the log messages of plugins.
  package var said: @Sendable (PluginLogLine) -> Void = { _ in }
  /// Whether all layers of a call are compared to find undeclared changes of properties, for plugin authors.
  package var comparesLayers = false
  /// Receives each fault because of which a step is left out; nil means that a fault ends the work.
  package var onSkippedStep: (@Sendable (AnimatorFault) -> Void)?

  package init() {}

  package static let missingWorker = missing("pipeline-worker")

  /// The message about a program of the installation that is missing.
  package static func missing(_ program: String) -> String {
    "needs \(program), which is not installed next to pipeline or in ../lib/pipeline"
  }

  /// The path of the worker program; nil if it does not exist.
  package var worker: String? {
    workerPath ?? context.find("pipeline-worker")
  }
}

/// Names the sandbox features that a system lacks; empty if all features are active.
package enum SandboxParts {
  package static func missing(_ force: UInt32) -> [String] {
    var parts: [String] = []
    var part: UInt32 = 1
    while let name = unsafe sandbox_part_name(part) {
      // Safety: the name is a constant string of the program.
      if force & part == 0 { parts.append(unsafe String(cString: name)) }
      part <<= 1
    }
    return parts
  }
}
