import AnimatorHosting
import Documents
import Evaluation
import Scenes

/// A property of a keyframe whose value is found anew for each moment.
struct VaryingProperty: Sendable {
  var property: CalledProperty
  var formula: Formula
}

/// The properties of a layer that vary by themselves, from the start of the timeline to its end.
struct StandingCalls {
  var layer: Int
  var varying: [VaryingProperty]
}

/// Keyframes whose values may be formulas: found first, then run through as if they stood there.
final class VaryingKeyframes: LayoutAnimator {
  struct Frame: Sendable {
    var frame: KeyframeAnimator.Keyframe
    var varying: [VaryingProperty]
  }
  private let frames: [Frame]
  private let interpolation: KeyframeAnimator.Interpolation
  private let clock: FormulaClock

  init(
    _ frames: [Frame], _ interpolation: KeyframeAnimator.Interpolation, clock: FormulaClock
  ) {
    self.frames = frames
    self.interpolation = interpolation
    self.clock = clock
  }

  func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws {
    let now = clock.moment(moment)
    var found: [KeyframeAnimator.Keyframe] = []
    for var frame in frames {
      for varying in frame.varying {
        let value = try varying.formula.value(at: now)
        for i in frame.frame.values.indices {
          varying.property.set(value, in: &frame.frame.values[i])
        }
      }
      found.append(frame.frame)
    }
    try KeyframeAnimator(frames: found, interpolation: interpolation)
      .layout(moment, inputs: inputs, outputs: &outputs)
  }
}

/// A property of a layer that a call may give.
struct CalledProperty: Sendable {
  /// As in the document.
  let name: String
  /// What it may be given as; the first is how documents write it without a call.
  let types: [ParameterType]
  let properties: LayerPropertySet
  private let body: @Sendable (ParameterValue, inout LayerProperties) -> Void

  init(
    _ name: String, _ types: [ParameterType], _ properties: LayerPropertySet,
    _ body: @escaping @Sendable (ParameterValue, inout LayerProperties) -> Void
  ) {
    self.name = name
    self.types = types
    self.properties = properties
    self.body = body
  }

  func set(_ value: ParameterValue, in layer: inout LayerProperties) { body(value, &layer) }

  static func named(_ name: String) -> CalledProperty? { all.first { $0.name == name } }

  private static func number(
    _ name: String, _ set: LayerPropertySet, _ range: ClosedRange<Double>? = nil,
    _ body: @escaping @Sendable (Double, inout LayerProperties) -> Void
  ) -> CalledProperty {
    CalledProperty(name, [.double], set) { value, layer in
      let number = value.number!
      body(range.map { min($0.upperBound, max($0.lowerBound, number)) } ?? number, &layer)
    }
  }

  private static func point(
    _ name: String, _ set: LayerPropertySet,
    _ body: @escaping @Sendable (Point, inout LayerProperties) -> Void
  ) -> CalledProperty {
    CalledProperty(name, [.point], set) { value, layer in
      if case .point(let point) = value { body(point, &layer) }
    }
  }

  private static func color(
    _ name: String, _ set: LayerPropertySet,
    _ body: @escaping @Sendable (Color, inout LayerProperties) -> Void
  ) -> CalledProperty {
    CalledProperty(name, [.color], set) { value, layer in
      if case .color(let color) = value { body(color, &layer) }
    }
  }

  private static let all: [CalledProperty] = [
    CalledProperty("frame", [.rect], .frame) { value, layer in
      if case .rect(let rect) = value { layer.frame = rect }
    },
    point("position", .frame) { point, layer in
      layer.frame.x += point.x - layer.position.x
      layer.frame.y += point.y - layer.position.y
    },
    CalledProperty("bounds", [.size], .frame) { value, layer in
      guard case .size(let size) = value else { return }
      let position = layer.position
      layer.frame = Rect(
        position.x - size.width * layer.anchorPoint.x,
        position.y - size.height * layer.anchorPoint.y, size.width, size.height)
    },
    point("anchorPoint", .anchorPoint) { $1.anchorPoint = $0 },
    number("zPosition", .zPosition) { $1.zPosition = $0 },
    point("translate", .translate) { $1.translate = Vector($0.x, $0.y, 0) },
    CalledProperty("scale", [.double, .point], .scale) { value, layer in
      let n = value.numbers
      layer.scale = Vector(n[0], n.count > 1 ? n[1] : n[0], 1)
    },
    number("rotate", .rotate) { $1.rotate = Vector(0, 0, $0) },
    number("opacity", .opacity, 0...1) { $1.opacity = $0 },
    number("cornerRadius", .cornerRadius, 0...1e6) { $1.cornerRadius = $0 },
    color("backgroundColor", .backgroundColor) { $1.backgroundColor = $0 },
    color("shadowColor", .shadowColor) { $1.shadowColor = $0 },
    number("shadowOpacity", .shadowOpacity, 0...1) { $1.shadowOpacity = $0 },
    number("shadowRadius", .shadowRadius, 0...1e6) { $1.shadowRadius = $0 },
    point("shadowOffset", .shadowOffset) { $1.shadowOffset = $0 },
  ]
}
