package import PluginModel

/// The use of an animator for a sequence of pictures in another program, as an effect.
package enum FilterKind {
  /// A mixer of two pictures.
  case mixer
  /// A filter of one picture.
  case filter

  /// Creates the kind; nil for an animator that needs other layers too.
  package init?(_ animator: AnimatorDescription) {
    let needed = animator.roles.filter { $0.minimum > 0 && $0.createJSON == nil }.map(\.name)
    if needed.contains("to"), Set(needed).isSubset(of: ["from", "to", "container"]) {
      self = .mixer
    } else if Self.layer(of: animator) != nil, needed.count <= 1 {
      self = .filter
    } else {
      return nil
    }
  }

  /// The role of the only picture: the required role or, if no role is required, the first role, whose layer
  /// would be created on demand.
  package static func layer(of animator: AnimatorDescription) -> String? {
    let roles = animator.roles.filter { $0.name != "container" }
    return (roles.first { $0.minimum > 0 && $0.createJSON == nil } ?? roles.first)?.name
  }
}
