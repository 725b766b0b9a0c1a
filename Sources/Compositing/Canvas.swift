private import Dispatch
internal import Scenes
private import Synchronization

/// Draws windows of the canvas: the background, then the operations.
///
/// What a window shows is composed in 8.8 channels and rounded to bytes once. That is the same as
/// composing in bytes while no operation reads what another one has rounded; so windows where that
/// holds are drawn in the canvas itself, and only the others in a wider picture.
struct Canvas: Sendable {
  private let operations: [Operation]
  private let backdrop: Shape
  private let bitmap: Bitmap
  private let kernels: Kernels

  init(_ operations: [Operation], background: Color, bitmap: Bitmap, kernels: Kernels) {
    self.operations = operations
    self.bitmap = bitmap
    self.kernels = kernels
    backdrop = Shape(coverage: Coverage(bitmap.bounds), paint: Paint(replacing: background))
  }

  /// Rows of a tile; a tile is drawn by one thread.
  private static let tileHeight = 64
  /// Columns of a window that needs a wider picture.
  private static let wideColumns = 256

  /// Draws all pixels in `rects`, which may overlap, on up to `threads` threads.
  func draw(_ rects: [PixelRect], threads: Int) {
    let count = (bitmap.height + Self.tileHeight - 1) / Self.tileHeight
    var tiles: [[PixelRect]] = Array(repeating: [], count: count)
    for rect in rects {
      let rect = rect.intersection(bitmap.bounds)
      if rect.isEmpty { continue }
      for i in rect.y / Self.tileHeight...(rect.maxY - 1) / Self.tileHeight {
        let tile = PixelRect(0, i * Self.tileHeight, bitmap.width, Self.tileHeight)
        tiles[i].append(rect.intersection(tile))
      }
    }
    let work = tiles.filter { !$0.isEmpty }
    if threads == 1 || work.count < 2 {
      for windows in work { draw(tile: windows) }
      return
    }
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: min(threads, work.count)) { _ in
      while true {
        let i = next.add(1, ordering: .relaxed).oldValue
        if i >= work.count { return }
        draw(tile: work[i])
      }
    }
  }

  private func draw(tile windows: [PixelRect]) {
    var box = PixelRect.zero
    for window in windows { box = box.union(window) }
    let near = operations.filter { !$0.bounds.intersection(box).isEmpty }
    for window in windows { draw(near, window) }
  }

  private func draw(_ near: [Operation], _ window: PixelRect) {
    let seen = visible(near, in: window)
    if !readsRounded(seen, in: window) {
      return draw(seen, in: Target(canvas: bitmap, window: window))
    }
    if window.width > Self.wideColumns {
      for x in stride(from: window.x, to: window.maxX, by: Self.wideColumns) {
        draw(
          near, PixelRect(x, window.y, min(Self.wideColumns, window.maxX - x), window.height))
      }
      return
    }
    let picture = Target(group: window)
    draw(seen, in: picture)
    kernels.round(picture, to: Target(canvas: bitmap, window: window))
  }

  private func draw(_ seen: Visible, in target: Target) {
    if seen.showsBackdrop { kernels.draw(backdrop.paint, through: backdrop.coverage, in: target) }
    seen.operations.draw(in: target, kernels: kernels)
  }

  private struct Visible {
    var operations: [Operation]
    var showsBackdrop: Bool
  }

  /// Those that touch the window, from the last one that hides all of it.
  private func visible(_ near: [Operation], in window: PixelRect) -> Visible {
    var found: [Operation] = []
    for operation in near.reversed() {
      if operation.bounds.intersection(window).isEmpty { continue }
      found.append(operation)
      if case .shape(let shape) = operation, shape.replaced.contains(window) {
        return Visible(operations: found.reversed(), showsBackdrop: false)
      }
    }
    return Visible(operations: found.reversed(), showsBackdrop: true)
  }

  /// Some operation mixes its colours with pixels that were rounded before.
  private func readsRounded(_ seen: Visible, in window: PixelRect) -> Bool {
    var rounded: [PixelRect] = []
    if seen.showsBackdrop && !backdrop.paint.isExact { rounded = [window] }
    for operation in seen.operations {
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
        return true
      }
      if isExact { continue }
      // Many small boxes become one large one, which may only say yes too often.
      if rounded.count == 16 { rounded = [rounded.reduce(.zero) { $0.union($1) }] }
      rounded.append(bounds)
    }
    return false
  }
}
