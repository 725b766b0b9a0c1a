import PluginHosting
import PluginModel
import Conformance
import Documents
import Scenes

/// A test bench for one animator, with layers, images and parameters.
struct Bench {
  let hosted: HostedAnimator
  let animator: AnimatorDescription
  let container = Size(320, 568)
  let roleCounts: [Int]
  /// The layers for the roles of the animator, each with a different frame.
  let inputs: [LayerProperties]
  /// The same number of pictures of 37×29 pixels, for animators that draw pixels.
  let pictures: [GuardedImage]

  init(_ hosted: HostedAnimator) {
    self.hosted = hosted
    let animator = hosted.description
    self.animator = animator
    // A role that may be empty gets one layer, and a role for many layers gets several.
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

  var stepContext: StepContext {
    var stepContext = StepContext(
      duration: FrameTime(seconds: animator.durationSeconds), seed: 7, container: container,
      roleCounts: roleCounts)
    stepContext.protectsParameters = false
    return stepContext
  }

  func bound(_ values: [ParameterValue]? = nil, _ change: (inout StepContext) -> Void = { _ in })
    throws -> BoundAnimator
  {
    var stepContext = stepContext
    change(&stepContext)
    return try BoundAnimator(hosted, values: try values ?? defaults(), stepContext: stepContext)
  }

  func moment(_ progress: Double, _ finger: Finger? = nil) -> StepMoment {
    var moment = StepMoment(
      progress: progress, time: FrameTime(seconds: animator.durationSeconds * progress))
    moment.finger = finger
    return moment
  }

  /// The layers that `layout` returns for the inputs, followed by the pieces.
  func layout(
    _ bound: BoundAnimator, _ progress: Double, _ finger: Finger? = nil
  ) throws -> [LayerProperties] {
    let count = try bound.pieceCount()
    var outputs = inputs
    outputs += Array(
      repeating: LayerProperties(frame: inputs.first?.frame ?? .zero), count: count)
    try bound.layout(moment(progress, finger), inputs: inputs, outputs: &outputs)
    return outputs
  }

  /// The failure that two results for the same request differ; `a` is the expected result.
  func difference(_ text: String, _ a: [UInt8], _ b: [UInt8]) -> CheckFailure {
    guard animator.hasPixels, a.count == 37 * 29 * 4, b.count == a.count else {
      return CheckFailure(text)
    }
    let images = [a, b].map { bytes in
      let image = GuardedImage(37, 29)
      for y in 0..<29 {
        for x in 0..<37 {
          let i = (y * 37 + x) * 4
          image[x, y] = (bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3])
        }
      }
      return image
    }
    return CheckFailure(text, CheckPicture(images[0], images[1]))
  }

  static let progresses = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]

  /// Runs the animator over its whole duration, and throws its errors.
  func live(_ bound: BoundAnimator) throws {
    _ = try bound.duration()
    for progress in Self.progresses { _ = try trace(bound, progress) }
  }

  /// Calls an animator and returns all results of the call as bytes.
  func trace(
    _ bound: BoundAnimator, _ progress: Double, _ finger: Finger? = nil
  ) throws -> [UInt8] {
    CheckMain.memo?.move(to: progress)
    var bytes: [UInt8] = []
    if animator.hasPixels {
      let output = GuardedImage(37, 29)
      try bound.draw(
        moment(progress, finger), scale: 1, inputs: pictures, into: output,
        window: PixelRect(0, 0, 37, 29))
      for y in 0..<29 { bytes += output.row(y) }
      return bytes
    }
    for layer in try layout(bound, progress, finger) { Bits.append(layer, to: &bytes) }
    return bytes
  }
}

/// Converts the values of a layer that plugins receive to numbers and bytes; equal bytes mean equal bits.
enum Bits {
  static func numbers(_ p: LayerProperties) -> [Double] {
    LayerPropertySet.ofPlugins.properties.flatMap { $0.value(of: p).numbers }
  }

  static func append(_ p: LayerProperties, to bytes: inout [UInt8]) {
    for property in LayerPropertySet.ofPlugins.properties {
      append(property.value(of: p).tree, to: &bytes)
    }
  }

  private static func append(_ value: ValueTree, to bytes: inout [UInt8]) {
    switch value {
    case .none: bytes.append(0)
    case .flag(let flag): bytes.append(flag ? 1 : 0)
    case .number(let number): append([number], to: &bytes)
    case .word(let word): bytes += word.utf8
    case .numbers(let numbers): append(numbers, to: &bytes)
    case .list(let values): for value in values { append(value, to: &bytes) }
    case .object(let members): for member in members { append(member.value, to: &bytes) }
    case .path(let path): append(path.numbers, to: &bytes)
    // Plugins can neither read nor change these properties.
    case .gradient, .contents, .layer: break
    }
  }

  private static func append(_ numbers: [Double], to bytes: inout [UInt8]) {
    for number in numbers {
      for byte in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * byte)))
      }
    }
  }
}
