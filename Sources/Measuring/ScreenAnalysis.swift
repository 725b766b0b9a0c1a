package import Scenes

/// How one screen becomes the other.
package struct ScreenAnalysis: Sendable {
  package enum Kind: Hashable, Sendable {
    /// The screens are the same but for the layers.
    case none
    case dissolve
    /// A cover of one colour fades in, and then leaves as `Leaving` says.
    case veil(Color, Leaving)
    /// The second screen is seen through an opening in the first one.
    case opening(Opening)
    /// The second screen comes in from an edge over the first one, or the first one goes that way and leaves
    /// the second; the lower one goes a part of the way.
    case slide(edge: Edge, isLeaving: Bool, follow: Double)
    /// It is none of those that are known.
    case unknown
  }
  package enum Edge: String, Hashable, Sendable { case left, right, top, bottom }
  package enum Leaving: Hashable, Sendable {
    case fade
    case opening(Opening)
  }
  package struct Opening: Hashable, Sendable {
    /// In pixels of the recording.
    package var center: Point
    /// The radius at the end, to the farthest corner.
    package var radius: Double
  }

  package var kind: Kind
  package var times: [Double] = []
  /// What was measured in each frame, and what was fitted to it: the share of the second screen, the
  /// level of the veil, the way of the slide.
  package var curves: [ScreenCurve] = []
  /// The share of what changes that the kind explains.
  package var explained = 1.0
}

/// A number of the screens through time.
package struct ScreenCurve: Sendable {
  package var name: String
  package var values: [Double]
  package var fit: TrackFit
}

/// The first and last frame as cells, and what lies between.
struct ScreenChange {
  let frames: ScreenFrames
  let first: [Float]
  let last: [Float]
  let interval: Double
  /// Of each frame, the cells that no layer covers.
  let free: [[Int]]

  var times: [Double] { frames.times }
  var count: Int { frames.cells.count }

  /// The fit of one number a frame; it weighs nothing where `seen` is false.
  func curve(
    _ name: String, _ values: [Double], noise: Double, least: Double, seen: [Bool]
  ) -> ScreenCurve {
    let channels = Channels(
      times: times, values: [values], noise: [noise], weights: seen.map { $0 ? 1 : 0 },
      interval: interval)
    return ScreenCurve(
      name: name, values: values, fit: TrackAnalyzer.fit(channels, thresholds: [least]))
  }
}

enum ScreenAnalyzer {
  static func analyze(
    _ frames: ScreenFrames, _ layers: [LayerAnalysis], interval: Double
  ) -> ScreenAnalysis {
    guard let first = frames.cells.first, let last = frames.cells.last, frames.cells.count > 4
    else { return ScreenAnalysis(kind: .none) }
    // What layers cover at the start or at the end is not known of that screen.
    func poses(_ index: Int) -> [Pose] {
      layers.compactMap {
        let sample = $0.track.samples[index]
        return sample.opacity > 0.03 ? sample.pose : nil
      }
    }
    let ends = poses(0) + poses(frames.cells.count - 1)
    let free = frames.cells.indices.map { frames.free(of: poses($0) + ends) }
    let change = ScreenChange(
      frames: frames, first: first, last: last, interval: interval, free: free)
    let least = max(12, frames.columns * frames.rows / 200)
    let differs = Set(free[0]).intersection(free[free.count - 1])
      .count { (first[$0] - last[$0]).magnitude > 3 }
    // A veil may come and go over one and the same screen.
    let middles = (1..<frames.cells.count - 1).contains { index in
      free[index].count { (first[$0] - frames.cells[index][$0]).magnitude > 6 } > 4 * least
    }
    guard differs > least || middles else { return ScreenAnalysis(kind: .none) }
    var best = ScreenAnalysis(kind: .unknown, times: frames.times, explained: 0)
    for found in [dissolve(change), VeilAnalyzer.analyze(change)] {
      if let found, found.explained > best.explained { best = found }
    }
    if best.explained > 0.93 { return best }
    for found in [OpeningAnalyzer.analyze(change), SlideAnalyzer.analyze(change)] {
      if let found, found.explained > best.explained { best = found }
    }
    if best.explained < 0.8 {
      return ScreenAnalysis(kind: .unknown, times: frames.times, explained: best.explained)
    }
    return best
  }

  /// The share of the second screen in each frame, and how much of what changes it explains.
  private static func dissolve(_ change: ScreenChange) -> ScreenAnalysis? {
    var shares: [Double] = []
    var seen: [Bool] = []
    var (left, whole) = (0.0, 0.0)
    for index in 0..<change.count {
      let mixture = Mixture(
        change.frames.cells[index], change.first, change.last, change.free[index])
      shares.append(mixture.share ?? shares.last ?? 0)
      seen.append(mixture.share != nil)
      left += mixture.left
      whole += mixture.whole
    }
    let curve = change.curve("the second screen", shares, noise: 0.006, least: 0.05, seen: seen)
    guard !curve.fit.phases.isEmpty else { return nil }
    return ScreenAnalysis(
      kind: .dissolve, times: change.times, curves: [curve],
      explained: 1 - left / max(1e-9, whole))
  }
}

/// How much of one picture, and of another, a third one is.
struct Mixture {
  /// Nil where the two hardly differ.
  private(set) var share: Double?
  /// The squares of what differs from the mixture, and of what the pictures differ by, by how much of
  /// both is seen.
  private(set) var left = 0.0
  private(set) var whole = 0.0

  init(_ cells: [Float], _ a: [Float], _ b: [Float], _ some: [Int]) {
    var (product, square, count) = (0.0, 0.0, 0)
    for cell in some where (b[cell] - a[cell]).magnitude > 3 {
      let way = Double(b[cell] - a[cell])
      product += Double(cells[cell] - a[cell]) * way
      square += way * way
      count += 1
    }
    guard count >= 8 else { return }
    let share = product / square
    self.share = share
    for cell in some {
      let way = Double(b[cell] - a[cell])
      let off = Double(cells[cell] - a[cell]) - share * way
      left += off * off
    }
    let bounded = min(1, max(0, share))
    whole = square * max(0.02, bounded * (1 - bounded)) * 2
  }
}
