import Scenes

/// The tables of contents that show other pictures as time passes.
enum MovingForms {
  static let video = ObjectForm<MovingSpec>(
    "a video", definition: "video",
    "Contents that show a video or an animated picture: MP4, MOV, WebM, Matroska, MPEG-TS, AVI, GIF, APNG or WebP.",
    make: { MovingSpec() },
    fields: [
      Field(
        "video", { $0.path = $1 }, PathForms.input("a video's path"),
        "The path of the file, relative to the document.", isRequired: true)
    ] + common)

  static let frames = ObjectForm<MovingSpec>(
    "numbered frames", definition: "frames",
    "Contents that show numbered pictures, from number 0 or 1 up to the last that follows.",
    make: {
      var spec = MovingSpec()
      spec.framesPerSecond = 0
      return spec
    },
    fields: [
      Field(
        "frames", { $0.path = $1 }, PathForms.frames("a path with a number, as \"art/%04d.png\""),
        "The path of the pictures, relative to the document; %04d stands for four digits.",
        isRequired: true),
      Field(
        "fps", { $0.framesPerSecond = $1 }, .number(CanvasSpec.frameRates),
        "How many of them are shown in a second.", isRequired: true),
    ] + common)

  private static let common: [Field<MovingSpec>] = [
    Field(
      "from", { $0.from = $1 }, .time("a time in it"),
      "Where it begins: seconds, or \"12f\", its own frame, or \"17%\" of it; its start when missing."
    ),
    Field(
      "to", { $0.to = $1 }, .time("a time in it"),
      "Where it ends, in the same units; its end when missing."),
    Field(
      "at", { $0.at = $1 }, .number(0...FrameTime.limit.seconds),
      "The second of the timeline at which it begins; 0 when missing. Its first frame is seen before."
    ),
    Field(
      "speed", { $0.speed = $1 }, .number(0...1000, excludingMinimum: true),
      "How many of its seconds pass in a second; 1 when missing."),
    Field(
      "loop", { $0.loop = $1 }, .choice(),
      "What follows its end: \"hold\", as when missing, keeps the last frame; \"forever\" begins again; after \"once\" there is nothing."
    ),
    Field(
      "reverse", { $0.isReversed = $1 }, .boolean,
      "Whether it runs backwards; false when missing."),
    Field(
      "scale", { $0.scale = $1 }, .number(0...64, excludingMinimum: true),
      "How many of its pixels make a point; the canvas's scale when missing."),
  ]
}
