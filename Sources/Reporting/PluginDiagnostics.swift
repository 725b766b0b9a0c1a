import AnimatorHosting
import Animators
import Synchronization

/// Tells what plugins did at which frame: what was put right, and which steps were left out.
enum PluginDiagnostics {
  private struct State {
    var place = ""
    /// The number of times that each step was left out.
    var leftOut: [String: Int] = [:]
    var isTold: Set<String> = []
  }
  private static let state = Mutex(State())
  /// Frames that are told one by one for each step; of the rest only the number.
  private static let toldOneByOne = 10

  static func enter(frame: Int?, time: Double) {
    state.withLock { $0.place = words(frame: frame, time: time) + ": " }
  }

  static func words(frame: Int?, time: Double) -> String {
    "\(frame.map { "frame \($0)" } ?? "the frame") at \(time) s"
  }

  static func warn(_ line: String) {
    Console.warn(state.withLock { $0.place } + line)
  }

  /// Warns with a line that is as true of the next frame, and therefore once only.
  static func warnOnce(_ line: String) {
    if state.withLock({ $0.isTold.insert(line).inserted }) { Console.warn(line) }
  }

  static func leftOut(_ fault: AnimatorFault) {
    let name = fault.step.isEmpty ? fault.animator : "step \(fault.step)"
    let (count, place) = state.withLock { state in
      state.leftOut[name, default: 0] += 1
      return (state.leftOut[name]!, state.place)
    }
    if count <= toldOneByOne { Console.warn("\(place)\(fault); the step is left out") }
  }

  /// Tells of steps that were left out more often than was told.
  static func sumUp() {
    let counts = state.withLock { $0.leftOut }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) where count > toldOneByOne {
      Console.warn("\(name) was left out \(count) times")
    }
  }
}
