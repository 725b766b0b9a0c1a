internal import Scenes

/// Recognises a first screen that fades out while the second screen fades in, with a colour behind both.
enum CrossFadeAnalyzer {
  static func analyze(_ change: ScreenChange) -> ScreenAnalyzer.Candidate? {
    var shares = (0..<change.count).map { share(change, $0) }
    var (sum, weight) = ([0.0, 0, 0], 0.0)
    for case .some(let one) in shares where (0.1...0.9).contains(one.share) {
      let through = one.share * (1 - one.share)
      for channel in 0..<3 { sum[channel] += through * one.added[channel] }
      weight += through * through
    }
    guard weight > 0.05 else { return nil }
    let color = sum.map { $0 / weight }
    guard color.allSatisfy({ (-25...280).contains($0) }) else { return nil }
    let ground = color.map { min(255, max(0, $0.rounded())) }
    var left = 0.0
    for index in 0..<change.count {
      let refined = self.share(change, index, ground, from: shares[index]?.share ?? 0)
      shares[index] = (refined.share, [])
      left += refined.left
    }
    let curve = change.curve(
      "the second screen", shares.map { $0?.share ?? 0 }, noise: 0.006, least: 0.05)
    guard curve.fit.phases.count == 1, !curve.fit.isUnexplained else { return nil }
    let parts = ground.map { $0 / 255 }
    return ScreenAnalyzer.Candidate(
      analysis: ScreenAnalysis(
        kind: .crossFade(Color(red: parts[0], green: parts[1], blue: parts[2], alpha: 1)),
        times: change.times, curves: [curve]), left: left / change.energy)
  }

  /// Returns the fraction of the second screen in a frame and the colour that is added to both screens, without knowing
  /// the colour behind them; nil if the screens do not determine these values.
  private static func share(
    _ change: ScreenChange, _ index: Int
  ) -> (share: Double, added: [Double])? {
    let (frame, cells) = (change.frames.colors[index], change.free[index])
    guard cells.count > 20 else { return nil }
    func mean(_ all: [Float]) -> [Double] {
      (0..<3).map { channel in
        cells.reduce(0.0) { $0 + Double(all[3 * $1 + channel]) } / Double(cells.count)
      }
    }
    let means = [change.first, change.last, frame].map(mean)
    var (aa, ab, bb, ax, bx) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for cell in cells {
      for channel in 0..<3 {
        let place = 3 * cell + channel
        let a = Double(change.first[place]) - means[0][channel]
        let b = Double(change.last[place]) - means[1][channel]
        let x = Double(frame[place]) - means[2][channel]
        aa += a * a
        ab += a * b
        bb += b * b
        ax += a * x
        bx += b * x
      }
    }
    let determinant = aa * bb - ab * ab
    guard determinant > 0.01 * aa * bb, min(aa, bb) > 16 * Double(cells.count) else { return nil }
    let first = (ax * bb - bx * ab) / determinant
    let second = (bx * aa - ax * ab) / determinant
    return (
      second, (0..<3).map { means[2][$0] - first * means[0][$0] - second * means[1][$0] }
    )
  }

  /// Returns the fraction of the second screen in a frame, and the sum of the squared residuals.
  private static func share(
    _ change: ScreenChange, _ index: Int, _ ground: [Double], from guess: Double
  ) -> (share: Double, left: Double) {
    let frame = change.frames.colors[index]
    var share = min(1, max(0, guess))
    for step in 0..<8 {
      var (product, square, left) = (0.0, 0.0, 0.0)
      for cell in change.free[index] {
        for channel in 0..<3 {
          let place = 3 * cell + channel
          let (a, b) = (Double(change.first[place]), Double(change.last[place]))
          let rest = 1 - share
          let off =
            Double(frame[place]) - share * b - rest * (rest * a + share * ground[channel])
          let way = b - 2 * rest * a + (rest - share) * ground[channel]
          product += way * off
          square += way * way
          left += off * off
        }
      }
      let by = square > 0 ? product / square : 0
      if step == 7 || by.magnitude < 1e-5 { return (share, left) }
      share = min(1.05, max(-0.05, share + by))
    }
    return (share, 0)
  }
}
