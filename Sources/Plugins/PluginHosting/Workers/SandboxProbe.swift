internal import CProcess
internal import CSandbox
internal import Glibc

/// Determines the available sandbox features of this system by locking a worker that does nothing else.
package enum SandboxProbe {
  /// The names of the sandbox features that are in force, and of those that the system lacks; nil if the
  /// worker cannot be started.
  package static func parts(worker: String) -> (held: [String], missing: [String])? {
    var id: pid_t = 0
    guard WorkerStart.start(worker, ["lock"], passed: [], output: -1, &id) == 0 else { return nil }
    var status: Int32 = 0
    // Unsafe, here and below: the shim writes one status.
    guard unsafe process_wait(id, 10_000, &status) == 0 else {
      _ = unsafe process_kill(id, &status)
      return nil
    }
    let force = process_exit_of(status)
    // The loader exits with 127, which is not a valid set of features.
    guard force >= 0, force <= SANDBOX_ALL else { return nil }
    return (
      SandboxParts.missing(~UInt32(bitPattern: force)),
      SandboxParts.missing(UInt32(bitPattern: force))
    )
  }

  /// The version of Landlock in the kernel; 0 if there is none.
  package static var landlockVersion: Int { Int(sandbox_landlock_version()) }

  /// Locks this worker and returns the active locks as SANDBOX_… bits, for its exit status.
  package static func run() -> Int32 {
    Int32(bitPattern: WorkerSandbox.enter(for: "/proc/self/exe"))
  }
}
