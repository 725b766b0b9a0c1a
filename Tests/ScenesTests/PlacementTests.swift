import Scenes
import Testing

/// Tests which side of a layer is visible.
@Suite struct PlacementTests {
  private func showsFront(_ change: (inout LayerProperties) -> Void) -> Bool {
    var layer = LayerProperties(frame: Rect(10, 20, 30, 40))
    change(&layer)
    return Placement(layer, hasSublayers: false, in: nil).showsFront
  }

  /// A mirror image is not a back.
  @Test(arguments: [
    Vector(-1, 1, 1), Vector(1, -1, 1), Vector(-1, -1, 1), Vector(1, 1, -1), Vector(-2, 0.5, 0),
  ]) func aNegativeScaleShowsTheFront(scale: Vector) {
    #expect(showsFront { $0.scale = scale })
    #expect(!showsFront { ($0.scale, $0.rotate.y) = (scale, 120) })
    #expect(!showsFront { ($0.scale, $0.rotate.x) = (scale, 180) })
  }

  @Test func onlyATurnShowsTheBack() {
    #expect(showsFront { _ in })
    #expect(showsFront { $0.rotate = Vector(89, 0, 180) })
    #expect(!showsFront { $0.rotate.y = 91 })
    #expect(showsFront { $0.rotate = Vector(180, 180, 0) })
    #expect(showsFront { $0.transform = .scale(-1, 1) })
    #expect(!showsFront { $0.transform = .rotation(degrees: 180, axis: 1) })
    #expect(!showsFront { $0.transform = .scale(-1, 1).then(.rotation(degrees: 180, axis: 0)) })
  }

  /// In perspective, a layer beside the viewer shows its back at a slightly larger angle.
  @Test(arguments: [(85.0, true), (100.0, true), (110.0, false)])
  func perspectiveCounts(degrees: Double, isFront: Bool) {
    var parent = LayerProperties(frame: Rect(0, 0, 400, 100))
    parent.sublayerTransform = .perspective(m34: -1 / 400)
    let place = Placement(parent, hasSublayers: true, in: nil)
    for scale in [1.0, -1] {
      var layer = LayerProperties(frame: Rect(50, 25, 50, 50))
      layer.rotate.y = degrees
      layer.scale.x = scale
      #expect(Placement(layer, hasSublayers: false, in: place).showsFront == isFront)
    }
  }
}
