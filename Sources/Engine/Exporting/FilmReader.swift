internal import Documents
internal import Evaluation
import JSON
package import Planning
internal import Reporting
internal import Scenes

/// Creates a film for export from a plan.
package struct FilmReader {
  private let planned: PlannedDocument
  private let playback: Playback
  private let touch: PlannedDocument.Touch?
  /// The tolerance of a keyframe in points, and that of the corners of a layer that leaves the plane.
  private let tolerance: Double
  private let spatialTolerance: Double
  private let stage: Stage
  private let times: [FrameTime]
  /// The sampled times in seconds; a time just after the boundary of a step has the seconds of the boundary.
  private let seconds: [Double]
  private let scenes: [Scene]
  private let curves: [Int: [StepCurve]]

  /// The maximum product of the number of layers and the number of sampled times.
  private static let mostSamples = 4_000_000

  /// The film of a document for a target; of a flow, the film of each of its moves from screen to screen, or of one of
  /// them alone.
  package static func films(
    of planned: PlannedDocument, for target: ExportTarget, move only: String? = nil,
    tolerance: Double = 0.1
  ) throws -> [Film] {
    let moves = Self.moves(of: planned).filter { only == nil || $0.name == only }
    guard !moves.isEmpty else { return [try FilmReader(planned, for: target, tolerance).film()] }
    var films = try moves.map { number, name in
      var film = try FilmReader(planned, for: target, move: number, tolerance).film()
      film.name = name
      return film
    }
    films[0].shortfalls += ofNoMove(planned.document)
    return films
  }

  /// The transitions of a flow that are moves, with names made of their screens; empty for a document without
  /// a flow.
  package static func moves(of planned: PlannedDocument) -> [(transition: Int, name: String)] {
    var names = LayerNames()
    return planned.lifecycles.sorted { $0.key < $1.key }.map { number, move in
      (number, names.name(for: "\(move.from) to \(move.to)"))
    }
  }

  /// The shortfalls for the parts of a flow that belong to no single move.
  private static func ofNoMove(_ document: Document) -> [Shortfall] {
    var all: [(String, String)] = []
    if document.captions != nil { all.append(("/captions", "captions")) }
    if !document.camera.isEmpty { all.append(("/camera", "the way of the camera")) }
    all += (document.flow?.moves ?? []).filter { $0.action.value.isScroll }.map {
      ($0.origin.pointer, "scrolling, which is the app's own")
    }
    return all.map { Shortfall(.leftOut, layer: Shortfall.flow, pointer: $0.0, what: $0.1) }
  }

  /// Reads the film of the transition that the document's only interaction drives, without its finger. The
  /// film of a move also leaves out the finger, the captions and the camera.
  private init(
    _ planned: PlannedDocument, for target: ExportTarget, move: Int? = nil, _ tolerance: Double
  ) throws {
    self.planned = planned
    self.tolerance = tolerance
    spatialTolerance = tolerance * target.spatialError
    let withFinger = move == nil && !target.writesInteraction
    var playback = planned.playback
    let isOne = planned.touches.count == 1 && planned.document.transitions.count <= 1
    touch =
      withFinger
      ? nil
      : planned.touches.first {
        if let move { $0.transition == move } else { isOne && !$0.times.isReversed }
      }
    if var times = touch?.times ?? move.flatMap({ playback.clock.span(of: $0)?.plan }) {
      times.isTakenBack = false
      var clock = PlanClock()
      clock.append(times, run: nil, delay: .zero - times.start)
      playback = Playback(plan: playback.plan, clock: clock)
    }
    self.playback = playback
    stage = try playback.scene(at: .zero).stage
    let duration = playback.duration.seconds
    let isDirect = Self.isDirect(playback)
    let origin = playback.clock.planTime(at: .zero)
    let curves =
      isDirect ? StepCurve.all(of: playback.plan, from: origin.seconds, until: duration) : []
    let rate = min(240, max(30, 3_000 / max(duration, 0.001)))
    let count = Int(clamped: duration * rate, rounded: .up, to: 1...20_000)
    var moments = Set((0...count).map { FrameTime(seconds: duration * Double($0) / Double(count)) })
    var bounds = Set(curves.flatMap { [$0.start, $0.end] }.map { FrameTime(seconds: $0) })
    let ends = playback.plan.steps.flatMap { [$0.start - origin, $0.end - origin] }.filter {
      $0 >= .zero && $0 <= playback.duration
    }
    if isDirect, ends.count <= 2 * Self.mostBounds { bounds.formUnion(ends) }
    for bound in bounds {
      for ticks in [-Self.instant, 0, Self.instant] {
        moments.insert(FrameTime(ticks: bound.ticks + ticks))
      }
    }
    moments.formUnion(curves.flatMap { $0.corners.map { FrameTime(seconds: $0) } })
    // A step that starts with the film takes effect just after 0, so the state before it is never visible.
    let first = FrameTime(ticks: min(Self.instant, playback.duration.ticks))
    moments = moments.filter { $0 > first && $0 <= playback.duration }
    moments.insert(first)
    var times = moments.sorted()
    guard times.count * stage.nodes.count <= Self.mostSamples else {
      throw EngineError(
        "the film is too long for its \(stage.nodes.count) layers to be exported: \(times.count) moments of each",
        .content)
    }
    var scenes = try times.map { try playback.scene(at: $0) }
    // The indices of the times just before and after a layer appears or disappears within a step.
    var places: [Int] = []
    for i in times.indices.dropLast() where times[i + 1].ticks - times[i].ticks > 2 * Self.instant {
      if Self.jumps(scenes[i], scenes[i + 1]) { places.append(i) }
    }
    for i in places.prefix(Self.mostBounds).reversed() {
      var (low, high) = ((times[i], scenes[i]), (times[i + 1], scenes[i + 1]))
      while high.0.ticks - low.0.ticks > Self.instant {
        let middle = FrameTime(ticks: (low.0.ticks + high.0.ticks) / 2)
        let scene = try playback.scene(at: middle)
        if Self.jumps(low.1, scene) { high = (middle, scene) } else { low = (middle, scene) }
      }
      for moment in [high, low] where moment.0 != times[i] && moment.0 != times[i + 1] {
        times.insert(moment.0, at: i + 1)
        scenes.insert(moment.1, at: i + 1)
      }
    }
    self.times = times
    // The state of the film at the start or end of a step is the state just after that time.
    seconds =
      [0]
      + times.dropFirst().map { time in
        let bound = FrameTime(ticks: time.ticks - Self.instant)
        return bounds.contains(bound) ? bound.seconds : time.seconds
      }
    self.scenes = scenes
    self.curves = Dictionary(grouping: curves, by: \.layer)
  }

  /// Whether a layer, or its back, is visible at only one of the two times.
  private static func jumps(_ a: Scene, _ b: Scene) -> Bool {
    a.stage.nodes.indices.contains { layer in
      let (p, q) = (a.properties(of: layer), b.properties(of: layer))
      return p.isHidden != q.isHidden || p.isDoubleSided != q.isDoubleSided
    }
  }

  /// The maximum number of step boundaries, and of jumps within steps, that are examined.
  private static let mostBounds = 500

  /// The distance before and after a boundary at which a value is examined, in ticks: less than a
  /// microsecond.
  private static let instant: Int64 = 600

  /// Whether the plan's time runs as fast as wall time.
  private static func isDirect(_ playback: Playback) -> Bool {
    let origin = playback.clock.planTime(at: .zero)
    return (0...64).allSatisfy { i in
      let time = FrameTime(seconds: playback.duration.seconds * Double(i) / 64)
      return abs((playback.clock.planTime(at: time) - origin - time).seconds) < 1e-6
    }
  }

  private func film() -> Film {
    let seen = seenLayers()
    let kept = stage.nodes.indices.filter { seen.contains($0) }
    let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    var names = LayerNames()
    var pairNames = LayerNames()
    let pairs = Dictionary(
      uniqueKeysWithValues: planned.pairsByName.sorted { $0.key < $1.key }.map {
        ($0.value, pairNames.name(for: $0.key))
      })
    var shortfalls: [Shortfall] = []
    var layers: [FilmLayer] = []
    let (orders, sizes) = ordersAndSizes()
    for index in kept {
      let node = stage.nodes[index]
      let parent = node.parent
      let hasSublayers = node.sublayers.contains { seen.contains($0) }
      let states = scenes.map { $0.properties(of: index) }
      let outer = parent >= 0 ? layers[places[parent]!] : nil
      let layout = hasSublayers ? states[0].layoutFrame : states[0].frame
      let origin = outer.map { Point($0.layout.x, $0.layout.y) } ?? .zero
      var matrices: [[Double]] = []
      if states.contains(where: isSpatial)
        || (parent >= 0
          && scenes.contains { !$0.properties(of: parent).sublayerTransform.isIdentity })
      {
        matrices = zip(scenes, states).map { scene, state in
          let container = parent >= 0 ? scene.properties(of: parent) : nil
          return matrix(state, hasSublayers: hasSublayers, in: container, origin: origin)
        }
      }
      let isFlat = !matrices.isEmpty && !layout.isEmpty && matrices.allSatisfy(Self.onlyScales)
      let isSpatial = !matrices.isEmpty && !isFlat
      var contents: [FilmContents] = []
      let shown = zip(times, states).map { time, state -> Double in
        let shown = Self.resolved(state.contents)
        if let known = contents.firstIndex(where: { isSame($0.contents, shown) }) {
          return Double(known)
        }
        contents.append(FilmContents(contents: shown, time: time))
        return Double(contents.count - 1)
      }
      for property in untracked(states) {
        shortfalls.append(
          Shortfall(
            .leftOut, layer: node.id, pointer: pointer(of: index),
            what: "\(property) changes, and stays as it is at the start"))
      }
      var tracks: [Quantity: Track] = [:]
      for quantity in Quantity.allCases {
        if isSpatial && [.position, .size, .scale, .rotation].contains(quantity)
          && quantity != .size
        {
          continue
        }
        if !isSpatial && quantity == .matrix { continue }
        let values: [[Double]]
        switch quantity {
        case .order: values = orders[index].map { [$0] }
        case .contents: values = shown.map { [$0] }
        case .matrix: values = matrices
        case .position where isFlat:
          values = zip(matrices, states).map { m, state in
            let own = hasSublayers ? layout.size : state.frame.size
            let anchor = states[0].anchorPoint
            return [m[0] * anchor.x * own.width + m[12], m[5] * anchor.y * own.height + m[13]]
          }
        case .scale where isFlat:
          values = zip(matrices, states).map { m, state in
            hasSublayers && !state.frame.isEmpty
              ? [
                m[0] * layout.width / state.frame.width, m[5] * layout.height / state.frame.height,
              ]
              : [m[0], m[5]]
          }
        default:
          let sampled = states.map { numbers(of: quantity, $0, origin: origin) }
          if let all = alike(sampled) {
            values = all
          } else {
            shortfalls.append(
              Shortfall(
                .leftOut, layer: node.id, pointer: pointer(of: index),
                what: "\(quantity.rawValue) changes its kind, and stays as it is at the start"))
            values = sampled.map { _ in sampled[0] ?? [] }
          }
        }
        let size =
          hasSublayers
          ? layout.size
          : Size(
            states.map(\.frame.width).max() ?? 0, states.map(\.frame.height).max() ?? 0)
        tracks[quantity] = track(quantity, values, of: index, size)
      }
      layers.append(
        FilmLayer(
          index: index, id: node.id, name: names.name(for: node.id), pair: pairs[index],
          parent: parent >= 0 ? places[parent] : nil, pointer: pointer(of: index),
          properties: states[0], masked: states.first { $0.mask != nil },
          layout: layout, hasSublayers: hasSublayers, isSpatial: isSpatial, contents: contents,
          reduction: track(
            .contents, reductions(sizes[index], states, shown), of: index, Size(1, 1)),
          tracks: tracks))
    }
    return Film(
      size: stage.size, duration: playback.duration.seconds,
      framesPerSecond: planned.framesPerSecond, background: stage.background,
      backgroundGradient: stage.backgroundGradient, layers: layers, shortfalls: shortfalls,
      touch: touch)
  }

  private func pointer(of layer: Int) -> String? {
    planned.layerOrigins.indices.contains(layer) ? planned.layerOrigins[layer]?.pointer : nil
  }

  /// The layers that are visible at some time, with all their ancestors.
  private func seenLayers() -> Set<Int> {
    var seen: Set<Int> = []
    for scene in scenes {
      var isSeen = Array(repeating: false, count: stage.nodes.count)
      for (index, node) in stage.nodes.enumerated() {
        let properties = scene.properties(of: index)
        isSeen[index] =
          !properties.isHidden && properties.opacity > 0 && (node.parent < 0 || isSeen[node.parent])
        if isSeen[index] { seen.insert(index) }
      }
    }
    return seen
  }

  private func isSpatial(_ p: LayerProperties) -> Bool {
    p.rotate.x != 0 || p.rotate.y != 0 || !p.transform.isIdentity || p.translate.z != 0
  }

  /// Whether a matrix only moves and scales a plane along x and y, and shows its front.
  private static func onlyScales(_ m: [Double]) -> Bool {
    abs(m[15] - 1) < 1e-12 && m[0] * m[5] > 0
      && [1, 3, 4, 7, 11].allSatisfy { abs(m[$0]) < 1e-12 }
  }

  private func isSame(_ a: Contents, _ b: Contents) -> Bool {
    if case .picture(let x) = a, case .picture(let y) = b {
      // A moving picture counts as one picture, whatever its time is.
      return x.source === y.source || x.source.identity === y.source.identity
    }
    return a == b
  }

  /// The contents with a still replaced by a picture, if the still shows only that picture in the whole frame
  /// of its layer.
  private static func resolved(_ contents: Contents) -> Contents {
    guard case .snapshot(let still) = contents else { return contents }
    var picture: Contents?
    var rest = [still.layer]
    while let layer = rest.popLast() {
      let p = still.scene.properties(of: layer)
      let isTop = layer == still.layer
      if !isTop && (p.isHidden || p.opacity == 0) { continue }
      guard
        isTop
          || (p.opacity == 1 && p.ownTransform.isIdentity && p.mask == nil && p.shadowOpacity == 0),
        p.backgroundColor.map({ $0.alpha == 0 }) ?? true, p.cornerRadius == 0, p.border == nil,
        p.drawing.path == nil, p.filters.isEmpty, p.blur == 0, p.shadows.isEmpty, p.backdrop.isEmpty
      else { return contents }
      switch p.contents {
      case .none: break
      case .picture:
        guard picture == nil, p.frame == still.frame, p.contentsRect == .unit,
          p.contentsGravity == .resize
        else { return contents }
        picture = p.contents
      default: return contents
      }
      rest += still.scene.stage.nodes[layer].sublayers
    }
    return picture ?? contents
  }

  /// The index of each layer among its siblings from the back, and its width and height on the canvas by the
  /// scale at its centre, for each sampled time.
  private func ordersAndSizes() -> (orders: [[Double]], sizes: [[Size]]) {
    var orders = Array(repeating: [Double](), count: stage.nodes.count)
    var sizes = Array(repeating: [Size](), count: stage.nodes.count)
    for scene in scenes {
      var counts: [Int: Double] = [:]
      scene.visit { layer, _, placement in
        let parent = stage.nodes[layer].parent
        orders[layer].append(counts[parent, default: 0])
        counts[parent, default: 0] += 1
        let (bounds, map) = (placement.bounds, placement.toCanvas)
        func length(_ x: Double, _ y: Double) -> Double {
          let c = bounds.center
          let (a, b) = (map.apply(Point(c.x - x, c.y - y)), map.apply(Point(c.x + x, c.y + y)))
          guard a.n > 0, b.n > 0 else { return 0 }
          let (dx, dy) = (b.point.x - a.point.x, b.point.y - a.point.y)
          return (dx * dx + dy * dy).squareRoot()
        }
        sizes[layer].append(Size(length(0.5, 0) * bounds.width, length(0, 0.5) * bounds.height))
      }
    }
    return (orders, sizes)
  }

  /// Computes the values of `FilmLayer.reduction` for a layer.
  private func reductions(
    _ sizes: [Size], _ states: [LayerProperties], _ shown: [Double]
  ) -> [[Double]] {
    let seen = zip(sizes, states).filter { !$1.isHidden && $1.opacity > 0 }
    /// The largest length on the canvas, but at most the layer's own length.
    func most(_ length: (Size) -> Double) -> Double {
      let own = seen.map { length($0.1.frame.size) }.max() ?? 0
      return min(seen.map { length($0.0) }.max() ?? 0, own)
    }
    let (width, height) = (most(\.width), most(\.height))
    return zip(sizes, shown).map { size, shown in
      [shown]
        + [size.width / width, size.height / height].map { part in
          Double(FilmLayer.reductions.count { part < $0 })
        }
    }
  }

  /// The values if all of them have the same number of components; otherwise nil. A missing value is replaced
  /// by a neighbouring value.
  private func alike(_ values: [[Double]?]) -> [[Double]]? {
    let counts = Set(values.compactMap { $0?.count })
    guard counts.count <= 1 else { return nil }
    guard let some = values.compactMap({ $0 }).first else { return values.map { _ in [] } }
    var last = some
    return values.map { value in
      last = value ?? last
      return last
    }
  }

  /// The numbers of a quantity; nil if the layer does not have this quantity.
  private func numbers(of quantity: Quantity, _ p: LayerProperties, origin: Point) -> [Double]? {
    switch quantity {
    case .position:
      return [p.position.x + p.translate.x - origin.x, p.position.y + p.translate.y - origin.y]
    case .size: return [p.frame.width, p.frame.height]
    case .scale: return [p.scale.x, p.scale.y]
    case .rotation: return [p.rotate.z]
    case .opacity: return [p.opacity]
    case .cornerRadius:
      let r = p.cornerRadii
      return [r.topLeft, r.topRight, r.bottomRight, r.bottomLeft]
    case .backgroundColor: return p.backgroundColor?.numbers ?? [0, 0, 0, 0]
    case .shadow:
      return [p.shadowOpacity, p.shadowRadius, p.shadowOffset.x, p.shadowOffset.y]
        + p.shadowColor.numbers
    case .blur: return [p.blur]
    case .border: return p.border.map { [$0.width] + $0.color.numbers } ?? [0, 0, 0, 0, 0]
    case .mask: return p.mask.map { MaskShape($0, in: p).numbers }
    case .stroke: return [p.drawing.strokeStart, p.drawing.strokeEnd]
    case .visible: return [p.isHidden ? 0 : 1]
    case .backface: return [p.isDoubleSided ? 1 : 0]
    case .matrix, .order, .contents: return nil
    }
  }

  /// The map from points relative to the corner of the layer's bounds to points relative to the corner of the
  /// parent's layout; the map equals that of `Placement`.
  private func matrix(
    _ p: LayerProperties, hasSublayers: Bool, in parent: LayerProperties?, origin: Point
  ) -> [Double] {
    let movesAsWhole = hasSublayers && p.frame != p.layoutFrame && !p.layoutFrame.isEmpty
    let bounds = hasSublayers ? p.layoutFrame : p.frame
    var whole = p.ownTransform
    if movesAsWhole { whole = Transform.mapping(p.layoutFrame, to: p.frame).then(whole) }
    if p.zPosition != 0 { whole = whole.then(.translation(0, 0, p.zPosition)) }
    if let parent, !parent.sublayerTransform.isIdentity {
      whole = whole.then(parent.sublayerTransform.about(parent.layoutFrame.center))
    }
    return Transform.translation(bounds.x, bounds.y).then(whole).then(
      .translation(-origin.x, -origin.y)
    ).values
  }

  // MARK: Tracks

  private func track(_ quantity: Quantity, _ values: [[Double]], of layer: Int, _ size: Size)
    -> Track
  {
    let count = values.first?.count ?? 0
    guard count > 0 else { return Track(quantity: quantity, first: [], phases: []) }
    let tolerances = quantity.tolerances(
      tolerance, length: max(size.width, size.height), count: count)
    var phases: [Phase] = []
    var i = 0
    let last = values.count - 1
    while i < last {
      if same(values[i], values[i + 1], tolerances) {
        i += 1
        continue
      }
      if !quantity.jumps, seconds[i + 1] - seconds[i] < 1.5e-6,
        near(values[i], values[i + 1], tolerances)
      {
        // A change that is invisible and within a microsecond is not a jump.
        i += 1
        continue
      }
      if quantity.jumps || seconds[i + 1] - seconds[i] < 1.5e-6 {
        let time = seconds[i + 1]
        phases.append(
          Phase(
            start: time, end: time, from: values[i], to: values[i + 1],
            motion: .keyframes([], error: 0)))
        i += 1
        continue
      }
      if let (phase, end) = curvePhase(from: i, values, tolerances, of: layer) {
        phases.append(phase)
        i = end
        continue
      }
      let (phase, end) = keyframePhase(
        from: i, values, tolerances, of: layer, quantity, size)
      phases.append(phase)
      i = end
    }
    return Track(quantity: quantity, first: values[0], phases: phases)
  }

  /// The time of a sample in seconds; a sample just before a boundary has the time of the boundary.
  private func bound(_ i: Int) -> Double {
    i + 1 < seconds.count && seconds[i + 1] - seconds[i] < 1.5e-6 ? seconds[i + 1] : seconds[i]
  }

  private func same(_ a: [Double], _ b: [Double], _ tolerances: [Double]) -> Bool {
    for i in a.indices where abs(a[i] - b[i]) > tolerances[i] * 1e-6 { return false }
    return true
  }

  private func near(_ a: [Double], _ b: [Double], _ tolerances: [Double]) -> Bool {
    for i in a.indices where abs(a[i] - b[i]) > tolerances[i] * 0.05 { return false }
    return true
  }

  /// The phase that follows the easing of a step from the sample `i` to the end of the step; nil if the
  /// values follow no such easing.
  private func curvePhase(
    from i: Int, _ values: [[Double]], _ tolerances: [Double], of layer: Int
  ) -> (Phase, Int)? {
    for curve in curves[layer] ?? [] {
      // An easing may begin so slowly that the value seems constant at first.
      guard curve.start <= seconds[i] + 1e-6, curve.end > seconds[i],
        let first = seconds.firstIndex(where: { $0 >= curve.start - 1e-7 }), i - first <= 3,
        let after = seconds.firstIndex(where: { $0 >= curve.end - 1e-7 })
      else { continue }
      let last = seconds[after] - seconds[after - 1] < 1.5e-6 ? after - 1 : after
      // If a quantity jumps when the step starts, the quantity follows the curve from just after the jump.
      let begin = (-1e-8..<1.5e-6).contains(seconds[i] - curve.start) ? i : first
      guard last > begin else { continue }
      if let ends = ends(of: curve, begin...last, values, tolerances) {
        return (
          Phase(
            start: curve.start, end: curve.end, from: ends.from, to: ends.to,
            motion: .curve(CurveName(curve.timing, duration: curve.end - curve.start))),
          near(values[after], ends.to, tolerances) ? after : last
        )
      }
    }
    return nil
  }

  /// The start and end values of the curve that the sampled values follow; nil if they do not follow the
  /// curve.
  private func ends(
    of curve: StepCurve, _ range: ClosedRange<Int>, _ values: [[Double]], _ tolerances: [Double]
  ) -> (from: [Double], to: [Double])? {
    let shares = range.map {
      curve.timing.progress(at: (times[$0].seconds - curve.start) / (curve.end - curve.start))
    }
    let begin = curve.timing.progress(at: 0)
    guard let far = shares.indices.max(by: { abs(shares[$0] - begin) < abs(shares[$1] - begin) }),
      abs(shares[far] - begin) > 1e-6
    else { return nil }
    let base = values[range.lowerBound]
    let reached = values[range.lowerBound + far]
    let slopes = zip(base, reached).map { ($1 - $0) / (shares[far] - begin) }
    for (n, share) in shares.enumerated() {
      let value = values[range.lowerBound + n]
      for k in value.indices {
        let expected = base[k] + slopes[k] * (share - begin)
        if abs(value[k] - expected) > tolerances[k] * 1e-3 + 1e-9 { return nil }
      }
    }
    let final = curve.timing.progress(at: 1)
    return (base, zip(base, slopes).map { $0 + $1 * (final - begin) })
  }

  /// A phase of keyframes from the sample `i` until the quantity becomes constant, jumps, or follows the
  /// curve of a starting step.
  private func keyframePhase(
    from i: Int, _ values: [[Double]], _ tolerances: [Double], of layer: Int, _ quantity: Quantity,
    _ size: Size
  ) -> (Phase, Int) {
    let starts = (curves[layer] ?? []).map(\.start)
    var end = i + 1
    var rest = 0
    while end < values.count - 1 {
      if seconds[end + 1] - seconds[end] < 1.5e-6, !near(values[end], values[end + 1], tolerances) {
        break
      }
      if starts.contains(where: { abs($0 - seconds[end]) < 1e-6 }),
        curvePhase(from: end, values, tolerances, of: layer) != nil
      {
        break
      }
      rest = same(values[end], values[end + 1], tolerances) ? rest + 1 : 0
      end += 1
      if rest > 8 {
        end -= rest
        break
      }
    }
    let range = i...end
    let kept = Thinning.kept(
      times: range.map { seconds[$0] }, values: range.map { values[$0] }, tolerances: tolerances,
      distance: quantity == .matrix ? { cornersMove($0, $1, size) / spatialTolerance } : nil)
    let unit =
      quantity == .matrix ? spatialTolerance : quantity.isLength ? tolerance : tolerances[0]
    let frames = kept.indices.map { Motion.Keyframe(time: bound(i + $0), value: values[i + $0]) }
    return (
      Phase(
        start: bound(i), end: bound(end), from: values[i], to: values[end],
        motion: .keyframes(frames, error: kept.error * unit)), end
    )
  }

  /// The way of the corner that moves farthest if one matrix of a layer replaces another one.
  private func cornersMove(_ a: [Double], _ b: [Double], _ size: Size) -> Double {
    let (from, to) = (Transform(a).flattened, Transform(b).flattened)
    var farthest = 0.0
    for corner in [
      Point.zero, Point(size.width, 0), Point(0, size.height), Point(size.width, size.height),
    ] {
      let (p, q) = (from.apply(corner), to.apply(corner))
      guard p.n > 0, q.n > 0 else {
        if a != b { return .infinity }
        continue
      }
      let (x, y) = (p.point.x - q.point.x, p.point.y - q.point.y)
      farthest = max(farthest, (x * x + y * y).squareRoot())
    }
    return farthest
  }
}

/// Creates unique names for layers that are valid in code.
struct LayerNames {
  private var taken: Set<String> = []

  /// The letters, digits and hyphens of the id in lower case, with a number if another layer already has this
  /// name.
  mutating func name(for id: String) -> String {
    var word = ""
    for scalar in id.lowercased().unicodeScalars {
      if ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) {
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty, !word.hasSuffix("-") {
        word += "-"
      }
    }
    while word.hasSuffix("-") { word.removeLast() }
    if word.isEmpty || !("a"..."z").contains(word.unicodeScalars.first!) { word = "layer-" + word }
    while word.hasSuffix("-") { word.removeLast() }
    var name = word
    var number = 2
    // Two names that differ only in hyphens would be the same identifier in code.
    while !taken.insert(name.filter { $0 != "-" }).inserted {
      name = "\(word)-\(number)"
      number += 1
    }
    return name
  }
}
