import JSON

/// The schemas of outputs and checks.
enum OutputForms {
  static let frameRate = ValueSchema<Double>.number(CanvasSpec.frameRates)
  static let scale = ValueSchema<Double>.number(0...64, excludingMinimum: true)

  private static let output = ObjectSchema<OutputSpec>(
    "an output", definition: "output",
    "A file that `pipeline run` writes. The extension of the file name selects the format.",
    make: { OutputSpec() },
    fields: [
      Field(
        "path", { $0.path = $1 }, PathForms.other("a path such as \"out/a.gif\""),
        "The path of the file, relative to the document. Its extension selects the format.",
        isRequired: true),
      Field(
        "fps", { $0.framesPerSecond = $1 }, frameRate,
        "The frame rate, in frames per second; the canvas's frame rate by default."
      ),
      Field(
        "scale", { $0.scale = $1 }, scale,
        "The number of pixels per point; the canvas's scale by default."),
      Field(
        "hold", { $0.hold = $1 }, .duration,
        "The time for which the last frame is shown after the timeline ends."),
      Field(
        "sheet", { $0.sheet = $1 },
        ValueSchema<MomentSpec>.moment.located.list(1...1000, of: "moments"),
        "The times of the frames on a contact sheet."),
      Field(
        "columns", { $0.columns = $1 }, .whole(1...1000),
        "The number of columns on a contact sheet."),
      Field(
        "loop", { $0.loop = $1 }, loop.located,
        "The number of times that a GIF, APNG or WebP plays; `true` or 0 means forever."),
      Field(
        "quality", { $0.quality = $1 }, ValueSchema<Double>.fraction.located,
        "The quality of a video, WebP or JPEG, from 0 (smallest file) to 1 (best picture)."),
      Field(
        "dither", { $0.dithers = $1 }, .boolean,
        "Whether gradients and shadows are dithered; the setting of the canvas by default."),
      Field(
        "motionBlur", { $0.motionBlur = $1 }, MotionBlurForm.motionBlur,
        """
        Motion blur: `true`, `false` or an object with its settings. By default, the setting of \
        the canvas.
        """),
      Field(
        "width", { $0.width = $1 }, ValueSchema<Int>.whole(1...16_384).located,
        """
        The width in pixels, used instead of `scale`. If `width` is missing, the width follows \
        from `height`.
        """),
      Field(
        "height", { $0.height = $1 }, ValueSchema<Int>.whole(1...16_384).located,
        """
        The height in pixels, used instead of `scale`. If `height` is missing, the height follows \
        from `width`.
        """),
      Field(
        "fit", { $0.fit = $1 }, ValueSchema<OutputSpec.Fit>.choice().located,
        """
        How the canvas fits if both `width` and `height` are set. `contain`, the default, shows \
        the whole canvas and fills the rest of the picture with the background. `cover` fills \
        the picture and clips the canvas.
        """
      ),
      Field(
        "effort", { $0.effort = $1 }, ValueSchema<OutputSpec.Effort>.choice().located,
        """
        How much time the encoder may spend to reach the same quality with fewer bytes; `good` \
        by default.
        """
      ),
      Field(
        "codec", { $0.codec = $1 },
        ValueSchema<String>.string("a codec's name", maximum: 64).located,
        """
        The codec. An mp4 takes h264, h265 or av1; a webm takes vp9, vp9-lossless or av1; a mov \
        takes prores, h264 or h265; an mkv takes ffv1. The first in each list is the default. \
        `vp9-lossless` is lossless RGB without alpha, and refuses transparent frames.
        """
      ),
      Field(
        "maxBytes", { $0.maxBytes = $1 }, ValueSchema<Int>.whole(1...Int(Int32.max)).located,
        """
        The largest permitted size of the file, in bytes. A file that exceeds this size is encoded \
        again with lower quality. A GIF or APNG is encoded again with fewer and smaller frames.
        """
      ),
      Field(
        "preset", { $0.preset = $1 }, preset.located,
        """
        The purpose of the file. The purpose determines the size, frame rate, codec and number of \
        bytes, and the file is checked after the run.
        """
      ),
    ]
  ) { output, node, reading in
    output.origin = node.origin
    if output.scale != nil, let side = output.width ?? output.height {
      reading.problems.add(
        "\"scale\" and \"\(output.width == nil ? "height" : "width")\" both set the size; keep one",
        at: side.origin)
      return false
    }
    if let fit = output.fit, output.width == nil || output.height == nil {
      reading.problems.add("\"fit\" needs \"width\" and \"height\"", at: fit.origin)
      return false
    }
    if let preset = output.preset, !fits(output, preset, node, &reading) { return false }
    if output.columns != nil, output.sheet == nil {
      reading.fail("\"columns\" needs \"sheet\"", at: node["columns"] ?? node)
      return false
    }
    return true
  }
  static let outputs = output.form.list(0...1000, of: "outputs")

  private static let preset: ValueSchema<OutputPreset> = {
    let names = OutputPreset.all.map(\.name)
    let expected = "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    return ValueSchema(expected) { builder in
      builder.reference("preset") { _ in ["enum": .array(names.map { .string($0) })] }
    } read: { node, reading in
      if let preset = node.string.flatMap(OutputPreset.named) { return preset }
      reading.mismatch(
        node, expected, suggestion: node.string.flatMap { NearestWord.find($0, in: names) })
      return nil
    }
  }()

  /// Whether the preset allows files of this kind, and no other key contradicts the preset.
  private static func fits(
    _ output: OutputSpec, _ preset: Sourced<OutputPreset>, _ node: JSONNode,
    _ reading: inout Reading
  ) -> Bool {
    let name = preset.value.name
    guard let rule = preset.value.rule(for: output.path.value) else {
      reading.problems.add(
        "the preset \"\(name)\" works with \(preset.value.endings.joined(separator: ", ")), "
          + "but not with \(output.path.value)", at: preset.origin)
      return false
    }
    let said = [
      ("width", rule.size != nil), ("height", rule.size != nil), ("scale", rule.size != nil),
      ("fps", rule.framesPerSecond != nil), ("codec", rule.codec != nil),
      ("maxBytes", rule.bytes != nil),
    ]
    for (key, isSaid) in said where isSaid && node[key] != nil {
      reading.problems.add(
        "the preset \"\(name)\" sets the \"\(key)\" of \(output.path.value); remove one of the two",
        at: preset.origin)
      return false
    }
    return true
  }

  private static let loop: ValueSchema<Int> = ValueSchema<Int>.whole(0...65_535)
    .or([.boolean], ValueSchema<Bool>.boolean.map { $0 ? 0 : 1 })
    .named("true, false, or the number of times that the file plays")

  private static let reference: ValueSchema<CheckSpec.Reference> = {
    let path = PathForms.golden("\"from\", \"to\", or the path of pictures")
    return ValueSchema(path.expected, schema: path.schema) { node, reading in
      switch node.string {
      case "from": .from
      case "to": .to
      default: path.read(node, &reading).map { .golden($0) }
      }
    }
  }()

  private static let check = ObjectSchema<CheckSpec>(
    "a check", definition: "check",
    "The expected values of a layer, or the expected picture, at one time.",
    make: { CheckSpec() },
    fields: [
      Field(
        "at", { $0.at = $1 }, ValueSchema<MomentSpec>.moment.located,
        "The time at which to check. Not allowed for a golden folder, which contains every frame."),
      Field(
        "layer", { $0.layer = $1 }, ValueSchema<Selector>.selector.located,
        "The id of the layer to check."),
      Field(
        "tolerance", { $0.tolerance = $1 }, .extent,
        """
        The tolerance. For values, the tolerance is the permitted difference of each number, 0.001 \
        by default. For pictures, the tolerance is the permitted difference in units of 1/255, 0 \
        by default.
        """),
      Field(
        "equals", { $0.equals = $1 }, reference,
        """
        The expected picture: the name of a screen, which is drawn without other layers, a golden \
        picture, or a golden folder such as golden/%03d.png.
        """
      ),
      Field(
        "motionBlur", { $0.showsMotionBlur = $1 }, .boolean,
        "Whether the picture has the canvas's motion blur; false by default. Only with `equals`."),
    ]
      + LayerValuesForm.fields(without: ["contents", "shadowPath"]).map {
        $0.lifted { $1(&$0.values) }
      }
  ) { check, node, reading in
    check.origin = node.origin
    check.values.origin = node.origin
    let hasValues = !check.values.origins.isEmpty
    let isFolder = check.hasGoldenFolder
    if isFolder == node.keys.contains("at") {
      reading.fail(
        isFolder
          ? "a golden folder contains every frame, so \"at\" is not allowed"
          : "a check needs \"at\"",
        at: node["at"] ?? node)
      return false
    }
    if check.showsMotionBlur, check.equals == nil {
      reading.fail("\"motionBlur\" needs \"equals\"", at: node["motionBlur"] ?? node)
      return false
    }
    switch (check.layer != nil, check.equals != nil) {
    case (true, false) where hasValues, (false, true) where !hasValues: return true
    case (false, false) where hasValues:
      reading.fail("a check of values needs \"layer\"", at: node)
    default:
      reading.fail(
        "a check needs either \"layer\" with values, or only \"equals\"", at: node)
    }
    return false
  }
  static let checks = check.form.list(0...10_000, of: "checks")
}
