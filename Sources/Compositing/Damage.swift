internal import CKernels
internal import Scenes

/// Rectangles outside of which two scenes show the same pixels.
struct Damage {
  private(set) var rects: [PixelRect] = []
  private let clip: PixelRect

  /// What must be painted so that a picture of `old` becomes one of `new`.
  init(from old: LayerRecord?, to new: LayerRecord?, clip: PixelRect) {
    self.clip = clip
    switch (old, new) {
    case (let a?, let b?): compare(a, b)
    default:
      add(old?.bounds ?? .zero)
      add(new?.bounds ?? .zero)
    }
    var area = 0
    for rect in rects { area += rect.width * rect.height }
    if area > clip.width * clip.height || rects.count > 4_096 { rects = [clip] }
  }

  private mutating func add(_ rect: PixelRect) {
    let seen = rect.intersection(clip)
    if !seen.isEmpty { rects.append(seen) }
  }

  /// The same layer in two scenes.
  private mutating func compare(_ a: LayerRecord, _ b: LayerRecord) {
    if a === b { return }
    if !isSame(a.effect, b.effect) { return compare(a.operations, b.operations) }
    compare(a.own, b.own)
    if a.sublayers.count == b.sublayers.count,
      zip(a.sublayers, b.sublayers).allSatisfy({ $0.index == $1.index })
    {
      for (x, y) in zip(a.sublayers, b.sublayers) { compare(x, y) }
      return
    }
    compareUnequal(a.sublayers, b.sublayers)
  }

  /// Sublayers that came, went or changed places: those that keep their order are compared, of the
  /// others all is new.
  private mutating func compareUnequal(_ a: [LayerRecord], _ b: [LayerRecord]) {
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
        add(record.bounds)
      }
    }
    for (i, record) in b.enumerated() where !isKept[i] { add(record.bounds) }
  }

  private func isSame(_ a: LayerRecord.Effect, _ b: LayerRecord.Effect) -> Bool {
    guard a.isGroup == b.isGroup, a.alpha == b.alpha, a.masks.isEmpty, b.masks.isEmpty else {
      return false
    }
    if a.coverage == nil && b.coverage == nil { return true }
    guard let x = a.coverage, let y = b.coverage else { return false }
    return x === y
  }

  private mutating func compare(_ a: [Operation], _ b: [Operation]) {
    guard a.count == b.count else {
      for operation in a { add(operation.bounds) }
      for operation in b { add(operation.bounds) }
      return
    }
    for (x, y) in zip(a, b) { compare(x, y) }
  }

  private mutating func compare(_ a: Operation, _ b: Operation) {
    if a.isSame(as: b) { return }
    switch (a, b) {
    case (.shape(let x), .shape(let y)) where x.paint.isSame(as: y.paint):
      compare(x.coverage, y.coverage)
    case (.group(let x), .group(let y))
    where x.alpha == y.alpha && x.masks.isEmpty && y.masks.isEmpty
      && isSame(x.operations, y.operations):
      compare(x.coverage, y.coverage)
    default:
      add(a.bounds)
      add(b.bounds)
    }
  }

  private func isSame(_ a: [Operation], _ b: [Operation]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
  }

  /// Rows compared together: more rows make fewer, larger rectangles.
  private static let band = 8
  /// Columns between two differences that are not worth a rectangle of their own.
  private static let gap = 32

  /// The pixels whose coverage differs.
  private mutating func compare(_ a: Coverage, _ b: Coverage) {
    if a === b { return }
    let box = a.bounds.union(b.bounds)
    var top = box.y
    while top < box.maxY {
      let bottom = min(box.maxY, (top / Self.band + 1) * Self.band)
      var spans: [(Int, Int)] = []
      for y in top..<bottom { differences(a, b, y, into: &spans) }
      for (x0, x1) in merged(&spans) { add(PixelRect(x0, top, x1 - x0, bottom - top)) }
      top = bottom
    }
  }

  private func merged(_ spans: inout [(Int, Int)]) -> [(Int, Int)] {
    if spans.count > 1 { spans.sort { $0 < $1 } }
    var result: [(Int, Int)] = []
    for span in spans {
      if let last = result.last, span.0 <= last.1 + Self.gap {
        result[result.count - 1].1 = max(last.1, span.1)
      } else {
        result.append(span)
      }
    }
    return result
  }

  /// Spans of row y in which the coverages differ.
  private func differences(
    _ a: Coverage, _ b: Coverage, _ y: Int, into spans: inout [(Int, Int)]
  ) {
    var left = a.runs(row: y)
    var right = b.runs(row: y)
    // What of the first run is still to be compared starts here.
    var at = Int.min
    while let p = left.first, let q = right.first {
      let p0 = max(Int(p.x0), at)
      let q0 = max(Int(q.x0), at)
      if p0 < q0 {
        at = min(Int(p.x1), q0)
        spans.append((p0, at))
      } else if q0 < p0 {
        at = min(Int(q.x1), p0)
        spans.append((q0, at))
      } else {
        at = Int(min(p.x1, q.x1))
        if !isSame(a, p, b, q, p0, at) { spans.append((p0, at)) }
      }
      if at >= Int(p.x1) { left.removeFirst() }
      if at >= Int(q.x1) { right.removeFirst() }
    }
    for run in left { spans.append((max(Int(run.x0), at), Int(run.x1))) }
    for run in right { spans.append((max(Int(run.x0), at), Int(run.x1))) }
  }

  private func isSame(
    _ a: Coverage, _ p: ck_run, _ b: Coverage, _ q: ck_run, _ x0: Int, _ x1: Int
  ) -> Bool {
    if p.values < 0 || q.values < 0 { return p.values < 0 && q.values < 0 }
    for x in x0..<x1
    where a.values[Int(p.values) + x - Int(p.x0)] != b.values[Int(q.values) + x - Int(q.x0)] {
      return false
    }
    return true
  }
}
