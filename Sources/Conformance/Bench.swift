import AnimatorHosting
import Documents
import Scenes

/// One animator with layers, images and parameters to try it with.
struct Bench {
  let animator: AnimatorDescription
  let container = Size(320, 568)
  let roleCounts: [Int]
  /// As many layers as the roles take, each somewhere else.
  let inputs: [LayerProperties]
  /// As many pictures, 37×29, for animators that make pixels.
  let pictures: [LabImage]

  init(_ animator: AnimatorDescription) {
    self.animator = animator
    // One layer where a role may stay empty, and some where it takes many.
    let counts = animator.roles.map { role in
      max(role.minimum, min(role.maximum, role.maximum > 1 ? max(4, role.minimum) : 1))
    }
    roleCounts = counts
    let screens = ["from", "to", "container"]
    var layers: [LayerProperties] = []
    for (role, count) in zip(animator.roles, counts) {
      for i in 0..<count {
        let n = Double(layers.count)
        var layer = LayerProperties(
          frame: screens.contains(role.name)
            ? Rect(0, 0, 320, 568)
            : Rect(20 + 8 * n, 40 + 12 * n, 120 + 4 * Double(i), 160))
        layer.backgroundColor = Color(red: 0.2, green: 0.4, blue: 0.6)
        layers.append(layer)
      }
    }
    inputs = layers
    pictures = animator.hasPixels ? Picture.inputs(layers.count, 37, 29) : []
  }

  var facts: StepFacts {
    var facts = StepFacts(
      duration: FrameTime(seconds: animator.durationSeconds), seed: 7, container: container,
      roleCounts: roleCounts)
    facts.protectsParameters = false
    return facts
  }

  func bound(_ values: [ParameterValue]? = nil, _ change: (inout StepFacts) -> Void = { _ in })
    throws -> BoundAnimator
  {
    var facts = facts
    change(&facts)
    return try BoundAnimator(animator, values: try values ?? defaults(), facts: facts)
  }

  func moment(_ progress: Double) -> StepMoment {
    StepMoment(
      progress: progress, time: FrameTime(seconds: animator.durationSeconds * progress))
  }

  /// What `layout` makes of the inputs, pieces behind them.
  func layout(_ bound: BoundAnimator, _ progress: Double) throws -> [LayerProperties] {
    let count = try bound.pieceCount()
    var outputs = inputs
    outputs += Array(
      repeating: LayerProperties(frame: inputs.first?.frame ?? .zero), count: count)
    try bound.layout(moment(progress), inputs: inputs, outputs: &outputs)
    return outputs
  }

  /// Two answers to one question differ; `a` is the one that was to be expected.
  func difference(_ text: String, _ a: [UInt8], _ b: [UInt8]) -> Seen {
    guard animator.hasPixels, a.count == 37 * 29 * 4, b.count == a.count else { return Seen(text) }
    let images = [a, b].map { bytes in
      let image = LabImage(37, 29)
      for y in 0..<29 {
        for x in 0..<37 {
          let i = (y * 37 + x) * 4
          image[x, y] = (bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3])
        }
      }
      return image
    }
    return Seen(text, CheckPicture(images[0], images[1]))
  }

  static let progresses = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]

  /// Runs the animator over its whole life; throws what it says.
  func live(_ bound: BoundAnimator) throws {
    _ = try bound.duration()
    for progress in Self.progresses { _ = try trace(bound, progress) }
  }

  /// Everything that one call answers, in bytes.
  func trace(_ bound: BoundAnimator, _ progress: Double) throws -> [UInt8] {
    CheckChild.memo?.move(to: progress)
    var bytes: [UInt8] = []
    if animator.hasPixels {
      let output = LabImage(37, 29)
      try bound.draw(
        moment(progress), scale: 1, inputs: pictures, into: output,
        window: PixelRect(0, 0, 37, 29))
      for y in 0..<29 { bytes += output.row(y) }
      return bytes
    }
    for layer in try layout(bound, progress) { Bits.append(layer, to: &bytes) }
    return bytes
  }
}

/// A layer's numbers as bytes: equal bytes, equal bits.
enum Bits {
  static func numbers(_ p: LayerProperties) -> [Double] {
    var n: [Double] = [
      p.frame.x, p.frame.y, p.frame.width, p.frame.height, p.anchorPoint.x, p.anchorPoint.y,
      p.zPosition, p.translate.x, p.translate.y, p.translate.z, p.scale.x, p.scale.y, p.scale.z,
      p.rotate.x, p.rotate.y, p.rotate.z, p.opacity, p.cornerRadius, p.shadowOpacity,
      p.shadowRadius, p.shadowOffset.x, p.shadowOffset.y, p.contentsRect.x, p.contentsRect.y,
      p.contentsRect.width, p.contentsRect.height,
    ]
    for t in [p.transform, p.sublayerTransform] {
      n += [t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24]
      n += [t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44]
    }
    for c in [p.backgroundColor ?? .clear, p.shadowColor] {
      n += [c.red, c.green, c.blue, c.alpha]
    }
    switch p.mask?.kind {
    case .ellipse(let r)?: n += [r.x, r.y, r.width, r.height]
    case .rectangle(let r, let radius)?: n += [r.x, r.y, r.width, r.height, radius]
    case .path(let path)?:
      for element in path.elements {
        switch element {
        case .move(let q), .line(let q): n += [q.x, q.y]
        case .cubic(let a, let b, let c): n += [a.x, a.y, b.x, b.y, c.x, c.y]
        case .close: break
        }
      }
    case .layer?, nil: break
    }
    return n
  }

  static func append(_ p: LayerProperties, to bytes: inout [UInt8]) {
    bytes += [
      p.isHidden ? 1 : 0, p.masksToBounds ? 1 : 0, p.isDoubleSided ? 1 : 0,
      p.mask == nil ? 0 : p.mask!.isInverted ? 2 : 1,
    ]
    for number in numbers(p) {
      var bits = number.bitPattern
      for _ in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
      }
    }
  }
}
