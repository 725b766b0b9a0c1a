import PluginHosting
import PluginModel
import Scenes

/// One call of a bundled animator, in this process or in a worker.
final class IsolationCase: Case {
  let clock = Clock.wall
  private let animator: BoundAnimator
  private let body: (BoundAnimator, StepMoment) throws -> Void

  /// `pixels`: a frame of cross-dissolve at 1920×1080; else a layout of move-and-scale.
  init(pixels: Bool, isolated: Bool) throws {
    let name = pixels ? "cross-dissolve" : "move-and-scale"
    let registry = Self.registry(isolated: isolated)
    guard let found = registry.animator(named: name) else {
      throw Missing(description: "no \(name)")
    }
    let frame = Rect(0, 0, 100, 100)
    let stepContext = StepContext(
      duration: FrameTime(seconds: 1), container: Size(1920, 1080),
      roleCounts: found.description.roles.map { max(1, $0.minimum) })
    animator = try BoundAnimator(
      found, values: Self.values(of: found.description), stepContext: stepContext)
    if pixels {
      let inputs = (0..<stepContext.roleCounts.reduce(0, +)).map {
        Pictures.make(width: 1920, height: 1080, seed: $0 + 1)
      }
      let shown = Shown()
      body = { animator, moment in
        shown.show(
          try animator.draw(moment, scale: 1, inputs: inputs, width: 1920, height: 1080))
      }
    } else {
      let inputs = (0..<stepContext.roleCounts.reduce(0, +)).map { _ in
        LayerProperties(frame: frame)
      }
      body = { animator, moment in
        var outputs = inputs
        try animator.layout(moment, inputs: inputs, outputs: &outputs)
      }
    }
  }

  func run(_ index: Int) throws {
    let progress = Double(index % 97 + 1) / 100
    try body(animator, StepMoment(progress: progress, time: FrameTime(seconds: progress)))
  }

  static func registry(isolated: Bool) -> AnimatorRegistry {
    var isolation = Isolation()
    isolation.mode = isolated ? .always : .never
    return AnimatorRegistry(PluginSearch(environment: [:]), isolation: isolation)
  }

  /// Lawful values: defaults may be expressions, which are the planner's.
  private static func values(of animator: AnimatorDescription) -> [ParameterValue] {
    animator.parameters.map { parameter in
      let middle = ((parameter.minimum ?? 0) + (parameter.maximum ?? 2)) / 2
      let value: ParameterValue =
        switch parameter.type {
        case .bool: .bool(false)
        case .int32: .int32(Int32(middle))
        case .color: .color(Color(red: 0, green: 0, blue: 0, alpha: 1))
        case .string: .string("")
        case .choice: .choice(0)
        case .curve: .curve { $0 }
        default: parameter.type.row.value(SIMD4(repeating: middle))!
        }
      return value
    }
  }
}

/// The pictures of the last frames, which a run holds: the compositor remembers what each of the bitmaps
/// shows that go to the encoders in turn.
private final class Shown {
  private static let count = 3
  private var pictures: [Bitmap] = []

  func show(_ picture: Bitmap) {
    pictures.append(picture)
    if pictures.count > Self.count { pictures.removeFirst() }
  }
}

/// From nothing to a worker that has locked itself, loaded a plugin and described it.
final class WorkerStartCase: Case {
  let clock = Clock.wall

  func run(_ index: Int) throws {
    guard IsolationCase.registry(isolated: true).animator(named: "cross-dissolve") != nil else {
      throw Missing(description: "no cross-dissolve")
    }
  }
}

struct Missing: Error, CustomStringConvertible { let description: String }
