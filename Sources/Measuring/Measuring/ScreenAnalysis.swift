package import Scenes

/// The analysis of the change from one screen to the other.
package struct ScreenAnalysis: Sendable {
  package enum Kind: Hashable, Sendable {
    /// The screens are the same except for the layers.
    case none
    case dissolve
    /// The first screen fades out while the second screen fades in, and a colour behind both shines through.
    case crossFade(Color)
    /// A cover of one colour fades in, and remains at a fraction of its opacity or disappears again.
    case dim(Color)
    /// A cover of one colour fades in, and then disappears in the way that `Leaving` describes.
    case veil(Color, Leaving)
    /// The second screen appears through an opening in the first screen, or the first screen disappears
    /// through an opening that closes.
    case opening(Opening)
    /// The second screen appears behind an edge that moves across the screen; its softness is a fraction of the side.
    case wipe(edge: Edge, softness: Double)
    case slide(Slide)
    /// The first screen rotates until only its edge is visible, and then the second screen appears as its back. The
    /// viewer's distance is in pixels.
    case flip(isVertical: Bool, distance: Double)
    /// The change is of an unknown kind, described in words.
    case unknown(String)
  }
  package enum Edge: String, Hashable, Sendable { case left, right, top, bottom }
  /// A slide: the second screen moves in from an edge over the first screen, or the first screen moves out and reveals
  /// the second.
  package struct Slide: Hashable, Sendable {
    var edge: Edge
    var isLeaving: Bool
    /// The distance that the lower screen moves, as a fraction of the side.
    var follow = 0.0
    /// The distance from its final position at which the upper screen starts or ends, as a fraction of the side.
    var distance = 1.0
    /// The fraction of its opacity that the lower screen loses when the upper screen covers it.
    var dim = 0.0
    /// The luma of the background behind a screen that dims, from 0 to 1.
    var ground = 0.0
    /// Whether the opacity of the upper screen equals the slide's progress.
    var fades = false
  }
  package enum Leaving: Hashable, Sendable {
    case fade
    case opening(Opening)
  }
  package enum Opening: Hashable, Sendable {
    /// A circle about a point, with its radius in pixels in the open state. `reachesCorner` means that the radius is
    /// the distance of the farthest corner.
    case circle(center: Point, radius: Double, isClosing: Bool, reachesCorner: Bool)
    /// A rectangle, with five curves for its centre, its extent and the radius of its corners.
    case rectangle(isClosing: Bool)
  }

  package var kind: Kind
  package var times: [Double] = []
  /// The measured values of each frame with their fits, such as the fraction of the second screen, the level of the
  /// veil, or the distance of the slide.
  package var curves: [ScreenCurve] = []
  /// The fraction of the changes that the kind of change explains.
  package var explained = 1.0
  /// The part of the frame in which the screens slide; nil means the whole frame.
  package var viewport: Viewport?

  /// Returns whether no change starts before the frames or ends after them; a spring may settle later.
  func isInside(_ change: ScreenChange) -> Bool {
    curves.flatMap(\.fit.phases).allSatisfy {
      $0.start >= change.times[0] - change.interval
        && ($0.curve.settlingSeconds != nil || $0.end <= change.times.last! + change.interval)
    }
  }

  package var isUnknown: Bool { if case .unknown = kind { true } else { false } }
}

/// A number of the screens over time, or several numbers that change together.
package struct ScreenCurve: Sendable {
  package var name: String
  /// The values of each channel, one for each frame.
  package var channels: [[Double]]
  package var fit: TrackFit
  /// The label and the unit of each channel, for charts.
  package var labels: [String]
  /// Whether the value was determined, for each frame.
  package var isSeen: [Bool]

  package var values: [Double] { channels[0] }

  init(
    name: String, channels: [[Double]], fit: TrackFit, labels: [String] = ["from 0 to 1"],
    isSeen: [Bool]
  ) {
    self.name = name
    self.channels = channels
    self.fit = fit
    self.labels = labels
    self.isSeen = isSeen
  }
}

enum ScreenAnalyzer {
  /// The maximum fraction of the changes that a kind of change may leave unexplained.
  private static let mostLeft = 0.12
  /// The maximum unexplained fraction for a slide in a part of the frame, whose edges and fixed contents cross some cells.
  private static let mostLeftOfSlide = 0.2

  /// Analyses the change of screens. `picture` returns a frame by its number; `isPart` means that the screens may move
  /// before the frames and after.
  static func analyze(
    _ frames: ScreenFrames, _ layers: [LayerAnalysis], interval: Double,
    isPart: Bool, _ picture: (Int) throws(MeasuringError) -> Bitmap
  ) throws(MeasuringError) -> ScreenAnalysis {
    guard frames.cells.count > 4 else { return ScreenAnalysis(kind: .none) }
    // The parts of a screen that layers cover at the start or at the end are unknown.
    func poses(_ index: Int) -> [Pose] {
      layers.compactMap { $0.covering(index) }
    }
    let ends = poses(0) + poses(frames.cells.count - 1)
    let free = frames.cells.indices.map { frames.free(of: poses($0) + ends) }
    let all = Set(frames.cells[0].indices)
    let covered = frames.cells.indices.reduce(into: Set<Int>()) {
      $0.formUnion(all.subtracting(frames.free(of: poses($1))))
    }
    let change = ScreenChange(frames, interval: interval, free: free, covered: covered)
    guard change.isThere else { return ScreenAnalysis(kind: .none) }
    var found = kinds(change, isPart: isPart)
    if !found.contains(where: { $0.left < mostLeft }),
      var slide = SlideAnalyzer.analyze(change, isPlain: false),
      isPart || slide.analysis.isInside(change)
    {
      slide.analysis.explained = 1 - slide.left
      found.append(slide)
    }
    if !found.contains(where: { $0.left < mostLeft }), change.isInside,
      let viewport = Viewport(
        try [0, change.count / 2, change.count - 1].map {
          number throws(MeasuringError) in try picture(number)
        }), var slide = SlideAnalyzer.analyze(change, in: viewport), slide.left < mostLeftOfSlide,
      isPart || slide.analysis.isInside(change)
    {
      slide.analysis.explained = 1 - slide.left
      return slide.analysis
    }
    guard let least = found.map(\.left).min(), least < mostLeft else {
      return ScreenAnalysis(
        kind: .unknown(UnknownScreens.words(change, found)), times: frames.times,
        explained: 1 - (found.map(\.left).min() ?? 1))
    }
    // Chooses the simplest of the kinds that are about as good as the best kind. A cover that remains is more specific
    // than a mixture with its result.
    if let first = found.first, case .dim = first.analysis.kind,
      first.left < (first.isCertain ? 0.3 : 0.08)
    {
      return first.analysis
    }
    let plainest = found.first { $0.left < max(1.7 * least, 0.012) }!.analysis
    guard plainest.kind == .dissolve,
      try !DissolveAnalyzer.isEven(plainest, change, picture)
    else { return plainest }
    return ScreenAnalysis(
      kind: .unknown("the pixels change one after another without moving"), times: frames.times,
      explained: 0)
  }

  struct Candidate {
    var analysis: ScreenAnalysis
    /// The fraction of the changes that the kind does not explain.
    var left: Double
    /// Whether the kind explains the screens at both ends as well as can be measured.
    var isCertain = false
  }

  /// Returns the possible kinds of change, simplest first.
  private static func kinds(_ change: ScreenChange, isPart: Bool) -> [Candidate] {
    let finders: [(ScreenChange) -> Candidate?] = [
      ScrimAnalyzer.dim, DissolveAnalyzer.analyze, CrossFadeAnalyzer.analyze,
      ScrimAnalyzer.analyze, { SlideAnalyzer.analyze($0) },
      WipeAnalyzer.analyze, OpeningAnalyzer.analyze, RectangleAnalyzer.analyze,
      FlipAnalyzer.analyze,
    ]
    var all: [Candidate] = []
    for finder in finders {
      if var found = finder(change), isPart || found.analysis.isInside(change) {
        found.analysis.explained = 1 - found.left
        all.append(found)
        if found.left < 0.004 { break }
      }
    }
    return all
  }
}

/// Recognises a change in which the fraction of the second screen is the same everywhere.
enum DissolveAnalyzer {
  static func analyze(_ change: ScreenChange) -> ScreenAnalyzer.Candidate? {
    var shares: [Double] = []
    var left = 0.0
    for index in 0..<change.count {
      let map = ShareMap(change, change.first, change.last, index)
      shares.append(map.mean)
      left += map.left(of: { _ in map.mean })
    }
    let curve = change.curve("the second screen", shares, noise: 0.006, least: 0.05)
    guard !curve.fit.phases.isEmpty, !curve.fit.isUnexplained else { return nil }
    return ScreenAnalyzer.Candidate(
      analysis: ScreenAnalysis(kind: .dissolve, times: change.times, curves: [curve]),
      left: left / change.energy)
  }

  /// Returns whether the pixels in the middle are mixed like the cells, instead of changing one by one.
  static func isEven(
    _ analysis: ScreenAnalysis, _ change: ScreenChange,
    _ picture: (Int) throws(MeasuringError) -> Bitmap
  ) throws(MeasuringError) -> Bool {
    let shares = analysis.curves[0].values
    guard
      let index = shares.indices.min(by: {
        (shares[$0] - 0.5).magnitude < (shares[$1] - 0.5).magnitude
      }), (0.2...0.8).contains(shares[index])
    else { return true }
    let all = try [0, index, change.count - 1].map { number throws(MeasuringError) in
      let bitmap = try picture(number)
      return LumaPlane(bitmap, bitmap.bounds)
    }
    let (side, columns) = (change.frames.side, change.frames.columns)
    var (left, whole) = (0.0, 0.0)
    for cell in change.free[index] {
      for y in (cell / columns) * side..<(cell / columns + 1) * side {
        for x in (cell % columns) * side..<(cell % columns + 1) * side {
          let place = y * all[0].width + x
          let way = Double(all[2].values[place] - all[0].values[place])
          guard way.magnitude > 24 else { continue }
          let off = Double(all[1].values[place] - all[0].values[place]) / way - shares[index]
          left += off * off
          whole += shares[index] * (1 - shares[index])
        }
      }
    }
    return left < 0.35 * whole
  }
}
