import Scenes

/// The table of a whole document.
enum DocumentForm {
  private static let canvas = ObjectForm<CanvasSpec>(
    "a canvas", definition: "canvas", "What everything is drawn on.", make: { CanvasSpec() },
    fields: [
      Field("size", \.size, size, "[width, height] in points."),
      Field("scale", \.scale, OutputForms.scale, "Pixels a point; 1 when missing."),
      Field("background", \.background, .color, "Under everything; white when missing."),
      Field("fps", \.framesPerSecond, OutputForms.frameRate, "Frames a second; 60 when missing."),
    ]
  ) { canvas, node, reading in
    let limit = Double(reading.limits.canvasSide)
    let sides = [canvas.size.width * canvas.scale, canvas.size.height * canvas.scale]
    guard sides.allSatisfy({ $0 <= limit && $0 >= 0.5 }) else {
      reading.fail(
        "a canvas of \(JSONWriter.number(sides[0])) by \(JSONWriter.number(sides[1])) pixels; "
          + "the sides are 1 to \(reading.limits.canvasSide)", at: node["size"] ?? node)
      return false
    }
    return true
  }

  private static let size = Form<Double>.number(0...16_384, excludingMinimum: true)
    .tuple(2...2, "a size [width, height]").map { Size($0[0], $0[1]) }

  private static let assets: Form<[AssetSpec]> = {
    let asset = ContentsForms.asset
    return Form("an object of assets") { builder in
      ["type": "object", "additionalProperties": asset.schema(&builder).orVariable(&builder)]
    } read: { node, reading in
      guard node.kind == .object else {
        reading.mismatch(node, "an object of assets")
        return nil
      }
      var list: [AssetSpec] = []
      var isSound = true
      node.forEachMember { member in
        let name = Located(member.key, member.keyOrigin)
        reading.assetNames.append(member.key)
        if let contents = asset.read(member.value, &reading) {
          list.append(AssetSpec(name: name, contents: contents))
        } else {
          isSound = false
        }
        return list.count <= reading.limits.layers && !reading.problems.isFull
      }
      if list.count > reading.limits.layers {
        reading.fail(
          "more than \(reading.limits.layers) assets\(DocumentLimits.Name.layers.hint)", at: node)
        return nil
      }
      return isSound ? list : nil
    }
  }()

  /// The variables were read before everything else.
  private static let vars = Form<Bool>("an object of variables") { _ in
    ["type": "object", "additionalProperties": [:]]
  } read: { node, reading in
    if node.kind != .object { reading.mismatch(node, "an object of variables") }
    return node.kind == .object
  }

  private static let version = Form<Int>("version 1") { _ in
    ["const": 1]
  } read: { node, reading in
    guard node.number == 1 else {
      reading.mismatch(node, "version 1")
      return nil
    }
    return 1
  }

  private static let seed: Form<UInt64> = Form<Int>.whole(0...9_007_199_254_740_991)
    .map { UInt64($0) }

  struct Draft: Sendable {
    var document = Document()
    var hasVariables = true
    var schema = ""
  }

  static let table = ObjectForm<Draft>(
    "a document", definition: "document", "A transition or an animation for pipeline.",
    make: { Draft() },
    fields: [
      Field("$schema", \.schema, .string("a schema's address", maximum: 4096), "For editors."),
      Field("version", \.document.version, version, "Of this format.", isRequired: true),
      Field("name", \.document.name, .string("a name", maximum: 1024), "For people."),
      Field("seed", \.document.seed, seed, "Of everything random; 0 when missing."),
      Field(
        "plugins", \.document.plugins,
        PathForms.other("a folder").list(0...64, of: "folders"), "Folders with animators."),
      Field("canvas", \.document.canvas, canvas.form, "Size, scale, background and frame rate."),
      Field("vars", \.hasVariables, vars, "Values for \"${name}\"; --set replaces them."),
      Field("assets", \.document.assets, assets, "Contents by name."),
      Field("screens", \.document.screens, LayerForms.screens.form, "Before and after."),
      Field("layers", \.document.layers, LayerForms.layers, "Of an animation without screens."),
      Field("overlays", \.document.overlays, LayerForms.overlays, "Layers beside the screens."),
      Field(
        "transition", \.document.transitions, TransitionForms.transitions,
        "From one screen to the other."),
      Field(
        "timeline", \.document.timeline, StepForms.timeline,
        "The steps of an animation without screens."),
      Field(
        "duration", \.document.duration, Form<DurationSpec>.duration.located,
        "Of the timeline; as long as it takes when missing."),
      Field(
        "interaction", \.document.interaction, InteractionForms.interaction,
        "What drives the clock."),
      Field(
        "presentation", \.document.presentation, PresentationForms.presentation,
        "What is added round a presented screen."),
      Field("outputs", \.document.outputs, OutputForms.outputs, "The files to make."),
      Field("checks", \.document.checks, OutputForms.checks, "What must hold."),
    ],
    finish: DocumentCheck.check)
}
