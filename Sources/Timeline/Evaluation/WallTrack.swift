package import Scenes

/// A track that changes a layer in wall time, independently of transitions: a finger, a caption or the
/// camera. A track is a pure function of wall time.
package protocol WallTrack: Sendable {
  var layer: Int { get }
  /// The properties of the layer at a time; nil if the track does not change them.
  func properties(at time: FrameTime, over base: LayerProperties) -> LayerProperties?
  /// The same track for another movement of the finger that drives a transition.
  func following(_ finger: FingerWay) -> any WallTrack
}

extension WallTrack {
  package func following(_ finger: FingerWay) -> any WallTrack { self }
}

/// The positions of a finger in wall time, in the order of their times, at least one.
package struct FingerWay: Sendable {
  /// The index of the transition that the finger drives; nil if the finger is only shown.
  package let transition: Int?
  package let samples: [TouchTrack.Sample]
  /// The time after which the finger no longer moves; the largest possible time while the finger is down.
  package let end: FrameTime
  /// The later touches that the same finger performs.
  let returns: [FingerWay]
  package init(
    transition: Int?, samples: [TouchTrack.Sample], end: FrameTime, returns: [FingerWay] = []
  ) {
    self.transition = transition
    self.samples = samples
    self.end = end
    self.returns = returns
  }

  /// The time over which the velocity of the finger is averaged, as in a gesture.
  private static let span = FrameTime(seconds: 0.1)

  /// The state of the finger at a time, which must not be before the first sample.
  package func finger(at time: FrameTime) -> Finger {
    let (first, last) = (samples[0].time, samples[samples.count - 1].time)
    let now = min(time, last)
    let place = TouchTrack.place(at: now, in: samples)
    let before = max(first, now - Self.span)
    let seconds = (now - before).seconds
    let earlier = TouchTrack.place(at: before, in: samples)
    let velocity =
      seconds > 0
      ? Point((place.x - earlier.x) / seconds, (place.y - earlier.y) / seconds) : .zero
    return Finger(
      place: place, velocity: velocity, isDown: time < last || end == FrameTime.limit)
  }
}

/// A caption that fades in, stays and fades out.
package struct CaptionTrack: WallTrack {
  package let layer: Int
  private let start: FrameTime
  private let end: FrameTime
  private let coming: Double
  private let going: Double
  private let rise: Double

  /// Creates the track; the caption starts to enter at `start`, a fraction of its height below its position,
  /// and has disappeared at `end`.
  package init(
    layer: Int, start: FrameTime, end: FrameTime, coming: Double, going: Double, rise: Double = 0.12
  ) {
    self.layer = layer
    self.start = start
    self.end = end
    self.coming = coming
    self.going = going
    self.rise = rise
  }

  package func properties(at time: FrameTime, over base: LayerProperties) -> LayerProperties? {
    guard time >= start, time < end else { return nil }
    func share(_ seconds: Double, _ whole: Double) -> Double {
      let x = whole > 0 ? min(1, max(0, seconds / whole)) : 1
      return x * x * (3 - 2 * x)
    }
    let there = share((time - start).seconds, coming)
    let left = share((end - time).seconds, going)
    var properties = base
    properties.isHidden = false
    properties.opacity = base.opacity * min(there, left)
    properties.translate.y = base.translate.y + (1 - there) * base.frame.height * rise
    return properties
  }
}

/// The camera, which moves and scales the layer that contains the screens.
package struct CameraTrack: WallTrack {
  package struct Shot: Sendable {
    package var time: FrameTime
    /// The point that the camera moves to the centre of the canvas.
    package var center: Point
    package var zoom: Double
    package var seconds: Double
    package init(time: FrameTime, center: Point, zoom: Double, seconds: Double) {
      self.time = time
      self.center = center
      self.zoom = zoom
      self.seconds = seconds
    }
  }
  package let layer: Int
  private let middle: Point
  private let shots: [(shot: Shot, spring: Spring)]

  package init(layer: Int, canvas: Size, shots: [Shot]) {
    self.layer = layer
    middle = Point(canvas.width / 2, canvas.height / 2)
    self.shots = shots.sorted { $0.time < $1.time }.map {
      ($0, Spring(dampingRatio: 1, durationSeconds: $0.seconds, initialVelocity: 0))
    }
  }

  package func properties(at time: FrameTime, over base: LayerProperties) -> LayerProperties? {
    guard let first = shots.first, time >= first.shot.time else { return nil }
    var (x, y, zoom) = (middle.x, middle.y, 1.0)
    for (shot, spring) in shots where shot.time <= time {
      let seconds = (time - shot.time).seconds
      let share = seconds >= shot.seconds ? 1 : spring.progress(atSeconds: seconds)
      x += (shot.center.x - x) * share
      y += (shot.center.y - y) * share
      zoom += (shot.zoom - zoom) * share
    }
    if x == middle.x, y == middle.y, zoom == 1 { return nil }
    var properties = base
    let anchor = base.position
    properties.scale.x *= zoom
    properties.scale.y *= zoom
    properties.translate.x += (anchor.x - x) * zoom + middle.x - anchor.x
    properties.translate.y += (anchor.y - y) * zoom + middle.y - anchor.y
    return properties
  }
}

/// The tracks in wall time in the order of their layers, and the fingers that animators can read.
struct WallTracks: Sendable {
  private let tracks: [any WallTrack]
  /// The fingers in the order in which they touch.
  private let fingers: [FingerWay]
  var isEmpty: Bool { tracks.isEmpty && fingers.isEmpty }

  init(_ tracks: [any WallTrack], fingers: [FingerWay] = []) {
    self.tracks = tracks.sorted { $0.layer < $1.layer }
    self.fingers = fingers.sorted { $0.samples[0].time < $1.samples[0].time }
  }

  /// The tracks with another movement of the finger that drives a transition; `isRead` means that animators
  /// read the finger.
  func following(_ finger: FingerWay, isRead: Bool) -> WallTracks {
    let others = fingers.filter { $0.transition != finger.transition }
    return WallTracks(
      tracks.map { $0.following(finger) }, fingers: isRead ? others + [finger] + finger.returns : []
    )
  }

  /// The finger that touched last before a wall time; nil before the first touch.
  func finger(at wall: FrameTime) -> Finger? {
    fingers.last { $0.samples[0].time <= wall }?.finger(at: wall)
  }

  /// The changes after the tracks have set the properties of their layers at a wall time.
  func changed(_ changes: LayerChanges, on stage: Stage, at wall: FrameTime) -> LayerChanges {
    let updates = tracks.compactMap { track in
      let now = changes[track.layer]?.properties ?? stage.nodes[track.layer].properties
      return track.properties(at: wall, over: now).map {
        LayerChanges.Update(
          layer: track.layer, change: Scene.Change(layer: track.layer, properties: $0))
      }
    }
    return updates.isEmpty ? changes : changes.updated(updates)
  }
}
