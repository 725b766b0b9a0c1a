internal import CAnimator
internal import Scenes

/// A property that plugins receive: its offset in the host's layer and in the layer of animator.h, and its
/// type on both sides. The rows are plain numbers, because each call converts all of them for each layer.
@safe struct LayerMember: Sendable {
  /// The type of a struct member's value, for the host and for the plugin.
  enum Form: Sendable {
    case flag
    /// A series of numbers with the same layout in the host and in the plugin; the associated value is their
    /// count.
    case numbers(Int)
    /// A number; the number that the plugin sets is clamped to the range.
    case number(ClosedRange<Double>)
    /// Four numbers, of which the last two are a width and a height.
    case rect
    /// Four numbers in the host, of which the plugin receives the largest. The plugin's number is clamped to
    /// the range and sets all four numbers.
    case corners(ClosedRange<Double>)
    /// A colour: four doubles in the host, and four floats in the plugin.
    case color
    /// An optional colour; if the colour is nil, the plugin receives a transparent colour.
    case optionalColor
    case mask
    /// The struct member has a type with its own conversion.
    case other(MemberConversion)
  }

  let set: LayerPropertySet
  let form: Form
  /// The offset of the member in `LayerProperties`, in bytes.
  let hostOffset: Int
  /// The offset of the member in `animator_layer`, in bytes.
  let offset: Int

  private init<Own, Member>(
    _ set: LayerPropertySet, _ form: Form, _ own: KeyPath<LayerProperties, Own>,
    _ member: KeyPath<animator_layer, Member>
  ) {
    self.set = set
    self.form = form
    hostOffset = MemoryLayout<LayerProperties>.offset(of: own)!
    // Safety: only the struct's type is unsafe, because it contains pointers.
    offset = unsafe MemoryLayout<animator_layer>.offset(of: member)!
  }

  /// All layer properties that plugins see, each at the index of its bit.
  static let all: [LayerMember] = {
    // Safety: the struct contains pointers, which these lines do not use.
    let members = unsafe [
      flag(.hidden, \.isHidden, \.hidden),
      rect(.frame, \.frame, \.frame),
      point(.anchorPoint, \.anchorPoint, \.anchor_point),
      number(.zPosition, \.zPosition, \.z_position),
      vector(.translate, \.translate, \.translate),
      vector(.scale, \.scale, \.scale),
      vector(.rotate, \.rotate, \.rotate),
      transform(.transform, \.transform, \.transform),
      transform(.sublayerTransform, \.sublayerTransform, \.sublayer_transform),
      number(.opacity, \.opacity, \.opacity),
      corners(.cornerRadius, \.cornerRadii, \.corner_radius),
      flag(.masksToBounds, \.masksToBounds, \.masks_to_bounds),
      flag(.doubleSided, \.isDoubleSided, \.double_sided),
      optionalColor(.backgroundColor, \.backgroundColor, \.background_color),
      color(.shadowColor, \.shadowColor, \.shadow_color),
      number(.shadowOpacity, \.shadowOpacity, \.shadow_opacity),
      number(.shadowRadius, \.shadowRadius, \.shadow_radius),
      point(.shadowOffset, \.shadowOffset, \.shadow_offset),
      mask(.mask, \.mask, \.mask),
      rect(.contentsRect, \.contentsRect, \.contents_rect),
      border(.border, \.border, \.border),
      number(.blur, \.blur, \.blur),
      blendMode(.blendMode, \.blendMode, \.blend_mode),
      backdrop(.backdrop, \.backdrop, \.backdrop),
    ]
    precondition(members.map(\.set) == LayerPropertySet.ofPlugins.properties.map(\.set))
    precondition(members.enumerated().allSatisfy { $1.set.rawValue == 1 << UInt64($0) })
    return members
  }()

  /// The offsets of the bools in a layer, in bytes.
  static let bools: [Int] = {
    // Safety: only the types of the structs are unsafe, because they contain pointers.
    let ofMasks = unsafe [
      MemoryLayout<animator_layer>.offset(of: \.mask.inverted)!,
      MemoryLayout<animator_layer>.offset(of: \.mask.even_odd)!,
    ]
    let flags = all.filter { if case .flag = $0.form { true } else { false } }
    return flags.map(\.offset) + ofMasks
  }()
}

/// Creates the rows of the table with their types.
extension LayerMember {
  private typealias Host<Value> = KeyPath<LayerProperties, Value>
  private typealias Plugin<Value> = KeyPath<animator_layer, Value>

  private static func flag(
    _ set: LayerPropertySet, _ own: Host<Bool>, _ member: Plugin<Bool>
  ) -> LayerMember { unsafe LayerMember(set, .flag, own, member) }

  /// Creates a row for a number, whose range is that of the property.
  private static func number(
    _ set: LayerPropertySet, _ own: Host<Double>, _ member: Plugin<Double>
  ) -> LayerMember {
    unsafe LayerMember(set, .number(set.properties[0].range), own, member)
  }

  /// Creates a row for corner radii, whose range is that of the property.
  private static func corners(
    _ set: LayerPropertySet, _ own: Host<CornerRadii>, _ member: Plugin<Double>
  ) -> LayerMember {
    unsafe LayerMember(set, .corners(set.properties[0].range), own, member)
  }

  private static func border(
    _ set: LayerPropertySet, _ own: Host<Border?>, _ member: Plugin<animator_border>
  ) -> LayerMember { unsafe LayerMember(set, .other(.border), own, member) }

  private static func blendMode(
    _ set: LayerPropertySet, _ own: Host<BlendMode>, _ member: Plugin<UInt32>
  ) -> LayerMember { unsafe LayerMember(set, .other(.blendMode), own, member) }

  private static func backdrop(
    _ set: LayerPropertySet, _ own: Host<[LayerEffect]>, _ member: Plugin<animator_backdrop>
  ) -> LayerMember { unsafe LayerMember(set, .other(.backdrop), own, member) }

  private static func point(
    _ set: LayerPropertySet, _ own: Host<Point>, _ member: Plugin<animator_point>
  ) -> LayerMember { unsafe LayerMember(set, .numbers(2), own, member) }

  private static func vector(
    _ set: LayerPropertySet, _ own: Host<Vector>, _ member: Plugin<animator_vector>
  ) -> LayerMember { unsafe LayerMember(set, .numbers(3), own, member) }

  private static func transform(
    _ set: LayerPropertySet, _ own: Host<Transform>, _ member: Plugin<animator_transform>
  ) -> LayerMember { unsafe LayerMember(set, .numbers(16), own, member) }

  private static func rect(
    _ set: LayerPropertySet, _ own: Host<Rect>, _ member: Plugin<animator_rect>
  ) -> LayerMember { unsafe LayerMember(set, .rect, own, member) }

  private static func color(
    _ set: LayerPropertySet, _ own: Host<Color>, _ member: Plugin<animator_color>
  ) -> LayerMember { unsafe LayerMember(set, .color, own, member) }

  private static func optionalColor(
    _ set: LayerPropertySet, _ own: Host<Color?>, _ member: Plugin<animator_color>
  ) -> LayerMember { unsafe LayerMember(set, .optionalColor, own, member) }

  private static func mask(
    _ set: LayerPropertySet, _ own: Host<Mask?>, _ member: Plugin<animator_mask>
  ) -> LayerMember { unsafe LayerMember(set, .mask, own, member) }
}

// MARK: Types of one property

extension MemberConversion {
  private static let places: [(UInt32, Border.Place)] = [
    (ANIMATOR_BORDER_INSIDE, .inside), (ANIMATOR_BORDER_CENTER, .center),
    (ANIMATOR_BORDER_OUTSIDE, .outside),
  ]

  /// The conversion of a layer's border between the host and a plugin. A plugin receives the first colour of
  /// a gradient; the gradient is kept until the plugin changes this colour.
  fileprivate static let border = MemberConversion(
    none: animator_border(),
    export: { (border: Border?) -> animator_border? in
      border.map { border in
        animator_border(
          width: border.width,
          color: LayerExporter.color(border.gradient?.stops.first?.color ?? border.color),
          place: places.first { $0.1 == border.place }!.0, reserved: 0)
      }
    },
    take: { (new: animator_border, old: Border?) throws(LayerImporter.Flaw) -> Border? in
      let width = try LayerImporter.number(new.width, in: LayerProperty.length)
      guard let place = places.first(where: { $0.0 == new.place })?.1 else {
        throw LayerImporter.Flaw(" has an unknown place (\(new.place))")
      }
      if old == nil, width == 0, new.color.alpha == 0 { return nil }
      let seen = old?.gradient?.stops.first?.color ?? old?.color ?? .clear
      let color = try LayerImporter.color(new.color, was: seen)
      guard var border = old, color == seen else {
        return Border(width: width, color: color, place: place)
      }
      (border.width, border.place) = (width, place)
      return border
    },
    isSame: { (a: animator_border, b: animator_border) -> Bool in
      a.width == b.width && a.place == b.place && a.color.isSame(as: b.color)
    })

  /// The blend modes in the order of the ANIMATOR_BLEND_… constants.
  private static let modes = BlendMode.allCases

  /// The conversion of a blend mode to its ANIMATOR_BLEND_… constant.
  fileprivate static let blendMode = MemberConversion(
    none: 0,
    export: { (mode: BlendMode) -> UInt32? in UInt32(modes.firstIndex(of: mode)!) },
    take: { (new: UInt32, _: BlendMode) throws(LayerImporter.Flaw) -> BlendMode in
      guard new < modes.count else {
        throw LayerImporter.Flaw(" is unknown (\(new))")
      }
      return modes[Int(new)]
    },
    isSame: { (a: UInt32, b: UInt32) -> Bool in a == b })

  /// The conversion of a backdrop, which has at most one function.
  fileprivate static let backdrop = MemberConversion(
    none: animator_backdrop(),
    export: { (effects: [LayerEffect]) -> animator_backdrop? in
      effects.first.map { effect in
        animator_backdrop(
          kind: ANIMATOR_BACKDROP_FILTERED, reserved: 0, blur: effect.radius,
          saturation: effect.saturation, brightness: effect.brightness,
          tint: LayerExporter.color(effect.color!))
      }
    },
    take: {
      (new: animator_backdrop, old: [LayerEffect]) throws(LayerImporter.Flaw) -> [LayerEffect] in
      switch new.kind {
      case ANIMATOR_BACKDROP_NONE: return []
      case ANIMATOR_BACKDROP_FILTERED:
        let tint = try LayerImporter.color(new.tint, was: old.first?.color ?? .clear)
        let kind = LayerEffect.Kind.backdrop
        let numbers = [
          try LayerImporter.number(new.blur, in: kind.range(of: 0)),
          try LayerImporter.number(new.saturation, in: kind.range(of: 1)),
          try LayerImporter.number(new.brightness, in: kind.range(of: 2)),
        ]
        return [LayerEffect(kind, numbers + tint.numbers)]
      default: throw LayerImporter.Flaw(" has an unknown kind (\(new.kind))")
      }
    },
    isSame: { (a: animator_backdrop, b: animator_backdrop) -> Bool in
      if a.kind != b.kind { return false }
      if a.kind == ANIMATOR_BACKDROP_NONE { return true }
      return a.blur == b.blur && a.saturation == b.saturation && a.brightness == b.brightness
        && a.tint.isSame(as: b.tint)
    })
}
