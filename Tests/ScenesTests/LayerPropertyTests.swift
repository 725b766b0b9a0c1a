import Scenes
import Testing

/// The table of properties contains each member of a layer once.
@Suite struct LayerPropertyTests {
  /// A layer in which every member differs from a new layer's.
  private var changed: LayerProperties {
    var layer = LayerProperties(frame: Rect(1, 2, 3, 4))
    layer.anchorPoint = Point(0.25, 0.75)
    layer.zPosition = 5
    layer.translate = Vector(6, 7, 8)
    layer.scale = Vector(9, 10, 11)
    layer.rotate = Vector(12, 13, 14)
    layer.transform = .translation(15, 16)
    layer.sublayerTransform = .perspective(m34: -0.01)
    layer.isHidden = true
    layer.isDoubleSided = false
    layer.opacity = 0.5
    layer.backgroundColor = .white
    layer.cornerRadii = CornerRadii(17, 18, 19, 20)
    layer.cornerCurve = .continuous
    layer.masksToBounds = true
    layer.shadowColor = Color(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    layer.shadowOpacity = 0.6
    layer.shadowRadius = 18
    layer.shadowOffset = Point(19, 20)
    layer.shadowPath = Path(elements: [.move(Point(21, 22)), .close])
    layer.mask = Mask(kind: .ellipse(Rect(23, 24, 25, 26)), isInverted: true)
    layer.contents = .color(.black)
    layer.contentsRect = Rect(0.25, 0.25, 0.5, 0.5)
    layer.contentsGravity = .topLeft
    layer.blendMode = .multiply
    layer.isolates = true
    layer.contentsTime = 2
    layer.blur = 4
    layer.blurEdge = .clamp
    layer.filters = [LayerEffect(.invert, [0.5])]
    layer.shadows = [LayerEffect(.shadow, [4, 1, 2, 3, 0, 0, 0, 1])]
    layer.backdrop = [LayerEffect(.backdrop, [20, 1.8, 1, 1, 1, 1, 0.5])]
    layer.border = Border(
      width: 27, color: .white, place: .outside,
      gradient: Gradient(
        shape: .conic(center: Point(0.5, 0.5), degrees: 28),
        stops: [.init(offset: 0, color: .black), .init(offset: 1, color: .white)]))
    layer.drawing.path = .ellipse(in: Rect(29, 30, 31, 32))
    layer.drawing.fillColor = .white
    layer.drawing.strokeColor = .black
    layer.drawing.lineWidth = 33
    layer.drawing.lineCap = .round
    layer.drawing.lineJoin = .bevel
    layer.drawing.miterLimit = 34
    layer.drawing.lineDashPattern = [35, 36]
    layer.drawing.lineDashPhase = 37
    layer.drawing.strokeStart = 0.25
    layer.drawing.strokeEnd = 0.75
    return layer
  }

  /// The table contains all members except the layout's own frame, which no document or step sets, and the lists of
  /// transforms; the members of the drawing are in a separate table.
  @Test func namesEveryMember() {
    let members =
      Mirror(reflecting: changed).children.map { $0.label! }
      .filter { $0 != "drawings" && $0 != "writtenTransforms" }
      + Mirror(reflecting: changed.drawing).children.map { $0.label! }
    let own = LayerProperty.all.filter { !$0.isView }
    #expect(own.count == members.count - 1)
    #expect(Set(LayerProperty.all.map(\.name)).count == LayerProperty.all.count)
    #expect(LayerPropertySet.all.properties.count == own.count)
  }

  @Test func takesAllAndEachAlone() {
    let other = changed
    var all = LayerProperties(frame: other.layoutFrame)
    all.frame = .zero
    all.take(.all, from: other)
    #expect(all == other)
    for property in LayerPropertySet.all.properties {
      let plain = LayerProperties(frame: .zero)
      var one = plain
      one.take(property.set, from: other)
      let changes = LayerPropertySet.all.properties.filter {
        !$0.isSame(one, plain)
      }
      #expect(changes.map(\.name) == [property.name])
      #expect(property.isSame(one, other))
    }
  }

  /// Unknown bits do not belong to a property.
  @Test(arguments: [0x1000000, 1 << 30, 1 << 40] as [UInt64]) func takesNothingElse(bit: UInt64) {
    var layer = LayerProperties(frame: .zero)
    layer.take(LayerPropertySet(rawValue: bit), from: changed)
    #expect(layer == LayerProperties(frame: .zero))
    #expect(LayerPropertySet(rawValue: bit).properties.isEmpty)
  }

  /// The next bit of animator.h is free; the bits of properties that only documents set are counted from the other end.
  @Test func bitsOfPluginsAndOfTheHost() {
    #expect(LayerPropertySet.ofPlugins.rawValue == 0xffffff)
    let host = LayerPropertySet.all.subtracting(.ofPlugins)
    #expect(
      host.isSuperset(of: [
        .contents, .contentsGravity, .contentsTime, .shadowPath, .cornerCurve, .path, .strokeStart,
        .lineDashPattern, .isolates, .blurEdge, .filters, .shadows,
      ]))
    #expect(host.rawValue.trailingZeroBitCount > 40)
  }

  /// Position and bounds are other forms of the frame.
  @Test func viewsOfTheFrame() throws {
    var layer = changed
    for (name, frame) in [
      ("bounds", Rect(-4.25, -8.5, 24, 18)), ("position", Rect(4, 6.5, 24, 18)),
    ] {
      let view = try #require(LayerProperty.named(name))
      #expect(view.set == .frame && view.isView)
      if view.valueType == Size.self {
        view.set(Size(24, 18), in: &layer)
        #expect(view.value(of: layer) as? Size == Size(24, 18))
      } else {
        view.set(Point(10, 20), in: &layer)
        #expect(view.value(of: layer) as? Point == Point(10, 20))
      }
      #expect(layer.frame == frame)
    }
  }

  @Test func numbersHaveLabels() {
    for property in LayerProperty.all {
      let value = property.value(of: changed)
      let (numbers, labels) = (value.numbers, value.labels)
      #expect(
        labels.count == numbers.count || numbers.count < 2
          || property.name == "mask" && labels.count == 5)
    }
  }
}
