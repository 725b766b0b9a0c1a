internal import CKernels
internal import Scenes

/// The fraction of each pixel that a shape covers: each row has a list of runs, which are fully covered or
/// have a weight 0…65535 for each pixel. A coverage is exact and immutable, so that drawing any window of it
/// gives the same bits.
final class Coverage: Sendable {
  /// The rectangle that contains all pixels of the coverage.
  let bounds: PixelRect
  /// The rows of `bounds`; several rows may share their runs.
  let rows: Buffer<ck_row>
  let runs: Buffer<ck_run>
  let values: Buffer<UInt16>
  /// A rectangle of fully covered pixels; empty if none was found.
  let interior: PixelRect

  init(bounds: PixelRect, rows: Buffer<ck_row>, runs: Buffer<ck_run>, values: Buffer<UInt16>) {
    self.bounds = bounds
    self.rows = rows
    self.runs = runs
    self.values = values
    interior = InscribedRect(bounds: bounds, rows: rows, runs: runs).rect
  }

  /// Creates the coverage of a rectangle of whole pixels.
  init(_ rect: PixelRect) {
    let rect = rect.isEmpty ? PixelRect.zero : rect
    bounds = rect
    runs = Buffer(repeating: ck_run(x0: Int32(rect.x), x1: Int32(rect.maxX), values: -1), count: 1)
    rows = Buffer(repeating: ck_row(first: 0, count: 1), count: rect.height)
    values = Buffer([])
    interior = rect
  }

  fileprivate convenience init(_ built: CoverageBuilder) {
    self.init(
      bounds: built.bounds, rows: Buffer(built.rows), runs: Buffer(built.runs),
      values: Buffer(built.values, padding: Self.valuePadding))
  }

  /// The number of additional weights that kernels may read, because they load whole vectors.
  static let valuePadding = 16

  /// Creates the coverage of the union of several rectangles inside `box`; the rectangles may overlap.
  convenience init(spans: [PixelRect], in box: PixelRect) {
    let ordered = spans.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    var builder = CoverageBuilder(bounds: box)
    var next = 0
    // The rectangles that intersect the current row, sorted by their left sides.
    var active: [PixelRect] = []
    for y in box.y..<box.maxY {
      active.removeAll { $0.maxY <= y }
      let isSorted = active.isEmpty
      while next < ordered.count, ordered[next].y == y {
        active.append(ordered[next])
        next += 1
      }
      if !isSorted { active.sort { $0.x < $1.x } }
      var end = Int.min
      for span in active where span.maxX > end {
        builder.full(max(span.x, end), span.maxX)
        end = span.maxX
      }
      builder.endRow()
    }
    self.init(builder)
  }

  @unsafe var kernel: ck_coverage {
    unsafe ck_coverage(
      top: Int32(bounds.y), bottom: Int32(bounds.maxY), rows: UnsafePointer(rows.base),
      runs: UnsafePointer(runs.base), values: UnsafePointer(values.base))
  }

  var isEmpty: Bool { bounds.isEmpty }
  /// Whether every pixel is either fully covered or not covered.
  var isHard: Bool { values.count == 0 }
  /// Whether every pixel of `bounds` has full coverage.
  var isRectangle: Bool {
    isHard && runs.count == 1 && Int(runs[0].x0) == bounds.x && Int(runs[0].x1) == bounds.maxX
      && (0..<rows.count).allSatisfy { rows[$0].count == 1 }
  }

  /// Returns the runs of row y, from left to right.
  func runs(row y: Int) -> Runs {
    guard y >= bounds.y, y < bounds.maxY else { return Runs(all: runs, index: 0, end: 0) }
    let row = rows[y - bounds.y]
    return Runs(all: runs, index: Int(row.first), end: Int(row.first + row.count))
  }

  /// The runs of pixels with equal coverage in a row, from left to right.
  struct Runs: Sequence, IteratorProtocol {
    fileprivate let all: Buffer<ck_run>
    fileprivate var index: Int
    fileprivate let end: Int

    var first: ck_run? { index < end ? all[index] : nil }
    mutating func removeFirst() { index += 1 }

    mutating func next() -> ck_run? {
      defer { index += 1 }
      return first
    }
  }
}

extension Coverage {
  /// Multiplies the weights of both coverages in each pixel.
  func intersection(_ other: Coverage) -> Coverage {
    let box = bounds.intersection(other.bounds)
    if box.isEmpty { return Coverage(.zero) }
    if other.isRectangle { return window(box) }
    if isRectangle { return other.window(box) }
    var builder = CoverageBuilder(bounds: box)
    for y in box.y..<box.maxY {
      var left = runs(row: y)
      var right = other.runs(row: y)
      while let a = left.first, let b = right.first {
        let x0 = max(a.x0, b.x0)
        let x1 = min(a.x1, b.x1)
        if x0 < x1 {
          if a.values < 0 && b.values < 0 {
            builder.full(Int(x0), Int(x1))
          } else {
            for x in x0..<x1 {
              let v = a.values < 0 ? 65535 : UInt32(values[Int(a.values + x - a.x0)])
              let w = b.values < 0 ? 65535 : UInt32(other.values[Int(b.values + x - b.x0)])
              builder.partial(Int(x), UInt16(truncatingIfNeeded: weigh(v, w)))
            }
          }
        }
        if a.x1 <= b.x1 { left.removeFirst() }
        if b.x1 <= a.x1 { right.removeFirst() }
      }
      builder.endRow()
    }
    return builder.finish()
  }

  /// Returns the part of the coverage inside a rectangle.
  func window(_ rect: PixelRect) -> Coverage {
    let box = bounds.intersection(rect)
    if box == bounds { return self }
    if box.isEmpty { return Coverage(.zero) }
    if isRectangle { return Coverage(box) }
    var cut: [ck_run] = []
    cut.reserveCapacity(runs.count)
    var rowsCut: [ck_row] = []
    rowsCut.reserveCapacity(box.height)
    var last: (source: ck_row, made: ck_row)?
    for y in box.y..<box.maxY {
      let row = rows[y - bounds.y]
      if let last, last.source.first == row.first, last.source.count == row.count {
        rowsCut.append(last.made)
        continue
      }
      let first = cut.count
      for run in runs(row: y) {
        let x0 = max(run.x0, Int32(box.x))
        let x1 = min(run.x1, Int32(box.maxX))
        guard x0 < x1 else { continue }
        cut.append(ck_run(x0: x0, x1: x1, values: run.values < 0 ? -1 : run.values + x0 - run.x0))
      }
      let made = ck_row(first: Int32(first), count: Int32(cut.count - first))
      rowsCut.append(made)
      last = (row, made)
    }
    return Coverage(bounds: box, rows: Buffer(rowsCut), runs: Buffer(cut), values: values)
  }

  /// The coverage minus the coverage of a shape inside it.
  func subtracting(_ inner: Coverage) -> Coverage {
    if bounds.intersection(inner.bounds).isEmpty { return self }
    var builder = CoverageBuilder(bounds: bounds)
    for y in bounds.y..<bounds.maxY {
      var holes = inner.runs(row: y)
      for run in runs(row: y) {
        var x = run.x0
        while x < run.x1 {
          while let hole = holes.first, hole.x1 <= x { holes.removeFirst() }
          let hole = holes.first
          let end = min(run.x1, hole.map { $0.x0 > x ? $0.x0 : $0.x1 } ?? run.x1)
          let isFree = hole.map { $0.x0 > x } ?? true
          if isFree, run.values < 0 {
            builder.full(Int(x), Int(end))
          } else if isFree || hole!.values >= 0 {
            for i in x..<end {
              let all = run.values < 0 ? 65535 : values[Int(run.values + i - run.x0)]
              let less = isFree ? 0 : inner.values[Int(hole!.values + i - hole!.x0)]
              builder.partial(Int(i), all > less ? all - less : 0)
            }
          }
          x = end
        }
      }
      builder.endRow()
    }
    return builder.finish()
  }

  /// The part of `rect` that the shape does not cover.
  func inverted(in rect: PixelRect) -> Coverage {
    if rect.isEmpty || bounds.intersection(rect).isEmpty { return Coverage(rect) }
    if interior.contains(rect) { return Coverage(.zero) }
    var builder = CoverageBuilder(bounds: rect)
    for y in rect.y..<rect.maxY {
      var x = rect.x
      for run in runs(row: y) {
        let x0 = max(Int(run.x0), rect.x)
        let x1 = min(Int(run.x1), rect.maxX)
        guard x0 < x1 else { continue }
        builder.full(x, x0)
        if run.values >= 0 {
          for c in x0..<x1 { builder.partial(c, 65535 - values[Int(run.values) + c - Int(run.x0)]) }
        }
        x = x1
      }
      builder.full(x, rect.maxX)
      builder.endRow()
    }
    return builder.finish()
  }
}

/// Multiplies two weights: round(a·b / 65535).
func weigh(_ a: UInt32, _ b: UInt32) -> UInt32 {
  let t = a &* b &+ 0x8000
  return (t &+ (t >> 16)) >> 16
}

/// Collects the runs of a coverage, row by row, from left to right.
struct CoverageBuilder {
  fileprivate let bounds: PixelRect
  fileprivate var rows: [ck_row] = []
  fileprivate var runs: [ck_run] = []
  fileprivate var values: [UInt16] = []
  private var rowStart = 0

  init(bounds: PixelRect) {
    self.bounds = bounds
    rows.reserveCapacity(bounds.height)
    runs.reserveCapacity(bounds.height * 3)
  }

  /// Appends a fully covered run of the pixels x0 ..< x1, unless it is empty.
  mutating func full(_ x0: Int, _ x1: Int) {
    guard x0 < x1 else { return }
    if runs.count > rowStart, runs[runs.count - 1].values < 0, Int(runs[runs.count - 1].x1) == x0 {
      runs[runs.count - 1].x1 = Int32(x1)
    } else {
      runs.append(ck_run(x0: Int32(x0), x1: Int32(x1), values: -1))
    }
  }

  mutating func partial(_ x: Int, _ value: UInt16) {
    if value == 0 { return }
    if value == 65535 { return full(x, x + 1) }
    if runs.count > rowStart, runs[runs.count - 1].values >= 0, Int(runs[runs.count - 1].x1) == x {
      runs[runs.count - 1].x1 = Int32(x + 1)
    } else {
      runs.append(ck_run(x0: Int32(x), x1: Int32(x + 1), values: Int32(values.count)))
    }
    values.append(value)
  }

  mutating func endRow() {
    rows.append(ck_row(first: Int32(rowStart), count: Int32(runs.count - rowStart)))
    rowStart = runs.count
  }

  /// Repeats the runs of the previous row in the next row.
  mutating func repeatRow() { rows.append(rows[rows.count - 1]) }

  func finish() -> Coverage { runs.isEmpty ? Coverage(.zero) : Coverage(self) }
}
