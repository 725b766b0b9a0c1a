import PluginHosting
import PluginModel
import Foundation
import Scenes
import TestSupport
import Testing

/// After a worker has answered, its call is over: no code of the call continues, and the picture belongs to the host.
@Suite struct CallEndTests {
  private static let built = Result {
    let workshop = try Workshop()
    try workshop.build(
      "faults.c", as: "faults", ["-O1", "-w", "-I\(Workshop.workerHeader)", "-lm"])
    try workshop.build("parallel.c", as: "parallel", ["-O1", "-fopenmp"])
    return workshop
  }

  private func animator(
    _ id: String, _ what: String? = nil, limits: Isolation.Limits = Isolation.Limits(),
    sandbox: Isolation.Sandbox = .auto
  ) throws -> BoundAnimator {
    var isolation = Isolation()
    isolation.limits = limits
    isolation.sandbox = sandbox
    isolation.callSeconds = 60
    let registry = AnimatorRegistry(
      PluginSearch(
        options: [try Self.built.get().folder.path()], environment: [:], isPrivileged: false),
      isolation: isolation)
    let animator = try #require(registry.animator(named: id), "\(registry.refusals)")
    let stepContext = StepContext(
      duration: FrameTime(seconds: 1), container: Size(320, 568),
      roleCounts: animator.description.roles.map { _ in 1 })
    let values = try what.map { what in
      ParameterValue.choice(
        try #require(animator.description.parameters[0].choices.firstIndex(of: what)))
    }
    return try BoundAnimator(animator, values: values.map { [$0] } ?? [], stepContext: stepContext)
  }

  private func layout(_ animator: BoundAnimator) throws -> LayerProperties {
    let input = LayerProperties(frame: Rect(0, 0, 10, 10))
    var outputs = [input]
    try animator.layout(
      StepMoment(progress: 0.5, time: .zero), inputs: [input], outputs: &outputs)
    return outputs[0]
  }

  private let input = Bitmap(width: 61, height: 47)

  private func draw(_ animator: BoundAnimator, _ progress: Double = 0.5) throws -> Bitmap {
    try animator.draw(
      StepMoment(progress: progress, time: .zero), scale: 1,
      inputs: animator.stepContext.roleCounts.map { _ in input }, width: 61, height: 47)
  }

  private func bytes(_ bitmap: Bitmap) -> [UInt8] {
    withExtendedLifetime(bitmap) {
      unsafe Array(UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.byteCount))
    }
  }

  @Test(
    arguments: Effort.spread(
      [
        ("test.fault", "leavesThread"), ("test.fault", "nestsThreads"),
        ("test.pixel-fault", "keepsWriting"), ("test.pixel-fault", "leavesThread"),
        ("test.pixel-fault", "nestsThreads"),
      ], test: 2))
  func noThreadOutlivesItsCall(id: String, what: String) throws {
    let faulty = try animator(id, what)
    #expect {
      if id == "test.fault" { _ = try layout(faulty) } else { _ = try draw(faulty) }
    } throws: { error in
      "\(error)".contains("leaves a thread running after its call and was stopped, twice")
    }
  }

  /// A detached thread that writes for another 20 ms and leaves the right picture is waited for.
  @Test func aThreadMayEndSoonAfterItsCall() throws {
    let faulty = try animator("test.pixel-fault", "endsLater")
    for _ in 0..<5 {
      let picture = bytes(try draw(faulty))
      #expect(
        picture.enumerated().allSatisfy { $0 % input.strideBytes >= 61 * 4 || $1 == 200 })
    }
  }

  /// The plugin answers twenty times during its call and never stops writing. The host cannot detect this, but the
  /// pixels that it has taken do not change, and are valid.
  @Test func aForgedAnswerChangesNothingLater() throws {
    let faulty = try animator("test.pixel-fault", "forgesAndWrites")
    var taken: [(bitmap: Bitmap, bytes: [UInt8])] = []
    for _ in 0..<20 {
      let bitmap = try draw(faulty)
      taken.append((bitmap, bytes(bitmap)))
      usleep(1000)
    }
    #expect(Set(taken.map(\.bytes)).count > 1)
    for (bitmap, first) in taken {
      #expect(bytes(bitmap) == first)
      #expect(
        stride(from: 0, to: first.count, by: 4).allSatisfy { i in
          first[i..<i + 3].allSatisfy { $0 <= first[i + 3] }
        })
    }
  }

  /// OpenMP works: threads of a library that wait for the next call would violate the rule, but they do not exist.
  @Test func openMPWorks() throws {
    let parallel = try animator("test.parallel")
    for progress in [0.25, 0.5, 0.75] {
      let level = UInt8(progress * 200)
      let picture = bytes(try draw(parallel, progress))
      #expect(
        picture.enumerated().allSatisfy { $0 % input.strideBytes >= 61 * 4 || $1 == level })
    }
  }

  @Test func threadsAtTheSameTimeAreFew() throws {
    let faulty = try animator("test.fault", "crowd")
    #expect { _ = try layout(faulty) } throws: { "\($0)".contains("threads") }
  }

  /// Tests private and shared memory, which the sandbox may refuse, or which the account counts without a sandbox.
  @Test(arguments: ["takesMemory", "takesShared"])
  func aCallTakesOnlySoMuch(what: String) throws {
    var limits = Isolation.Limits()
    limits.callBytes = 64 << 20
    let faulty = try animator("test.fault", what, limits: limits, sandbox: .off)
    #expect { _ = try layout(faulty) } throws: { error in
      (error as? AnimatorFault)?.cause == .memory
        && "\(error)".contains("takes more than 64 MiB of memory and was stopped, twice")
    }
  }

  /// Each call allocates 4 MiB that only the worker has.
  @Test func sharedMemoryIsNotKept() throws {
    var limits = Isolation.Limits()
    limits.keptBytes = 64 << 20
    let leaky = try animator("test.fault", "leaksShared", limits: limits, sandbox: .off)
    var workers: Set<Double> = []
    for _ in 0..<100 { workers.insert(try layout(leaky).cornerRadius) }
    #expect(workers.count >= 2 && workers.count <= 10)
  }

  /// The answer is forged, so that the host considers the worker to be waiting.
  @Test func aWorkerThatWaitsTakesNothing() throws {
    var limits = Isolation.Limits()
    limits.keptBytes = 64 << 20
    let faulty = try animator("test.fault", "forgesAndTakes", limits: limits)
    let process = "/proc/\(Int(try layout(faulty).cornerRadius))"
    #expect(process != "/proc/0")
    for _ in 0..<1000 where FileManager.default.fileExists(atPath: process) { usleep(10_000) }
    #expect(!FileManager.default.fileExists(atPath: process))
    withExtendedLifetime(faulty) {}
  }
}
