internal import Scenes

/// Draws windows of the canvas: the background, then the list.
///
/// What a window shows is composed in 8.8 channels and rounded to bytes once. That is the same as
/// composing in bytes while no operation reads what another one has rounded; so windows where that
/// holds are drawn in the canvas itself, and only the others in a wider picture.
struct Canvas: Sendable {
  private let list: DisplayList
  private let backdrop: DisplayList.Shape
  private let bitmap: Bitmap
  private let kernels: Kernels

  init(_ list: DisplayList, background: Color, bitmap: Bitmap, kernels: Kernels) {
    self.list = list
    self.bitmap = bitmap
    self.kernels = kernels
    backdrop = DisplayList.Shape(
      coverage: Coverage(bitmap.bounds), paint: Paint(replacing: background))
  }

  /// Columns of a window that needs a wider picture.
  private static let wideColumns = 256

  func draw(_ window: PixelRect) {
    let window = window.intersection(bitmap.bounds)
    if window.isEmpty { return }
    let start = firstSeen(in: window)
    if !readsRounded(from: start, in: window) {
      return draw(from: start, in: Target(canvas: bitmap, window: window))
    }
    if window.width > Self.wideColumns {
      for x in stride(from: window.x, to: window.maxX, by: Self.wideColumns) {
        draw(PixelRect(x, window.y, min(Self.wideColumns, window.maxX - x), window.height))
      }
      return
    }
    let picture = Target(group: window)
    draw(from: start, in: picture)
    kernels.round(picture, to: Target(canvas: bitmap, window: window))
  }

  private func draw(from start: Int, in target: Target) {
    if start < 0 { kernels.draw(backdrop.paint, through: backdrop.coverage, in: target) }
    list.draw(max(start, 0)..<list.operations.count, in: target, kernels: kernels)
  }

  /// The last operation that hides the whole window; −1: the background is seen.
  private func firstSeen(in window: PixelRect) -> Int {
    var i = list.operations.count - 1
    var depth = 0
    while i >= 0 {
      switch list.operations[i] {
      case .pop: depth += 1
      case .push: depth -= 1
      case .draw(let shape):
        if depth == 0, shape.paint.isOpaque, shape.coverage.interior.contains(window) { return i }
      }
      i -= 1
    }
    return -1
  }

  /// Some operation mixes its colours with pixels that were rounded before.
  private func readsRounded(from start: Int, in window: PixelRect) -> Bool {
    var rounded: [PixelRect] = []
    if start < 0 && !backdrop.paint.isExact { rounded = [window] }
    var i = max(start, 0)
    while i < list.operations.count {
      let bounds: PixelRect
      var replaces = false
      var isExact = false
      switch list.operations[i] {
      case .draw(let shape):
        bounds = shape.coverage.bounds.intersection(window)
        replaces = shape.paint.isOpaque && shape.coverage.interior.contains(bounds)
        isExact = replaces && shape.paint.isExact
      case .push(let group):
        bounds = group.coverage.bounds.intersection(window)
        i += group.length + 1
      case .pop: bounds = .zero
      }
      i += 1
      if bounds.isEmpty { continue }
      if replaces {
        rounded.removeAll { bounds.contains($0) }
      } else if rounded.contains(where: { !$0.intersection(bounds).isEmpty }) {
        return true
      }
      if !isExact { rounded.append(bounds) }
    }
    return false
  }
}
