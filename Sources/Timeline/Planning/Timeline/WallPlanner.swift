import JSON
import PluginModel
import Documents
import Evaluation
import Scenes

/// Plans all parts that use wall time, after the rest of the plan: fingers, captions, the camera, and the
/// values of checks.
struct WallPlanner {
  var values: ValueResolver
  let touches: [PlannedTouch]
  let captions: [Int]
  let endCard: [Int]
  let bars: [(layer: Int, isWhite: Bool)]
  let transitions: [PlannedTransition]
  let clock: PlanClock
  let plan: Plan
  let moments: Moments

  init(_ values: ValueResolver, _ planner: TransitionPlanner, _ plan: Plan) {
    self.values = values
    touches = planner.touches
    captions = planner.captions
    endCard = planner.endCard
    bars = planner.statusBars
    transitions = planner.transitions
    clock = planner.clock
    self.plan = plan
    moments = Moments(
      planner.timeline, planner.clock, framesPerSecond: values.inputs.framesPerSecond)
  }

  private var document: Document { values.inputs.document }

  /// Plans all tracks in wall time and reports their problems.
  mutating func tracks() -> [any WallTrack] {
    var tracks: [any WallTrack] = []
    for touch in touches {
      if let track = track(of: touch) { tracks.append(track) }
    }
    tracks += captionTracks() + endTracks() + statusTracks(of: bars) + followTracks()
    if let camera = cameraTrack() { tracks.append(camera) }
    return tracks
  }

  /// The wall time of a moment, which must not be after the end; nil after a problem, which has been
  /// reported.
  mutating func time(_ moment: Sourced<MomentSpec>, of what: String) -> FrameTime? {
    guard let time = moments.time(of: moment.value) else {
      if case .step(_, let id, _) = moment.value {
        values.problems.add(
          "no move or step \"\(id.value)\"", at: id.origin,
          suggestion: values.problems.isFull ? nil : NearestWord.find(id.value, in: moments.labels))
      }
      return nil
    }
    guard time <= clock.duration else {
      values.problems.add(
        "\(what) is at \(time.text) s, after the end at \(clock.duration.text) s",
        at: moment.origin)
      return nil
    }
    return time
  }

  // MARK: Captions

  private mutating func captionTracks() -> [any WallTrack] {
    guard let spec = document.captions else { return [] }
    var starts: [FrameTime] = []
    var late = 0
    for item in spec.items {
      // A subtitle file may belong to a longer film, so later titles are ignored.
      if spec.file != nil, case .time(.seconds(let seconds)) = item.at.value,
        seconds >= clock.duration.seconds
      {
        starts.append(afterEnd)
        late += 1
        continue
      }
      guard let start = time(item.at, of: "the caption") else { return [] }
      starts.append(start)
    }
    if late > 0, let file = spec.file {
      values.problems.warn(
        "\(late) of \(starts.count) titles are left out, "
          + "because the film ends at \(clock.duration.text) s",
        at: file.origin)
    }
    return zip(captions, spec.items).enumerated().map { number, caption in
      let start = starts[number]
      let next = starts.filter { $0 > start }.min() ?? endStart ?? afterEnd
      let whole = caption.1.hold.map { start + FrameTime(seconds: $0 + spec.coming + spec.going) }
      return CaptionTrack(
        layer: caption.0, start: start, end: min(whole ?? next, next), coming: spec.coming,
        going: spec.going)
    }
  }

  // MARK: The end card

  private var afterEnd: FrameTime { clock.duration + FrameTime(seconds: 1) }

  /// The start time of the end card; nil if the document has none.
  private var endStart: FrameTime? {
    document.end.flatMap {
      moments.time(
        of: .step(.with, id: Sourced(EndSpec.label, $0.origin), offset: .seconds(0)))
    }
  }

  /// The tracks of the end card: the covering layer appears first, and then the layers on it one after
  /// another.
  private func endTracks() -> [any WallTrack] {
    guard let start = endStart else { return [] }
    return endCard.enumerated().map { number, layer in
      CaptionTrack(
        layer: layer,
        start: start + FrameTime(seconds: number == 0 ? 0 : 0.1 + 0.1 * Double(number)),
        end: afterEnd, coming: number == 0 ? 0.35 : 0.45, going: 0, rise: number == 0 ? 0 : 0.12)
    }
  }

  // MARK: The camera

  private mutating func cameraTrack() -> CameraTrack? {
    guard !document.camera.isEmpty,
      let held = ["device", "viewport"].compactMap({ values.stage.layersByName[$0] }).first
    else { return nil }
    var shots: [CameraTrack.Shot] = []
    for spec in document.camera {
      guard let time = time(spec.at, of: "the camera's move"),
        let scene = try? plan.scene(at: clock.planTime(at: time))
      else { return nil }
      var center = values.inputs.canvas.center
      if let layer = spec.layer {
        guard let found = middle(of: layer, in: scene, pointsOf: StageDraft.root) else {
          return nil
        }
        center = found
      } else if let point = spec.point {
        guard let place = place(of: point, on: screen(at: time), at: spec.origin) else {
          return nil
        }
        let found = values.stage.convert(
          Rect(place.x, place.y, 0, 0), from: values.stage.container, to: StageDraft.root)
        center = Point(found.x, found.y)
      }
      shots.append(
        CameraTrack.Shot(time: time, center: center, zoom: spec.zoom, seconds: spec.duration))
    }
    return CameraTrack(layer: held, canvas: values.inputs.canvas.size, shots: shots)
  }

  // MARK: Checks

  /// The document with the expressions in its checks replaced by values in canvas points.
  mutating func resolvingChecks(of document: Document) -> Document {
    var document = document
    values.stage.here = StageDraft.root
    defer { values.stage.here = values.stage.container }
    for index in document.checks.indices {
      if case .step = document.checks[index].at.value {
        _ = time(document.checks[index].at, of: "the check")
      }
      let expressions = document.checks[index].values.expressions
      document.checks[index].values.expressions = []
      for expression in expressions {
        if let spec = value(of: expression) {
          document.checks[index].values[expression.property] = spec
        }
      }
    }
    for output in document.outputs {
      for moment in output.sheet ?? [] {
        if case .step = moment.value { _ = time(moment, of: "the picture") }
      }
    }
    return document
  }

  /// The value of an expression in a check; nil after a problem, which has been reported.
  private mutating func value(of expression: PropertyExpression) -> (any PropertySpec)? {
    guard let property = LayerProperty.named(expression.property) else { return nil }
    var written = LayerValues()
    written.expressions = [expression]
    let before = values.problems.count
    var layer = LayerProperties(frame: values.inputs.canvas)
    _ = values.apply(written, to: &layer, parent: values.inputs.canvas)
    guard values.problems.count == before else { return nil }
    switch property.value(of: layer) {
    case let rect as Rect: return RectSpec(rect)
    case let point as Point where expression.property == "position":
      return PlaceSpec(PointSpec(.points(point.x), .points(point.y)))
    case let point as Point: return point
    case let number as Double: return number
    case let color as Color: return color
    case let vector as Vector: return vector
    default:
      values.problems.add(
        "\(expression.property) cannot be an expression in a check: write its value",
        at: expression.node.origin)
      return nil
    }
  }
}
