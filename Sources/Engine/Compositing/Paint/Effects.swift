internal import Scenes

extension [DrawOperation] {
  /// Applies a shape, an opacity, masks and a blend mode to all operations as one group; a separate picture
  /// is created only if the result would otherwise differ. The method sets `isGroup` of the effect.
  func applying(_ effect: inout FlattenedLayer.Effect) -> [DrawOperation] {
    effect.isGroup = false
    effect.isPassing = false
    if isEmpty || effect.isNone { return self }
    if effect.endsBackdrops, contains(where: \.hasBackdrop) {
      return group(.blend(effect.mode), &effect)
    }
    if contains(where: \.blends) { return applyingToBlends(&effect) }
    if !effect.needsGroup { return self }
    let coverage = effect.coverage
    if effect.masks.isEmpty {
      let isSharp = coverage?.isHard ?? true
      let isSimple = effect.mode == .normal && effect.alpha == Fixed.full
      if (count == 1 && !self[0].overlapsItself) || (isSharp && (isSimple || areDisjoint)) {
        return compactMap(effect.applied)
      }
    }
    return group(.blend(effect.mode), &effect)
  }

  /// Applies the effect to operations that have blend modes. In a layer that only clips, operations blend
  /// with the pixels below the layer; any other effect makes the operations an isolated group.
  private func applyingToBlends(_ effect: inout FlattenedLayer.Effect) -> [DrawOperation] {
    if effect.isIsolated { return group(.blend(effect.mode), &effect) }
    guard let coverage = effect.coverage else { return self }
    if !coverage.isHard { return group(.passing, &effect) }
    return compactMap(effect.applied)
  }

  private func group(
    _ mode: Group.Mode, _ effect: inout FlattenedLayer.Effect
  ) -> [DrawOperation] {
    effect.isGroup = true
    effect.isPassing = mode == .passing
    let box = bounds
    let seen = effect.coverage?.window(box) ?? Coverage(box)
    if seen.isEmpty { return [] }
    return [
      .group(
        Group(
          coverage: seen, alpha: effect.alpha, masks: effect.masks, mode: mode,
          endsBackdropsIn: effect.endsBackdrops ? effect.layer : nil, operations: self))
    ]
  }

  /// Whether no two operations touch the same pixel; only their bounding boxes are compared.
  private var areDisjoint: Bool {
    if count > 16 || contains(where: \.overlapsItself) { return false }
    for i in indices {
      for j in 0..<i where !self[i].bounds.intersection(self[j].bounds).isEmpty { return false }
    }
    return true
  }
}

extension FlattenedLayer.Effect {
  /// The layer's operation if the effect needs no separate picture; nil if no pixel of the operation is
  /// visible.
  func applied(to operation: DrawOperation) -> DrawOperation? {
    if !needsGroup { return operation }
    let made = operation.applying(coverage, alpha)
    if made.bounds.isEmpty { return nil }
    return mode == .normal ? made : made.blending(mode)
  }
}
