import Scenes

/// The tables of captions and the camera.
enum CaptionForms {
  private static let item: ValueSchema<CaptionsSpec.Item> = ObjectSchema<CaptionsSpec.Item>(
    "a caption", definition: "caption", "A title that comes, stands and goes.",
    make: { CaptionsSpec.Item() },
    fields: [
      Field("text", { $0.text = $1 }, .string("a text"), "What it says.", isRequired: true),
      Field(
        "at", { $0.at = $1 }, ValueSchema<MomentSpec>.moment.located,
        "When it comes: a time, or a move or step by its label.", isRequired: true),
      Field(
        "hold", { $0.hold = $1 }, .number(0...86_400),
        "The seconds for which it stands; up to the next one when missing."),
    ]
  ) { item, node, _ in
    item.origin = node.origin
    return true
  }.form

  static let captions: ValueSchema<CaptionsSpec> = ObjectSchema<CaptionsSpec>(
    "captions", definition: "captions", "Titles on the canvas, one after the other.",
    make: { CaptionsSpec() },
    fields: [
      Field(
        "place", { $0.place = $1 }, .choice(),
        "Whether they stand at the top of the canvas or at its bottom; above when missing."),
      Field("frame", { $0.frame = $1 }, .rect, "Their place on the canvas."),
      Field(
        "size", { $0.style.size = $1 }, .number(1...2_000), "The size of the letters in points."),
      Field("color", { $0.style.color = $1 }, .color, "The colour of the letters."),
      Field(
        "weight", { $0.style.weight = $1 }, .choice(),
        "The weight of the letters; bold when missing."
      ),
      Field("font", { $0.style.font = $1 }, TextForms.font, "The font of the letters."),
      Field(
        "in", { $0.coming = $1 }, .number(0...60),
        "The seconds in which one comes; 0.35 when missing."
      ),
      Field(
        "out", { $0.going = $1 }, .number(0...60),
        "The seconds in which one goes; 0.25 when missing."
      ),
      Field(
        "items", { $0.items = $1 }, item.list(1...1_000, of: "captions"),
        "The titles, in the order of their times."),
      Field(
        "file", { $0.file = $1 }, PathForms.input("a path of subtitles"),
        "Subtitles in SRT or WebVTT in place of items, relative to the document."),
      Field(
        "style", { $0.loudness = $1 }, .choice(),
        "How large they are where size and weight are missing: loud, as when missing, or quiet, as subtitles are."
      ),
      Field(
        "backing", { $0.hasBacking = $1 }, .boolean,
        "Whether a dark rim and shadow keep the letters apart from what is below, and letters without a colour are white; true over clips and false elsewhere when missing."
      ),
    ]
  ) { captions, node, reading in
    captions.origin = node.origin
    guard captions.items.isEmpty != (captions.file == nil) else {
      reading.fail("captions have either \"items\" or a \"file\"", at: node)
      return false
    }
    return true
  }.form

  static let camera: ValueSchema<[CameraSpec]> = ObjectSchema<CameraSpec>(
    "a camera's move", definition: "cameraMove",
    "Where the camera goes, on a spring: near a layer, or back to all of the canvas.",
    make: { CameraSpec() },
    fields: [
      Field(
        "at", { $0.at = $1 }, ValueSchema<MomentSpec>.moment.located,
        "When it starts: a time, or a move or step by its label.", isRequired: true),
      Field(
        "layer", { $0.layer = $1 }, ValueSchema<Selector>.selector.located,
        "The layer whose middle it looks at; all of the canvas when missing."),
      Field(
        "zoom", { $0.zoom = $1 }, .number(0.1...20), "How much nearer it is; 2 when missing."),
      Field(
        "duration", { $0.duration = $1 }, .number(0.01...60),
        "The seconds that its spring takes; 0.7 when missing."),
    ]
  ) { move, node, _ in
    move.origin = node.origin
    if move.layer == nil { move.zoom = 1 }
    return true
  }.form.list(1...1_000, of: "moves of the camera")
}
