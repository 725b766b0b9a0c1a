internal import Scenes

extension Flattener {
  /// Applies a shape, an opacity and masks to the operations from `start` on, as one group; a picture
  /// of its own is only made when the same bits cannot be had without.
  mutating func wrap(
    from start: Int, coverage: Coverage?, alpha: Int32, masks: [DisplayList.LayerMask] = []
  ) {
    if start == operations.count { return }
    let parts = topLevel(from: start)
    if masks.isEmpty {
      if coverage == nil && alpha == Fixed.full { return }
      let isSharp = coverage?.isHard ?? true
      let fitsEach =
        parts.count == 1 || (isSharp && (alpha == Fixed.full || areDisjoint(parts)))
      if fitsEach {
        for i in parts { apply(coverage, alpha, to: i) }
        return
      }
    }
    var box = PixelRect.zero
    for i in parts { box = box.union(bounds(of: i)) }
    let seen = coverage?.window(box) ?? Coverage(box)
    operations.insert(
      .push(DisplayList.Group(coverage: seen, alpha: alpha, masks: masks)), at: start)
    operations.append(.pop)
  }

  /// Indices of draws and of pushes that are not inside another group.
  private func topLevel(from start: Int) -> [Int] {
    var result: [Int] = []
    var depth = 0
    for i in start..<operations.count {
      switch operations[i] {
      case .draw: if depth == 0 { result.append(i) }
      case .push:
        if depth == 0 { result.append(i) }
        depth += 1
      case .pop: depth -= 1
      }
    }
    return result
  }

  private func bounds(of i: Int) -> PixelRect {
    switch operations[i] {
    case .draw(let shape): shape.coverage.bounds
    case .push(let group): group.coverage.bounds
    case .pop: .zero
    }
  }

  private func areDisjoint(_ parts: [Int]) -> Bool {
    if parts.count > 16 { return false }
    for (n, i) in parts.enumerated() {
      for j in parts[..<n] where !bounds(of: i).intersection(bounds(of: j)).isEmpty { return false }
    }
    return true
  }

  private mutating func apply(_ coverage: Coverage?, _ alpha: Int32, to i: Int) {
    switch operations[i] {
    case .draw(var shape):
      if let coverage { shape.coverage = shape.coverage.intersection(coverage) }
      shape.paint.multiply(alpha: alpha)
      operations[i] = .draw(shape)
    case .push(var group):
      if let coverage { group.coverage = group.coverage.intersection(coverage) }
      group.alpha = Int32(weigh(UInt32(group.alpha), UInt32(alpha)))
      operations[i] = .push(group)
    case .pop: break
    }
  }
}
