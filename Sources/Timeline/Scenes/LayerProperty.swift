/// A set of layer properties with one bit for each: properties that plugins know have the bits of
/// ANIMATOR_PROPERTY_… in animator.h, counted up from 0; properties only for documents are counted down from
/// 63.
package struct LayerPropertySet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let hidden = Self(rawValue: 0x1)
  package static let frame = Self(rawValue: 0x2)
  package static let anchorPoint = Self(rawValue: 0x4)
  package static let zPosition = Self(rawValue: 0x8)
  package static let translate = Self(rawValue: 0x10)
  package static let scale = Self(rawValue: 0x20)
  package static let rotate = Self(rawValue: 0x40)
  package static let transform = Self(rawValue: 0x80)
  package static let sublayerTransform = Self(rawValue: 0x100)
  package static let opacity = Self(rawValue: 0x200)
  package static let cornerRadius = Self(rawValue: 0x400)
  package static let masksToBounds = Self(rawValue: 0x800)
  package static let doubleSided = Self(rawValue: 0x1000)
  package static let backgroundColor = Self(rawValue: 0x2000)
  package static let shadowColor = Self(rawValue: 0x4000)
  package static let shadowOpacity = Self(rawValue: 0x8000)
  package static let shadowRadius = Self(rawValue: 0x10000)
  package static let shadowOffset = Self(rawValue: 0x20000)
  package static let mask = Self(rawValue: 0x40000)
  package static let contentsRect = Self(rawValue: 0x80000)
  package static let border = Self(rawValue: 0x100000)
  package static let blur = Self(rawValue: 0x200000)
  package static let blendMode = Self(rawValue: 0x400000)
  package static let backdrop = Self(rawValue: 0x800000)

  package static let blurEdge = Self(rawValue: 1 << 44)
  package static let filters = Self(rawValue: 1 << 43)
  package static let shadows = Self(rawValue: 1 << 41)
  package static let contents = Self(rawValue: 1 << 63)
  package static let contentsGravity = Self(rawValue: 1 << 62)
  package static let shadowPath = Self(rawValue: 1 << 61)
  package static let contentsTime = Self(rawValue: 1 << 50)
  package static let cornerCurve = Self(rawValue: 1 << 60)
  package static let path = Self(rawValue: 1 << 59)
  package static let fillColor = Self(rawValue: 1 << 58)
  package static let strokeColor = Self(rawValue: 1 << 57)
  package static let lineWidth = Self(rawValue: 1 << 56)
  package static let lineCap = Self(rawValue: 1 << 55)
  package static let lineJoin = Self(rawValue: 1 << 54)
  package static let miterLimit = Self(rawValue: 1 << 53)
  package static let lineDashPattern = Self(rawValue: 1 << 52)
  package static let lineDashPhase = Self(rawValue: 1 << 51)
  package static let strokeStart = Self(rawValue: 1 << 48)
  package static let strokeEnd = Self(rawValue: 1 << 49)
  package static let isolates = Self(rawValue: 1 << 46)
}

extension LayerProperty {
  /// All properties in the order in which a document's values are applied: a property precedes the properties
  /// that depend on it.
  package static let all: [LayerProperty] = [
    LayerProperty("hidden", .hidden, { $0.isHidden }, { $0.isHidden = $1 }),
    LayerProperty("frame", .frame, { $0.frame }, { $0.frame = $1 }, effect: .place),
    LayerProperty(
      "anchorPoint", .anchorPoint, { $0.anchorPoint }, { $0.anchorPoint = $1 },
      effect: .place),
    LayerProperty(
      "bounds", .frame,
      { $0.frame.size },
      { layer, size in
        let position = layer.position
        layer.frame = Rect(
          position.x - size.width * layer.anchorPoint.x,
          position.y - size.height * layer.anchorPoint.y, size.width, size.height)
      }, effect: .place, isView: true),
    LayerProperty(
      "position", .frame,
      { $0.position },
      { layer, position in
        layer.frame.x = position.x - layer.frame.width * layer.anchorPoint.x
        layer.frame.y = position.y - layer.frame.height * layer.anchorPoint.y
      }, effect: .place, isView: true),
    LayerProperty(
      "zPosition", .zPosition, { $0.zPosition }, { $0.zPosition = $1 },
      effect: .place),
    LayerProperty(
      "translate", .translate,
      { $0.translate }, { $0.translate = $1 }, meaning: .translation, effect: .transform),
    LayerProperty(
      "scale", .scale, { $0.scale }, { $0.scale = $1 }, meaning: .factors, effect: .transform),
    LayerProperty(
      "rotate", .rotate, { $0.rotate }, { $0.rotate = $1 }, meaning: .degrees, effect: .transform),
    LayerProperty(
      "transform", .transform, { $0.transformList }, { $0.transformList = $1 },
      effect: .transform),
    LayerProperty(
      "sublayerTransform", .sublayerTransform,
      { $0.sublayerTransformList }, { $0.sublayerTransformList = $1 }),
    LayerProperty(
      "opacity", .opacity, { $0.opacity }, { $0.opacity = $1 }, in: fraction),
    LayerProperty(
      "cornerRadius", .cornerRadius,
      { $0.cornerRadii }, { $0.cornerRadii = $1 }, in: length),
    LayerProperty(
      "cornerCurve", .cornerCurve, { $0.cornerCurve }, { $0.cornerCurve = $1 },
      isHostOnly: true),
    LayerProperty(
      "masksToBounds", .masksToBounds,
      { $0.masksToBounds }, { $0.masksToBounds = $1 }),
    LayerProperty(
      "isDoubleSided", .doubleSided, { $0.isDoubleSided }, { $0.isDoubleSided = $1 }),
    LayerProperty(
      "backgroundColor", .backgroundColor,
      { $0.backgroundColor }, { $0.backgroundColor = $1 }),
    LayerProperty(
      "shadowColor", .shadowColor, { $0.shadowColor }, { $0.shadowColor = $1 }),
    LayerProperty(
      "shadowOpacity", .shadowOpacity,
      { $0.shadowOpacity }, { $0.shadowOpacity = $1 }, in: fraction),
    LayerProperty(
      "shadowRadius", .shadowRadius,
      { $0.shadowRadius }, { $0.shadowRadius = $1 }, in: length),
    LayerProperty(
      "shadowOffset", .shadowOffset, { $0.shadowOffset }, { $0.shadowOffset = $1 }),
    LayerProperty("mask", .mask, { $0.mask }, { $0.mask = $1 }),
    LayerProperty(
      "contentsRect", .contentsRect, { $0.contentsRect }, { $0.contentsRect = $1 }),
    LayerProperty("blendMode", .blendMode, { $0.blendMode }, { $0.blendMode = $1 }),
    LayerProperty(
      "isolates", .isolates, { $0.isolates }, { $0.isolates = $1 }, isHostOnly: true),
    LayerProperty("blur", .blur, { $0.blur }, { $0.blur = $1 }, in: length),
    LayerProperty(
      "blurEdge", .blurEdge, { $0.blurEdge }, { $0.blurEdge = $1 }, isHostOnly: true),
    LayerProperty(
      "filters", .filters, { $0.filters }, { $0.filters = $1 }, isHostOnly: true),
    LayerProperty("backdrop", .backdrop, { $0.backdrop }, { $0.backdrop = $1 }),
    LayerProperty(
      "shadows", .shadows, { $0.shadows }, { $0.shadows = $1 }, isHostOnly: true),
    LayerProperty(
      "shadowPath", .shadowPath, { $0.shadowPath }, { $0.shadowPath = $1 },
      isHostOnly: true),
    LayerProperty(
      "contentsGravity", .contentsGravity,
      { $0.contentsGravity }, { $0.contentsGravity = $1 }, isHostOnly: true),
    LayerProperty("border", .border, { $0.border }, { $0.border = $1 }, in: length),
    LayerProperty(
      "path", .path, { $0.drawing.path }, { $0.drawing.path = $1 }, isHostOnly: true),
    LayerProperty(
      "fillColor", .fillColor,
      { $0.drawing.fillColor }, { $0.drawing.fillColor = $1 }, isHostOnly: true),
    LayerProperty(
      "strokeColor", .strokeColor,
      { $0.drawing.strokeColor }, { $0.drawing.strokeColor = $1 },
      isHostOnly: true),
    LayerProperty(
      "lineWidth", .lineWidth,
      { $0.drawing.lineWidth }, { $0.drawing.lineWidth = $1 }, in: length,
      isHostOnly: true),
    LayerProperty(
      "lineCap", .lineCap, { $0.drawing.lineCap }, { $0.drawing.lineCap = $1 },
      isHostOnly: true),
    LayerProperty(
      "lineJoin", .lineJoin, { $0.drawing.lineJoin }, { $0.drawing.lineJoin = $1 },
      isHostOnly: true),
    LayerProperty(
      "miterLimit", .miterLimit,
      { $0.drawing.miterLimit }, { $0.drawing.miterLimit = $1 }, in: 1...1_000,
      isHostOnly: true),
    LayerProperty(
      "lineDashPattern", .lineDashPattern,
      { $0.drawing.lineDashPattern }, { $0.drawing.lineDashPattern = $1 }, in: length,
      isHostOnly: true),
    LayerProperty(
      "lineDashPhase", .lineDashPhase,
      { $0.drawing.lineDashPhase }, { $0.drawing.lineDashPhase = $1 },
      isHostOnly: true),
    LayerProperty(
      "strokeStart", .strokeStart,
      { $0.drawing.strokeStart }, { $0.drawing.strokeStart = $1 }, in: fraction,
      isHostOnly: true),
    LayerProperty(
      "strokeEnd", .strokeEnd,
      { $0.drawing.strokeEnd }, { $0.drawing.strokeEnd = $1 }, in: fraction,
      isHostOnly: true),
    LayerProperty(
      "contentsTime", .contentsTime,
      { $0.contentsTime }, { $0.contentsTime = $1 }, in: -1...FrameTime.limit.seconds,
      isHostOnly: true),
    LayerProperty(
      "contents", .contents, { $0.contents }, { $0.contents = $1 },
      isHostOnly: true),
  ]

  package static let fraction = 0.0...1
  /// The range of lengths in points that documents may write.
  package static let length = 0.0...1e6
}

/// A property of a layer, with its name in documents, its type, and its accessors.
///
/// Code that handles all properties iterates over `all`, or over the properties of a set, and uses the
/// operations of the type `LayerValue`; no other code lists the properties.
package struct LayerProperty: Sendable {
  package typealias Get<Value> = @Sendable (LayerProperties) -> Value
  package typealias Put<Value> = @Sendable (inout LayerProperties, Value) -> Void

  /// The name of the property in document notation.
  package let name: String
  /// The bit of the property; a property that is another form of the frame has the bit of the frame.
  package let set: LayerPropertySet
  /// The type of the property's values.
  package let valueType: any LayerValue.Type
  /// The range of each number in the values, if the type has ranges.
  package let range: ClosedRange<Double>
  package let meaning: Unit
  package let effect: Effect
  /// Whether the property is another notation for the frame, and has no bit of its own.
  package let isView: Bool
  /// Whether plugins can neither read nor change the property.
  package let isHostOnly: Bool
  let operations: Operations

  /// The meaning of the numbers in a vector property.
  package enum Unit: Sendable {
    case itself
    /// The numbers are distances in points.
    case translation
    /// The numbers are factors, so that additions multiply.
    case factors
    /// The numbers are degrees about x, then y, then z.
    case degrees
  }

  /// The kind of effect that the property has on a layer.
  package enum Effect: Sendable {
    /// The property changes the appearance of the layer, but not its position.
    case look
    /// The property changes the position of the layer.
    case place
    /// The property is a part of the layer's transform, which combines scale, rotation, translation and
    /// transform.
    case transform
  }

  private init<Value: LayerValue>(
    _ name: String, _ set: LayerPropertySet, _ get: @escaping Get<Value>,
    _ put: @escaping Put<Value>, in range: ClosedRange<Double> = -Double.infinity...Double.infinity,
    meaning: Unit = .itself, effect: Effect = .look, isView: Bool = false,
    isHostOnly: Bool = false
  ) {
    self.name = name
    self.set = set
    valueType = Value.self
    self.range = range
    self.meaning = meaning
    self.effect = effect
    self.isView = isView
    self.isHostOnly = isHostOnly
    operations = Operations(
      get, put, in: range, addition: meaning == .factors ? Self.factors() : Value.addition)
  }

  /// The addition for scales, in which amounts are factors.
  private static func factors<Value: LayerValue>() -> ValueAddition<Value>? {
    ValueAddition<Vector>(neutral: .one) { Vector($0.x * $1.x, $0.y * $1.y, $0.z * $1.z) }
      as? ValueAddition<Value>
  }

  /// Returns the property that has a name in documents.
  package static func named(_ name: String) -> LayerProperty? { all.first { $0.name == name } }
}

extension LayerPropertySet {
  package static let all = LayerProperty.all.reduce(into: Self()) { $0.formUnion($1.set) }
  /// The properties that plugins can read and change.
  package static let ofPlugins = LayerProperty.all.filter { !$0.isHostOnly }
    .reduce(into: Self()) { $0.formUnion($1.set) }

  /// The properties of the set in the order of their bits.
  package var properties: [LayerProperty] {
    var properties: [LayerProperty] = []
    forEachBit { bit in
      let property = LayerProperty.all.first { !$0.isView && $0.set.rawValue == 1 << UInt64(bit) }
      if let property { properties.append(property) }
    }
    return properties
  }

  /// Calls `body` with the index of each bit of the set, in ascending order.
  @inline(__always)
  package func forEachBit(_ body: (Int) throws -> Void) rethrows {
    var rest = rawValue
    while rest != 0 {
      try body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}
