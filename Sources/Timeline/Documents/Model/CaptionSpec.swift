package import JSON
internal import Scenes

/// Titles that fade in and out above or below the device, or at a given position.
package struct CaptionsSpec: Sendable {
  /// The visual emphasis of the titles.
  package enum Loudness: String, Hashable, Sendable, CaseIterable { case loud, quiet }
  package enum Place: String, Hashable, Sendable, CaseIterable { case above, below }
  package struct Item: Sendable {
    package var origin = Origin.start
    package var text = ""
    package var at = Sourced(MomentSpec.time(.seconds(0)))
    /// The time in seconds for which the title is visible; nil means until the next title or the end.
    package var hold: Double?
    package init() {}
  }
  package var origin = Origin.start
  package var place = Place.above
  /// The frame on the canvas; nil means the top or bottom sixth of the canvas.
  package var frame: RectSpec?
  package var style = TextStyle()
  /// The durations in seconds in which a title fades in and out.
  package var coming = 0.35
  package var going = 0.25
  package var items: [Item] = []
  package var loudness = Loudness.loud
  /// Whether a dark outline and a shadow separate the letters from the picture; nil means no.
  package var hasBacking: Bool?
  /// The path of a subtitle file with further titles, relative to the document.
  package var file: Sourced<String>?
  package init() {}
}

/// A move of the camera: its target and its magnification.
package struct CameraSpec: Sendable {
  package var origin = Origin.start
  package var at = Sourced(MomentSpec.time(.seconds(0)))
  /// The layer that the camera shows; if both layer and point are missing, the camera shows the whole canvas.
  package var layer: Sourced<Selector>?
  package var point: PointSpec?
  package var zoom = 2.0
  /// The duration of the camera's spring movement in seconds.
  package var duration = 0.7
  package init() {}
}
