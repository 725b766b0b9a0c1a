import Scenes

/// The tables of contents that show other pictures as time passes.
enum MovingForms {
  static let video = ObjectSchema<MovingSpec>(
    "a video", definition: "video",
    "Contents that show a video or an animated picture: MP4, MOV, WebM, Matroska, MPEG-TS, AVI, GIF, APNG or WebP.",
    make: { MovingSpec() },
    fields: [
      Field(
        "video", { $0.path = $1 }, PathForms.input("a video's path"),
        "The path of the file, relative to the document.", isRequired: true),
      Field(
        "sound", { $0.hasSound = $1 }, .boolean,
        "Whether its sound is heard too, at its speed and as often as it is shown; false when missing."
      ),
    ] + common
  ) { video, node, reading in
    !video.hasSound || reading.noteSound(of: video, node)
  }

  static let frames = ObjectSchema<MovingSpec>(
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

  static let lottie = ObjectSchema<LottieSpec>(
    "a Lottie animation", definition: "lottie",
    "Contents that show a Lottie animation, drawn at the size that it is seen at.",
    make: { LottieSpec() },
    fields: [
      Field(
        "lottie", { $0.path = $1 }, PathForms.lottie("a Lottie file's path"),
        "The path of the file, JSON, a .lottie archive or .tgs, relative to the document.",
        isRequired: true),
      Field(
        "marker", { $0.marker = $1 }, ValueSchema<String>.string("a marker's name").located,
        "The name of the stretch of its time that is shown, in place of from and to."),
      Field(
        "colors", { $0.colors = $1 }, named(.color, "colours"),
        "Colours by the names that they have in the file: of a slot, or of a layer, group, fill or stroke; or by the colour that they replace, as \"#ff8800\". A gradient takes them by its own name or its slot's, for all of its stops, and by the colours of single stops."
      ),
      Field(
        "texts", { $0.texts = $1 }, named(.string("a text"), "texts"),
        "Texts by the names that they have in the file: of a slot, or of a layer."),
      Field(
        "fonts", { $0.fonts = $1 },
        named(PathForms.input("a font file's path"), "font files"),
        "TrueType files by the names or families of the fonts in the file, for texts of which it has no outlines."
      ),
    ] + time.map { $0.lifted { $1(&$0.time) } }
  ) { lottie, node, reading in
    if lottie.marker == nil || lottie.time.from == nil && lottie.time.to == nil { return true }
    reading.fail(
      "\"marker\" says where it begins and ends; leave out \"from\" and \"to\"", at: node)
    return false
  }

  /// Values by names that others chose.
  private static func named<Value: Sendable>(
    _ value: ValueSchema<Value>, _ what: String
  ) -> ValueSchema<[(name: Sourced<String>, value: Value)]> {
    .mapping(what, value.schema) { member, reading in
      value.read(member.value, &reading).map { (member.name, $0) }
    }
  }

  private static let common: [Field<MovingSpec>] =
    time.map { $0.lifted { $1(&$0.time) } } + [
      Field(
        "scale", { $0.scale = $1 }, .number(0...64, excludingMinimum: true),
        "How many of its pixels make a point; the canvas's scale when missing.")
    ]

  private static let time: [Field<TimeRemapSpec>] = [
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
  ]
}
