internal import Scenes

extension [DrawOperation] {
  /// Applies a shape, an opacity and masks to all operations as one group; a picture of its own is only
  /// made when the same bits cannot be had without. Sets `effect.isGroup`.
  func applying(_ effect: inout FlattenedLayer.Effect) -> [DrawOperation] {
    effect.isGroup = false
    if isEmpty || effect.isNone { return self }
    let coverage = effect.coverage
    if effect.masks.isEmpty {
      let isSharp = coverage?.isHard ?? true
      if count == 1 || (isSharp && (effect.alpha == Fixed.full || areDisjoint)) {
        return compactMap {
          let made = $0.applying(coverage, effect.alpha)
          return made.bounds.isEmpty ? nil : made
        }
      }
    }
    effect.isGroup = true
    let box = bounds
    let seen = coverage?.window(box) ?? Coverage(box)
    if seen.isEmpty { return [] }
    return [
      .group(Group(coverage: seen, alpha: effect.alpha, masks: effect.masks, operations: self))
    ]
  }

  /// No two touch the same pixel, as far as few boxes tell.
  private var areDisjoint: Bool {
    if count > 16 { return false }
    for i in indices {
      for j in 0..<i where !self[i].bounds.intersection(self[j].bounds).isEmpty { return false }
    }
    return true
  }
}
