internal import Scenes

extension Flattener {
  /// A still of one layer with its sublayers, its frame stretched over width × height pixels.
  static func still(
    _ snapshot: Snapshot, width: Int, height: Int, pictures: RenderCache
  ) throws(CompositingError) -> [DrawOperation] {
    let frame = snapshot.frame
    let canvas = PixelRect(0, 0, width, height)
    let device = Transform.mapping(frame, to: Rect(0, 0, Double(width), Double(height))).flattened
    var flattener = Flattener(
      scene: snapshot.scene, device: device, scale: max(device.a, device.d), clip: canvas,
      pictures: pictures)
    let index = snapshot.layer
    var p = snapshot.scene.properties(of: index)
    // What belongs to whoever shows the still.
    p.isHidden = false
    p.isDoubleSided = true
    p.opacity = 1
    p.shadowOpacity = 0
    p.mask = nil
    p.blendMode = .normal
    p.zPosition = 0
    p.translate = .zero
    p.scale = .one
    p.rotate = .zero
    p.transform = .identity
    let placement = Placement(p, hasSublayers: flattener.hasSublayers(index), in: nil)
    return try flattener.layer(index, p, placement, order: 0)?.operations.resolved() ?? []
  }
}
