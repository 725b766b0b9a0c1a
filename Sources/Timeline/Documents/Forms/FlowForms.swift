import JSON
import Scenes

/// The schemas of flows: moves, sheets and touches.
enum FlowForms {
  private static let screen = ValueSchema<String>.name("a screen's name").noting(.screen)
    .located

  /// A schema that accepts only `true`, for moves without parameters.
  private static let yes = ValueSchema<Bool>("true") { _ in
    ["const": true]
  } read: { node, reading in
    guard node.boolean == true else {
      reading.mismatch(node, "true")
      return nil
    }
    return true
  }

  struct MoveFields: Sendable {
    var move = MoveSpec()
    var actions: [Sourced<MoveSpec.Action>] = []
    var transition = TransitionForms.TransitionFields()
    var isPresented = false
  }

  private static func action(
    _ key: String, _ make: @escaping @Sendable (Sourced<String>) -> MoveSpec.Action, _ doc: String
  ) -> Field<MoveFields> {
    Field(key, { $0.actions.append(Sourced(make($1), $1.origin)) }, screen, doc)
  }

  private static func action(
    _ key: String, _ action: MoveSpec.Action, _ doc: String
  ) -> Field<MoveFields> {
    Field(key, { $0.actions.append(Sourced(action, $1.origin)) }, yes.located, doc)
  }

  private static let actions: [Field<MoveFields>] = [
    action("push", { .push($0) }, "The screen to push onto the stack."),
    action("pop", .pop, "true: pops the top screen off the stack."),
    action(
      "popTo", { .popTo($0) },
      "The screen to which the flow returns. Every screen above this screen is popped."),
    action("popToRoot", .popToRoot, "true: pops every screen off the stack except the first."),
    action("present", { .present($0) }, "The screen that is presented over the current screen."),
    action("dismiss", .dismiss, "true: dismisses the screen that was presented last."),
    action("replace", { .replace($0) }, "The screen that replaces the top screen of the stack."),
    action("tab", { .tab($0) }, "The tab to select, given as the name of its root screen."),
    Field(
      "wait", { $0.actions.append(Sourced(.wait($1.value), $1.origin)) },
      ValueSchema<DurationSpec>.duration.located, "The duration of a pause before the next move."),
    Field(
      "scroll", { $0.actions.append(Sourced(.scroll($1.value), $1.origin)) },
      ValueSchema<Dimension>.dimension().located,
      """
      How far the top screen scrolls up, in points or as a percentage of its height. Scrolling \
      stops at either end of the screen.
      """
    ),
    Field(
      "flick", { $0.actions.append(Sourced(.flick($1.value), $1.origin)) },
      ValueSchema<Double>.number(-50_000...50_000).located,
      """
      The velocity at which a finger releases the top screen, in points per second. A positive \
      velocity scrolls upwards. The screen then continues to scroll as in UIScrollView.
      """
    ),
  ]

  private static let dimming = PresentationForms.dimming.form
    .or(
      [.boolean],
      ValueSchema<Bool>.boolean.map { isThere in
        var dimming = PresentationSpec.Dimming()
        if !isThere { dimming.opacity = 0 }
        return dimming
      }, expected: "dimming, or true or false")

  private static let detent = ValueSchema<SheetSpec.Detent>(
    "\"medium\", \"large\", or a height in points or percent"
  ) { builder in
    .anyOf([
      ["enum": ["medium", "large"]], ValueSchema<Dimension>.dimension().schema(&builder),
    ])
  } read: { node, reading in
    switch node.string {
    case "medium": return .medium
    case "large": return .large
    case let word? where !word.hasSuffix("%"):
      reading.fail(
        "expected \"medium\", \"large\", or a height in points or percent",
        found: JSONWriter.string(word), at: node,
        suggestion: NearestWord.find(word, in: ["medium", "large"]))
      return nil
    default:
      return ValueSchema<Dimension>.length.read(node, &reading).map { SheetSpec.Detent.height($0) }
    }
  }

  private static let sheet: [Field<MoveFields>] = [
    Field(
      "style",
      {
        $0.move.sheet.style = $1; $0.isPresented = true
      }, .choice(),
      "The presentation style of the screen; `sheet` by default."),
    Field(
      "detent",
      {
        $0.move.sheet.detent = $1; $0.isPresented = true
      }, detent,
      "The height of a sheet; `large` by default."),
    Field(
      "frame",
      {
        $0.move.sheet.frame = $1; $0.isPresented = true
      }, .rect,
      """
      The frame of the presented screen. By default, the presentation style determines the \
      frame.
      """),
    Field(
      "cornerRadius",
      {
        $0.move.sheet.cornerRadius = $1; $0.isPresented = true
      }, .extent,
      "The corner radius of the presented screen."),
    Field(
      "dimming",
      {
        $0.move.sheet.dimming = $1; $0.isPresented = true
      }, dimming,
      """
      The dimming of the screens behind the presented screen: black at an opacity of 0.2 by \
      default, or none for a full-screen presentation.
      """
    ),
    Field(
      "backdrop",
      {
        $0.move.sheet.backdrop = $1; $0.isPresented = true
      },
      EffectForms.backdrop,
      "The effects applied to the screens behind the presented screen."),
  ]

  static let move: ObjectSchema<MoveFields> = ObjectSchema(
    "a move", definition: "move",
    """
    A move of a flow, with its transition. A move has exactly one of the keys push, pop, popTo, \
    popToRoot, present, dismiss, replace, tab, wait, scroll and flick.
    """,
    make: { MoveFields() },
    fields: [
      Field(
        "id", { $0.move.id = $1 },
        ValueSchema<String>.name("an id").noting(.step, isDeclaration: true).located,
        """
        The label of the move. Elsewhere in the document, refer to a step of this move as \
        `move/step`.
        """),
      Field(
        "at", { $0.move.at = $1 }, ValueSchema<StartSpec>.start("a start").located,
        "When the move starts. By default, when the previous move ends."),
    ] + actions
      + TransitionForms.fields(without: ["operation", "style", "reversed", "pause"])
      .map { $0.lifted { $1(&$0.transition) } }
      + sheet + [
        Field(
          "sound", { $0.move.sound = $1 }, AudioForms.sound,
          """
          A sound that plays when the move starts. If the move begins with a tap, the sound \
          plays after the finger has lifted.
          """),
        Field(
          "tap", { $0.move.touch = $1 }, TouchForms.tap,
          "The position of a tap before the move: a point [x, y], or the centre of a layer."),
        Field(
          "drag", { $0.move.touch = $1 }, TouchForms.drag,
          "The drag of a finger before the move."),
      ]
  ) { draft, node, reading in
    guard draft.actions.count == 1, let action = draft.actions.first else {
      let words =
        "push, pop, popTo, popToRoot, present, dismiss, replace, tab, wait, scroll and flick"
      let second = draft.actions.count > 1 ? node[draft.actions[1].value.word] : nil
      reading.fail("a move needs exactly one of the keys \(words)", at: second ?? node)
      return false
    }
    if draft.isPresented, action.value.word != "present" {
      let keys = sheet.map(\.key)
      let stray = node.keys.first { keys.contains($0) } ?? ""
      reading.fail("\"\(stray)\" is only for \"present\"", at: node[stray] ?? node)
      return false
    }
    draft.move.origin = node.origin
    draft.move.action = action
    draft.move.easing = draft.transition.easing
    guard TransitionForms.finish(&draft.transition, node, &reading, takesEasing: true) else {
      return false
    }
    draft.move.transition = draft.transition.spec
    if case .wait = action.value { return checkWait(draft.move, node, &reading) }
    return !action.value.isScroll || checkScroll(action.value, node, &reading)
  }

  private static func checkWait(
    _ move: MoveSpec, _ node: JSONNode, _ reading: inout Reading
  ) -> Bool {
    for key in ["duration", "interaction", "seam", "easing", "tap", "drag"] {
      guard let stray = node[key] else { continue }
      reading.fail("a move with \"wait\" cannot have \"\(key)\"", at: stray)
      return false
    }
    if case .wait(.fraction) = move.action.value {
      reading.problems.add("the duration of a wait cannot be a percentage", at: move.action.origin)
      return false
    }
    return true
  }

  private static func checkScroll(
    _ action: MoveSpec.Action, _ node: JSONNode, _ reading: inout Reading
  ) -> Bool {
    var others = ["interaction", "seam", "animator", "timeline", "params", "layers"]
    if case .flick = action { others += ["duration", "easing"] }
    for key in others {
      guard let stray = node[key] else { continue }
      reading.fail("a move that scrolls cannot have \"\(key)\"", at: stray)
      return false
    }
    return true
  }

  /// The schema of a flow move; the labels of the steps in a move belong to the move.
  private static let scopedMove = ValueSchema<MoveSpec>("a move") {
    move.schema(&$0)
  } read: { node, reading in
    let outside = reading.stepIDs
    reading.stepIDs = [:]
    defer { reading.stepIDs = outside }
    return move.read(node, &reading)?.move
  }

  static let moves = scopedMove.list(0...1_000, of: "moves")
  static let tabs = screen.list(1...64, of: "tabs")
  static let root = screen

  static let viewport: ValueSchema<ViewportSpec> = ObjectSchema<ViewportSpec>(
    "a viewport", definition: "viewport",
    """
    The part of the canvas that contains the screens. The viewport has its own coordinates, which \
    start at (0, 0), and clips its contents.
    """,
    make: { ViewportSpec() },
    fields: [
      Field(
        "frame", { $0.frame = $1 }, .rect,
        "The frame of the viewport on the canvas, as [x, y, width, height].", isRequired: true),
      Field(
        "size", { $0.size = $1 },
        ValueSchema<Double>.number(1...16_384).tuple(2...2, "a size [width, height]")
          .map { Size($0[0], $0[1]) },
        """
        The width and height of the viewport in its own coordinates, in points. By default, the \
        size of its frame.
        """),
      Field(
        "cornerRadius", { $0.cornerRadius = $1 }, .extent,
        "The corner radius, in points of the canvas."),
    ]
  ) { viewport, node, _ in
    viewport.origin = node.origin
    return true
  }.form
}
