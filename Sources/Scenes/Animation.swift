/// A set of layer properties; the bits of ANIMATOR_PROPERTY_… in animator.h.
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
  /// Not a plugin's to change: what the layer shows.
  package static let contents = Self(rawValue: 0x100000)

  /// Each property with its name in documents, in the order of the bits.
  package static let names: [(set: LayerPropertySet, name: String)] = [
    (.hidden, "hidden"), (.frame, "frame"), (.anchorPoint, "anchorPoint"),
    (.zPosition, "zPosition"), (.translate, "translate"), (.scale, "scale"), (.rotate, "rotate"),
    (.transform, "transform"), (.sublayerTransform, "sublayerTransform"), (.opacity, "opacity"),
    (.cornerRadius, "cornerRadius"), (.masksToBounds, "masksToBounds"),
    (.doubleSided, "isDoubleSided"), (.backgroundColor, "backgroundColor"),
    (.shadowColor, "shadowColor"), (.shadowOpacity, "shadowOpacity"),
    (.shadowRadius, "shadowRadius"), (.shadowOffset, "shadowOffset"), (.mask, "mask"),
    (.contentsRect, "contentsRect"), (.contents, "contents"),
  ]
}

extension LayerProperties {
  /// Takes the properties in `set` from `other` and leaves the rest.
  package mutating func take(_ set: LayerPropertySet, from other: LayerProperties) {
    if set.contains(.hidden) { isHidden = other.isHidden }
    if set.contains(.frame) { frame = other.frame }
    if set.contains(.anchorPoint) { anchorPoint = other.anchorPoint }
    if set.contains(.zPosition) { zPosition = other.zPosition }
    if set.contains(.translate) { translate = other.translate }
    if set.contains(.scale) { scale = other.scale }
    if set.contains(.rotate) { rotate = other.rotate }
    if set.contains(.transform) { transform = other.transform }
    if set.contains(.sublayerTransform) { sublayerTransform = other.sublayerTransform }
    if set.contains(.opacity) { opacity = other.opacity }
    if set.contains(.cornerRadius) { cornerRadius = other.cornerRadius }
    if set.contains(.masksToBounds) { masksToBounds = other.masksToBounds }
    if set.contains(.doubleSided) { isDoubleSided = other.isDoubleSided }
    if set.contains(.backgroundColor) { backgroundColor = other.backgroundColor }
    if set.contains(.shadowColor) { shadowColor = other.shadowColor }
    if set.contains(.shadowOpacity) { shadowOpacity = other.shadowOpacity }
    if set.contains(.shadowRadius) { shadowRadius = other.shadowRadius }
    if set.contains(.shadowOffset) { shadowOffset = other.shadowOffset }
    if set.contains(.mask) { mask = other.mask }
    if set.contains(.contentsRect) { contentsRect = other.contentsRect }
    if set.contains(.contents) { contents = other.contents }
  }
}

/// A moment in the life of a step.
package struct StepMoment: Hashable, Sendable {
  /// Eased: 0 at the start, exactly 1 at the end; a spring leaves 0…1 in between.
  package var progress: Double
  /// Since the step's start.
  package var time: FrameTime
  package init(progress: Double, time: FrameTime) {
    self.progress = progress
    self.time = time
  }
}

/// Something that gives a number for each fraction of a time, such as a plugin's function: pure.
package protocol FractionFunction: AnyObject, Sendable {
  /// `fraction` is 0…1; the answer is finite. Any thread.
  func value(at fraction: Double) throws -> Double
}

/// Something that changes layers as a pure function of a moment: a plugin's `layout`, or keyframes.
package protocol LayoutAnimator: AnyObject, Sendable {
  /// `inputs` are the bound layers as they stood when the step started. `outputs` are the same,
  /// then the pieces; the caller takes from them only what the animator declares. Any thread.
  func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws
}
