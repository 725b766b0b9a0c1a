internal import Scenes

/// A corner with continuous curvature, as UIKit draws `cornerCurve = .continuous`, in units of its radius: x
/// runs from the corner along the side where the curve starts, and y along the side where the curve ends.
///
/// The numbers are those of UIBezierPath(roundedRect:cornerRadius:) on iOS, as measured in "Code for iOS 7
/// Rounded Rectangles" (PaintCode, 2013): three cubics, of which the last mirrors the first. The curves start
/// 1.528665 radii from the corner, which equals CALayer.cornerCurveExpansionFactor. On a shorter side, the
/// curve is closer to a circle; on a side whose length is one radius, the curve is a circle.
struct ContinuousCorner {
  /// The control points from the start to the middle of the curve; the second half is the mirror image of the
  /// first.
  private let controls: [Point]

  private static let reach = 1.528665
  private static let soft = [
    Point(1.528665, 0), Point(1.08849296, 0), Point(0.86840694, 0),
    Point(0.63149379, 0.07491139), Point(0.37282383, 0.16905956), Point(0.16905956, 0.37282383),
  ]

  /// Creates the corner; `room` is the length of each side that is available for the corner, in radii, at
  /// least 1.
  init(room: Double) {
    let share = min(max((room - 1) / (Self.reach - 1), 0), 1)
    let round = Self.round
    controls = zip(Self.soft, round).map { soft, round in
      Point(
        round.x + (soft.x - round.x) * share, round.y + (soft.y - round.y) * share)
    }
  }

  /// A circle made of the same number of cubics; its first cubic covers the same angle as the first cubic of
  /// the continuous corner.
  private static let round: [Point] = {
    // The point of the circle that has the tangent of the continuous curve at the joint of its cubics.
    let (dx, dy) = (soft[3].x - soft[4].x, soft[4].y - soft[3].y)
    let length = (dx * dx + dy * dy).squareRoot()
    let (cosine, sine) = (dx / length, dy / length)
    func reach(_ sine: Double, _ cosine: Double) -> Double {
      // The value is 4/3·tan(θ/4), computed by halving the angle twice.
      let half = sine / (1 + cosine)
      return 4.0 / 3 * half / (1 + (1 + half * half).squareRoot())
    }
    let first = reach(sine, cosine)
    // The remaining angle is 90° minus the angles of both outer cubics.
    let middle = reach(cosine * cosine - sine * sine, 2 * sine * cosine)
    let meeting = Point(1 - sine, 1 - cosine)
    return [
      Point(1, 0), Point(1 - first, 0),
      Point(meeting.x + first * cosine, meeting.y - first * sine), meeting,
      Point(meeting.x - middle * cosine, meeting.y + middle * sine),
      Point(meeting.y + middle * sine, meeting.x - middle * cosine),
    ]
  }()

  /// The corner as a polyline for a radius in device pixels.
  func points(_ radius: Double) -> [Point] {
    let c = controls
    func mirrored(_ p: Point) -> Point { Point(p.y, p.x) }
    var points = [c[0]]
    PathFlattener.flatten(c[0], c[1], c[2], c[3], stretch: radius, into: &points)
    PathFlattener.flatten(c[3], c[4], c[5], mirrored(c[3]), stretch: radius, into: &points)
    PathFlattener.flatten(
      mirrored(c[3]), mirrored(c[2]), mirrored(c[1]), mirrored(c[0]), stretch: radius,
      into: &points)
    return points
  }
}
