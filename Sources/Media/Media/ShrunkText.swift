package import Scenes

extension TextPicture {
  /// Returns the text with the largest letters at which a frame of `size` points shows the whole text; the letters are
  /// not larger than in the original text, and not smaller than `minimum` points.
  package static func shrunk(
    _ text: Typesetting, to minimum: Double, in size: Size, scale: Double,
    by drawings: DrawingReader
  ) throws(MediaError) -> Typesetting {
    let largest = text.runs.map(\.size).max() ?? 17
    func fits(_ text: Typesetting) throws(MediaError) -> Bool {
      try drawings.set(text, size: size, density: Size(scale, scale), name: name).isWhole
    }
    if try fits(text) { return text }
    // Letter sizes are tried in steps of half a point, so that an additional letter changes the size as little as possible.
    var (small, large) = (
      Int(clamped: minimum * 2, rounded: .up), Int(clamped: largest * 2, rounded: .up)
    )
    while large - small > 1 {
      let middle = (small + large) / 2
      if try fits(text.scaled(by: Double(middle) / 2 / largest)) {
        small = middle
      } else {
        large = middle
      }
    }
    return text.scaled(by: min(1, max(minimum, Double(small) / 2) / largest))
  }
}

extension Typesetting {
  /// Returns the text settings with all lengths scaled by a factor.
  fileprivate func scaled(by factor: Double) -> Typesetting {
    var text = self
    for index in text.runs.indices {
      text.runs[index].size *= factor
      text.runs[index].letterSpacing *= factor
      text.runs[index].baseline *= factor
      text.runs[index].stroke?.width *= factor
    }
    return text
  }
}
