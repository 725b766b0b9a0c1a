internal import Scenes

/// Finds the features of a layer that no target supports, and records each once for all targets.
extension FilmReader {
  /// The names of the properties whose changes become tracks.
  static let tracked: Set<String> = [
    "hidden", "isDoubleSided", "frame", "anchorPoint", "bounds", "position", "zPosition",
    "translate", "scale",
    "rotate",
    "transform", "sublayerTransform", "opacity", "cornerRadius", "backgroundColor", "shadowColor",
    "shadowOpacity", "shadowRadius", "shadowOffset", "mask", "blur", "border", "strokeStart",
    "strokeEnd",
    "contentsTime", "contents",
  ]

  /// The properties of a layer that change but do not become tracks.
  func untracked(_ states: [LayerProperties]) -> [String] {
    guard let first = states.first else { return [] }
    return LayerProperty.all.filter { property in
      !property.isView && !Self.tracked.contains(property.name)
        && states.contains { !property.isSame($0, first) }
    }.map(\.name)
  }
}
