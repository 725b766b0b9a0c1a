internal import Scenes
internal import Synchronization

/// What can go wrong while a scene becomes pixels.
package enum CompositingError: Error, CustomStringConvertible {
  /// A producer failed; the layer's id, and what it threw.
  case producerFailed(layer: String, underlying: any Error)
  /// The bitmap does not have the size of the canvas at the scale.
  case wrongSize(needed: (width: Int, height: Int), given: (width: Int, height: Int))
  /// A picture of a layer would be larger than a bitmap can be.
  case pictureTooLarge(layer: String, width: Int, height: Int)

  /// The frame takes more work than it may, counted up to this layer.
  case tooMuchWork(layer: String, units: Double)

  package var description: String {
    switch self {
    case .producerFailed(let layer, let underlying): "layer \"\(layer)\": \(underlying)"
    case .wrongSize(let needed, let given):
      "the canvas has \(needed.width)×\(needed.height) pixels, the bitmap "
        + "\(given.width)×\(given.height)"
    case .tooMuchWork(let layer, let units):
      "layer \"\(layer)\": with it a frame takes \(LayerWork.words(units)) units of work; the limit is "
        + "\(LayerWork.words(Double(LayerWork.limit.load(ordering: .relaxed)))); --limit work=N allows more"
    case .pictureTooLarge(let layer, let width, let height):
      "layer \"\(layer)\": a picture of \(width)×\(height) pixels is too large"
    }
  }
}
