import Assets
import Documents
import EngineSupport
import JSON
import Planning
import Scenes
import TestSupport
import Testing

/// Tests which time of a moving picture is shown at a time of the plan.
@Suite struct OwnTimeTests {
  private static func time(
    _ change: (inout TimeRemapSpec) -> Void = { _ in }, from: Double = 0, to: Double = 2
  ) throws -> TimeRemapping {
    let folder = try Scratch()
    let planned = try Sample.planned(in: folder)
    var spec = TimeRemapSpec()
    change(&spec)
    return try TimeRemapping(
      spec, from: FrameTime(seconds: from), to: FrameTime(seconds: to),
      of: FrameTime(seconds: 2), path: Sourced("a.mp4"), document: planned.document)
  }

  private static func seconds(_ time: TimeRemapping, _ at: Double) -> Double {
    time.time(at: FrameTime(seconds: at)).seconds
  }

  @Test func itGoesOnceAndIsOver() throws {
    let time = try Self.time { $0.loop = .once }
    #expect(Self.seconds(time, 1.5) == 1.5)
    #expect(time.time(at: FrameTime(seconds: 2)) == TimeRemapping.over)
  }

  @Test func itIsHeldOrBeginsAgain() throws {
    #expect(Self.seconds(try Self.time { $0.loop = .hold }, 9) < 2)
    #expect(Self.seconds(try Self.time { $0.loop = .hold }, 9) > 1.99)
    #expect(Self.seconds(try Self.time { $0.loop = .forever }, 5) == 1)
  }

  @Test func itStartsLateAndRunsFaster() throws {
    let time = try Self.time {
      $0.at = 1
      $0.speed = 2
    }
    #expect(Self.seconds(time, 0.5) == 0)
    #expect(Self.seconds(time, 1.25) == 0.5)
  }

  @Test func itRunsBackwards() throws {
    let time = try Self.time { $0.isReversed = true }
    #expect(Self.seconds(time, 0) > 1.99)
    #expect(abs(Self.seconds(time, 1.5) - 0.5) < 0.001)
  }

  @Test func aPartThatHasNothingOfItIsAProblem() throws {
    #expect(throws: Problem.self) { try Self.time(from: 2, to: 3) }
  }
}
