internal import CHosting
internal import Glibc

/// Where plugins run, and what they may take.
package struct Isolation: Sendable {
  package enum Mode: String, Sendable, CaseIterable {
    /// Bundled animators here, everybody else's in workers.
    case auto
    case always
    /// Everything here: for debuggers.
    case never
  }
  package enum Sandbox: String, Sendable, CaseIterable {
    /// Whatever locking the system offers.
    case auto
    /// All of it, or no plugin.
    case require
    case off
  }
  package var mode = Mode.auto
  package var sandbox = Sandbox.auto
  /// For one call; a heartbeat starts it anew, ten times at most.
  package var callSeconds = 10.0
  /// For loading a plugin.
  package var loadSeconds = 5.0
  /// The executable; nil: beside this one, or in `../lib/pipeline`.
  package var workerPath: String?
  /// Told of what went wrong and was put right: one line.
  package var warn: @Sendable (String) -> Void = { _ in }

  package init() {}

  package static let missingWorker =
    "needs pipeline-worker, which is not installed beside pipeline or in ../lib/pipeline"

  /// The worker's path; nil when there is none.
  package var worker: String? {
    if let workerPath { return workerPath }
    let folder = PluginSearch.ownFolder()
    return [folder + "/pipeline-worker", folder + "/../lib/pipeline/pipeline-worker"].first {
      // Unsafe: access reads the path only.
      unsafe access($0, X_OK) == 0
    }
  }
}

/// The parts of the sandbox that a system lacks, in words; empty when all is in force.
package enum SandboxParts {
  static func missing(_ force: Int32) -> [String] {
    let parts: [(UInt32, String)] = [
      (SANDBOX_LIMITS, "resource limits"), (SANDBOX_PRIVILEGES, "dropping privileges"),
      (SANDBOX_MEMORY, "PR_SET_MDWE (Linux 6.3)"), (SANDBOX_FILES, "Landlock (Linux 5.13)"),
      (SANDBOX_CALLS, "seccomp filters"),
    ]
    return parts.filter { UInt32(bitPattern: force) & $0.0 == 0 }.map(\.1)
  }
}
