/// A rectangle in points of the canvas, from its top left corner.
public struct CanvasRect: Sendable, Hashable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// The representation of transparent pixels.
public enum Alpha: Sendable, Hashable {
  /// The colours are multiplied by alpha, as compositors expect.
  case premultiplied
  /// The colours are not multiplied by alpha, as in PNG.
  case straight
}

/// A picture: RGBA with 8 bits for each channel, sRGB, row after row from the top, without gaps.
public struct Frame: Sendable, Hashable {
  /// The width of the picture in pixels.
  public let width: Int
  /// The height of the picture in pixels.
  public let height: Int
  public let alpha: Alpha
  /// The pixels, `width * height * 4` bytes.
  public let bytes: [UInt8]
}

/// A layer at one time, with the values of `pipeline inspect --at`.
public struct LayerState: Sendable, Hashable {
  /// The id in the document. Several layers can have the same id, for example a layer that is
  /// matched on both screens.
  public let id: String
  /// The index of the parent among the layers of the same time; nil for a top layer.
  public let parent: Int?
  /// The bounding box on the canvas, after all transforms.
  public let frame: CanvasRect
  /// The opacity of the layer itself, 0…1.
  public let opacity: Double
  public let isHidden: Bool
}

/// A step of the timeline, or a group of steps.
public struct TimelineStep: Sendable, Hashable {
  /// The id in the document; empty if the layer has none.
  public let label: String
  /// The animator, or `keyframes`, `sequence`, `parallel`, `stagger`.
  public let what: String
  /// The number of groups around the layer.
  public let depth: Int
  /// The start in seconds of the plan.
  public let start: Double
  public let end: Double
}

/// A message of the engine during its work.
public struct EngineMessage: Sendable, Hashable {
  public enum Level: Sendable, Hashable {
    /// A picture or a sound differs from the document.
    case warning
    case note
    case detail
  }
  public let level: Level
  /// The message, in one line.
  public let text: String
  /// The frame to which the message refers, from 0, and its time in seconds; nil if the message
  /// refers to no frame.
  public let frame: Int?
  public let time: Double?
  /// The step of the document, and the plugin, to which the message refers; nil if there is none.
  public let step: String?
  public let plugin: String?
}
