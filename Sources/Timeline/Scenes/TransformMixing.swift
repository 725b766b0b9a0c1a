/// Transforms are interpolated function by function, or by decomposing their matrices.
extension TransformList: LayerValue {
  package static func mixed(
    _ p: TransformList, _ q: TransformList, _ r: TransformList, _ s: TransformList,
    by sum: WeightedSum, near: @autoclosure () -> TransformList
  ) -> TransformList? { sum.of(p, q, r, s) }
  package var numbers: [Double] { matrix.values }
  package var labels: [String] { (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } } }
  package var tree: ValueTree { .numbers(numbers) }
}

extension WeightedSum {
  /// Interpolates transforms function by function as long as the lists have the same functions, and the
  /// remaining functions by decomposing their matrices (CSS Transforms 2). The shorter list of transforms is
  /// extended with neutral functions. Returns nil if a matrix is singular, in which case the value jumps.
  func of(
    _ p: TransformList, _ q: TransformList, _ r: TransformList, _ s: TransformList
  ) -> TransformList? {
    if p == q && p == r && p == s { return p }
    var lists = [p, q, r, s].map { $0.ownFunctions }
    let longest = lists.max { $0.count < $1.count }!
    for i in lists.indices { lists[i] += longest[lists[i].count...].map(\.neutral) }
    var mixed: [TransformFunction] = []
    for i in longest.indices {
      switch (lists[0][i], lists[1][i], lists[2][i], lists[3][i]) {
      case (.translate(let a), .translate(let b), .translate(let c), .translate(let d)):
        mixed.append(.translate(of(a, b, c, d)))
      case (.scale(let a), .scale(let b), .scale(let c), .scale(let d)):
        mixed.append(.scale(of(a, b, c, d)))
      case (.rotate(let a), .rotate(let b), .rotate(let c), .rotate(let d)):
        mixed.append(.rotate(of(a, b, c, d)))
      case (.perspective(let a), .perspective(let b), .perspective(let c), .perspective(let d)):
        mixed.append(.perspective(m34: of(a, b, c, d)))
      case (.matrix(let a), .matrix(let b), .matrix(let c), .matrix(let d)):
        guard let matrix = of(a, b, c, d) else { return nil }
        mixed.append(.matrix(matrix))
      default:
        let rest = lists.map { TransformList.product($0[i...]) }
        guard let matrix = of(rest[0], rest[1], rest[2], rest[3]) else { return nil }
        return TransformList(mixed + [.matrix(matrix)])
      }
    }
    return TransformList(mixed)
  }

  private func of(_ p: Transform, _ q: Transform, _ r: Transform, _ s: Transform) -> Transform? {
    if p == q && p == r && p == s { return p }
    guard let p = TransformDecomposition(p), let q = TransformDecomposition(q),
      let r = TransformDecomposition(r), let s = TransformDecomposition(s)
    else { return nil }
    var mixed = p
    mixed.scale = of(p.scale, q.scale, r.scale, s.scale)
    mixed.skew = of(p.skew, q.skew, r.skew, s.skew)
    mixed.translation = of(p.translation, q.translation, r.translation, s.translation)
    mixed.perspective = of(p.perspective, q.perspective, r.perspective, s.perspective)
    mixed.w = of(p.w, q.w, r.w, s.w)
    // The rotations are interpolated along great circles from the first term; with two terms, the result is
    // on the arc between them (slerp).
    let (to, on, end) = (p.turn.way(to: q.turn), p.turn.way(to: r.turn), p.turn.way(to: s.turn))
    mixed.turn = p.turn.after(of(.zero, to, on, end))
    return mixed.matrix
  }
}

extension TransformList {
  /// The functions of the document, or the matrix as a single function; empty if the transform has no effect.
  fileprivate var ownFunctions: [TransformFunction] {
    functions.isEmpty && !matrix.isIdentity ? [.matrix(matrix)] : functions
  }
}
