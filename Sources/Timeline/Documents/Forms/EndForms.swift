import Scenes

/// The table of the card with which a film ends.
enum EndForms {
  static let end: ValueSchema<EndSpec> = ObjectSchema<EndSpec>(
    "an end card", definition: "end",
    "The card with which a flow or clips end, over all of the canvas. It is a move with the label end-card.",
    make: { EndSpec() },
    fields: [
      Field(
        "icon", { $0.icon = $1 }, PathForms.input("a picture's path"),
        "The path of the app's icon, relative to the document; its corners are rounded."),
      Field("title", { $0.title = $1 }, .string("a text"), "The text below the icon."),
      Field("subtitle", { $0.subtitle = $1 }, .string("a text"), "A smaller line below the title."),
      Field(
        "background", { $0.background = $1 }, DocumentForm.background,
        "The colour or gradient behind them; the canvas's when missing."),
      Field(
        "color", { $0.color = $1 }, .color,
        "The colour of the letters; black or white, whichever is read on the background, when missing."
      ),
      Field("font", { $0.font = $1 }, TextForms.font, "The font of the letters."),
      Field(
        "hold", { $0.hold = $1 }, .number(0.5...60),
        "The seconds for which the card is seen; 2.5 when missing."),
    ]
  ) { end, node, reading in
    end.origin = node.origin
    guard end.icon != nil || end.title != nil || end.subtitle != nil else {
      reading.fail("an end card has an \"icon\", a \"title\" or a \"subtitle\"", at: node)
      return false
    }
    return true
  }.form

  /// Adds the move with the end card.
  static func unfold(_ end: EndSpec, in document: inout Document) {
    var wait = MoveSpec()
    wait.origin = end.origin
    wait.id = Sourced(EndSpec.label, end.origin)
    wait.action = Sourced(.wait(.seconds(end.hold)), end.origin)
    document.flow?.moves.append(wait)
    document.end = end
  }
}
