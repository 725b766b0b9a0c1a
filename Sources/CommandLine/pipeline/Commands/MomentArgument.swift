import ArgumentParser
import Documents
import Planning
import Reporting
import Scenes

/// A time on the command line: seconds, "120ms", "12f", "50%" or "end".
struct MomentArgument: ExpressibleByArgument {
  let text: String
  init?(argument: String) { text = argument }

  /// Returns the time that the argument specifies, clamped to the duration. Seconds and frames refer to the
  /// film at its playback speed.
  func time(in planned: PlannedDocument, speed: Double = 1) throws -> FrameTime {
    guard let moment = OptionText.moment(text) else {
      throw EngineError.usage(
        "expected a time in seconds, \"120ms\", \"12f\", \"50%\" or \"end\", found \"\(text)\"")
    }
    let time: FrameTime =
      switch moment {
      case .end: planned.duration
      case .time(.fraction(let part)): planned.time(of: .fraction(part))
      case .time(let spec) where speed == 1: planned.time(of: spec)
      case .time(let spec): FrameTime(seconds: planned.time(of: spec).seconds * speed)
      case .step: planned.time(of: moment)
      }
    guard time >= .zero, time <= planned.duration else {
      throw EngineError.usage(
        "the time \(text) is not from 0 to \(planned.duration.seconds) s")
    }
    return time
  }
}
