internal import Files
internal import Scenes

/// The operations of a window from back to front; each operation has the opaque shapes above it, whose area
/// is not painted.
struct PaintList {
  private struct Item {
    var operation: DrawOperation
    var hidden: [Coverage]
  }
  private var items: [Item] = []

  /// The number of rows in a band; all operations are drawn in a band before the next band, so that its
  /// pixels stay in the cache.
  private static let bandHeight = 16
  /// The number of pixels up to which a window fits in the cache and is not divided into bands.
  private static let fewPixels = 65_536
  /// The number of columns of a block of the 16-bit picture; a block of `blockColumns` by `blockRows` pixels
  /// fits in the L1 cache.
  private static let blockColumns = 256
  private static let blockRows = 8
  /// The largest number of opaque shapes that are tested for hiding other shapes.
  private static let coverCount = 4

  init(_ operations: [DrawOperation], in window: PixelRect) {
    let covers = Self.covers(operations, window)
    items.reserveCapacity(operations.count)
    for (i, operation) in operations.enumerated() {
      let seen = operation.bounds.intersection(window)
      if seen.isEmpty { continue }
      var hidden: [Coverage] = []
      var isHidden = false
      for cover in covers where cover.place > i {
        if cover.shape.replaced.contains(seen) {
          isHidden = true
          break
        }
        if let hiding = cover.shape.hiding, !hiding.bounds.intersection(seen).isEmpty {
          hidden.append(hiding)
        }
      }
      if !isHidden { items.append(Item(operation: operation, hidden: hidden)) }
    }
  }

  private static func covers(
    _ operations: [DrawOperation], _ window: PixelRect
  ) -> [(place: Int, shape: Shape)] {
    if operations.count < 2 { return [] }
    var found: [(place: Int, shape: Shape, area: Int)] = []
    for (i, operation) in operations.enumerated() {
      guard case .shape(let shape) = operation, let hiding = shape.hiding else { continue }
      let seen = hiding.bounds.intersection(window)
      let area = seen.width * seen.height
      if area < 256 { continue }
      if found.count == coverCount {
        guard let least = found.indices.min(by: { found[$0].area < found[$1].area }),
          found[least].area < area
        else { continue }
        found.remove(at: least)
      }
      found.append((i, shape, area))
    }
    return found.map { ($0.place, $0.shape) }
  }

  /// Draws the operations into `target`, only in the pixels of `region`; nil means all pixels.
  func draw(in target: Target, only region: Region? = nil, kernels: Kernels) {
    let window = target.window
    let isFew = region.map { $0.area <= Self.fewPixels } ?? (window.height <= Self.bandHeight)
    let region = region?.coverage
    if isFew || items.count < 2 || items.count > 16 { return paint(in: target, region, kernels) }
    for y in stride(from: window.y, to: window.maxY, by: Self.bandHeight) {
      let rows = min(Self.bandHeight, window.maxY - y)
      paint(in: target.narrowed(to: PixelRect(window.x, y, window.width, rows)), region, kernels)
    }
  }

  /// Composes all operations in 8.8 channels and rounds once to the canvas; `scratch` is reusable memory for
  /// the 16-bit picture.
  func compose(in target: Target, scratch: inout Buffer<UInt16>?, kernels: Kernels) {
    let shapes = items.compactMap { item -> Kernels.Item? in
      guard case .shape(let shape) = item.operation else { return nil }
      return Kernels.Item(
        paint: shape.paint(in: target.window), coverage: shape.coverage, hidden: item.hidden)
    }
    if shapes.count == items.count {
      return profiled(items[...], in: target.window) { kernels.compose(shapes, in: target) }
    }
    // Groups are drawn in separate pictures.
    let memory = scratch ?? Target.buffer(width: Self.blockColumns, height: Self.blockRows)
    scratch = memory
    let window = target.window
    for x in stride(from: window.x, to: window.maxX, by: Self.blockColumns) {
      for y in stride(from: window.y, to: window.maxY, by: Self.blockRows) {
        let block = PixelRect(x, y, Self.blockColumns, Self.blockRows).intersection(window)
        // The picture is not cleared, because the first operation replaces all previous pixels.
        let picture = Target(group: block, in: memory)
        draw(in: picture, kernels: kernels)
        kernels.round(picture, to: target.narrowed(to: block))
      }
    }
  }

  private func paint(in target: Target, _ region: Coverage?, _ kernels: Kernels) {
    var isMixed = false
    for (i, item) in items.enumerated() {
      if isMixed {
        isMixed = false
        continue
      }
      if region == nil, let (under, over) = mix(at: i, in: target) {
        profiled(items[i...i + 1], in: target.window) { kernels.mix(under, over, in: target) }
        isMixed = true
        continue
      }
      let window = item.operation.bounds.intersection(target.window)
      if window.isEmpty { continue }
      profiled(items[i...i], in: window) {
        switch item.operation {
        case .shape(let shape):
          kernels.draw(
            shape.paint(in: window), through: shape.coverage, hidden: item.hidden, only: region,
            in: target)
        case .group(let group):
          group.draw(window, hidden: item.hidden, only: region, in: target, kernels: kernels)
        case .backdrop: preconditionFailure("backdrops are shapes by now")
        }
      }
    }
  }

  /// Paints the operations, and for a profile divides the measured time among the operations by their pixels.
  @inline(__always)
  private func profiled(
    _ items: ArraySlice<Item>, in window: PixelRect, _ body: () -> Void
  ) {
    guard Profile.isOn else { return body() }
    Profile.paint(
      items.map(\.operation.object),
      weights: items.map { item in
        let seen = item.operation.bounds.intersection(window)
        return UInt64(seen.width * seen.height)
      }, body)
  }

  /// The paints of an item and of the next item, if one kernel call can draw both.
  private func mix(at i: Int, in target: Target) -> (Paint, Paint)? {
    guard i + 1 < items.count, !target.isWide, items[i].hidden.isEmpty, items[i + 1].hidden.isEmpty,
      case .shape(let under) = items[i].operation, under.paint.isWholeCopy,
      case .shape(let over) = items[i + 1].operation, over.paint.isPartCopy,
      under.coverage.interior.contains(target.window),
      over.coverage.interior.contains(target.window)
    else { return nil }
    return (under.paint, over.paint)
  }
}
