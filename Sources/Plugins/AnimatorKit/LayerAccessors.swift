public import CAnimator

/// The properties of a layer with the names and rules of Core Animation.
public protocol LayerAccessors {
  /// The C struct of the layer, which belongs to the host.
  var output: UnsafeMutablePointer<animator_layer> { get }
}

// Safety, in each line: the host's layer is valid until the call returns.
extension LayerAccessors {
  /// Whether the layer and its sublayers are hidden.
  public var isHidden: Bool {
    get { unsafe output.pointee.hidden }
    nonmutating set { unsafe output.pointee.hidden = newValue }
  }
  /// The rectangle of the layer on the canvas before its transforms, in points.
  public var frame: Rect {
    get { unsafe output.pointee.frame }
    nonmutating set { unsafe output.pointee.frame = newValue }
  }
  /// The point about which the layer's transforms apply, as a fraction of the frame.
  public var anchorPoint: Point {
    get { unsafe output.pointee.anchor_point }
    nonmutating set { unsafe output.pointee.anchor_point = newValue }
  }
  /// The distance towards the viewer in points; siblings are drawn in the order of these distances.
  public var zPosition: Double {
    get { unsafe output.pointee.z_position }
    nonmutating set { unsafe output.pointee.z_position = newValue }
  }
  /// The translation of the layer in points.
  public var translate: Vector {
    get { unsafe output.pointee.translate }
    nonmutating set { unsafe output.pointee.translate = newValue }
  }
  /// The scale factors of the layer for x, y and z; the factor 1 has no effect.
  public var scale: Vector {
    get { unsafe output.pointee.scale }
    nonmutating set { unsafe output.pointee.scale = newValue }
  }
  /// The rotation of the layer in degrees about x, then y, then z.
  public var rotate: Vector {
    get { unsafe output.pointee.rotate }
    nonmutating set { unsafe output.pointee.rotate = newValue }
  }
  public var transform: Transform {
    get { unsafe output.pointee.transform }
    nonmutating set { unsafe output.pointee.transform = newValue }
  }
  /// The transform that applies to the sublayers, about the centre of the frame.
  public var sublayerTransform: Transform {
    get { unsafe output.pointee.sublayer_transform }
    nonmutating set { unsafe output.pointee.sublayer_transform = newValue }
  }
  /// The opacity of the layer with all its sublayers, 0…1.
  public var opacity: Double {
    get { unsafe output.pointee.opacity }
    nonmutating set { unsafe output.pointee.opacity = newValue }
  }
  /// The corner radius of the layer in points. If the corners have different radii, the value is the largest
  /// radius; setting the value sets all four radii.
  public var cornerRadius: Double {
    get { unsafe output.pointee.corner_radius }
    nonmutating set { unsafe output.pointee.corner_radius = newValue }
  }
  /// Whether contents and sublayers are clipped to the rounded bounds.
  public var masksToBounds: Bool {
    get { unsafe output.pointee.masks_to_bounds }
    nonmutating set { unsafe output.pointee.masks_to_bounds = newValue }
  }
  /// Whether the layer is also drawn when its back faces the viewer.
  public var isDoubleSided: Bool {
    get { unsafe output.pointee.double_sided }
    nonmutating set { unsafe output.pointee.double_sided = newValue }
  }
  /// The background colour of the layer; alpha 0 means no background.
  public var backgroundColor: Color {
    get { unsafe output.pointee.background_color }
    nonmutating set { unsafe output.pointee.background_color = newValue }
  }
  public var shadowColor: Color {
    get { unsafe output.pointee.shadow_color }
    nonmutating set { unsafe output.pointee.shadow_color = newValue }
  }
  /// The opacity of the layer's shadow, 0…1.
  public var shadowOpacity: Double {
    get { unsafe output.pointee.shadow_opacity }
    nonmutating set { unsafe output.pointee.shadow_opacity = newValue }
  }
  /// The standard deviation of the shadow's Gaussian blur, in points.
  public var shadowRadius: Double {
    get { unsafe output.pointee.shadow_radius }
    nonmutating set { unsafe output.pointee.shadow_radius = newValue }
  }
  /// The offset of the layer's shadow in points.
  public var shadowOffset: Point {
    get { unsafe output.pointee.shadow_offset }
    nonmutating set { unsafe output.pointee.shadow_offset = newValue }
  }
  /// The visible part of the contents, in fractions of their size.
  public var contentsRect: Rect {
    get { unsafe output.pointee.contents_rect }
    nonmutating set { unsafe output.pointee.contents_rect = newValue }
  }
  /// A line along the bounds, above the contents and the sublayers; the width 0 means no line. A host of
  /// version 1.0 has no borders and ignores this value; a description that declares `.border` needs version
  /// 1.1.
  public var border: Border {
    get { unsafe has(\.border) ? output.pointee.border : Border() }
    nonmutating set { if unsafe has(\.border) { unsafe output.pointee.border = newValue } }
  }
  /// The standard deviation in points of the Gaussian blur of the layer and its sublayers. A host of version
  /// 1.0 ignores this value, like `border`.
  public var blur: Double {
    get { unsafe has(\.blur) ? output.pointee.blur : 0 }
    nonmutating set { if unsafe has(\.blur) { unsafe output.pointee.blur = newValue } }
  }
  /// The blend mode of the layer and its sublayers. A host of version 1.0 supports only `normal`.
  public var blendMode: BlendMode {
    get { unsafe has(\.blend_mode) ? BlendMode(rawValue: output.pointee.blend_mode) : .normal }
    nonmutating set {
      if unsafe has(\.blend_mode) { unsafe output.pointee.blend_mode = newValue.rawValue }
    }
  }
  /// The effect on everything below the layer, which is shown inside the layer; `Backdrop()` has no effect. A
  /// host of version 1.0 ignores this value, like `border`.
  public var backdrop: Backdrop {
    get { unsafe has(\.backdrop) ? output.pointee.backdrop : Backdrop() }
    nonmutating set { if unsafe has(\.backdrop) { unsafe output.pointee.backdrop = newValue } }
  }
  private func has<Value>(_ member: KeyPath<animator_layer, Value>) -> Bool {
    let end =
      unsafe MemoryLayout<animator_layer>.offset(of: member)! + MemoryLayout<Value>.size
    return unsafe Int(output.pointee.size) >= end
  }
  /// The mask, which limits the visible part of the layer.
  public var mask: Mask {
    get { unsafe Mask(raw: unsafe output.pointee.mask) }
    nonmutating set { unsafe output.pointee.mask = newValue.raw }
  }
}

/// A set of layer properties.
public struct Properties: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let hidden = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_HIDDEN))
  public static let frame = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_FRAME))
  public static let anchorPoint = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_ANCHOR_POINT))
  public static let zPosition = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_Z_POSITION))
  public static let translate = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_TRANSLATE))
  public static let scale = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_SCALE))
  public static let rotate = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_ROTATE))
  public static let transform = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_TRANSFORM))
  public static let sublayerTransform = Properties(
    rawValue: UInt64(ANIMATOR_PROPERTY_SUBLAYER_TRANSFORM))
  public static let opacity = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_OPACITY))
  public static let cornerRadius = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_CORNER_RADIUS))
  public static let masksToBounds = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_MASKS_TO_BOUNDS))
  public static let doubleSided = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_DOUBLE_SIDED))
  public static let backgroundColor = Properties(
    rawValue: UInt64(ANIMATOR_PROPERTY_BACKGROUND_COLOR))
  public static let shadowColor = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_SHADOW_COLOR))
  public static let shadowOpacity = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_SHADOW_OPACITY))
  public static let shadowRadius = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_SHADOW_RADIUS))
  public static let shadowOffset = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_SHADOW_OFFSET))
  public static let mask = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_MASK))
  public static let contentsRect = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_CONTENTS_RECT))
  public static let border = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_BORDER))
  public static let blur = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_BLUR))
  public static let blendMode = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_BLEND_MODE))
  public static let backdrop = Properties(rawValue: UInt64(ANIMATOR_PROPERTY_BACKDROP))
  /// The four transforms: translate, scale, rotate and transform.
  public static let transforms: Properties = [.translate, .scale, .rotate, .transform]
  /// The frame, the anchor point, the z position and the transforms.
  public static let geometry: Properties = [.frame, .anchorPoint, .zPosition, .transforms]
  /// The layer properties for the corner radius and for `masksToBounds`.
  public static let corners: Properties = [.cornerRadius, .masksToBounds]
  /// The colour, opacity, radius and offset of the shadow.
  public static let shadow: Properties = [
    .shadowColor, .shadowOpacity, .shadowRadius, .shadowOffset,
  ]
}

/// The blend mode of a layer: a mode of W3C's Compositing and Blending, or addition.
public struct BlendMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let normal = BlendMode(rawValue: ANIMATOR_BLEND_NORMAL)
  public static let multiply = BlendMode(rawValue: ANIMATOR_BLEND_MULTIPLY)
  public static let screen = BlendMode(rawValue: ANIMATOR_BLEND_SCREEN)
  public static let overlay = BlendMode(rawValue: ANIMATOR_BLEND_OVERLAY)
  public static let darken = BlendMode(rawValue: ANIMATOR_BLEND_DARKEN)
  public static let lighten = BlendMode(rawValue: ANIMATOR_BLEND_LIGHTEN)
  public static let colorDodge = BlendMode(rawValue: ANIMATOR_BLEND_COLOR_DODGE)
  public static let colorBurn = BlendMode(rawValue: ANIMATOR_BLEND_COLOR_BURN)
  public static let hardLight = BlendMode(rawValue: ANIMATOR_BLEND_HARD_LIGHT)
  public static let softLight = BlendMode(rawValue: ANIMATOR_BLEND_SOFT_LIGHT)
  public static let difference = BlendMode(rawValue: ANIMATOR_BLEND_DIFFERENCE)
  public static let exclusion = BlendMode(rawValue: ANIMATOR_BLEND_EXCLUSION)
  public static let hue = BlendMode(rawValue: ANIMATOR_BLEND_HUE)
  public static let saturation = BlendMode(rawValue: ANIMATOR_BLEND_SATURATION)
  public static let color = BlendMode(rawValue: ANIMATOR_BLEND_COLOR)
  public static let luminosity = BlendMode(rawValue: ANIMATOR_BLEND_LUMINOSITY)
  public static let plusLighter = BlendMode(rawValue: ANIMATOR_BLEND_PLUS_LIGHTER)
}

/// A mask: the shape in which a layer is visible, or a hole in the layer.
@safe public struct Mask {
  // Safety: the mask may contain the host's path, which is valid until the call returns.
  let raw: animator_mask

  init(raw: animator_mask) { unsafe self.raw = raw }

  /// The absence of a mask, so that the whole layer is visible.
  public static var none: Mask { unsafe Mask(raw: animator_mask()) }

  /// The inside of the ellipse in `rect` or, if inverted, the outside.
  public static func ellipse(_ rect: Rect, inverted: Bool = false) -> Mask {
    var mask = unsafe animator_mask()
    unsafe mask.kind = ANIMATOR_MASK_ELLIPSE
    unsafe mask.inverted = inverted
    unsafe mask.rect = rect
    return unsafe Mask(raw: mask)
  }

  /// The inside of the rounded rectangle or, if inverted, the outside.
  public static func rectangle(
    _ rect: Rect, cornerRadius: Double = 0, inverted: Bool = false
  ) -> Mask {
    var mask = unsafe animator_mask()
    unsafe mask.kind = ANIMATOR_MASK_RECTANGLE
    unsafe mask.inverted = inverted
    unsafe mask.rect = rect
    unsafe mask.corner_radius = cornerRadius
    return unsafe Mask(raw: mask)
  }
}
