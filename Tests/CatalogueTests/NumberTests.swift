import Evaluation
import Foundation
import Planning
import Scenes
import Testing

/// Tests the numbers in the catalogue's rows against the output of `inspect`.
@Suite struct NumberTests {
  private let diagonal = (320.0 * 320 + 568 * 568).squareRoot()

  private func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
    abs(a - b) <= tolerance
  }

  private func radius(_ layer: LayerProperties) throws -> Double {
    guard case .ellipse(let oval)? = layer.mask?.kind else { return .nan }
    try #require(near(oval.width, oval.height))
    return oval.width / 2
  }

  // MARK: Circles

  @Test(arguments: [0.0, 0.5, 1]) func circlePush(_ share: Double) throws {
    let seconds = share * 0.6
    let layer = try Gallery.plan("circle-push").layer("to", at: seconds)
    #expect(near(try radius(layer), 5 + share * diagonal, 1e-6))
    #expect(layer.mask?.isInverted == false)
  }

  /// The snapshot in row 2 is *from*; the circle closes along the reverse path.
  @Test(arguments: [0.01, 0.5, 1]) func circlePop(_ share: Double) throws {
    let layer = try Gallery.plan("circle-pop").layer("from", at: share * 0.6)
    #expect(near(try radius(layer), 5 + (1 - share) * diagonal, 1e-6))
  }

  @Test func pingGrowsByTheTutorialsFormula() throws {
    let planned = try Gallery.plan("ping-button")
    // The distance is e = (284, 52 − 568), and the radius of the button is 20.
    let square: Double = 284 * 284 + 516 * 516
    let end = 20 + square.squareRoot()
    #expect(planned.duration.seconds == 0.5)
    #expect(near(try radius(planned.layer("to", at: 0)), 20))
    #expect(near(try radius(planned.layer("to", at: 0.25)), (20 + end) / 2))
    #expect(near(try radius(planned.layer("to", at: 0.5)), end))
  }

  @Test func holesGrowToTheDiagonal() throws {
    for (name, layer, shares) in [
      ("hole-push", "from", [0, 0.25, 0.5]), ("hole-pop", "to", [1, 0.75, 0.5]),
      ("ripple-reveal", "cover", [0, 0.25, 0.5]),
    ] {
      let planned = try Gallery.plan(name)
      for (part, share) in zip([0, 0.25, 0.5], shares) {
        let cover = try planned.layer(layer, at: part * planned.duration.seconds)
        #expect(near(try radius(cover), share * diagonal), "\(name) at \(part)")
        #expect(cover.mask?.isInverted == true)
      }
    }
  }

  // MARK: Springs

  /// Returns the largest fraction of the travel by which a screen overshoots, and the time of this overshoot.
  private func overshoot(
    _ name: String, travel: Double, from start: Double, to end: Double
  ) throws -> (share: Double, seconds: Double) {
    let planned = try Gallery.plan(name)
    var best = (share: 0.0, seconds: 0.0)
    for seconds in stride(from: start, through: end, by: 0.0001) {
      let share = -(try planned.layer("to", at: seconds)).translate.y / travel
      if share > best.share { best = (share, seconds) }
    }
    return best
  }

  @Test func bounceOvershoots() throws {
    let peak = try overshoot("bounce-present", travel: 568, from: 0.2, to: 0.25)
    #expect(near(peak.share, 0.046, 0.0002) && near(peak.seconds, 0.224, 0.001))
    let planned = try Gallery.plan("bounce-present")
    #expect(try planned.layer("to", at: 0).translate.y == 568)
    #expect(try planned.layer("to", at: 0.5).translate == .zero)
    #expect(try planned.layer("from", at: 0).opacity == 1)
    #expect(try near(planned.layer("from", at: 0.499).opacity, 0.5, 0.002))
    #expect(try planned.layer("from", at: 0.5).opacity == 1)
  }

  @Test func halfWayOvershoots() throws {
    let peak = try overshoot("half-way-spring", travel: 284, from: 0.68, to: 0.74)
    #expect(near(peak.share, 0.0948, 0.0002) && near(peak.seconds, 0.712, 0.001))
    let planned = try Gallery.plan("half-way-spring")
    let start = try planned.layer("to", at: 0)
    #expect(start.translate.y == 284 && start.opacity == 0)
    #expect(try planned.layer("to", at: 2).translate == .zero)
    #expect(try planned.layer("to", at: 2).opacity == 1)
  }

  // MARK: Screens that move

  @Test func shrinkDismissFollowsTheSpline() throws {
    let planned = try Gallery.plan("shrink-dismiss")
    let half = try planned.layer("from", at: 0.5)
    #expect(half.scale.x == 0.5 && half.translate.y == 0)
    let end = try planned.layer("from", at: 1)
    #expect(end.scale.x == 0.5 && end.translate.y == 568)
    // The Catmull-Rom value through 1, 0.5, 0.5 half way to the second point is (−1 + 9 + 4.5 − 0.5)/16, where the
    // first point counts twice.
    #expect(try near(planned.layer("from", at: 0.25).scale.x, 0.75))
    for (seconds, opacity) in [(0.0, 0.5), (0.5, 0.5), (0.75, 0.75), (1, 1)] {
      #expect(try near(planned.layer("to", at: seconds).opacity, opacity))
    }
  }

  @Test func dissolveShowsTheBackdrop() throws {
    let planned = try Gallery.plan("cross-dissolve")
    #expect(planned.duration == FrameTime(seconds: 0.35))
    #expect(try near(planned.layer("from", at: 0.175).opacity, 0.5))
    #expect(try near(planned.layer("to", at: 0.175).opacity, 0.5))
  }

  @Test func swipeMovesBothByTheWidth() throws {
    let planned = try Gallery.plan("swipe")
    #expect(try near(planned.layer("from", at: 0.175).translate.x, -160))
    #expect(try near(planned.layer("to", at: 0.175).translate.x, 160))
    #expect(try planned.layer("from", at: 0.35).translate.x == -320)
  }

  @Test(arguments: [("flip-push", -90.0, 90.0), ("flip-pop", 90, -90)])
  func flipStandsOnEdgeHalfWay(_ name: String, _ from: Double, _ to: Double) throws {
    let planned = try Gallery.plan(name)
    #expect(planned.duration.seconds == 1)
    #expect(try near(planned.layer("from", at: 0.5).rotate.y, from, 1e-6))
    #expect(try near(planned.layer("to", at: 0.5).rotate.y, to, 1e-6))
    #expect(try planned.layer("container", at: 0.5).sublayerTransform.m34 == -0.0001)
    for (seconds, hidden) in [(0.25, "to"), (0.75, "from")] {
      #expect(try planned.layer(hidden, at: seconds).isHidden)
    }
  }

  @Test func liftKeepsItsShadow() throws {
    let planned = try Gallery.plan("shadow-lift")
    #expect(try planned.layer("poster", at: 0).shadowOpacity == 0)
    #expect(try near(planned.layer("poster", at: 0.25).shadowOpacity, 0.3))
    let end = try planned.layer("poster", at: 0.5)
    #expect(end.shadowOpacity == 0.6 && end.shadowRadius == 3)
    #expect(near(end.shadowOffset.x, 8.8) && near(end.shadowOffset.y, 11.5))
  }

  @Test func elementMovesToTheOthersFrame() throws {
    let planned = try Gallery.plan("move-and-scale")
    #expect(try planned.layer("thumbnail", at: 0).frame == Rect(108, 220, 104, 104))
    #expect(try near(planned.layer("thumbnail", at: 0.25).frame.width, 212))
    #expect(try planned.layer("thumbnail", at: 0.4999).isHidden == false)
    #expect(try planned.layer("picture", at: 0.5).frame == Rect(0, 112, 320, 320))
  }

  // MARK: Tiles

  /// Piece k is the front of tile k, row by row; the tiles of the last row are cut off.
  @Test(arguments: [
    ("from#0", 0.5905, 0.5915), ("from#179", 2.8645, 2.8655),
  ])
  func tilesEnd(_ id: String, _ before: Double, _ after: Double) throws {
    let planned = try Gallery.plan("checkerboard")
    #expect(try planned.layer(id, at: before).rotate.y < 180)
    #expect(try planned.layer(id, at: after).rotate.y == 180)
  }

  @Test(arguments: [("from#0", 0.0, 0.01), ("from#179", 2.2735, 2.2745)])
  func tilesStart(_ id: String, _ before: Double, _ after: Double) throws {
    let planned = try Gallery.plan("checkerboard")
    #expect(try planned.layer(id, at: before).rotate.y == 0)
    #expect(try planned.layer(id, at: after).rotate.y > 0)
    #expect(try planned.layer("container", at: 1).sublayerTransform.m34 == -1.0 / 900)
    #expect(try planned.layer(id, at: 1).isDoubleSided == false)
  }

  @Test func tilesTurnFromTheOtherCornerOnTheWayBack() throws {
    let planned = try Gallery.plan("checkerboard", "pop.json")
    #expect(try planned.layer("from#179", at: 0.5905).rotate.y > -180)
    #expect(try planned.layer("from#179", at: 0.5915).rotate.y == -180)
    #expect(try planned.layer("from#0", at: 2).rotate.y == 0)
  }

  // MARK: Phases

  private static let pop = ["hole", "lift", "move", "drop", "unveil"]
  private static let push = ["veil", "lift", "move", "drop", "reveal"]

  @Test(
    arguments: [
      (
        "magic-push", "pipeline.json", push, [0, 0, 0.08, 0.53, 0.74],
        [0.17, 0.08, 0.45, 0.21, 0.26]
      ),
      (
        "magic-pop", "pipeline.json", pop, [0, 0.26, 0.34, 0.79, 0.79],
        [0.26, 0.08, 0.45, 0.21, 0.17]
      ),
      (
        "magic-measured", "pipeline.json", push, [0, 0, 0.09, 0.51, 0.75],
        [0.16, 0.07, 0.42, 0.24, 0.25]
      ),
      (
        "magic-measured", "pop.json", pop, [0, 0.27, 0.35, 0.82, 0.82],
        [0.27, 0.08, 0.47, 0.18, 0.18]
      ),
    ] as [(String, String, [String], [Double], [Double])])
  func phases(
    _ name: String, _ file: String, _ labels: [String], _ starts: [Double], _ lengths: [Double]
  ) throws {
    let planned = try Gallery.plan(name, file)
    #expect(planned.duration.seconds == 1.5)
    for (label, (start, length)) in zip(labels, zip(starts, lengths)) {
      let row = try #require(planned.rows.first { $0.label == label }, "no step \(label)")
      #expect(near(row.start.seconds, start * 1.5, 1e-6), "\(label) starts")
      #expect(near((row.end - row.start).seconds, length * 1.5, 1e-6), "\(label) lasts")
    }
    // The poster changes under the cover at the time when the new screen replaces the old one.
    let seam = labels == Self.push ? starts[4] : starts[3]
    #expect(near(try #require(planned.seam).seconds, seam * 1.5, 1e-6))
  }

  @Test func magicPopPassesItsTargetByFourPercent() throws {
    let planned = try Gallery.plan("magic-pop")
    let poster = try planned.layer("poster", at: 0.79 * 1.5).frame
    #expect(near(poster.x, 8.48, 0.01) && near(poster.y, 268.4, 0.01))
    #expect(near(poster.width, 95.04, 0.01) && near(poster.height, 124.2, 0.01))
    #expect(try planned.layer("cover", at: 0.5).opacity == 1)
    #expect(try near(planned.layer("cover", at: (0.79 + 0.085) * 1.5).opacity, 0.5, 1e-6))
  }
}
