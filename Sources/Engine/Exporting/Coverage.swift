internal import Scenes

/// The features of a layer that no target supports, recorded once for all targets.
extension FilmReader {
  /// The properties whose changes are tracks.
  static let tracked: Set<String> = [
    "hidden", "isDoubleSided", "frame", "anchorPoint", "bounds", "position", "zPosition",
    "translate", "scale",
    "rotate",
    "transform", "sublayerTransform", "opacity", "cornerRadius", "backgroundColor", "shadowColor",
    "shadowOpacity", "shadowRadius", "shadowOffset", "mask", "blur", "border", "strokeStart",
    "strokeEnd",
    "contentsTime", "contents",
  ]

  /// The properties of a layer that change and have no track.
  func untracked(_ states: [LayerProperties]) -> [String] {
    guard let first = states.first else { return [] }
    return LayerProperty.all.filter { property in
      !property.isView && !Self.tracked.contains(property.name)
        && states.contains { !property.isSame($0, first) }
    }.map(\.name)
  }
}
