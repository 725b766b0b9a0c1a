package import JSON
internal import Scenes

/// Titles that appear and disappear above or below the device, or at a given position.
package struct CaptionsSpec: Sendable {
  /// The visual emphasis of the titles.
  package enum Loudness: String, Hashable, Sendable, CaseIterable { case loud, quiet }
  package enum Place: String, Hashable, Sendable, CaseIterable { case above, below }
  package struct Item: Sendable {
    package var origin = Origin.start
    package var text = ""
    package var at = Sourced(MomentSpec.time(.seconds(0)))
    /// How long the title stays, in seconds; nil means until the next title or the end.
    package var hold: Double?
    package init() {}
  }
  package var origin = Origin.start
  package var place = Place.above
  /// The frame on the canvas; nil for the top or bottom sixth.
  package var frame: RectSpec?
  package var style = TextStyle()
  /// The seconds in which a title appears, and those in which it disappears.
  package var coming = 0.35
  package var going = 0.25
  package var items: [Item] = []
  package var loudness = Loudness.loud
  /// Whether a dark rim and shadow separate the letters from the picture below; nil means no backing.
  package var hasBacking: Bool?
  /// A file of subtitles with more of them, relative to the document.
  package var file: Sourced<String>?
  package init() {}
}

/// A move of the camera: its target and its magnification.
package struct CameraSpec: Sendable {
  package var origin = Origin.start
  package var at = Sourced(MomentSpec.time(.seconds(0)))
  /// Without a layer and a point it shows all of the canvas.
  package var layer: Sourced<Selector>?
  package var point: PointSpec?
  package var zoom = 2.0
  /// The duration of the spring in seconds.
  package var duration = 0.7
  package init() {}
}
