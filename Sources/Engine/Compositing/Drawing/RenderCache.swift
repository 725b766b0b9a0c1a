internal import Scenes
internal import Synchronization

/// A cache of separately rendered pictures: stills of layers, pictures of producers, and mipmap pyramids.
///
/// The key of a cached picture is the identity of its source object, which the cache retains so that its
/// identity is not reused. A still or a pyramid is removed after several consecutive scenes that do not use
/// it. A producer's picture is removed when the next scene does not use it: a producer renders another
/// picture for each time, and the next picture reuses the memory. The pictures inside a reused layer also
/// count as used.
final class RenderCache: Sendable {
  let kernels: Kernels
  /// The maximum cost of a scene in units of `RenderCost`.
  let workLimit: Int
  /// A callback that is called while a scene is drawn; the result true cancels the drawing.
  let isCancelled: @Sendable () -> Bool
  private let cache = Mutex(Cache())
  private let work = Mutex(Work())
  /// The cost of the current scene so far, and the cost of the current layer with its sublayers.
  private struct Work {
    var all = RenderCostSum()
    var inner = RenderCostSum()
  }
  var allWork: RenderCostSum { work.withLock { $0.all } }
  var workUnits: Double { allWork.units }
  var innerWork: RenderCostSum { work.withLock { $0.inner } }

  /// Adds work, which is counted even if an earlier scene did it, because the cost of a scene must not depend
  /// on earlier scenes. Returns false if the scene's total work exceeds the limit.
  func charge(_ sum: RenderCostSum) -> Bool {
    work.withLock {
      $0.all = $0.all + sum
      $0.inner = $0.inner + sum
      return $0.all.units <= Double(workLimit)
    }
  }

  /// Starts counting the work of a layer; the caller passes the result to `endWork`.
  func beginWork() -> RenderCostSum {
    work.withLock { work in
      defer { work.inner = RenderCostSum() }
      return work.inner
    }
  }

  func endWork(_ outer: RenderCostSum) {
    work.withLock { $0.inner = outer + $0.inner }
  }

  init(
    kernels: Kernels, workLimit: Int, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.isCancelled = isCancelled
    self.kernels = kernels
    self.workLimit = workLimit
  }

  private struct Key: Hashable {
    enum Kind: Hashable { case still, produced, pyramid }
    var kind: Kind
    var identities: [ObjectIdentifier]
    var moment: StepMoment?
    var width: Int
    var height: Int
  }

  private struct Entry {
    var value: AnyObject
    /// The sources of the keys in use, which are retained so that their identities are not reused.
    var sources: [AnyObject]
    var lastUse: Int
    var work = RenderCostSum()
  }

  private struct Cache: @unchecked Sendable {
    // The values are bitmaps and pyramids, which are never written again after they are shared.
    var entries: [Key: Entry] = [:]
    /// The keys of producers' pictures, and of stills that are shown in few frames.
    var passing: Set<Key> = []
    var now = 0

    /// Whether only the cache retains the entry, and no scene since scene number `scene` has used the entry.
    mutating func isIdle(_ key: Key, since scene: Int) -> Bool {
      guard let index = entries.index(forKey: key) else { return true }
      return entries.values[index].lastUse < scene
        && isKnownUniquelyReferenced(&entries.values[index].value)
    }
  }

  /// Starts a new scene, and removes pictures that the last `keep` scenes did not use and that only the cache
  /// retains.
  func advance(keep: Int = 8) {
    work.withLock { $0 = Work() }
    cache.withLock { cache in
      cache.now += 1
      let limit = cache.now - keep
      if cache.now % keep == 0 {
        // The keys are copied, because an iterator over the entries would retain all of them.
        for key in Array(cache.entries.keys) where cache.isIdle(key, since: limit) {
          cache.entries[key] = nil
        }
      }
      let last = cache.now - 1
      for key in cache.passing where cache.isIdle(key, since: last) {
        cache.entries[key] = nil
        cache.passing.remove(key)
      }
    }
  }

  /// Removes all entries; pictures in use stay valid, but the cache no longer finds them.
  func letGo() {
    cache.withLock { cache in
      cache.entries = [:]
      cache.passing = []
    }
  }

  /// The work of the scene that has been counted so far; the count can be reset to this value later.
  func countedWork() -> (all: RenderCostSum, inner: RenderCostSum) {
    work.withLock { ($0.all, $0.inner) }
  }
  func uncount(to before: (all: RenderCostSum, inner: RenderCostSum)) {
    work.withLock { ($0.all, $0.inner) = before }
  }

  private func find<T: AnyObject & Sendable>(_ key: Key, as type: T.Type) -> T? {
    let found = cache.withLock { cache -> Entry? in
      guard let index = cache.entries.index(forKey: key) else { return nil }
      cache.entries.values[index].lastUse = cache.now
      return cache.entries.values[index]
    }
    guard let found else { return nil }
    // If the work exceeds the limit, the error is reported when the next layer is charged.
    _ = charge(found.work)
    return found.value as? T
  }

  private func keep(
    _ value: some AnyObject & Sendable, _ sources: [any AnyObject & Sendable], for key: Key,
    work: RenderCostSum = RenderCostSum(), isPassing: Bool = false
  ) {
    cache.withLock { cache in
      cache.entries[key] = Entry(value: value, sources: sources, lastUse: cache.now, work: work)
      if isPassing { cache.passing.insert(key) }
    }
  }

  /// The image with its mipmap levels, or only the image if it is not minified.
  func pyramid(of bitmap: Bitmap, isMinified: Bool) -> Pyramid {
    guard isMinified else { return Pyramid(base: bitmap, levels: []) }
    let key = Key(
      kind: .pyramid, identities: [ObjectIdentifier(bitmap)], moment: nil, width: 0, height: 0)
    if let found = find(key, as: Pyramid.self) { return found }
    let made = Pyramid(of: bitmap, kernels: kernels)
    keep(made, [bitmap], for: key)
    return made
  }

  /// A still at `scale` device pixels for each point; nil if its frame is empty.
  func still(_ snapshot: Snapshot, scale: Double) throws(CompositingError) -> Bitmap? {
    let frame = snapshot.frame
    if frame.isEmpty { return nil }
    return try still(
      snapshot, width: Self.pixels(frame.width * scale), height: Self.pixels(frame.height * scale))
  }

  static func pixels(_ length: Double) -> Int {
    Int(clamped: length, rounded: .toNearestOrAwayFromZero, to: 1...1_000_000)
  }

  /// Creates a still whose frame fills width × height pixels.
  private func still(
    _ snapshot: Snapshot, width: Int, height: Int
  ) throws(CompositingError) -> Bitmap {
    let id = snapshot.scene.stage.nodes[snapshot.layer].id
    try Self.check(width, height, id)
    let key = Key(
      kind: .still, identities: [ObjectIdentifier(snapshot.identity)], moment: nil, width: width,
      height: height)
    if let found = find(key, as: Bitmap.self) { return found }
    let outer = beginWork()
    defer { endWork(outer) }
    let bitmap = try drawn(snapshot, width: width, height: height)
    bitmap.scanOpacity()
    keep(bitmap, [snapshot.identity], for: key, work: innerWork, isPassing: snapshot.isPassing)
    return bitmap
  }

  private func drawn(
    _ snapshot: Snapshot, width: Int, height: Int
  ) throws(CompositingError) -> Bitmap {
    let counted = countedWork()
    do {
      let operations = try Flattener.still(snapshot, width: width, height: height, pictures: self)
      let bitmap = Bitmap(width: width, height: height)
      let canvas = Canvas(
        .list(operations), background: Paint(replacing: .clear), bitmap: bitmap, kernels: kernels)
      canvas.draw(Damage(all: bitmap.bounds), threads: 1)
      return bitmap
    } catch {
      guard error.isWantOfRoom else { throw error }
      uncount(to: counted)
      letGo()
      let place = try LowMemoryCompositing.Place(PixelRect(0, 0, width, height), instead: error)
      try Flattener.drawStill(snapshot, width: width, height: height, pictures: self, over: place)
      let bitmap = Bitmap(width: width, height: height)
      kernels.round(place.target, to: Target(canvas: bitmap, window: bitmap.bounds))
      return bitmap
    }
  }

  /// The bitmap that a producer draws for a layer of `size` points; nil if the size is empty.
  func produced(
    _ contents: ProducedContents, size: Size, scale: Double, layer: String
  ) throws(CompositingError) -> Bitmap? {
    guard size.width > 0, size.height > 0 else { return nil }
    let (width, height) = (Self.pixels(size.width * scale), Self.pixels(size.height * scale))
    try Self.check(width, height, layer)
    var sources: [any AnyObject & Sendable] = [contents.producer]
    for moments in contents.inputs { sources += moments.map(\.identity) }
    if contents.times != nil { try Self.checkRoom(sources.count - 1, width, height, layer) }
    let key = Key(
      kind: .produced, identities: sources.map { ObjectIdentifier($0) }, moment: contents.moment,
      width: width, height: height)
    if let found = find(key, as: Bitmap.self) { return found }
    let outer = beginWork()
    defer { endWork(outer) }
    var inputs: [[Bitmap]] = []
    for moments in contents.inputs {
      var pictures: [Bitmap] = []
      for input in moments { pictures.append(try still(input, width: width, height: height)) }
      inputs.append(pictures)
    }
    let bitmap: Bitmap
    do {
      bitmap = try contents.producer.draw(
        contents.moment, scale: scale, inputs: inputs, width: width, height: height)
    } catch {
      throw .producerFailed(layer: layer, underlying: error)
    }
    keep(bitmap, sources, for: key, work: innerWork, isPassing: true)
    return bitmap
  }

  /// The maximum number of bytes of other pictures that one picture may read at the same time.
  private static let limitBytes = 1 << 30

  private static func checkRoom(
    _ count: Int, _ width: Int, _ height: Int, _ layer: String
  ) throws(CompositingError) {
    let bytes = Bitmap.byteCount(width: width, height: height)
    let limit = min(limitBytes, MemoryAccount.limit.load(ordering: .relaxed))
    if count > 1, count > limit / max(1, bytes) {
      throw .inputsTooLarge(
        layer: layer, count: count, bytes: count * bytes, limitBytes: limit)
    }
  }

  private static func check(_ width: Int, _ height: Int, _ layer: String) throws(CompositingError) {
    if width > 16_384 || height > 16_384 {
      throw .pictureTooLarge(layer: layer, width: width, height: height)
    }
  }
}
