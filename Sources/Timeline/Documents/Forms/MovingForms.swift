import Scenes

/// The schemas of contents that change over time.
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
        "Whether its sound plays too, at the same speed and with the same repetitions; false by default."
      ),
    ] + common
  ) { video, node, reading in
    !video.hasSound || reading.noteSound(of: video, node)
  }

  static let frames = ObjectSchema<MovingSpec>(
    "numbered frames", definition: "frames",
    "Contents that show numbered pictures, from number 0 or 1 without gaps.",
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
        "The number of pictures in a second.", isRequired: true),
    ] + common)

  static let lottie = ObjectSchema<LottieSpec>(
    "a Lottie animation", definition: "lottie",
    "Contents that show a Lottie animation, drawn at its visible size.",
    make: { LottieSpec() },
    fields: [
      Field(
        "lottie", { $0.path = $1 }, PathForms.lottie("a Lottie file's path"),
        "The path of the file, JSON, a .lottie archive or .tgs, relative to the document.",
        isRequired: true),
      Field(
        "marker", { $0.marker = $1 }, ValueSchema<String>.string("a marker's name").located,
        "The name of a marker in the file, which replaces from and to."),
      Field(
        "colors", { $0.colors = $1 }, named(.color, "colours"),
        "Colours that replace others, by names in the file (of a slot, layer, group, fill or stroke) or by the original colour, such as \"#ff8800\". The name of a gradient or its slot replaces all its stops; an original colour replaces single stops."
      ),
      Field(
        "texts", { $0.texts = $1 }, named(.string("a text"), "texts"),
        "Texts that replace others, by the name of a slot or a layer in the file."),
      Field(
        "fonts", { $0.fonts = $1 },
        named(PathForms.input("a font file's path"), "font files"),
        "Font files (TrueType, OpenType, WOFF) by the names or families of the fonts in the file, for texts without outlines in it."
      ),
    ] + time.map { $0.lifted { $1(&$0.time) } }
  ) { lottie, node, reading in
    if lottie.marker == nil || lottie.time.from == nil && lottie.time.to == nil { return true }
    reading.fail(
      "\"marker\" sets the start and the end; leave out \"from\" and \"to\"", at: node)
    return false
  }

  /// An object whose keys are names that the document chooses.
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
        "The number of its pixels for each point; the canvas's scale by default.")
    ]

  private static let time: [Field<TimeRemapSpec>] = [
    Field(
      "from", { $0.from = $1 }, .time("a time in it"),
      "The start in the file: seconds, \"12f\" for one of its frames, or \"17%\" of its duration; its first frame by default."
    ),
    Field(
      "to", { $0.to = $1 }, .time("a time in it"),
      "The end in the file, in the same units; its last frame by default."),
    Field(
      "at", { $0.at = $1 }, .number(0...FrameTime.limit.seconds),
      "The start in the timeline, in seconds; 0 by default. Before that, the first frame is visible."
    ),
    Field(
      "speed", { $0.speed = $1 }, .number(0...1000, excludingMinimum: true),
      "The playback speed; 1 by default."),
    Field(
      "loop", { $0.loop = $1 }, .choice(),
      "The behaviour after its end: \"hold\", the default, keeps the last frame; \"forever\" repeats; \"once\" shows nothing."
    ),
    Field(
      "reverse", { $0.isReversed = $1 }, .boolean,
      "Whether it plays backwards; false by default."),
  ]
}
