/// A still of one layer with its sublayers in a scene, in the rectangle of its frame. The still leaves out
/// the layer's own transform, opacity, visibility, shadow and mask; those of the layer that shows the still
/// apply instead.
package final class Snapshot: Sendable {
  package let scene: Scene
  package let layer: Int
  /// Whether few frames show the still, so that its picture is not cached.
  package let isPassing: Bool
  /// The identity: two stills with the same identity show the same picture.
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
  /// The canvas points that the still covers.
  package var frame: Rect { scene.properties(of: layer).frame }

  /// The properties of the layer in the still, without the properties of the layer that shows the still.
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

/// Computes pixels for the compositor, which does not know their origin. Drawing is a pure function: the same
/// call returns the same bytes. Calls come from any thread, several at a time; a producer that cannot handle
/// that must use a lock of its own.
package protocol PixelProducer: AnyObject, Sendable {
  /// Draws an immutable image of `width` × `height` pixels, the size of the inputs, with its opacity known.
  /// `scale` is the number of pixels for each point. Each input is one picture, or one for each of its times.
  func draw(
    _ moment: StepMoment, scale: Double, inputs: [[Bitmap]], width: Int, height: Int
  ) throws -> Bitmap
}

extension PixelProducer {
  /// Draws if each input is one picture.
  package func draw(
    _ moment: StepMoment, scale: Double, inputs: [Bitmap], width: Int, height: Int
  ) throws -> Bitmap {
    try draw(moment, scale: scale, inputs: inputs.map { [$0] }, width: width, height: height)
  }
}

/// A producer with its inputs and the time.
package struct ProducedContents: Sendable, Equatable {
  package var producer: any PixelProducer
  /// The inputs; each input is one still, or one still for each of its moments.
  package var inputs: [[Snapshot]]
  package var moment: StepMoment
  /// The moments at which each input is read, relative to the scene's time; empty for an input that is a
  /// still. Nil if all inputs are stills.
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
