import PluginHosting
import PluginModel
import Foundation
import Scenes
import Testing

/// A worker that takes the place of another one is locked as that one was.
@Suite struct FreshWorkerTests {
  /// The first worker that it starts is as it should be; for all others the kernel has no Landlock.
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
    // Another process makes the file that is to be executed: a program that is started meanwhile would hold
    // it open for writing if this one did.
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
    // It crashes, and the worker that is to try again lacks a lock.
    #expect { try layout(0.5) } throws: { error in
      guard let fault = error as? AnimatorFault else { return false }
      return fault.cause == .noSandbox && fault.message.contains("Landlock")
        && !fault.message.contains("twice")
    }
    // So does the next one, before any call.
    #expect { try layout(0.25) } throws: { ($0 as? AnimatorFault)?.cause == .noSandbox }
  }
}
