package import Animators
package import Scenes

/// A property of a keyframe whose value is found anew for each moment.
package struct VaryingProperty: Sendable {
  package var property: LayerProperty
  package var formula: Formula
  package init(property: LayerProperty, formula: Formula) {
    self.property = property
    self.formula = formula
  }
}

/// Keyframes whose values may be formulas: found first, then run through as if they stood there.
package final class VaryingKeyframes: LayoutAnimator {
  package struct Frame: Sendable {
    package var frame: KeyframeAnimator.Keyframe
    package var varying: [VaryingProperty]
    package init(frame: KeyframeAnimator.Keyframe, varying: [VaryingProperty]) {
      self.frame = frame
      self.varying = varying
    }
  }
  private let frames: [Frame]
  private let interpolation: KeyframeAnimator.Interpolation
  private let clock: FormulaClock

  package init(
    _ frames: [Frame], _ interpolation: KeyframeAnimator.Interpolation, clock: FormulaClock
  ) {
    self.frames = frames
    self.interpolation = interpolation
    self.clock = clock
  }

  package func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws {
    let now = clock.moment(moment)
    var found: [KeyframeAnimator.Keyframe] = []
    for var frame in frames {
      for varying in frame.varying {
        let value = try varying.formula.value(at: now)
        for i in frame.frame.values.indices {
          varying.property.put(value, in: &frame.frame.values[i])
        }
      }
      found.append(frame.frame)
    }
    try KeyframeAnimator(frames: found, interpolation: interpolation)
      .layout(moment, inputs: inputs, outputs: &outputs)
  }
}

/// The values that a call of a function may give for a property of a layer.
extension LayerProperty {
  /// The types of such values; the first is how documents write it without a call. Empty where no
  /// call may stand.
  package var types: [ParameterType] {
    switch storage {
    case .number, .corners: [.double]
    case .point: [.point]
    case .size: [.size]
    case .rect: [.rect]
    case .vector(_, _, .translation): [.point]
    case .vector(_, _, .factors): [.double, .point]
    case .vector(_, _, .degrees): [.double]
    case .color, .optionalColor: [.color]
    case .flag, .numbers, .transform, .border, .mask, .path, .choice, .contents, .effects: []
    }
  }

  /// Gives the layer a value of one of the types.
  package func put(_ value: ParameterValue, in layer: inout LayerProperties) {
    switch (storage, value) {
    case (.number(_, let set, let range), _):
      set(&layer, min(range.upperBound, max(range.lowerBound, value.number!)))
    case (.corners(_, let set, let range), _):
      set(&layer, CornerRadii(min(range.upperBound, max(range.lowerBound, value.number!))))
    case (.point(_, let set), .point(let point)): set(&layer, point)
    case (.size(_, let set), .size(let size)): set(&layer, size)
    case (.rect(_, let set), .rect(let rect)): set(&layer, rect)
    case (.vector(_, let set, .translation), .point(let p)): set(&layer, Vector(p.x, p.y, 0))
    case (.vector(_, let set, .factors), .point(let p)): set(&layer, Vector(p.x, p.y, 1))
    case (.vector(_, let set, .factors), _):
      set(&layer, Vector(value.number!, value.number!, 1))
    case (.vector(_, let set, .degrees), _): set(&layer, Vector(0, 0, value.number!))
    case (.color(_, let set), .color(let color)): set(&layer, color)
    case (.optionalColor(_, let set), .color(let color)): set(&layer, color)
    default: preconditionFailure("\(name) takes no \(value.type.name)")
    }
  }
}
