internal import CProcess
internal import CSandbox
internal import Glibc

/// Finds out which sandbox features this system offers by sandboxing a worker that does nothing else.
package enum SandboxProbe {
  /// The names of the active sandbox features and of those that the system lacks; nil if the worker cannot be
  /// started.
  package static func parts(worker: String) -> (held: [String], missing: [String])? {
    var id: pid_t = 0
    guard WorkerStart.start(worker, ["lock"], passed: [], output: -1, &id) == 0 else { return nil }
    var status: Int32 = 0
    // Safety, here and below: the C function writes only to `status`.
    guard unsafe process_wait(id, 10_000, &status) == 0 else {
      _ = unsafe process_kill(id, &status)
      return nil
    }
    let force = process_exit_of(status)
    // If the loader fails, it exits with 127, which is not a valid set of features.
    guard force >= 0, force <= SANDBOX_ALL else { return nil }
    return (
      SandboxParts.missing(~UInt32(bitPattern: force)),
      SandboxParts.missing(UInt32(bitPattern: force))
    )
  }

  /// The version of Landlock in the kernel; 0 if the kernel has no Landlock.
  package static var landlockVersion: Int { Int(sandbox_landlock_version()) }

  /// Enters the sandbox, and returns the active features as SANDBOX_… bits for the exit status.
  package static func run() -> Int32 {
    Int32(bitPattern: WorkerSandbox.enter(for: "/proc/self/exe"))
  }
}
