/// A still of one layer with its sublayers in a scene, limited to the rectangle of its frame. The still
/// ignores the layer's own transform, opacity, visibility, shadow and mask, because it uses those of the
/// layer that shows the still.
package final class Snapshot: Sendable {
  package let scene: Scene
  package let layer: Int
  /// Whether only a few frames show the still, so that its picture is not cached.
  package let isPassing: Bool
  /// The identity of the still: two stills with the same identity show the same picture.
  package let identity: Identity
  package final class Identity: Sendable {
    package init() {}
  }

  package init(
    scene: Scene, layer: Int, isPassing: Bool = false, identity: Identity = Identity()
  ) {
    self.scene = scene
    self.layer = layer
    self.isPassing = isPassing
    self.identity = identity
  }
  /// The rectangle of the canvas, in points, that the still shows.
  package var frame: Rect { scene.properties(of: layer).frame }

  /// The properties of the layer in the still, without those that the layer that shows the still replaces.
  package var properties: LayerProperties {
    var p = scene.properties(of: layer)
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
    return p
  }
}

/// Computes pixels for the compositor, which does not need to know how the pixels are computed. Drawing is a
/// pure function: equal calls return equal bytes. Several threads may call a producer at the same time; a
/// producer that does not support this must use a lock.
package protocol PixelProducer: AnyObject, Sendable {
  /// Draws an immutable image of `width` × `height` pixels, which is also the size of the inputs, with its
  /// opacity computed. `scale` is the number of output pixels per point. Each input of the producer is one
  /// picture, or one picture for each of its times.
  func draw(
    _ moment: StepMoment, scale: Double, inputs: [[Bitmap]], width: Int, height: Int
  ) throws -> Bitmap
}

extension PixelProducer {
  /// Draws the snapshot with one picture for each input.
  package func draw(
    _ moment: StepMoment, scale: Double, inputs: [Bitmap], width: Int, height: Int
  ) throws -> Bitmap {
    try draw(moment, scale: scale, inputs: inputs.map { [$0] }, width: width, height: height)
  }
}

/// A producer with its inputs and the time for which it draws.
package struct ProducedContents: Sendable, Equatable {
  package var producer: any PixelProducer
  /// The inputs of the snapshot; each input is one still, or one still for each of its times.
  package var inputs: [[Snapshot]]
  package var moment: StepMoment
  /// The times at which each input is read, relative to the time of the scene; empty for an input that is a
  /// still. The property is nil if all inputs are stills.
  package var times: [[FrameTime]]?
  package init(
    producer: any PixelProducer, inputs: [[Snapshot]], moment: StepMoment,
    times: [[FrameTime]]? = nil
  ) {
    self.producer = producer
    self.inputs = inputs
    self.moment = moment
    self.times = times
  }
  package static func == (a: ProducedContents, b: ProducedContents) -> Bool {
    a.producer === b.producer && a.moment == b.moment && a.times == b.times
      && a.inputs.elementsEqual(b.inputs) { $0.elementsEqual($1) { $0.identity === $1.identity } }
  }
}
