/// A layer of a composition.
struct Layer: Sendable {
  enum Content: Sendable {
    case nothing
    case shapes([ShapeItem])
    case solid(width: Double, height: Double, Paint.Color)
    /// The number of a picture, and the size of the box that the picture fills.
    case picture(Int, width: Double, height: Double)
    /// The name of a composition, and the size of the box to which the composition is clipped.
    case composition(String, width: Double, height: Double)
    case text(TextLayer)
  }

  struct Matte: Sendable {
    /// The index of the matte layer in its composition.
    let layer: Int
    var isInverted = false
    var isLuminance = false
  }

  let name: String
  /// The number by which other layers refer to the layer.
  let index: Double?
  let content: Content
  let transform: Transform
  /// The index of the parent layer in its composition.
  var parent: Int?
  var matte: Matte?
  /// Whether the layer is drawn only as a matte for other layers.
  let isMatte: Bool
  let isHidden: Bool
  let blend: Blend?
  let masks: [Mask]
  let effects: [Effect]
  /// The layer's start in frames of its composition.
  let start: Double
  let end: Double
  let offset: Double
  let stretch: Double
  /// The time in seconds of the composition that the layer shows.
  let remapping: Property?

  func isSeen(at time: Double) -> Bool { start <= time && time < end && !isHidden }

  /// Returns the frame that the layer's composition shows.
  func innerTime(at time: Double, framesPerSecond: Double) -> Double {
    guard let remapping else { return (time - offset) / stretch }
    let frame = remapping.number(at: time) * framesPerSecond
    return frame == end ? end - 1 : frame
  }
}

struct Composition: Sendable {
  var layers: [Layer]
}

struct Mask: Sendable {
  enum Mode: String, Sendable {
    case none = "n", add = "a", subtract = "s", intersect = "i", lighten = "l", darken = "d",
      difference = "f"
  }
  let mode: Mode
  let isInverted: Bool
  let path: PathProperty
  /// The opacity of the mask in percent.
  let opacity: Property
  /// The distance in points by which the mask is expanded.
  let expansion: Property

  init(_ value: Value, mode: Mode) {
    self.mode = mode
    isInverted = value.isSet("inv")
    path = PathProperty(value["pt"])
    opacity = Property(value["o"], or: [100])
    expansion = Property(value["x"], or: [0])
  }

  /// Whether lottie-web expands it otherwise: it shrinks outlines by squares, and inverted ones by what expands others,
  /// and cuts at the box of the outlines before an intersection.
  func isExpandedOtherwise(beforeIntersection: Bool) -> Bool {
    guard mode != .none else { return false }
    if beforeIntersection, expansion.takes({ $0 != 0 }) { return true }
    return isInverted
      ? expansion.takes { $0 != 0 } : expansion.takes { $0 < 0 } && !path.isUpright
  }

  /// Whether lottie-web combines it otherwise with the masks before it: it adds masks of these modes, and fills what an
  /// inverted clockwise outline is to cut out.
  func isCombinedOtherwise(after others: ArraySlice<Mask>) -> Bool {
    let outline = path.outline(at: 0)
    return switch mode {
    case .none: false
    case .darken: true
    case .difference:
      others.contains { $0.mode != .none && $0.path.outline(at: 0).isNear(outline) }
    default: isInverted && outline.isClockwise
    }
  }

  /// Whether it is opaque, so that it can be drawn as a clip.
  var isClip: Bool {
    mode == .add && !isInverted && opacity.isStill && opacity.still[0] == 100 && expansion.isStill
      && expansion.still[0] == 0
  }
}
