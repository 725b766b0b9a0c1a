package import JSON
package import Scenes

/// The end card of a film: an icon, a title and a line below the title, covering the canvas.
package struct EndSpec: Sendable {
  /// The label of the move with the card.
  package static let label = "end-card"
  package var origin = Origin.start
  package var icon: Sourced<String>?
  package var title: String?
  package var subtitle: String?
  /// The background; nil means the background of the canvas.
  package var background: Background?
  /// The colour of the texts; nil means black or white, depending on which of them is legible on
  /// the background.
  package var color: Color?
  package var font: FontSpec?
  /// The seconds for which it is visible.
  package var hold = 2.5
  package init() {}
}
