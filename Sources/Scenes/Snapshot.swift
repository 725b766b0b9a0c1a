/// A still of one layer with its sublayers as they stood in a scene, in the rectangle of its frame.
/// The layer's own transform, opacity, visibility, shadow and mask are left out: they belong to
/// whoever shows the still.
package final class Snapshot: Sendable {
  package let scene: Scene
  package let layer: Int
  package init(scene: Scene, layer: Int) {
    self.scene = scene
    self.layer = layer
  }
  /// The canvas points that the still covers.
  package var frame: Rect { scene.properties(of: layer).frame }
}

/// Pixels computed by someone the compositor does not know.
///
/// Draws are pure: the same call gives the same bytes. They come on any thread, several at once; a
/// producer that cannot bear that waits for itself.
package protocol PixelProducer: AnyObject, Sendable {
  /// An image of `width` × `height` pixels, as the inputs are, whose opacity is known; nobody writes
  /// it again. `scale` is pixels a point.
  func draw(
    _ moment: StepMoment, scale: Double, inputs: [Bitmap], width: Int, height: Int
  ) throws -> Bitmap
}

/// A producer, what it reads, and when.
package struct ProducedContents: Sendable, Equatable {
  package var producer: any PixelProducer
  package var inputs: [Snapshot]
  package var moment: StepMoment
  package init(producer: any PixelProducer, inputs: [Snapshot], moment: StepMoment) {
    self.producer = producer
    self.inputs = inputs
    self.moment = moment
  }
  package static func == (a: ProducedContents, b: ProducedContents) -> Bool {
    a.producer === b.producer && a.moment == b.moment && a.inputs.count == b.inputs.count
      && zip(a.inputs, b.inputs).allSatisfy { $0 === $1 }
  }
}
