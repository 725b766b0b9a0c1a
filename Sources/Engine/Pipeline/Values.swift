/// A rectangle on the canvas in points; the origin is the top left corner of the canvas.
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
  /// The colour channels are multiplied by alpha, as compositors expect.
  case premultiplied
  /// The colour channels are not multiplied by alpha, as in PNG files.
  case straight
}

/// A picture in sRGB: RGBA with 8 bits per channel, row after row from the top, without padding.
public struct Frame: Sendable, Hashable {
  public let width: Int
  public let height: Int
  public let alpha: Alpha
  /// The pixels of the picture, `width * height * 4` bytes.
  public let bytes: [UInt8]
}

/// A layer at one time, with the values that `pipeline inspect --at` reports.
public struct LayerState: Sendable, Hashable {
  /// The id of the layer in the document. Several layers can have the same id, for example a layer that is
  /// matched on both screens.
  public let id: String
  /// The index of the parent among the layers of the same time; nil for a layer without a parent.
  public let parent: Int?
  /// The bounding box of the layer on the canvas, after all transforms.
  public let frame: CanvasRect
  /// The opacity of the layer without that of its parents, 0…1.
  public let opacity: Double
  public let isHidden: Bool
}

/// A step of the timeline, or a group of steps.
public struct TimelineStep: Sendable, Hashable {
  /// The id of the step in the document; empty if the step has none.
  public let label: String
  /// The name of the animator, or `keyframes`, `sequence`, `parallel` or `stagger`.
  public let what: String
  /// The number of groups that contain the step.
  public let depth: Int
  /// The start time of the step in seconds of the plan.
  public let start: Double
  public let end: Double
}

/// A message that the engine reports during its work.
public struct EngineMessage: Sendable, Hashable {
  public enum Level: Sendable, Hashable {
    /// The message is a warning: a picture or a sound differs from the document's request.
    case warning
    case note
    case detail
  }
  public let level: Level
  /// The engine's message as one line of text.
  public let text: String
  /// The number of the frame to which the message refers, from 0, and its time in seconds; nil if it refers
  /// to no frame.
  public let frame: Int?
  public let time: Double?
  /// The step of the document and the plugin to which the message refers; nil if it refers to no step.
  public let step: String?
  public let plugin: String?
}
