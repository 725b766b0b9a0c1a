internal import CKernels
internal import Scenes

/// The pixels in which two scenes differ.
struct Damage {
  /// A few large rectangles; the two scenes are equal outside all of them.
  private(set) var rects: [PixelRect] = []
  /// The changes inside `rects` in more detail: boxes, and the rows in which outlines grew.
  private var boxes: [PixelRect] = []
  private var outlines: [Region] = []
  /// The bounds of layers that were added, removed or changed completely; they are added to `rects` at the
  /// end.
  private var wholes: [PixelRect] = []
  private let clip: PixelRect
  private var scenes = Sides<FlattenedLayer?>(old: nil, new: nil)
  /// The outermost enclosing layer with an effect, in each of the two scenes; nil if no enclosing layer has
  /// an effect.
  private var groups = Sides<FlattenedLayer?>(old: nil, new: nil)

  /// The distance in pixels by which the blurs of enclosing layers enlarge a change.
  private var reach = PixelReach.none

  /// A pair of values: one for the old scene and one for the new scene.
  private struct Sides<T> {
    var old: T
    var new: T
  }

  /// Computes the damage between the layer trees `old` and `new`.
  init(from old: FlattenedLayer?, to new: FlattenedLayer?, clip: PixelRect) {
    self.clip = clip
    // A backdrop may show a part of the scene that an opaque shape in front of it hides.
    let hasBackdrop = old?.hasBackdrop == true || new?.hasBackdrop == true
    if !hasBackdrop { scenes = Sides(old: old, new: new) }
    switch (old, new) {
    case (let a?, let b?): compare(a, b)
    default:
      add(old?.bounds ?? .zero)
      add(new?.bounds ?? .zero)
    }
    scenes = Sides(old: nil, new: nil)
    rects += wholes
    if hasBackdrop, let new { addBackdrops(of: new) }
    var area = 0
    for rect in rects { area += rect.area }
    if area > clip.width * clip.height || rects.count > 4_096 {
      (rects, boxes, outlines) = ([clip], [clip], [])
    }
  }

  /// Adds the parts of backdrops that show damage below them, from back to front, so that a backdrop over
  /// another backdrop includes the damage of the lower one.
  private mutating func addBackdrops(of scene: FlattenedLayer) {
    var found: [Backdrop] = []
    for operation in scene.operations where operation.hasBackdrop {
      operation.collectBackdrops(into: &found)
    }
    for backdrop in found {
      let reach = BlurredPicture.reach(backdrop.sigma)
      let source = backdrop.source
      let box = backdrop.coverage.bounds
      for rect in rects {
        let part = rect.intersection(source).widened(by: reach).intersection(box)
          .intersection(clip)
        if part.isEmpty { continue }
        rects.append(part)
        boxes.append(part)
      }
    }
  }

  /// Marks the whole rectangle `clip` as damaged.
  init(all clip: PixelRect) {
    self.clip = clip
    (rects, boxes) = ([clip], [clip])
  }

  /// The exact set of damaged pixels.
  var region: Region { Region(boxes, outlines) }

  /// The area that may change when pixels of a rectangle change.
  private func reached(_ rect: PixelRect) -> PixelRect {
    rect.widened(by: reach).intersection(clip)
  }

  private mutating func add(_ rect: PixelRect) {
    let seen = reached(rect)
    if seen.isEmpty { return }
    boxes.append(seen)
    // The areas before and after a small move are often merged into one rectangle.
    var whole = seen
    while let i = wholes.indices.suffix(Self.nearCount).first(where: {
      wholes[$0].union(whole).area <= wholes[$0].area + whole.area
    }) {
      whole = whole.union(wholes.remove(at: i))
    }
    wholes.append(whole)
  }

  /// The number of recently added bounds that are tested for merging with new bounds.
  private static let nearCount = 16

  /// Compares the old and the new version of a layer.
  private mutating func compare(_ a: FlattenedLayer, _ b: FlattenedLayer) {
    if a === b { return }
    if !isSame(a.effect, b.effect) { return compare(a.operations, b.operations) }
    if let x = a.filtered, let y = b.filtered, x.chain == y.chain, !x.chain.hasEdge,
      x.halvings == 0, y.halvings == 0,
      !x.record.hasBackdrop, !y.record.hasBackdrop, a.properties.backdrop.isEmpty,
      b.properties.backdrop.isEmpty
    {
      return compareFiltered(a, x, b, y)
    }
    let outer = groups
    if a.seenOperations != nil, groups.old == nil { groups = Sides(old: a, new: b) }
    defer { groups = outer }
    compare(a.own, b.own)
    if a.sublayers.reordered == nil, b.sublayers.reordered == nil,
      a.sublayers.blocks.count == b.sublayers.blocks.count
    {
      for (x, y) in zip(a.sublayers.blocks, b.sublayers.blocks) where x !== y {
        compare(x.records, y.records)
      }
      return
    }
    compare(a.sublayers.records, b.sublayers.records)
  }

  /// Compares a layer that has the same filters in both scenes; each difference is widened by the reach of
  /// the filters.
  private mutating func compareFiltered(
    _ a: FlattenedLayer, _ x: FilteredContent, _ b: FlattenedLayer, _ y: FilteredContent
  ) {
    let (outer, before) = (groups, reach)
    if groups.old == nil { groups = Sides(old: a, new: b) }
    reach = reach.adding(x.chain.reach)
    compare(x.record, y.record)
    (groups, reach) = (outer, before)
  }

  /// Compares the old and the new list of sublayers, back to front.
  private mutating func compare(_ a: [FlattenedLayer], _ b: [FlattenedLayer]) {
    if a.count == b.count, zip(a, b).allSatisfy({ $0.index == $1.index }) {
      for (x, y) in zip(a, b) { compare(x, y) }
    } else {
      compareUnequal(a, b)
    }
  }

  /// Compares sublayers that were added, removed or reordered: sublayers in the same order are compared, and
  /// all others are damage.
  private mutating func compareUnequal(_ a: [FlattenedLayer], _ b: [FlattenedLayer]) {
    var place: [Int: Int] = [:]
    for (i, record) in b.enumerated() { place[record.index] = i }
    var isKept = Array(repeating: false, count: b.count)
    var next = 0
    for record in a {
      if let i = place[record.index], i >= next {
        compare(record, b[i])
        isKept[i] = true
        next = i + 1
      } else {
        addSeen(record, groups.old, in: scenes.old)
      }
    }
    for (i, record) in b.enumerated() where !isKept[i] {
      addSeen(record, groups.new, in: scenes.new)
    }
  }

  private func isSame(_ a: FlattenedLayer.Effect, _ b: FlattenedLayer.Effect) -> Bool {
    a.isGroup == b.isGroup && a.isPassing == b.isPassing && a.alpha == b.alpha
      && a.masks.isEmpty && b.masks.isEmpty
      && a.mode == b.mode && a.isolates == b.isolates && a.coverage === b.coverage
      && a.clip === b.clip && isSame(a.border, b.border)
      && a.isClipGroup == b.isClipGroup && a.isClipPassing == b.isClipPassing
  }

  private mutating func compare(_ a: [DrawOperation], _ b: [DrawOperation]) {
    guard a.count == b.count else {
      for operation in a { addSeen(operation, groups.old, in: scenes.old) }
      for operation in b { addSeen(operation, groups.new, in: scenes.new) }
      return
    }
    for (x, y) in zip(a, b) { compare(x, y) }
  }

  private mutating func compare(_ a: DrawOperation, _ b: DrawOperation) {
    if a.isSame(as: b) { return }
    switch (a, b) {
    case (.shape(let x), .shape(let y)) where x.paint.isSame(as: y.paint):
      compare(x.coverage, y.coverage)
    case (.group(let x), .group(let y))
    where x.alpha == y.alpha && x.masks.isEmpty && y.masks.isEmpty && x.mode == y.mode
      && x.colors == y.colors
      && isSame(x.operations, y.operations):
      compare(x.coverage, y.coverage)
    default:
      addSeen(a, groups.old, in: scenes.old)
      addSeen(b, groups.new, in: scenes.new)
    }
  }

  private func isSame(_ a: [DrawOperation], _ b: [DrawOperation]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
  }

  /// The height in rows of a band of rectangles; a larger height gives fewer, larger rectangles.
  private static let band = 8
  /// The number of columns between two rectangles up to which the two are merged.
  private static let gap = 32
  /// The gap in pixels up to which two spans of a row are merged: the length of a cache line.
  private static let spanGap = 16

  /// Adds the pixels in which two coverages differ to the damage.
  private mutating func compare(_ a: Coverage, _ b: Coverage) {
    if a === b { return }
    if reach != .none { return add(a.bounds.union(b.bounds)) }
    add(Region(between: a, and: b, in: clip, joining: Self.spanGap))
  }

  private mutating func add(_ outline: Region) {
    if outline.area == 0 { return }
    outlines.append(outline)
    let region = outline.coverage
    var together: [Range<Int>] = []
    var top = region.bounds.y
    // The index at which the rectangles of the band above begin.
    var above = rects.count
    while top < region.bounds.maxY {
      let bottom = min(region.bounds.maxY, (top / Self.band + 1) * Self.band)
      together.removeAll(keepingCapacity: true)
      for y in top..<bottom {
        var at = 0
        let row = region.rows[y - region.bounds.y]
        for i in Int(row.first)..<Int(row.first + row.count) {
          let run = region.runs[i]
          together.join(Int(run.x0)..<Int(run.x1), over: Self.gap, from: &at)
        }
      }
      above = add(together, top..<bottom, below: above)
      top = bottom
    }
  }
}

extension Damage {
  /// The area in pixels below which painting is faster than searching for shapes that hide the area.
  private static let smallArea = 16_384

  /// Adds the visible area of a layer that only one of the scenes has. `group` is the group that contains the
  /// layer; nil if there is none.
  private mutating func addSeen(
    _ record: FlattenedLayer, _ group: FlattenedLayer?, in scene: FlattenedLayer?
  ) {
    let shapes = record.seenOperations ?? record.own
    if record.sublayers.blocks.isEmpty || record.seenOperations != nil, shapes.count <= 4 {
      for operation in shapes { addSeen(operation, group, in: scene) }
    } else {
      addSeen(record.bounds, of: group ?? record, in: scene)
    }
  }

  private mutating func addSeen(
    _ operation: DrawOperation, _ group: FlattenedLayer?, in scene: FlattenedLayer?
  ) {
    guard reached(operation.bounds).area > Self.smallArea else {
      return add(operation.bounds)
    }
    switch operation {
    case .shape(let shape) where shape.coverage.area * 2 < shape.bounds.area:
      compare(shape.coverage, Coverage(.zero))
    case .shape(let shape): addSeen(shape.bounds, of: group ?? shape, in: scene)
    case .group(let made): addSeen(operation.bounds, of: group ?? made, in: scene)
    case .backdrop: add(operation.bounds)
    }
  }

  /// Adds the part of a rectangle that no opaque shape above the operation or layer `thing` hides.
  private mutating func addSeen(
    _ bounds: PixelRect, of thing: AnyObject, in scene: FlattenedLayer?
  ) {
    let seen = reached(bounds)
    guard seen.area > Self.smallArea,
      let cover = scene?.cover(of: seen, above: thing), let hiding = cover.hiding,
      hiding.bounds.contains(seen), cover.replaced.intersection(seen).area * 2 >= seen.area
    else { return add(bounds) }
    if cover.replaced.contains(seen) { return }
    add(Region(between: Coverage(seen), and: hiding, in: seen, joining: 0))
  }
}

extension Damage {
  /// Adds the rectangles of a band of rows; a rectangle with the same columns as one of the previous band,
  /// which starts at `above`, is merged with it. The method returns the index of the first rectangle of this
  /// band.
  private mutating func add(_ columns: [Range<Int>], _ rows: Range<Int>, below above: Int) -> Int {
    var end = rects.count
    for span in columns {
      let same = rects[above..<end].firstIndex {
        $0.maxY == rows.lowerBound && $0.x == span.lowerBound && $0.maxX == span.upperBound
      }
      if let same {
        // The rectangle now belongs to this band, so it is moved behind the rectangles of the previous band.
        let grown = rects.remove(at: same)
        end -= 1
        rects.append(PixelRect(grown.x, grown.y, grown.width, rows.upperBound - grown.y))
      } else {
        rects.append(PixelRect(span.lowerBound, rows.lowerBound, span.count, rows.count))
      }
    }
    return end
  }
}

extension PixelRect {
  fileprivate var area: Int { width * height }
}

extension [Range<Int>] {
  /// Adds a range to disjoint, sorted ranges; ranges at a distance of at most `gap` are merged with it. The
  /// ranges before `at` cannot be merged with this range or with any range to its right.
  fileprivate mutating func join(_ range: Range<Int>, over gap: Int, from at: inout Int) {
    while at < count, self[at].upperBound + gap < range.lowerBound { at += 1 }
    if at == count || range.upperBound + gap < self[at].lowerBound { return insert(range, at: at) }
    var upper = Swift.max(self[at].upperBound, range.upperBound)
    var end = at + 1
    while end < count, self[end].lowerBound <= upper + gap {
      upper = Swift.max(upper, self[end].upperBound)
      end += 1
    }
    self[at] = Swift.min(self[at].lowerBound, range.lowerBound)..<upper
    if end > at + 1 { removeSubrange(at + 1..<end) }
  }
}
