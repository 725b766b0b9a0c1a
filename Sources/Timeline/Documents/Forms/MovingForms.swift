import JSON
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
        """
        Whether the sound of the video plays too, at the same speed and with the same \
        repetitions; false by default.
        """
      ),
    ] + common
  ) { video, node, reading in
    !video.hasSound || reading.noteSound(of: video, node)
  }

  static let frames = ObjectSchema<MovingSpec>(
    "numbered frames", definition: "frames",
    """
    Contents that show a series of numbered pictures. The numbers of the pictures start at 0 or 1 \
    and have no gaps.
    """,
    make: {
      var spec = MovingSpec()
      spec.framesPerSecond = 0
      return spec
    },
    fields: [
      Field(
        "frames", { $0.path = $1 },
        PathForms.frames(
          "a path with a number, such as \"art/%04d.png\""),
        """
        The path of the pictures, relative to the document. For each picture, %04d becomes its \
        number with four digits.
        """,
        isRequired: true),
      Field(
        "fps", { $0.framesPerSecond = $1 }, .number(CanvasSpec.frameRates),
        "The frame rate, in pictures per second.", isRequired: true),
    ] + common)

  static let lottie = ObjectSchema<LottieSpec>(
    "a Lottie animation", definition: "lottie",
    "Contents that show a Lottie animation, drawn at its visible size.",
    make: { LottieSpec() },
    fields: [
      Field(
        "lottie", { $0.path = $1 }, PathForms.lottie("a Lottie file's path"),
        "The path of the file (JSON, a .lottie archive or .tgs), relative to the document.",
        isRequired: true),
      Field(
        "marker", { $0.marker = $1 }, ValueSchema<String>.string("a marker's name").located,
        "The name of a marker in the file. Used instead of `from` and `to`."),
      Field(
        "colors", { $0.colors = $1 }, named(.color, "colours"),
        """
        Colours that replace colours in the file. The key is the name of a slot, layer, group, \
        fill or stroke in the file, or the original colour, such as "#ff8800". The name of a \
        gradient, or of its slot, replaces all of the gradient's stops. An original colour \
        replaces single stops.
        """
      ),
      Field(
        "texts", { $0.texts = $1 }, named(.string("a text"), "texts"),
        """
        Text that replaces text in the file. The key is the name of a slot or a layer in the \
        file.
        """),
      Field(
        "fonts", { $0.fonts = $1 },
        named(PathForms.input("a font file's path"), "font files"),
        """
        Font files (TrueType, OpenType, WOFF) for text that has no outlines in the Lottie file. \
        The key is the name or family of a font in the Lottie file.
        """
      ),
    ] + time.map { $0.lifted { $1(&$0.time) } }
  ) { lottie, node, reading in
    if lottie.marker == nil || lottie.time.from == nil && lottie.time.to == nil { return true }
    reading.fail(
      "\"marker\" sets the start and the end; remove \"from\" and \"to\"", at: node)
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
        "The number of pixels of the file per point; the canvas's scale by default.")
    ]

  private static let time: [Field<TimeRemapSpec>] = [
    Field(
      "from", { $0.from = $1 }, .time("a time in it"),
      """
      Where playback starts in the file: seconds, "12f" for a frame of the file, or "17%" of its \
      duration. By default, the first frame of the file.
      """
    ),
    Field(
      "to", { $0.to = $1 }, .time("a time in it"),
      """
      Where playback ends in the file, in the same units as `from`. By default, the last frame \
      of the file.
      """),
    Field(
      "at", { $0.at = $1 }, .number(0...FrameTime.limit.seconds),
      """
      When playback starts on the timeline, in seconds; 0 by default. Before that, the first \
      frame is visible.
      """
    ),
    Field(
      "speed", { $0.speed = $1 }, .number(0...1000, excludingMinimum: true),
      "The playback speed; 1 by default."),
    Field(
      "loop", { $0.loop = $1 }, .choice(),
      """
      What happens after the end of playback. `hold`, the default, keeps the last frame. \
      `forever` repeats. `once` shows nothing.
      """
    ),
    Field(
      "reverse", { $0.isReversed = $1 }, .boolean,
      "Whether the contents play backwards; false by default."),
  ]
}
