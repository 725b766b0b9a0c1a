package import ArgumentParser

/// The options of commands that look at what was rendered of a document: how it was rendered.
package struct LikeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Names the document that was rendered.", valueName: "FILE.json"))
  package var like: String

  @Option(
    help: ArgumentHelp(
      "Says the frames of a second of what was rendered, unless the document does.", valueName: "N")
  )
  package var fps: Double?

  @Option(
    help: ArgumentHelp(
      "Says the pixels of a point of what was rendered, unless the canvas does.", valueName: "S"))
  package var scale: Double?

  @Option(
    help: ArgumentHelp(
      "Says the degrees for which the shutter was open, unless the document does.",
      valueName: "DEGREES"))
  package var motionBlur: Double?

  package func validate() throws {
    try NumberOptions.check(fps: fps)
    try NumberOptions.check(scale: scale)
    try NumberOptions.check(motionBlur: motionBlur)
  }

  package init() {}
}
