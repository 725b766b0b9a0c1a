internal import CAnimator
internal import Scenes

/// A property of the table and the member of animator.h's layer that has it.
@safe struct LayerMember: Sendable {
  typealias Take = @Sendable (animator_layer, inout LayerProperties) throws(Flaw) -> Void

  let set: LayerPropertySet
  /// Where the member lies and how many bytes it has, counted from the start of the layer.
  let offset: Int
  let size: Int
  /// Gives the host's layer what the member has, of which nothing is trusted. Numbers must be finite.
  /// Opacities and colours are brought to 0…1 and extents and radii to at least 0, since a spring may
  /// overshoot.
  // Unsafe: it sees a whole layer of the plugin's and reads the one member.
  let take: Take

  private init<Member>(
    _ set: LayerPropertySet, _ member: KeyPath<animator_layer, Member>, take: @escaping Take
  ) {
    self.set = set
    // Unsafe by the struct's type alone.
    offset = unsafe MemoryLayout<animator_layer>.offset(of: member)!
    size = MemoryLayout<Member>.size
    unsafe self.take = take
  }

  /// What is wrong with a member, said as it follows the property's name: " is not a finite number".
  struct Flaw: Error {
    let message: String
    init(_ message: String) { self.message = message }
  }

  /// Every property that plugins see, each at the number of its bit.
  static let all: [LayerMember] = {
    // Unsafe in each line: one member, which both sides fill before they hand the layer over.
    let members = unsafe [
      LayerMember(.hidden, \.hidden) { l, p throws(Flaw) in
        p.isHidden = unsafe l.hidden
      },
      LayerMember(.frame, \.frame) { l, p throws(Flaw) in
        p.frame = try rect(unsafe l.frame)
      },
      LayerMember(.anchorPoint, \.anchor_point) { l, p throws(Flaw) in
        p.anchorPoint = try point(unsafe l.anchor_point)
      },
      LayerMember(.zPosition, \.z_position) { l, p throws(Flaw) in
        p.zPosition = try number(unsafe l.z_position)
      },
      LayerMember(.translate, \.translate) { l, p throws(Flaw) in
        p.translate = try vector(unsafe l.translate)
      },
      LayerMember(.scale, \.scale) { l, p throws(Flaw) in
        p.scale = try vector(unsafe l.scale)
      },
      LayerMember(.rotate, \.rotate) { l, p throws(Flaw) in
        p.rotate = try vector(unsafe l.rotate)
      },
      LayerMember(.transform, \.transform) { l, p throws(Flaw) in
        p.transform = try transform(unsafe l.transform)
      },
      LayerMember(.sublayerTransform, \.sublayer_transform) { l, p throws(Flaw) in
        p.sublayerTransform = try transform(unsafe l.sublayer_transform)
      },
      LayerMember(.opacity, \.opacity) { l, p throws(Flaw) in
        p.opacity = try number(unsafe l.opacity, in: LayerProperty.fraction)
      },
      LayerMember(.cornerRadius, \.corner_radius) { l, p throws(Flaw) in
        p.cornerRadius = try number(unsafe l.corner_radius, in: LayerProperty.length)
      },
      LayerMember(.masksToBounds, \.masks_to_bounds) { l, p throws(Flaw) in
        p.masksToBounds = unsafe l.masks_to_bounds
      },
      LayerMember(.doubleSided, \.double_sided) { l, p throws(Flaw) in
        p.isDoubleSided = unsafe l.double_sided
      },
      LayerMember(.backgroundColor, \.background_color) { l, p throws(Flaw) in
        let color = try color(unsafe l.background_color, was: p.backgroundColor ?? .clear)
        p.backgroundColor = color.alpha > 0 ? color : nil
      },
      LayerMember(.shadowColor, \.shadow_color) { l, p throws(Flaw) in
        p.shadowColor = try color(unsafe l.shadow_color, was: p.shadowColor)
      },
      LayerMember(.shadowOpacity, \.shadow_opacity) { l, p throws(Flaw) in
        p.shadowOpacity = try number(unsafe l.shadow_opacity, in: LayerProperty.fraction)
      },
      LayerMember(.shadowRadius, \.shadow_radius) { l, p throws(Flaw) in
        p.shadowRadius = try number(unsafe l.shadow_radius, in: LayerProperty.length)
      },
      LayerMember(.shadowOffset, \.shadow_offset) { l, p throws(Flaw) in
        p.shadowOffset = try point(unsafe l.shadow_offset)
      },
      LayerMember(.mask, \.mask) { l, p throws(Flaw) in
        p.mask = try unsafe mask(l.mask, was: p.mask)
      },
      LayerMember(.contentsRect, \.contents_rect) { l, p throws(Flaw) in
        p.contentsRect = try rect(unsafe l.contents_rect)
      },
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
    return all.filter { $0.size == 1 }.map(\.offset) + ofMasks
  }()
}
