internal import Scenes

/// An error that stops the drawing of a scene.
package enum CompositingError: Error, CustomStringConvertible {
  /// A producer failed; the values are the layer's id and the producer's error.
  case producerFailed(layer: String, underlying: any Error)
  /// The bitmap does not have the size of the canvas at the scale.
  case wrongSize(needed: (width: Int, height: Int), given: (width: Int, height: Int))
  /// A picture of a layer would be larger than a bitmap can be.
  case pictureTooLarge(layer: String, width: Int, height: Int)
  /// The inputs that a producer needs for a layer exceed the memory limit for inputs.
  case inputsTooLarge(layer: String, count: Int, bytes: Int, limitBytes: Int)
  /// The cost of the frame exceeds the work limit; the limit is reached at this layer.
  case tooMuchWork(layer: String, units: Double, limit: Int)
  /// The drawing of the frame was cancelled.
  case cancelled
  /// The frame needs more memory than is available; the memory runs out at this layer.
  case noRoom(layer: String, reason: String)

  package var description: String {
    switch self {
    case .producerFailed(let layer, let underlying): "layer \"\(layer)\": \(underlying)"
    case .wrongSize(let needed, let given):
      "the canvas has \(needed.width)×\(needed.height) pixels, "
        + "but the bitmap has \(given.width)×\(given.height)"
    case .tooMuchWork(let layer, let units, let limit):
      "layer \"\(layer)\": with this layer, "
        + "a frame takes \(RenderCost.words(units)) units of work; "
        + "the limit is \(RenderCost.words(Double(limit)))"
    case .cancelled: "interrupted"
    case .noRoom(let layer, let reason): "layer \"\(layer)\": \(reason)"
    case .inputsTooLarge(let layer, let count, let bytes, let limit):
      "layer \"\(layer)\": its plugin reads \(count) pictures at the same time, \(bytes >> 20) MiB; "
        + "at most \(limit >> 20) MiB"
    case .pictureTooLarge(let layer, let width, let height):
      "layer \"\(layer)\": a picture of \(width)×\(height) pixels is too large"
    }
  }
}

extension CompositingError {
  /// Whether the scene could be drawn in smaller parts to save memory.
  var isWantOfRoom: Bool {
    switch self {
    case .noRoom: true
    case .producerFailed(_, let reason as any MemoryLimitError): reason.isWantOfRoom
    default: false
    }
  }
}
