import JSON
import Scenes

/// The schema of an end card, with which a film ends.
enum EndForms {
  static let end: ValueSchema<EndSpec> = ObjectSchema<EndSpec>(
    "an end card", definition: "end",
    """
    The card at the end of a flow or of clips. The end card covers the whole canvas, and is a move \
    with the label end-card.
    """,
    make: { EndSpec() },
    fields: [
      Field(
        "icon", { $0.icon = $1 }, PathForms.input("a picture's path"),
        """
        The path of the app's icon, relative to the document. The corners of the icon are \
        rounded.
        """),
      Field("title", { $0.title = $1 }, .string("a text"), "The text below the icon."),
      Field(
        "subtitle", { $0.subtitle = $1 }, .string("a text"),
        "A line of smaller text below the title."),
      Field(
        "background", { $0.background = $1 }, DocumentForm.background,
        "The colour or gradient of the card; the canvas's background by default."),
      Field(
        "color", { $0.color = $1 }, .color,
        """
        The colour of the letters. By default, black or white, depending on which is readable on \
        the background.
        """
      ),
      Field("font", { $0.font = $1 }, TextForms.font, "The font of the letters."),
      Field(
        "hold", { $0.hold = $1 }, .number(0.5...60),
        "How long the card is shown, in seconds; 2.5 by default."),
    ]
  ) { end, node, reading in
    end.origin = node.origin
    guard end.icon != nil || end.title != nil || end.subtitle != nil else {
      reading.fail("an end card has an \"icon\", a \"title\" or a \"subtitle\"", at: node)
      return false
    }
    return true
  }.form

  /// Adds the flow move that shows the end card.
  static func unfold(_ end: EndSpec, in document: inout Document) {
    var wait = MoveSpec()
    wait.origin = end.origin
    wait.id = Sourced(EndSpec.label, end.origin)
    wait.action = Sourced(.wait(.seconds(end.hold)), end.origin)
    document.flow?.moves.append(wait)
    document.end = end
  }
}
