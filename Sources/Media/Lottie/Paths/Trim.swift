/// The part of paths that remains after trimming, given by two fractions of the paths' length.
struct Trim {
  /// The start of the part, from 0 to 1; numbers beyond 1 continue at the paths' first point.
  let start: Double
  let end: Double
  /// Whether the trim treats consecutive shapes as one long path, as Lottie's mode "individually" does.
  let isIndividual: Bool

  /// Creates a trim; `start` and `end` are percentages, and `offset` is in degrees, where 360 is the whole length.
  init(start: Double, end: Double, offset: Double, isIndividual: Bool) {
    var turn = (offset / 360).truncatingRemainder(dividingBy: 1)
    if turn < 0 { turn += 1 }
    func bounded(_ value: Double) -> Double { min(max(value / 100, 0), 1) + turn }
    func rounded(_ value: Double) -> Double { (value * 10_000).rounded() * 0.0001 }
    let (a, b) = (rounded(bounded(start)), rounded(bounded(end)))
    self.start = min(a, b)
    self.end = max(a, b)
    self.isIndividual = isIndividual
  }

  var isAll: Bool { start == 0 && end == 1 }
  var isNothing: Bool { start == end }

  /// Trims shapes; each element of the list is one shape, topmost shape first.
  func applied(to shapes: [[Outline]]) -> [[Outline]] {
    if isAll { return shapes }
    if isNothing { return shapes.map { _ in [] } }
    let measured = shapes.map { $0.map(MeasuredOutline.init) }
    guard isIndividual, shapes.count > 1 else {
      return measured.map { outlines in
        let total = outlines.reduce(0) { $0 + $1.length }
        let cut = ranges.map { Self.cut(outlines, from: $0 * total, to: $1 * total) }
        return cut.count == 2 && outlines.count == 1 && outlines[0].outline.isClosed
          ? Self.joined(cut[0], cut[1]) : Array(cut.joined())
      }
    }
    let total = measured.joined().reduce(0) { $0 + $1.length }
    var passed = 0.0
    return measured.map { outlines in
      let from = passed
      passed += outlines.reduce(0) { $0 + $1.length }
      return ranges.flatMap {
        Self.cut(outlines, from: $0 * total - from, to: $1 * total - from)
      }
    }
  }

  /// The visible ranges within 0 to 1.
  private var ranges: [(Double, Double)] {
    if end <= 1 { return [(start, end)] }
    if start >= 1 { return [(start - 1, end - 1)] }
    // A closed path continues at its first point, so the trim has two parts.
    return [(start, 1), (0, end - 1)]
  }

  /// Joins the part that ends at a closed path's first point with the part that starts there.
  private static func joined(_ first: [Outline], _ second: [Outline]) -> [Outline] {
    guard let one = first.first, let other = second.first else { return first + second }
    var vertices = one.vertices
    vertices[vertices.count - 1].leaving = other.vertices[0].leaving
    return [Outline(vertices + other.vertices.dropFirst(), isClosed: false)]
  }

  private static func cut(
    _ outlines: [MeasuredOutline], from: Double, to: Double
  ) -> [Outline] {
    var passed = 0.0
    return outlines.compactMap { outline in
      let start = passed
      passed += outline.length
      return outline.part(from: from - start, to: to - start)
    }
  }
}

/// An outline with the lengths of its curves.
private struct MeasuredOutline {
  let outline: Outline
  let curves: [(curve: Curve, lengths: [Double])]
  let length: Double

  init(_ outline: Outline) {
    self.outline = outline
    curves = outline.curves.map { ($0, $0.lengths) }
    length = curves.reduce(0) { $0 + $1.lengths.last! }
  }

  func part(from: Double, to: Double) -> Outline? {
    if to <= 0 || from >= length || from >= to { return nil }
    if from <= 0, to >= length { return outline }
    var vertices: [Outline.Vertex] = []
    var passed = 0.0
    for (curve, lengths) in curves {
      let own = lengths.last!
      defer { passed += own }
      guard passed + own > from, passed < to, own > 0 else { continue }
      let cut = curve.part(
        from: curve.parameter(at: from - passed, lengths),
        to: curve.parameter(at: to - passed, lengths))
      if vertices.isEmpty { vertices.append(.init(cut.start)) }
      vertices[vertices.count - 1].leaving = cut.leaving
      vertices.append(.init(cut.end, arriving: cut.arriving))
    }
    return vertices.count > 1 ? Outline(vertices, isClosed: false) : nil
  }
}
