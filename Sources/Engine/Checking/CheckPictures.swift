package import JSON
internal import PluginHosting
internal import PluginModel
package import Documents
package import Encoding
internal import Evaluation
package import Files
package import Media
package import Planning
internal import Rendering
package import Reporting
package import Scenes

/// The pictures that checks compare: frames of the document, single screens, and golden files.
package final class CheckPictures {
  private let planned: PlannedDocument
  private let plan: (Document) throws -> PlannedDocument
  private let diagnostics: Diagnostics
  private let reader: ImageReader
  /// The engine context of the command that runs the checks.
  package var context: EngineContext { reader.settings.context }
  /// The frame renderers by motion blur: the key is true if the renderer applies motion blur.
  private var sources: [Bool: FrameRenderer] = [:]

  /// Creates the pictures for checks; `plan` plans a variant of the document.
  package init(
    _ planned: PlannedDocument, _ media: MediaSettings, _ diagnostics: Diagnostics,
    plan: @escaping (Document) throws -> PlannedDocument
  ) {
    reader = ImageReader(media)
    self.diagnostics = diagnostics
    self.planned = planned
    self.plan = plan
  }

  package func time(of check: CheckSpec) throws(EngineError) -> FrameTime {
    let time: FrameTime
    switch check.at.value {
    case .end: time = planned.duration
    case .time(let spec): time = planned.time(of: spec)
    case .step: time = planned.time(of: check.at.value)
    }
    guard time <= planned.duration else {
      throw EngineError(
        DocumentFailure(problems: [
          Problem(
            file: planned.document.file, origin: check.at.origin,
            message: "the time is after the end at \(Text.number(planned.duration.seconds)) s")
        ]))
    }
    return time
  }

  /// Renders the picture of the document that a check compares.
  package func picture(of check: PlannedCheck) throws -> Bitmap {
    let isBlurred = check.spec.showsMotionBlur
    let canvas = planned.document.canvas
    let source =
      if let known = sources[isBlurred] { known } else if isBlurred {
        try FrameRenderer(
          planned,
          look: RenderSettings(
            canvas, scale: canvas.scale, framesPerSecond: planned.framesPerSecond),
          threads: 2, diagnostics)
      } else {
        try source(planned)
      }
    sources[isBlurred] = source
    return try Self.draw(source, check.time)
  }

  /// The picture of one screen, drawn from a document that contains only the layers of this screen.
  package func picture(ofScreen screen: Selector.Screen) throws -> Bitmap {
    var alone = planned.document
    guard let spec = screen == .from ? alone.screens?.from : alone.screens?.to else {
      throw EngineError("no screens", .content)
    }
    var group = LayerSpec()
    group.origin = spec.origin
    group.values = spec.values
    group.sublayers = spec.layers.map(Self.withoutMatch)
    alone.screens = nil
    alone.layers = [group]
    alone.overlays = []
    alone.transitions = []
    alone.timeline = nil
    alone.duration = nil
    alone.interaction = nil
    alone.presentation = nil
    return try Self.draw(try source(try plan(alone)), .zero)
  }

  private static func withoutMatch(_ layer: LayerSpec) -> LayerSpec {
    var layer = layer
    layer.match = nil
    layer.sublayers = layer.sublayers.map(withoutMatch)
    return layer
  }

  private func source(_ planned: PlannedDocument) throws(EngineError) -> FrameRenderer {
    try FrameRenderer(planned, scale: planned.document.canvas.scale, threads: 2, diagnostics)
  }

  private static func draw(_ source: FrameRenderer, _ time: FrameTime) throws -> Bitmap {
    let bitmap = Bitmap(width: source.width, height: source.height)
    try source.draw(time, frame: nil, into: bitmap)
    return bitmap
  }

  /// The layers that are on the canvas at a time, by their indices in the stage.
  static func layers(
    of planned: PlannedDocument, at time: FrameTime
  ) throws -> [Int: CheckedLayer] {
    var layers: [Int: CheckedLayer] = [:]
    do {
      let scene = try planned.playback.scene(at: time)
      scene.visit { index, properties, placement in
        let node = scene.stage.nodes[index]
        let parent = node.parent < 0 ? properties.frame : scene.properties(of: node.parent).frame
        layers[index] = CheckedLayer(
          id: node.id, properties: properties,
          boundingBox: placement.toCanvas.boundingBox(of: placement.bounds)
            ?? Rect(placement.bounds.x, placement.bounds.y, 0, 0),
          parent: parent)
      }
    } catch let fault as AnimatorFault {
      throw EngineError(fault, at: FramePlace(frame: nil, time: time.seconds))
    }
    return layers
  }

  // MARK: Golden files

  /// Reads the current version of a golden picture from its file.
  package func read(_ path: Sourced<String>) throws(MediaError) -> Bitmap {
    let file: RegularFile
    do { file = try planned.document.paths.opened(path.value, own: true) } catch {
      if case .missing = error { throw .missing(path: path.value) }
      throw .unusable(path: path.value, reason: error.message)
    }
    return try reader.read(file)
  }

  package func file(of path: Sourced<String>) throws(EngineError) -> String {
    do { return try planned.document.paths.forWriting(path.value) } catch {
      throw EngineError(
        DocumentFailure(problems: [
          Problem(
            file: planned.document.file, origin: path.origin, message: error.message,
            kind: error.kind)
        ]))
    }
  }

  /// Writes a picture; if `version` is given, the picture replaces only that version of the golden file.
  package static func write(
    _ bitmap: Bitmap, isOpaque: Bool, to path: String, beneath root: RootFolder? = nil,
    replacing golden: SeenFile? = nil, in context: EngineContext
  ) throws(EncodingError) {
    let file = try AtomicFile(
      path, beneath: root, updatesGolden: golden != nil, replacing: golden,
      context: context)
    try file.write(SmallPNG.encode(bitmap, isOpaque: isOpaque))
    try file.commit()
  }
}
