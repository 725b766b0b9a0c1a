import JSON
import Scenes

/// The schema of a whole document.
enum DocumentForm {
  private static let canvas = ObjectSchema<CanvasSpec>(
    "a canvas", definition: "canvas", "The size, scale, background and frame rate of the picture.",
    make: { CanvasSpec() },
    fields: [
      Field(
        "size", { $0.size = $1 }, size, "The size of the canvas, as [width, height] in points."),
      Field(
        "scale", { $0.scale = $1 }, OutputForms.scale,
        "The number of pixels per point; 1 by default."),
      Field(
        "background",
        { canvas, background in
          switch background {
          case .color(let color): canvas.background = color
          case .gradient(let gradient): canvas.backgroundGradient = gradient
          }
        }, background, "The colour or gradient behind everything else; white by default."),
      Field(
        "fps", { $0.framesPerSecond = $1 }, OutputForms.frameRate,
        "The frame rate, in frames per second; 60 by default."),
      Field(
        "dither", { $0.dithers = $1 }, .boolean,
        "Whether gradients and shadows are dithered to avoid visible bands; false by default."
      ),
      Field(
        "motionBlur", { $0.motionBlur = $1 }, MotionBlurForm.motionBlur,
        """
        Motion blur: `true`, `false` or an object with its settings; `false` by default. A check \
        has no motion blur unless the check sets `motionBlur`.
        """
      ),
    ]
  ) { canvas, node, reading in
    let limit = Double(reading.limits.canvasSide)
    let sides = [canvas.size.width * canvas.scale, canvas.size.height * canvas.scale]
    guard sides.allSatisfy({ $0 <= limit && $0 >= 0.5 }) else {
      reading.fail(
        "the canvas has \(JSONWriter.number(sides[0])) by \(JSONWriter.number(sides[1])) pixels; "
          + "each side must be from 1 to \(reading.limits.canvasSide)",
        at: node["size"] ?? node)
      return false
    }
    return true
  }

  static let background = ValueSchema<Color>.color.map { Background.color($0) }
    .or([.object], GradientForms.gradient.map { .gradient($0) })

  private static let size = ValueSchema<Double>.number(0...16_384, excludingMinimum: true)
    .tuple(2...2, "a size [width, height]").map { Size($0[0], $0[1]) }

  private static let assets: ValueSchema<[AssetSpec]> = {
    let asset = ContentsForms.asset
    return .mapping("assets", upTo: .layers, asset.schema) { member, reading in
      reading.assetNames.append(member.key)
      reading.note(.asset, key: member)
      return asset.read(member.value, &reading).map { AssetSpec(name: member.name, contents: $0) }
    }
  }()

  /// The schema of `vars`, which were already read before the other keys.
  private static let vars = ValueSchema<Bool>("an object of variables") { _ in
    ["type": "object", "additionalProperties": [:]]
  } read: { node, reading in
    if node.kind != .object { reading.mismatch(node, "an object of variables") }
    return node.kind == .object
  }

  private static let version = ValueSchema<Int>("version 1") { _ in
    ["const": 1]
  } read: { node, reading in
    guard node.number == 1 else {
      reading.mismatch(node, "version 1")
      return nil
    }
    return 1
  }

  private static let seed: ValueSchema<UInt64> = ValueSchema<Int>.whole(0...9_007_199_254_740_991)
    .map { UInt64($0) }

  struct DocumentFields: Sendable {
    var document = Document()
    var hasVariables = true
    var schema = ""
    var flow = FlowSpec()
    var hasFlow = false
    var clips: ClipsSpec?
    var end: EndSpec?
    var included: [Sourced<String>] = []
  }

  static let table = ObjectSchema<DocumentFields>(
    "a document", definition: "document", "A transition or an animation that pipeline renders.",
    make: { DocumentFields() },
    fields: [
      Field(
        "$schema", { $0.schema = $1 }, .string("a schema's address", maximum: 4096),
        "The address of a JSON Schema, for editors."),
      Field(
        "version", { $0.document.version = $1 }, version, "The version of the format: 1.",
        isRequired: true),
      Field(
        "name", { $0.document.name = $1 }, .string("a name", maximum: 1024),
        "A name for people, which the program does not use."),
      Field(
        "seed", { $0.document.seed = $1 }, seed,
        "The seed of all random numbers; 0 by default."),
      Field(
        "plugins", { $0.document.plugins = $1 },
        PathForms.other("a folder").list(0...64, of: "folders"),
        "Folders that contain plugins, relative to the document."),
      Field(
        "canvas", { $0.document.canvas = $1 }, canvas.form,
        "The size, scale, background and frame rate of the picture."),
      Field(
        "vars", { $0.hasVariables = $1 }, vars,
        """
        The values of variables, which the document uses as "${name}". The option --set overrides \
        these values.
        """),
      Field(
        "assets", { $0.document.assets = $1 }, assets,
        "Named contents, which layers can refer to."),
      Field(
        "components", { $0.hasVariables = $1 }, UseForms.components,
        """
        Layers that are defined once, and placed in a list of layers with {"use": name, "set": \
        {…}}.
        """
      ),
      Field(
        "include", { $0.included = $1 }, UseForms.include,
        "The paths of files with further components, relative to the document."),
      Field(
        "screens", { $0.document.screens = $1 }, LayerForms.screens,
        "The screens by name, such as `from` and `to`, or all screens of a flow."),
      Field(
        "flow",
        {
          $0.flow.moves = $1; $0.hasFlow = true
        }, FlowForms.moves,
        "The moves of a flow from screen to screen, in order."),
      Field(
        "clips", { $0.clips = $1 }, ClipForms.clips,
        "Films and pictures that play one after another. Used instead of `screens` and `flow`."),
      Field(
        "root", { $0.flow.root = $1 }, FlowForms.root,
        "The first screen of a flow. By default, the first tab or the first screen."),
      Field(
        "tabs", { $0.flow.tabs = $1 }, FlowForms.tabs,
        "The root screens of tabs, in the order of the tab bar."),
      Field(
        "viewport", { $0.document.viewport = $1 }, FlowForms.viewport,
        "The part of the canvas that contains the screens."),
      Field(
        "device", { $0.document.device = $1 }, DeviceForms.device,
        "The device around the screens."),
      Field(
        "captions", { $0.document.captions = $1 }, CaptionForms.captions,
        "Titles on the canvas."),
      Field(
        "end", { $0.end = $1 }, EndForms.end,
        "The card at the end of a flow or of clips: an icon, a title and a subtitle."),
      Field(
        "camera", { $0.document.camera = $1 }, CaptionForms.camera,
        "Camera moves: zooming in on a layer, and back out."),
      Field(
        "touches", { $0.document.touches = $1 }, TouchForms.touches,
        "The fingers that are drawn on the screens."),
      Field(
        "layers", { $0.document.layers = $1 }, LayerForms.layers,
        "The layers of an animation that has no screens, back to front."
      ),
      Field(
        "overlays", { $0.document.overlays = $1 }, LayerForms.overlays,
        "Layers that belong to no screen."
      ),
      Field(
        "transition", { $0.document.transitions = $1 }, TransitionForms.transitions,
        "The transition from one screen to the other."),
      Field(
        "timeline", { $0.document.timeline = $1 }, StepForms.timeline,
        "The steps of an animation that has no screens."),
      Field(
        "duration", { $0.document.duration = $1 }, ValueSchema<DurationSpec>.duration.located,
        "The duration of the timeline. By default, the duration of its steps."),
      Field(
        "interaction", { $0.document.interaction = $1 }, InteractionForms.interaction,
        "The gesture that controls the progress of the transition."),
      Field(
        "presentation", { $0.document.presentation = $1 }, PresentationForms.presentation,
        "The size, position, dimming and wrapper of a presented screen."),
      Field(
        "audio", { $0.document.audio = $1 }, AudioForms.list,
        "The sounds on the timeline, for outputs that are videos or .wav files."),
      Field(
        "outputs", { $0.document.outputs = $1 }, OutputForms.outputs,
        """
        The files that a run writes if -o is not given. At most 8 encoders run at the same time. \
        For further videos, the frames are drawn again.
        """),
      Field(
        "checks", { $0.document.checks = $1 }, OutputForms.checks,
        "The expected values and pictures that `pipeline check` compares."),
    ],
    finish: DocumentCheck.check)
}
