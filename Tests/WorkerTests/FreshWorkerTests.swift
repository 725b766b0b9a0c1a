import PluginHosting
import PluginModel
import Foundation
import Scenes
import Testing

/// A worker that replaces another worker has the same locks.
@Suite struct FreshWorkerTests {
  /// Returns an executable that starts the first worker normally; for all others the kernel has no Landlock.
  private func executable(in workshop: Workshop) throws -> String {
    let older = workshop.folder.appending(path: "older").path()
    let source = Workshop.root.appending(path: "Tests/Fixtures/older_kernel.c").path()
    let built = try Workshop.run(["cc", "-w", "-o", older, source])
    guard built.status == 0 else { throw Workshop.Failure(built.output) }
    let worker = try #require(Isolation().worker)
    let script = workshop.folder.appending(path: "worker").path()
    try workshop.write(
      Array(
        """
        #!/bin/sh
        if mkdir '\(script).was-here'; then exec '\(worker)' "$@"; fi
        exec '\(older)' 0 '\(worker)' "$@"
        """.utf8), to: "worker.sh")
    // Another process writes the executable file: a program that is started meanwhile would otherwise keep it open for
    // writing.
    let made = try Workshop.run(["install", "-m", "755", script + ".sh", script])
    guard made.status == 0 else { throw Workshop.Failure(made.output) }
    return script
  }

  @Test(arguments: [Isolation.Sandbox.auto, .require])
  func itHasTheSameLocks(sandbox: Isolation.Sandbox) throws {
    let workshop = try Workshop()
    try workshop.build(
      "faults.c", as: "faults", ["-O1", "-w", "-I\(Workshop.workerHeader)", "-lm"])
    var isolation = Isolation()
    isolation.sandbox = sandbox
    isolation.workerPath = try executable(in: workshop)
    let registry = AnimatorRegistry(
      PluginSearch(options: [workshop.folder.path()], environment: [:], isPrivileged: false),
      isolation: isolation)
    let animator = try #require(registry.animator(named: "test.fault"), "\(registry.refusals)")
    let crash = try #require(animator.description.parameters[0].choices.firstIndex(of: "crash"))
    let bound = try BoundAnimator(
      animator, values: [.choice(crash)],
      stepContext: StepContext(
        duration: FrameTime(seconds: 1), container: Size(320, 568), roleCounts: [1]))
    func layout(_ progress: Double) throws {
      let input = LayerProperties(frame: Rect(0, 0, 10, 10))
      var outputs = [input]
      try bound.layout(
        StepMoment(progress: progress, time: .zero), inputs: [input], outputs: &outputs)
    }
    try layout(0.25)
    // The worker crashes, and the worker that replaces it lacks a lock.
    #expect { try layout(0.5) } throws: { error in
      guard let fault = error as? AnimatorFault else { return false }
      return fault.cause == .noSandbox && fault.message.contains("Landlock")
        && !fault.message.contains("twice")
    }
    // The next worker also lacks the lock, before any call.
    #expect { try layout(0.25) } throws: { ($0 as? AnimatorFault)?.cause == .noSandbox }
  }
}
