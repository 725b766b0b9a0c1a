import JSON
import Scenes

/// The schemas of captions and of the camera.
enum CaptionForms {
  private static let item: ValueSchema<CaptionsSpec.Item> = ObjectSchema<CaptionsSpec.Item>(
    "a caption", definition: "caption", "A title that fades in, stays and fades out.",
    make: { CaptionsSpec.Item() },
    fields: [
      Field(
        "text", { $0.text = $1 }, .string("a text"), "The text of the title.", isRequired: true),
      Field(
        "at", { $0.at = $1 }, ValueSchema<MomentSpec>.moment.located,
        "When the title appears: a time, or the label of a move or step.", isRequired: true),
      Field(
        "hold", { $0.hold = $1 }, .number(0...86_400),
        "How long the title stays, in seconds. By default, until the next title."),
    ]
  ) { item, node, _ in
    item.origin = node.origin
    return true
  }.form

  static let captions: ValueSchema<CaptionsSpec> = ObjectSchema<CaptionsSpec>(
    "captions", definition: "captions", "Titles that appear on the canvas one after another.",
    make: { CaptionsSpec() },
    fields: [
      Field(
        "place", { $0.place = $1 }, .choice(),
        "Whether the titles are at the top or at the bottom of the canvas; `above` by default."),
      Field("frame", { $0.frame = $1 }, .rect, "The frame of the titles on the canvas."),
      Field(
        "size", { $0.style.size = $1 }, .number(1...2_000), "The size of the letters in points."),
      Field(
        "color", { $0.style.color = $1 }, .color,
        "The colour of the letters. By default, white on a dark canvas and black on a light one."),
      Field(
        "weight", { $0.style.weight = $1 }, .choice(),
        "The weight of the letters; `bold` by default."
      ),
      Field("font", { $0.style.font = $1 }, TextForms.font, "The font of the letters."),
      Field(
        "in", { $0.coming = $1 }, .number(0...60),
        "The duration of the fade-in, in seconds; 0.35 by default."
      ),
      Field(
        "out", { $0.going = $1 }, .number(0...60),
        "The duration of the fade-out, in seconds; 0.25 by default."
      ),
      Field(
        "items", { $0.items = $1 }, item.list(1...1_000, of: "captions"),
        "The titles, in order of their times."),
      Field(
        "file", { $0.file = $1 }, PathForms.input("a path of subtitles"),
        """
        A subtitle file (SRT or WebVTT), as a path relative to the document. Used instead of \
        `items`.
        """
      ),
      Field(
        "style", { $0.loudness = $1 }, .choice(),
        """
        The style that sets the default size and weight: `loud`, the default, or `quiet`, as for \
        subtitles.
        """
      ),
      Field(
        "backing", { $0.hasBacking = $1 }, .boolean,
        """
        If true, a dark rim and shadow separate the letters from the picture below, and letters \
        without a colour are white. The default is true over clips. In a film with a camera, the \
        default is true for letters without a colour. Elsewhere, the default is false.
        """
      ),
    ]
  ) { captions, node, reading in
    captions.origin = node.origin
    guard captions.items.isEmpty != (captions.file == nil) else {
      reading.fail("captions need exactly one of \"items\" and \"file\"", at: node)
      return false
    }
    return true
  }.form

  static let camera: ValueSchema<[CameraSpec]> = ObjectSchema<CameraSpec>(
    "a camera's move", definition: "cameraMove",
    "A move of the camera with a spring: zooming in on a layer, or back out to the whole canvas.",
    make: { CameraSpec() },
    fields: [
      Field(
        "at", { $0.at = $1 }, ValueSchema<MomentSpec>.moment.located,
        "When the move starts: a time, or the label of a move or step.", isRequired: true),
      Field(
        "layer", { $0.layer = $1 }, ValueSchema<Selector>.selector.located,
        "The layer on which the camera centres. By default, the camera shows the whole canvas."),
      Field(
        "point", { $0.point = $1 }, ValueSchema<PointSpec>.place("a point [x, y]"),
        """
        The point on which the camera centres, instead of a layer. The point has the same form as \
        in a [touch](#touch).
        """),
      Field(
        "zoom", { $0.zoom = $1 }, .number(0.1...20), "The magnification; 2 by default."),
      Field(
        "duration", { $0.duration = $1 }, .number(0.01...60),
        "The duration of the spring, in seconds; 0.7 by default."),
    ]
  ) { move, node, reading in
    move.origin = node.origin
    if let layer = move.layer, move.point != nil {
      reading.problems.add(
        "\"layer\" and \"point\" both set the centre; keep one", at: layer.origin)
      return false
    }
    if move.layer == nil, move.point == nil { move.zoom = 1 }
    return true
  }.form.list(1...1_000, of: "moves of the camera")
}
