internal import Files
package import Scenes
private import Synchronization

/// The choice between the sets of kernels, which all give the same bits.
package enum KernelChoice: Sendable {
  /// The fastest kernels that this processor supports.
  case best
  /// The kernels that run on every x86-64 processor without special features.
  case baseline
}

/// The result of drawing a scene into a bitmap. The rectangles of a drawing's result may overlap.
package struct Drawing: Sendable {
  /// The rectangles that contain all changed pixels of the bitmap.
  package let painted: [PixelRect]
  /// The rectangles in which the scene differs from the compositor's previous scene, regardless of the
  /// bitmap; nil if they are unknown. The changed rectangles are computed when the property is read.
  package var changed: [PixelRect]? {
    known ?? before.flatMap { now.damage(from: $0, clip: box)?.rects }
  }
  /// The cost of the scene in work units, counted as if the cache were empty.
  package let workUnits: Double
  /// Whether the layers were drawn one after the other because they did not fit in memory together.
  package let isInTurns: Bool
  private let known: [PixelRect]?
  private let now: Shown
  private let before: Shown?
  private let box: PixelRect

  fileprivate init(
    painted: [PixelRect], workUnits: Double, known: [PixelRect]?, now: Shown, before: Shown?,
    box: PixelRect, isInTurns: Bool = false
  ) {
    self.isInTurns = isInTurns
    self.painted = painted
    self.workUnits = workUnits
    self.known = known
    self.now = now
    self.before = before
    self.box = box
  }
}

/// The scenes that will be drawn after the current scene; the scenes are evaluated only if one drawing is
/// made for several scenes at once.
package final class ComingScenes {
  private let make: () -> [Scene]
  private(set) lazy var scenes = make()

  package init(_ make: @escaping () -> [Scene]) { self.make = make }
}

/// Draws scenes into bitmaps. The pixels depend only on the scene and the scale, not on the number of
/// threads, the processor, or earlier frames.
///
/// The compositor remembers the contents of each existing bitmap and paints only the damage. A caller can
/// alternate between several bitmaps; each bitmap is compared with its own previous contents.
package final class Compositor: Sendable {
  private let threads: Int
  private let kernels: Kernels
  private let pictures: RenderCache
  private let partsAll: Bool
  private let memory = Mutex(Memory())

  /// Creates a compositor with up to `threads` threads, including the caller's. `dithers` sets whether
  /// gradients and shadows are dithered. The compositor rejects a frame that costs more than `workLimit`
  /// units of `RenderCost`. `partsAll` draws every scene layer by layer, as the compositor does when memory
  /// is short. The compositor calls `isCancelled` from any of its threads; if `isCancelled` returns true, the
  /// drawing ends with an error.
  package init(
    threads: Int = 1, kernels: KernelChoice = .best, dithers: Bool = false,
    workLimit: Int = RenderCost.usualLimit, partsAll: Bool = false,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.partsAll = partsAll
    self.threads = max(1, threads)
    var kernels: Kernels = kernels == .best ? .best : .baseline
    kernels.dithers = dithers
    self.kernels = kernels
    pictures = RenderCache(kernels: kernels, workLimit: workLimit, isCancelled: isCancelled)
  }

  /// The size of the canvas in pixels at `scale` pixels a point.
  package static func size(of stage: Stage, scale: Double) -> (width: Int, height: Int) {
    func pixels(_ length: Double) -> Int {
      max(1, pixel(length * scale, .toNearestOrAwayFromZero))
    }
    return (pixels(stage.size.width), pixels(stage.size.height))
  }

  /// Draws the scene into the bitmap, which has `size(of:scale:)` pixels; the scenes that are `coming` are
  /// drawn after it.
  @discardableResult
  package func draw(
    _ scene: Scene, scale: Double, into bitmap: Bitmap, before coming: ComingScenes? = nil
  ) throws(CompositingError) -> Drawing {
    let size = Self.size(of: scene.stage, scale: scale)
    guard size == (bitmap.width, bitmap.height) else {
      throw .wrongSize(needed: size, given: (bitmap.width, bitmap.height))
    }
    if partsAll || memory.withLock({ $0.drawsInTurns(scene.stage) }) {
      return try drawInTurns(scene, scale, bitmap, instead: nil)
    }
    let record: FlattenedLayer?
    do {
      record = try Profile.measure(.stage, "prepare") { () throws(CompositingError) in
        try memory.withLock { memory throws(CompositingError) in
          try memory.flatten(scene, scale, bitmap.bounds, pictures, coming)
        }
      }
    } catch {
      guard error.isWantOfRoom else { throw error }
      return try drawInTurns(scene, scale, bitmap, instead: error)
    }
    let now = Shown(stage: scene.stage, scale: scale, record: record)
    let (known, before) = memory.withLock { ($0.take(bitmap), $0.replaceLast(now)) }
    let found = known.flatMap { now.damage(from: $0, clip: bitmap.bounds) }
    let damage = found ?? Damage(all: bitmap.bounds)
    // A single bitmap always contains the previous scene.
    let isBefore = before?.record === known?.record && before?.stage === known?.stage
    var shown = record.map { DisplayTree.layer($0) } ?? .list([])
    if let record, record.hasBackdrop {
      let ground = memory.withLock { $0.ground(scene.stage, scale, bitmap.bounds) }
      shown = .list(
        record.operations.resolved(over: [ground], isOpaque: scene.stage.hasOpaqueBackground))
    }
    let canvas = Canvas(
      shown, background: Paint(backgroundOf: scene.stage, scale: scale), bitmap: bitmap,
      kernels: kernels, isCancelled: pictures.isCancelled)
    Profile.measure(.stage, "paint") { canvas.draw(damage, threads: threads) }
    if pictures.isCancelled() { throw .cancelled }
    memory.withLock { $0.keep(now, by: bitmap) }
    return Drawing(
      painted: damage.rects, workUnits: pictures.workUnits, known: isBefore ? found?.rects : nil,
      now: now, before: before,
      box: bitmap.bounds)
  }

  /// Draws a scene layer by layer. The method is used if the layers do not fit in memory together; `error` is
  /// the error that reported that.
  private func drawInTurns(
    _ scene: Scene, _ scale: Double, _ bitmap: Bitmap, instead error: CompositingError?
  ) throws(CompositingError) -> Drawing {
    let box = bitmap.bounds
    memory.withLock { $0.beginTurns(scene.stage) }
    pictures.letGo()
    pictures.advance()
    var place = try LowMemoryCompositing.Place(box, instead: error)
    place.isOpaque = scene.stage.hasOpaqueBackground
    place.partsAll = partsAll
    let ground = Shape(
      coverage: Coverage(box), paint: Paint(backgroundOf: scene.stage, scale: scale))
    [DrawOperation.shape(ground)].draw(in: place.target, kernels: kernels)
    var flattener = Flattener(
      scene: scene, device: .scale(scale), scale: scale, clip: box, pictures: pictures)
    try flattener.drawInTurns(0, in: nil, over: place)
    kernels.round(place.target, to: Target(canvas: bitmap, window: box))
    forget(bitmap)
    return Drawing(
      painted: [box], workUnits: pictures.workUnits, known: nil,
      now: Shown(stage: scene.stage, scale: scale, record: nil), before: nil, box: box,
      isInTurns: true)
  }

  /// Marks the contents of the bitmap as unknown, because they may have changed; the bitmap is then painted
  /// completely.
  package func forget(_ bitmap: Bitmap) { memory.withLock { _ = $0.take(bitmap) } }
}

extension Paint {
  /// Paints the background of a stage, which replaces the previous pixels.
  fileprivate init(backgroundOf stage: Stage, scale: Double) {
    let all = Rect(0, 0, stage.size.width, stage.size.height)
    if let gradient = stage.backgroundGradient,
      let map = gradient.plane(over: all, seenBy: .scale(scale))
    {
      self = Paint(gradient, by: map).replacing
    } else {
      self.init(replacing: stage.background)
    }
  }
}

extension Stage {
  fileprivate var hasOpaqueBackground: Bool {
    backgroundGradient?.isOpaque ?? (background.alpha >= 1)
  }
}

/// A description of the scene that a bitmap contains.
private struct Shown: Sendable {
  weak var bitmap: Bitmap?
  let stage: Stage
  let scale: Double
  let record: FlattenedLayer?

  init(stage: Stage, scale: Double, record: FlattenedLayer?) {
    self.stage = stage
    self.scale = scale
    self.record = record
  }

  /// The damage between two contents; nil when they cannot be compared.
  func damage(from other: Shown, clip: PixelRect) -> Damage? {
    guard stage === other.stage, scale == other.scale else { return nil }
    return Damage(from: other.record, to: record, clip: clip)
  }
}

/// The data that a compositor keeps between scenes.
private struct Memory {
  private var shown: [Shown] = []
  private var latest: Latest?
  private var last: Shown?
  private var latestGround: (stage: Stage, scale: Double, box: PixelRect, operation: DrawOperation)?
  /// The number of frames of this stage that are drawn layer by layer before the compositor tries again to
  /// hold all layers in memory.
  private var turns: (stage: Stage, left: Int)?
  private static let fewTurns = 8

  private struct Latest {
    var scene: Scene
    var scale: Double
    var root: FlattenedLayer?
    var work: RenderCostSum
    /// The layers of the stage whose mask is another layer.
    var masked: [Int]
  }

  /// Builds the root record of a scene, and reuses every part of the previous scene's record that is
  /// unchanged.
  mutating func flatten(
    _ scene: Scene, _ scale: Double, _ clip: PixelRect, _ pictures: RenderCache,
    _ coming: ComingScenes?
  ) throws(CompositingError) -> FlattenedLayer? {
    pictures.advance()
    if 2 * MemoryAccount.bytes > MemoryAccount.limit.load(ordering: .relaxed) { letGo() }
    var changes: SceneChanges?
    let masked: [Int]
    if let latest, latest.scene.stage === scene.stage, latest.scale == scale {
      let found = SceneChanges(from: latest.scene, to: scene, masked: latest.masked)
      if found.isEmpty {
        _ = pictures.charge(latest.work)
        return latest.root
      }
      changes = found
      masked = latest.masked
    } else {
      try refuseEndless(scene, scale, clip, limit: pictures.workLimit)
      masked = SceneChanges.layersMaskedByLayers(scene.stage)
    }
    var flattener = Flattener(
      scene: scene, device: .scale(scale), scale: scale, clip: clip, pictures: pictures,
      changes: changes)
    flattener.coming = coming
    let known = changes == nil ? nil : latest?.root
    latest = nil
    let root = try flattener.container(known: known)
    latest = Latest(
      scene: scene, scale: scale, root: root, work: pictures.allWork, masked: masked)
    return root
  }

  /// Whether the scene is drawn layer by layer from the start, because an earlier scene did not fit
  /// in memory.
  mutating func drawsInTurns(_ stage: Stage) -> Bool {
    guard let turns, turns.stage === stage, turns.left > 0 else { return false }
    self.turns = (stage, turns.left - 1)
    return true
  }

  /// Releases all cached data before a scene is drawn layer by layer.
  mutating func beginTurns(_ stage: Stage) {
    if turns?.stage !== stage || turns?.left == 0 { turns = (stage, Self.fewTurns) }
    letGo()
  }

  /// Releases the previous scene if memory may be too small for two scenes.
  private mutating func letGo() {
    (shown, latest, last) = ([], nil, nil)
  }

  /// Refuses a scene whose work exceeds the limit for a frame before any of it is drawn. Nested shadows can
  /// cause a cost above the limit, because each shadow draws its contents twice. A later scene of the stage
  /// is refused when its accumulated work reaches the limit.
  private func refuseEndless(
    _ scene: Scene, _ scale: Double, _ clip: PixelRect, limit: Int
  ) throws(CompositingError) {
    let work = SceneWork.of(scene, scale: scale, width: clip.width, height: clip.height)
    if work.units > Double(limit) {
      throw .tooMuchWork(
        layer: scene.stage.nodes[work.heaviest].id, units: work.units, limit: limit)
    }
  }

  /// The background of a stage: all scenes of the stage share one object, so that backgrounds are compared by
  /// identity.
  mutating func ground(_ stage: Stage, _ scale: Double, _ box: PixelRect) -> DrawOperation {
    if let ground = latestGround, ground.stage === stage, ground.scale == scale, ground.box == box {
      return ground.operation
    }
    let shape = Shape(
      coverage: Coverage(box), paint: Paint(backgroundOf: stage, scale: scale))
    latestGround = (stage, scale, box, .shape(shape))
    return .shape(shape)
  }

  /// Removes and returns the recorded contents of the bitmap, because a drawing is about to change them.
  mutating func take(_ bitmap: Bitmap) -> Shown? {
    shown.removeAll { $0.bitmap == nil }
    guard let i = shown.firstIndex(where: { $0.bitmap === bitmap }) else { return nil }
    return shown.remove(at: i)
  }

  mutating func keep(_ now: Shown, by bitmap: Bitmap) {
    var now = now
    now.bitmap = bitmap
    shown.append(now)
  }

  /// Stores the contents that a drawing has just produced, and returns the previous contents.
  mutating func replaceLast(_ now: Shown) -> Shown? {
    defer { last = now }
    return last
  }
}
