internal import Scenes
private import Synchronization
private import Threading

/// Draws windows of the canvas: the background, then the operations. A window is composited in 16-bit
/// channels (8.8 fixed point) and rounded to bytes once. Compositing directly in bytes gives the same result
/// if no operation reads pixels that another operation has rounded. Windows in which no operation reads
/// rounded pixels are drawn directly in the canvas; only the other windows need a picture with 16-bit
/// channels.
struct Canvas: Sendable {
  private let backdrop: DrawOperation
  private let operations: DisplayTree
  private let bitmap: Bitmap
  private let kernels: Kernels
  /// A callback that returns true to cancel the drawing of the remaining tiles.
  private let isCancelled: @Sendable () -> Bool

  init(
    _ operations: DisplayTree, background: Paint, bitmap: Bitmap, kernels: Kernels,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.isCancelled = isCancelled
    backdrop = .shape(Shape(coverage: Coverage(bitmap.bounds), paint: background))
    self.operations = operations
    self.bitmap = bitmap
    self.kernels = kernels
  }

  /// The number of rows of a tile; each tile is drawn by one thread.
  private static let tileHeight = 64
  /// The area in pixels up to which the damage is drawn as one window, because dividing it into tiles would
  /// take longer.
  private static let smallArea = 16_384

  /// The number of operations up to which all rows may be drawn at once instead of tile by tile.
  private static let fewOperations = 8

  /// The part of the damage in one tile, restricted to a region if the damage has one.
  private struct Tile {
    var rects: [PixelRect] = []
    var region: Region?
  }

  /// Draws all damaged pixels on up to `threads` threads.
  func draw(_ damage: Damage, threads: Int) {
    if damage.rects.isEmpty { return }
    let box = damage.rects.reduce(PixelRect.zero) { $0.union($1) }
    let near = [backdrop] + operations.near(box)
    for operation in visible(near, in: box) { operation.use(damage.rects, kernels: kernels) }
    let region = damage.rects.count > 1 ? damage.region : nil
    var scratch: Buffer<UInt16>?
    if box.width * box.height <= Self.smallArea {
      return draw(Tile(rects: damage.rects, region: region), near, in: box, &scratch)
    }
    if let region, near.count <= Self.fewOperations, threads == 1 || region.area <= Self.smallArea,
      draw(region, near, in: box)
    {
      return
    }
    let count = (bitmap.height + Self.tileHeight - 1) / Self.tileHeight
    var tiles = Array(repeating: Tile(region: region), count: count)
    for rect in damage.rects {
      for i in rect.y / Self.tileHeight...(rect.maxY - 1) / Self.tileHeight {
        let tile = PixelRect(0, i * Self.tileHeight, bitmap.width, Self.tileHeight)
        tiles[i].rects.append(rect.intersection(tile))
      }
    }
    let work = tiles.filter { !$0.rects.isEmpty }
    if threads == 1 || work.count < 2 {
      for tile in work where !isCancelled() { draw(tile, &scratch) }
      return
    }
    let next = Atomic(0)
    Threads.run(min(threads, work.count)) {
      var scratch: Buffer<UInt16>?
      while true {
        let i = next.add(1, ordering: .relaxed).oldValue
        if i >= work.count || isCancelled() { return }
        draw(work[i], &scratch)
      }
    }
  }

  /// Draws a tile; the calling thread reuses the memory `scratch` for the 16-bit pictures of its tiles.
  private func draw(_ tile: Tile, _ scratch: inout Buffer<UInt16>?) {
    var box = PixelRect.zero
    for rect in tile.rects { box = box.union(rect) }
    draw(tile, [backdrop] + operations.near(box), in: box, &scratch)
  }

  /// Draws the pixels in `box` with the operations `near`, which are the operations that may touch the tile.
  private func draw(
    _ tile: Tile, _ near: [DrawOperation], in box: PixelRect, _ scratch: inout Buffer<UInt16>?
  ) {
    if tile.rects.count > 1, let region = tile.region, draw(region, near, in: box) { return }
    for rect in tile.rects { draw(near, rect, &scratch) }
  }

  /// Draws the pixels of a region in `box`; returns false if an operation reads pixels that were rounded
  /// before.
  private func draw(_ region: Region, _ near: [DrawOperation], in box: PixelRect) -> Bool {
    let seen = visible(near, in: box)
    // If no operation reads rounded pixels in the whole box, then none reads them in a part of the box.
    if readerOfRounded(seen, in: box) != nil { return false }
    let target = Target(canvas: bitmap, window: box)
    PaintList(seen, in: box).draw(in: target, only: region, kernels: kernels)
    return true
  }

  private func draw(
    _ near: [DrawOperation], _ window: PixelRect, _ scratch: inout Buffer<UInt16>?
  ) {
    let seen = visible(near, in: window)
    guard let reader = readerOfRounded(seen, in: window) else {
      return seen.draw(in: Target(canvas: bitmap, window: window), kernels: kernels)
    }
    if window.width * window.height <= Self.smallArea { return compose(seen, window, &scratch) }
    // The operation reads pixels below it only where it is not opaque, and only inside its bounds.
    if case .shape(let shape) = reader, let parts = window.parts(around: shape.replaced) {
      for part in parts { draw(seen, part, &scratch) }
      return
    }
    if let parts = window.parts(around: reader.bounds) {
      for part in parts { draw(seen, part, &scratch) }
      return
    }
    compose(seen, window, &scratch)
  }

  private func compose(
    _ seen: [DrawOperation], _ window: PixelRect, _ scratch: inout Buffer<UInt16>?
  ) {
    PaintList(seen, in: window).compose(
      in: Target(canvas: bitmap, window: window), scratch: &scratch, kernels: kernels)
  }

  /// The operations that touch the window, starting at the frontmost operation that hides the whole window.
  private func visible(_ near: [DrawOperation], in window: PixelRect) -> [DrawOperation] {
    var found: [DrawOperation] = []
    for operation in near.reversed() {
      if operation.bounds.intersection(window).isEmpty { continue }
      found.append(operation)
      if case .shape(let shape) = operation, shape.replaced.contains(window) { break }
    }
    return found.reversed()
  }

  /// The first operation that blends its colours with pixels that were rounded before.
  private func readerOfRounded(_ seen: [DrawOperation], in window: PixelRect) -> DrawOperation? {
    var rounded: [PixelRect] = []
    for operation in seen {
      let bounds = operation.bounds.intersection(window)
      var isExact = false
      var replaces = false
      if case .shape(let shape) = operation, shape.replaced.contains(bounds) {
        replaces = true
        isExact = shape.paint.isExact
      }
      if replaces {
        rounded.removeAll { bounds.contains($0) }
      } else if rounded.contains(where: { !$0.intersection(bounds).isEmpty }) {
        return operation
      }
      if isExact { continue }
      // Many small boxes are merged into one large box; the larger box can only report an overlap that does
      // not exist, never miss one.
      if rounded.count == 16 { rounded = [rounded.reduce(.zero) { $0.union($1) }] }
      rounded.append(bounds)
    }
    return nil
  }
}

extension PixelRect {
  /// The rectangle divided along the sides of `other`: the part inside `other`, and up to four parts around
  /// it; nil if the rectangles do not intersect.
  fileprivate func parts(around other: PixelRect) -> [PixelRect]? {
    let inside = intersection(other)
    if inside.isEmpty || inside == self { return nil }
    return [
      inside,
      PixelRect(x, y, width, inside.y - y),
      PixelRect(x, inside.maxY, width, maxY - inside.maxY),
      PixelRect(x, inside.y, inside.x - x, inside.height),
      PixelRect(inside.maxX, inside.y, maxX - inside.maxX, inside.height),
    ].filter { !$0.isEmpty }
  }
}
