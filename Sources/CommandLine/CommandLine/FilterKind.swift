package import PluginModel

/// The kind of an animator that other programs use as an effect on a sequence of pictures.
package enum FilterKind {
  /// The animator mixes two pictures into one picture.
  case mixer
  /// The animator changes one picture.
  case filter

  /// Creates the filter kind of an animator; nil for an animator that needs further layers.
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

  /// The role for the only picture: the required role or, if no role is required, the first role, whose layer
  /// would otherwise be created.
  package static func layer(of animator: AnimatorDescription) -> String? {
    let roles = animator.roles.filter { $0.name != "container" }
    return (roles.first { $0.minimum > 0 && $0.createJSON == nil } ?? roles.first)?.name
  }
}
