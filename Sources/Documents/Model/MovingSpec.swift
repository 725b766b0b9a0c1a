/// A video, an animated picture or numbered pictures, and how they run along the plan.
package struct MovingSpec: PictureSpec {
  /// What is seen after the end.
  package enum Loop: String, Hashable, Sendable, CaseIterable { case once, forever, hold }

  /// Relative to the document.
  package var path = Sourced("")
  /// Of numbered pictures; nil for a file, which says itself when its frames are shown.
  package var framesPerSecond: Double?
  /// The part that is shown, in the file's own time; a frame is the file's own, a percent is of its length.
  package var from: DurationSpec?
  package var to: DurationSpec?
  /// When it begins, in seconds of the plan; its first frame is seen before.
  package var at = 0.0
  package var speed = 1.0
  package var loop = Loop.hold
  package var isReversed = false
  /// Pixels a point; nil: the canvas's scale.
  package var scale: Double?
  package init() {}

  package var members: [(String, String)] {
    func time(_ spec: DurationSpec?) -> String {
      switch spec {
      case nil: "null"
      case .seconds(let value)?: JSONWriter.number(value)
      case .frames(let value)?: JSONWriter.string("\(JSONWriter.number(value))f")
      case .fraction(let value)?: JSONWriter.string("\(JSONWriter.number(value * 100))%")
      }
    }
    let kind = framesPerSecond == nil ? "video" : "frames"
    var members: [(String, String)] = []
    members.append(("kind", JSONWriter.string(kind)))
    members.append((kind, JSONWriter.string(path.value)))
    if let framesPerSecond { members.append(("fps", JSONWriter.number(framesPerSecond))) }
    members.append(("from", time(from)))
    members.append(("to", time(to)))
    members.append(("at", JSONWriter.number(at)))
    members.append(("speed", JSONWriter.number(speed)))
    members.append(("loop", JSONWriter.string(loop.rawValue)))
    members.append(("reverse", "\(isReversed)"))
    members.append(("scale", scale.map(JSONWriter.number) ?? "null"))
    return members
  }
}
