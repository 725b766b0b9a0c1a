/// A set of layer properties, one bit each: the bits of ANIMATOR_PROPERTY_… in animator.h, counted
/// from 0 up, and those that only documents know, counted from 63 down.
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
  /// Every property, in the order in which a document's values are set: what the lengths of others
  /// follow comes before them.
  package static let all: [LayerProperty] = [
    LayerProperty("hidden", .hidden, .flag({ $0.isHidden }, { $0.isHidden = $1 })),
    LayerProperty("frame", .frame, .rect({ $0.frame }, { $0.frame = $1 }), .place),
    LayerProperty(
      "anchorPoint", .anchorPoint, .point({ $0.anchorPoint }, { $0.anchorPoint = $1 }),
      .place),
    LayerProperty(
      "bounds", .frame,
      .size(
        { $0.frame.size },
        { layer, size in
          let position = layer.position
          layer.frame = Rect(
            position.x - size.width * layer.anchorPoint.x,
            position.y - size.height * layer.anchorPoint.y, size.width, size.height)
        }), .place, isView: true),
    LayerProperty(
      "position", .frame,
      .point(
        { $0.position },
        { layer, position in
          layer.frame.x = position.x - layer.frame.width * layer.anchorPoint.x
          layer.frame.y = position.y - layer.frame.height * layer.anchorPoint.y
        }), .place, isView: true),
    LayerProperty(
      "zPosition", .zPosition, .number({ $0.zPosition }, { $0.zPosition = $1 }, anyNumber),
      .place),
    LayerProperty(
      "translate", .translate,
      .vector({ $0.translate }, { $0.translate = $1 }, .translation), .transform),
    LayerProperty(
      "scale", .scale, .vector({ $0.scale }, { $0.scale = $1 }, .factors), .transform),
    LayerProperty(
      "rotate", .rotate, .vector({ $0.rotate }, { $0.rotate = $1 }, .degrees), .transform),
    LayerProperty(
      "transform", .transform, .transform({ $0.transformList }, { $0.transformList = $1 }),
      .transform),
    LayerProperty(
      "sublayerTransform", .sublayerTransform,
      .transform({ $0.sublayerTransformList }, { $0.sublayerTransformList = $1 })),
    LayerProperty(
      "opacity", .opacity, .number({ $0.opacity }, { $0.opacity = $1 }, fraction)),
    LayerProperty(
      "cornerRadius", .cornerRadius,
      .corners({ $0.cornerRadii }, { $0.cornerRadii = $1 }, length)),
    LayerProperty(
      "cornerCurve", .cornerCurve, .word({ $0.cornerCurve }, { $0.cornerCurve = $1 }),
      isHostOnly: true),
    LayerProperty(
      "masksToBounds", .masksToBounds,
      .flag({ $0.masksToBounds }, { $0.masksToBounds = $1 })),
    LayerProperty(
      "isDoubleSided", .doubleSided, .flag({ $0.isDoubleSided }, { $0.isDoubleSided = $1 })),
    LayerProperty(
      "backgroundColor", .backgroundColor,
      .optionalColor({ $0.backgroundColor }, { $0.backgroundColor = $1 })),
    LayerProperty(
      "shadowColor", .shadowColor, .color({ $0.shadowColor }, { $0.shadowColor = $1 })),
    LayerProperty(
      "shadowOpacity", .shadowOpacity,
      .number({ $0.shadowOpacity }, { $0.shadowOpacity = $1 }, fraction)),
    LayerProperty(
      "shadowRadius", .shadowRadius,
      .number({ $0.shadowRadius }, { $0.shadowRadius = $1 }, length)),
    LayerProperty(
      "shadowOffset", .shadowOffset, .point({ $0.shadowOffset }, { $0.shadowOffset = $1 })),
    LayerProperty("mask", .mask, .mask({ $0.mask }, { $0.mask = $1 })),
    LayerProperty(
      "contentsRect", .contentsRect, .rect({ $0.contentsRect }, { $0.contentsRect = $1 })),
    LayerProperty("blendMode", .blendMode, .word({ $0.blendMode }, { $0.blendMode = $1 })),
    LayerProperty(
      "isolates", .isolates, .flag({ $0.isolates }, { $0.isolates = $1 }), isHostOnly: true),
    LayerProperty("blur", .blur, .number({ $0.blur }, { $0.blur = $1 }, length)),
    LayerProperty(
      "blurEdge", .blurEdge, .word({ $0.blurEdge }, { $0.blurEdge = $1 }), isHostOnly: true),
    LayerProperty(
      "filters", .filters, .effects({ $0.filters }, { $0.filters = $1 }), isHostOnly: true),
    LayerProperty("backdrop", .backdrop, .effects({ $0.backdrop }, { $0.backdrop = $1 })),
    LayerProperty(
      "shadows", .shadows, .effects({ $0.shadows }, { $0.shadows = $1 }), isHostOnly: true),
    LayerProperty(
      "shadowPath", .shadowPath, .path({ $0.shadowPath }, { $0.shadowPath = $1 }),
      isHostOnly: true),
    LayerProperty(
      "contentsGravity", .contentsGravity,
      .word({ $0.contentsGravity }, { $0.contentsGravity = $1 }), isHostOnly: true),
    LayerProperty("border", .border, .border({ $0.border }, { $0.border = $1 }, length)),
    LayerProperty(
      "path", .path, .path({ $0.drawing.path }, { $0.drawing.path = $1 }), isHostOnly: true),
    LayerProperty(
      "fillColor", .fillColor,
      .optionalColor({ $0.drawing.fillColor }, { $0.drawing.fillColor = $1 }), isHostOnly: true),
    LayerProperty(
      "strokeColor", .strokeColor,
      .optionalColor({ $0.drawing.strokeColor }, { $0.drawing.strokeColor = $1 }),
      isHostOnly: true),
    LayerProperty(
      "lineWidth", .lineWidth,
      .number({ $0.drawing.lineWidth }, { $0.drawing.lineWidth = $1 }, length),
      isHostOnly: true),
    LayerProperty(
      "lineCap", .lineCap, .word({ $0.drawing.lineCap }, { $0.drawing.lineCap = $1 }),
      isHostOnly: true),
    LayerProperty(
      "lineJoin", .lineJoin, .word({ $0.drawing.lineJoin }, { $0.drawing.lineJoin = $1 }),
      isHostOnly: true),
    LayerProperty(
      "miterLimit", .miterLimit,
      .number({ $0.drawing.miterLimit }, { $0.drawing.miterLimit = $1 }, 1...1_000),
      isHostOnly: true),
    LayerProperty(
      "lineDashPattern", .lineDashPattern,
      .numbers(
        { $0.drawing.lineDashPattern }, { $0.drawing.lineDashPattern = $1 }, length),
      isHostOnly: true),
    LayerProperty(
      "lineDashPhase", .lineDashPhase,
      .number({ $0.drawing.lineDashPhase }, { $0.drawing.lineDashPhase = $1 }, anyNumber),
      isHostOnly: true),
    LayerProperty(
      "strokeStart", .strokeStart,
      .number({ $0.drawing.strokeStart }, { $0.drawing.strokeStart = $1 }, fraction),
      isHostOnly: true),
    LayerProperty(
      "strokeEnd", .strokeEnd,
      .number({ $0.drawing.strokeEnd }, { $0.drawing.strokeEnd = $1 }, fraction),
      isHostOnly: true),
    LayerProperty(
      "contentsTime", .contentsTime,
      .number({ $0.contentsTime }, { $0.contentsTime = $1 }, -1...FrameTime.limit.seconds),
      isHostOnly: true),
    LayerProperty(
      "contents", .contents, .contents({ $0.contents }, { $0.contents = $1 }),
      isHostOnly: true),
  ]

  private static let anyNumber = -Double.infinity...Double.infinity
  package static let fraction = 0.0...1
  /// Points; a document writes no longer one.
  package static let length = 0.0...1e6
}

/// A property of a layer: what documents call it, what it holds, and how it is read and written.
///
/// Whoever does something for each property walks `all`, or the properties of a set, and does it by
/// what they hold: no other place lists them.
package struct LayerProperty: Sendable {
  /// The name as documents write it.
  package let name: String
  /// Its bit; that of the frame for another way to say the frame.
  package let set: LayerPropertySet
  package let storage: Storage
  package let effect: Effect
  /// Another way to say the frame: it has no bit of its own.
  package let isView: Bool
  /// Plugins neither see nor change it.
  package let isHostOnly: Bool

  /// The effect that a change of the property has.
  package enum Effect: Sendable {
    /// It changes how the layer looks, but not where it is.
    case look
    /// It changes where the layer lies.
    case place
    /// It changes where the layer is seen: scale, rotation, translation and transform make one map.
    case transform
  }

  private init(
    _ name: String, _ set: LayerPropertySet, _ storage: Storage, _ effect: Effect = .look,
    isView: Bool = false, isHostOnly: Bool = false
  ) {
    self.name = name
    self.set = set
    self.storage = storage
    self.effect = effect
    self.isView = isView
    self.isHostOnly = isHostOnly
  }

  /// The property that documents call so.
  package static func named(_ name: String) -> LayerProperty? { all.first { $0.name == name } }
}

extension LayerProperty {
  package typealias Get<Value> = @Sendable (LayerProperties) -> Value
  package typealias Put<Value> = @Sendable (inout LayerProperties, Value) -> Void

  /// The type of a property's values, with the functions that read and write them in a layer.
  package enum Storage: Sendable {
    case flag(Get<Bool>, Put<Bool>)
    /// Whatever leaves the range is brought back to its ends.
    case number(Get<Double>, Put<Double>, ClosedRange<Double>)
    /// Several, none of which leaves the range.
    case numbers(Get<[Double]>, Put<[Double]>, ClosedRange<Double>)
    /// The radii of the corners, none of which leaves the range.
    case corners(Get<CornerRadii>, Put<CornerRadii>, ClosedRange<Double>)
    case point(Get<Point>, Put<Point>)
    case size(Get<Size>, Put<Size>)
    case rect(Get<Rect>, Put<Rect>)
    case vector(Get<Vector>, Put<Vector>, Axes)
    case transform(Get<TransformList>, Put<TransformList>)
    case color(Get<Color>, Put<Color>)
    /// Nil means none.
    case optionalColor(Get<Color?>, Put<Color?>)
    /// Its width does not leave the range.
    case border(Get<Border?>, Put<Border?>, ClosedRange<Double>)
    case mask(Get<Mask?>, Put<Mask?>)
    case path(Get<Path?>, Put<Path?>)
    /// One of several words, by its place among them.
    case choice(Get<Int>, Put<Int>, [String])
    case contents(Get<Contents>, Put<Contents>)
    /// Functions with numbers, one after the other.
    case effects(Get<[LayerEffect]>, Put<[LayerEffect]>)

    /// One of an enumeration's words.
    fileprivate static func word<Word>(
      _ get: @escaping Get<Word>, _ set: @escaping Put<Word>
    ) -> Storage
    where Word: CaseIterable & RawRepresentable<String> & Equatable & Sendable {
      let words = Array(Word.allCases)
      return .choice(
        { words.firstIndex(of: get($0))! }, { set(&$0, words[$1]) }, words.map(\.rawValue))
    }
  }

  /// The meaning of a vector's three numbers.
  package enum Axes: Sendable {
    /// Points.
    case translation
    case factors
    /// About x, then y, then z.
    case degrees
  }
}

extension LayerPropertySet {
  /// Every property.
  package static let all = LayerProperty.all.reduce(into: Self()) { $0.formUnion($1.set) }
  /// All that plugins see and may change.
  package static let ofPlugins = LayerProperty.all.filter { !$0.isHostOnly }
    .reduce(into: Self()) { $0.formUnion($1.set) }

  /// Its properties, in the order of their bits.
  package var properties: [LayerProperty] {
    var properties: [LayerProperty] = []
    forEachBit { bit in
      let property = LayerProperty.all.first { !$0.isView && $0.set.rawValue == 1 << UInt64(bit) }
      if let property { properties.append(property) }
    }
    return properties
  }

  /// The number of each of its bits, ascending.
  @inline(__always)
  package func forEachBit(_ body: (Int) throws -> Void) rethrows {
    var rest = rawValue
    while rest != 0 {
      try body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}

extension LayerProperties {
  /// Takes the properties in `set` from `other` and leaves the rest.
  package mutating func take(_ set: LayerPropertySet, from other: LayerProperties) {
    let copies = PropertyCopy.byBit
    set.forEachBit { copies[$0]?.copy(other, &self) }
  }
}

/// The function that copies one property from layer to layer, found by its bit, since every frame
/// copies.
private struct PropertyCopy: Sendable {
  let copy: @Sendable (LayerProperties, inout LayerProperties) -> Void

  static let byBit: [PropertyCopy?] = (0..<64).map { bit in
    LayerPropertySet(rawValue: 1 << UInt64(bit)).properties.first.map { property in
      PropertyCopy(copy: property.storage.copy)
    }
  }
}

extension LayerProperty.Storage {
  fileprivate var copy: @Sendable (LayerProperties, inout LayerProperties) -> Void {
    switch self {
    case .flag(let get, let set): { set(&$1, get($0)) }
    case .number(let get, let set, _): { set(&$1, get($0)) }
    case .numbers(let get, let set, _): { set(&$1, get($0)) }
    case .corners(let get, let set, _): { set(&$1, get($0)) }
    case .border(let get, let set, _): { set(&$1, get($0)) }
    case .point(let get, let set): { set(&$1, get($0)) }
    case .size(let get, let set): { set(&$1, get($0)) }
    case .rect(let get, let set): { set(&$1, get($0)) }
    case .vector(let get, let set, _): { set(&$1, get($0)) }
    case .transform(let get, let set): { set(&$1, get($0)) }
    case .color(let get, let set): { set(&$1, get($0)) }
    case .optionalColor(let get, let set): { set(&$1, get($0)) }
    case .mask(let get, let set): { set(&$1, get($0)) }
    case .path(let get, let set): { set(&$1, get($0)) }
    case .choice(let get, let set, _): { set(&$1, get($0)) }
    case .contents(let get, let set): { set(&$1, get($0)) }
    case .effects(let get, let set): { set(&$1, get($0)) }
    }
  }
}
