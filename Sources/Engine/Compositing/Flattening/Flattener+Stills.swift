internal import Scenes

extension Flattener {
  /// A still of one layer with its sublayers; the layer's frame is stretched over width × height pixels.
  static func still(
    _ snapshot: Snapshot, width: Int, height: Int, pictures: RenderCache
  ) throws(CompositingError) -> [DrawOperation] {
    var (flattener, p, placement) = prepared(snapshot, width, height, pictures)
    return try flattener.layer(snapshot.layer, p, placement, order: 0)?.operations.resolved() ?? []
  }

  /// Draws the layers of a still one after the other.
  static func drawStill(
    _ snapshot: Snapshot, width: Int, height: Int, pictures: RenderCache,
    over place: LowMemoryCompositing.Place
  ) throws(CompositingError) {
    var (flattener, p, placement) = prepared(snapshot, width, height, pictures)
    try flattener.drawInTurns(snapshot.layer, p, placement, over: place)
  }

  private static func prepared(
    _ snapshot: Snapshot, _ width: Int, _ height: Int, _ pictures: RenderCache
  ) -> (Flattener, LayerProperties, Placement) {
    let frame = snapshot.frame
    let canvas = PixelRect(0, 0, width, height)
    let device = Transform.mapping(frame, to: Rect(0, 0, Double(width), Double(height))).flattened
    let flattener = Flattener(
      scene: snapshot.scene, device: device, scale: max(device.a, device.d), clip: canvas,
      pictures: pictures)
    let p = snapshot.properties
    let placement = Placement(p, hasSublayers: flattener.hasSublayers(snapshot.layer), in: nil)
    return (flattener, p, placement)
  }
}
