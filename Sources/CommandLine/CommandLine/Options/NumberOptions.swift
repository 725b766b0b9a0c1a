package import ArgumentParser
package import Documents
import JSON

/// The valid ranges of numeric options, which are the same in every command.
package enum NumberOptions {
  package static func check(fps: Double?) throws {
    let range = CanvasSpec.frameRates
    guard let fps, !range.contains(fps) else { return }
    throw ValidationError(
      "--fps takes \(JSONWriter.number(range.lowerBound)) to "
        + "\(JSONWriter.number(range.upperBound)), found \(fps)")
  }

  package static func check(motionBlur: Double?) throws {
    guard let motionBlur, !MotionBlurSpec.angles.contains(motionBlur) else { return }
    throw ValidationError("--motion-blur takes 0 to 720, found \(motionBlur)")
  }

  package static func check(scale: Double?) throws {
    guard let scale, !CanvasSpec.scales.contains(scale) else { return }
    throw ValidationError("--scale takes 0.001 to 64, found \(scale)")
  }

  package static func check(speed: Double?) throws {
    guard let speed, !(0.01...100).contains(speed) else { return }
    throw ValidationError("--speed takes 0.01 to 100, found \(speed)")
  }
}

/// The option for the playback speed of a render.
package struct SpeedOption: ParsableArguments {
  @Option(
    name: .customLong("speed"),
    help: ArgumentHelp(
      "Sets the playback speed of the document, without sound. For example, 0.25 is slow motion.",
      valueName: "X"))
  package var value: Double?

  package var factor: Double { value ?? 1 }

  package func validate() throws { try NumberOptions.check(speed: value) }

  package init() {}
}

/// The options for the frame rate, the size and the motion blur of a render.
package struct RateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sets the frames per second, instead of the document's rate.", valueName: "N"))
  package var fps: Double?

  @Option(
    help: ArgumentHelp("Sets the pixels per point, instead of the canvas's scale.", valueName: "S")
  )
  package var scale: Double?

  @OptionGroup package var speed: SpeedOption

  @Option(
    help: ArgumentHelp(
      """
      Sets the shutter angle in degrees, instead of the document's motion blur; 0 turns blur off.
      """,
      valueName: "DEGREES"))
  package var motionBlur: Double?

  package var shutter: MotionBlurSpec? { motionBlur.map(MotionBlurSpec.init(shutterAngle:)) }

  package func validate() throws {
    try NumberOptions.check(fps: fps)
    try NumberOptions.check(scale: scale)
    try NumberOptions.check(motionBlur: motionBlur)
  }

  package init() {}
}
