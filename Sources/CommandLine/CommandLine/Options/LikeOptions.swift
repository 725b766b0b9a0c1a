package import ArgumentParser

/// The options of commands that read rendered frames; they describe how the frames were rendered.
package struct LikeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Sets the path of the document that was rendered.", valueName: "FILE.json"))
  package var like: String

  @Option(
    help: ArgumentHelp(
      "Sets the frame rate of the render, if the rate differs from the document's rate.",
      valueName: "N")
  )
  package var fps: Double?

  @Option(
    help: ArgumentHelp(
      """
      Sets the pixels per point of the render, if the scale differs from the canvas's scale.
      """, valueName: "S"))
  package var scale: Double?

  @Option(
    help: ArgumentHelp("Sets the speed of the render, if the speed is not 1.", valueName: "X"))
  package var speed: Double?

  @Option(
    help: ArgumentHelp(
      """
      Sets the shutter angle of the render in degrees, if the angle differs from the document's \
      motion blur.
      """,
      valueName: "DEGREES"))
  package var motionBlur: Double?

  package func validate() throws {
    try NumberOptions.check(fps: fps)
    try NumberOptions.check(scale: scale)
    try NumberOptions.check(speed: speed)
    try NumberOptions.check(motionBlur: motionBlur)
  }

  package init() {}
}
