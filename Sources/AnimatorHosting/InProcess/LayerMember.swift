internal import CAnimator
internal import Scenes

/// A property that plugins see: where it lies in the host's layer and in animator.h's, and what both
/// hold there.
///
/// What crosses between the two goes by these rows, which are plain numbers: a call goes through all
/// of them for each layer.
@safe struct LayerMember: Sendable {
  /// What a member holds.
  enum Form: Sendable {
    case flag
    /// So many numbers in a row, the same on both sides.
    case numbers(Int)
    /// One number, which a plugin's value is brought into the range of.
    case number(ClosedRange<Double>)
    /// Four numbers, the last two of which are an extent.
    case rect
    /// Four numbers here, the largest of them there. A plugin's, brought into the range, is all four.
    case corners(ClosedRange<Double>)
    /// Four doubles here, four floats there.
    case color
    /// A colour, for which the plugin sees the clear one where there is none.
    case optionalColor
    case mask
    case border
    /// The place among the modes there.
    case blendMode
    case backdrop
  }

  let set: LayerPropertySet
  let form: Form
  /// Where it begins in `LayerProperties`, in bytes.
  let hostOffset: Int
  /// Where it begins in `animator_layer`, in bytes.
  let offset: Int

  private init<Own, Member>(
    _ set: LayerPropertySet, _ form: Form, _ own: KeyPath<LayerProperties, Own>,
    _ member: KeyPath<animator_layer, Member>
  ) {
    self.set = set
    self.form = form
    hostOffset = MemoryLayout<LayerProperties>.offset(of: own)!
    // Unsafe by the struct's type alone.
    offset = unsafe MemoryLayout<animator_layer>.offset(of: member)!
  }

  /// Every property that plugins see, each at the number of its bit.
  static let all: [LayerMember] = {
    // Unsafe in each line by the struct's type alone.
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

  /// Where the bools of a layer lie, in bytes.
  static let bools: [Int] = {
    // Unsafe by the structs' types alone.
    let ofMasks = unsafe [
      MemoryLayout<animator_layer>.offset(of: \.mask.inverted)!,
      MemoryLayout<animator_layer>.offset(of: \.mask.even_odd)!,
    ]
    let flags = all.filter { if case .flag = $0.form { true } else { false } }
    return flags.map(\.offset) + ofMasks
  }()
}

/// The rows' forms, each with the types that it stands for.
extension LayerMember {
  private typealias Host<Value> = KeyPath<LayerProperties, Value>
  private typealias Plugin<Value> = KeyPath<animator_layer, Value>

  private static func flag(
    _ set: LayerPropertySet, _ own: Host<Bool>, _ member: Plugin<Bool>
  ) -> LayerMember { unsafe LayerMember(set, .flag, own, member) }

  /// The range is the property's own.
  private static func number(
    _ set: LayerPropertySet, _ own: Host<Double>, _ member: Plugin<Double>
  ) -> LayerMember {
    guard case .number(_, _, let range)? = set.properties.first?.storage else {
      preconditionFailure("a number that the table does not have")
    }
    return unsafe LayerMember(set, .number(range), own, member)
  }

  /// The range is the property's own.
  private static func corners(
    _ set: LayerPropertySet, _ own: Host<CornerRadii>, _ member: Plugin<Double>
  ) -> LayerMember {
    guard case .corners(_, _, let range)? = set.properties.first?.storage else {
      preconditionFailure("radii that the table does not have")
    }
    return unsafe LayerMember(set, .corners(range), own, member)
  }

  private static func border(
    _ set: LayerPropertySet, _ own: Host<Border?>, _ member: Plugin<animator_border>
  ) -> LayerMember { unsafe LayerMember(set, .border, own, member) }

  private static func blendMode(
    _ set: LayerPropertySet, _ own: Host<BlendMode>, _ member: Plugin<UInt32>
  ) -> LayerMember { unsafe LayerMember(set, .blendMode, own, member) }

  private static func backdrop(
    _ set: LayerPropertySet, _ own: Host<[LayerEffect]>, _ member: Plugin<animator_backdrop>
  ) -> LayerMember { unsafe LayerMember(set, .backdrop, own, member) }

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
