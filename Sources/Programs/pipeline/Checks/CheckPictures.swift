import AnimatorHosting
import Animators
import Documents
import Encoding
import Evaluation
import Files
import Media
import Planning
import Scenes

/// The pictures that checks compare: moments of the document, a screen alone, golden files.
final class CheckPictures {
  private let planned: PlannedDocument
  private let plan: (Document) throws -> PlannedDocument
  private let reader = ImageReader()
  /// Without motion blur, and with it.
  private var sources: [Bool: FrameSource] = [:]

  /// `plan` plans a variant of the document.
  init(_ planned: PlannedDocument, plan: @escaping (Document) throws -> PlannedDocument) {
    self.planned = planned
    self.plan = plan
  }

  func time(of check: CheckSpec) throws(Failure) -> FrameTime {
    let time: FrameTime
    switch check.at.value {
    case .end: time = planned.duration
    case .time(let spec): time = planned.time(of: spec)
    case .step: time = planned.time(of: check.at.value)
    }
    guard time <= planned.duration else {
      throw Failure(
        DocumentFailure(problems: [
          Problem(
            file: planned.document.file, origin: check.at.origin,
            message: "the time lies after the end at \(Text.number(planned.duration.seconds)) s")
        ]))
    }
    return time
  }

  /// What a check sees of the document.
  func picture(of check: PlannedCheck) throws -> Bitmap {
    let isBlurred = check.spec.showsMotionBlur
    let canvas = planned.document.canvas
    let source =
      if let known = sources[isBlurred] { known } else if isBlurred {
        try FrameSource(
          planned,
          look: FrameLook(
            canvas, scale: canvas.scale, framesPerSecond: planned.framesPerSecond), jobs: 2)
      } else {
        try Self.source(planned)
      }
    sources[isBlurred] = source
    return try Self.draw(source, check.time)
  }

  /// The screen as if there were nothing else: a document of its layers, without a transition.
  func picture(ofScreen screen: Selector.Screen) throws -> Bitmap {
    var alone = planned.document
    guard let spec = screen == .from ? alone.screens?.from : alone.screens?.to else {
      throw Failure("no screens", status: 65)
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
    return try Self.draw(try Self.source(try plan(alone)), .zero)
  }

  private static func withoutMatch(_ layer: LayerSpec) -> LayerSpec {
    var layer = layer
    layer.match = nil
    layer.sublayers = layer.sublayers.map(withoutMatch)
    return layer
  }

  private static func source(_ planned: PlannedDocument) throws(Failure) -> FrameSource {
    try FrameSource(planned, scale: planned.document.canvas.scale, jobs: 2)
  }

  private static func draw(_ source: FrameSource, _ time: FrameTime) throws -> Bitmap {
    let bitmap = Bitmap(width: source.width, height: source.height)
    try source.draw(time, frame: nil, into: bitmap)
    return bitmap
  }

  /// Every layer that is on the canvas at a time, by its index in the stage.
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
      throw Failure(fault, frame: nil, time: time.seconds)
    }
    return layers
  }

  // MARK: Golden files

  /// The golden picture as it is now.
  func read(_ path: Sourced<String>) throws(MediaError) -> Bitmap {
    let file: PlainFile
    do { file = try planned.document.paths.opened(path.value) } catch {
      if case .missing = error { throw .missing(path: path.value) }
      throw .unusable(path: path.value, reason: error.message)
    }
    return try reader.read(file)
  }

  func file(of path: Sourced<String>) throws(Failure) -> String {
    do { return try planned.document.paths.forWriting(path.value) } catch {
      throw Failure(
        DocumentFailure(problems: [
          Problem(
            file: planned.document.file, origin: path.origin, message: error.message,
            kind: error.kind)
        ]))
    }
  }

  static func write(
    _ bitmap: Bitmap, isOpaque: Bool, to path: String, beneath root: RootFolder? = nil
  ) throws(EncodingError) {
    let file = try AtomicFile(path, beneath: root)
    try file.write(SmallPNG.encode(bitmap, isOpaque: isOpaque))
    try file.commit()
  }
}
