package import JSON
package import Scenes

/// The end card of a film, which covers the canvas: an icon, a title, and a line below the title.
package struct EndSpec: Sendable {
  /// The label of the move that shows the end card.
  package static let label = "end-card"
  package var origin = Origin.start
  package var icon: Sourced<String>?
  package var title: String?
  package var subtitle: String?
  /// The background of the card; nil means that of the canvas.
  package var background: Background?
  /// The text colour; nil means black or white, depending on which one is readable on the background.
  package var color: Color?
  package var font: FontSpec?
  /// The time in seconds for which the card is visible.
  package var hold = 2.5
  package init() {}
}
