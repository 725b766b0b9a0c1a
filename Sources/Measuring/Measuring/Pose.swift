internal import CMeasuring
package import Scenes

/// The pose of a layer in a frame: its centre and extent in the recording's pixels, and its angle clockwise in
/// radians.
package struct Pose: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double
  package var angle: Double

  package init(x: Double, y: Double, width: Double, height: Double, angle: Double = 0) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.angle = angle
  }

  package var frame: Rect { Rect(center: Point(x, y), size: Size(width, height)) }

  /// Returns whether two poses cover a large part of each other.
  func liesOn(_ other: Pose) -> Bool {
    (x - other.x).magnitude < 0.3 * max(width, other.width)
      && (y - other.y).magnitude < 0.3 * max(height, other.height)
  }

  /// Returns whether two poses have the same extent, to a hundredth.
  func hasSize(of other: Pose) -> Bool {
    (width / other.width - 1).magnitude < 0.01 && (height / other.height - 1).magnitude < 0.01
  }

  /// Returns whether two poses have nearly the same position.
  func isNear(_ other: Pose) -> Bool {
    (x - other.x).magnitude < 2 && (y - other.y).magnitude < 2
      && (width - other.width).magnitude < 2
  }

  /// Returns the pose on a plane that is reduced by the factor `scale` and begins at the point `origin`.
  func on(_ origin: Point, scale: Double) -> Pose {
    Pose(
      x: (x - origin.x) / scale, y: (y - origin.y) / scale, width: width / scale,
      height: height / scale, angle: angle)
  }

  func from(_ origin: Point, scale: Double) -> Pose {
    Pose(
      x: x * scale + origin.x, y: y * scale + origin.y, width: width * scale,
      height: height * scale, angle: angle)
  }

  init(_ pose: measuring_pose) {
    self.init(x: pose.x, y: pose.y, width: pose.width, height: pose.height, angle: pose.angle)
  }

  var kernel: measuring_pose {
    measuring_pose(x: x, y: y, width: width, height: height, angle: angle)
  }
}
