import Scenes

/// The schemas of flows: moves, sheets and touches.
enum FlowForms {
  private static let screen = ValueSchema<String>.name("a screen's name").noting(.screen)
    .located

  /// The value `true`, for moves without parameters.
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
    action("push", { .push($0) }, "The screen that is pushed on the stack."),
    action("pop", .pop, "true: pops the top screen of the stack."),
    action("popTo", { .popTo($0) }, "The screen to which the stack is popped."),
    action("popToRoot", .popToRoot, "true: pops all screens of the stack except the first."),
    action("present", { .present($0) }, "The screen that is presented over the current one."),
    action("dismiss", .dismiss, "true: dismisses the screen that was presented last."),
    action("replace", { .replace($0) }, "The screen that replaces the top one."),
    action("tab", { .tab($0) }, "The tab that is selected, by its first screen."),
    Field(
      "wait", { $0.actions.append(Sourced(.wait($1.value), $1.origin)) },
      ValueSchema<DurationSpec>.duration.located, "The duration of a pause."),
    Field(
      "scroll", { $0.actions.append(Sourced(.scroll($1.value), $1.origin)) },
      ValueSchema<Dimension>.dimension().located,
      "The distance by which the top screen scrolls up, in points or a percentage of its height; it stops at its ends."
    ),
    Field(
      "flick", { $0.actions.append(Sourced(.flick($1.value), $1.origin)) },
      ValueSchema<Double>.number(-50_000...50_000).located,
      "The velocity in points a second at which a finger lets go of the top screen, which continues to scroll as in UIScrollView; upwards if positive."
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
      "The presentation style of a screen; sheet by default."),
    Field(
      "detent",
      {
        $0.move.sheet.detent = $1; $0.isPresented = true
      }, detent,
      "The height of a sheet; large by default."),
    Field(
      "frame",
      {
        $0.move.sheet.frame = $1; $0.isPresented = true
      }, .rect,
      "The frame of a presented screen; that of the style by default."),
    Field(
      "cornerRadius",
      {
        $0.move.sheet.cornerRadius = $1; $0.isPresented = true
      }, .extent,
      "The radius of a presented screen's corners."),
    Field(
      "dimming",
      {
        $0.move.sheet.dimming = $1; $0.isPresented = true
      }, dimming,
      "The dimming of the screens behind a presented one: black at 0.2 by default, none for full screen."
    ),
    Field(
      "backdrop",
      {
        $0.move.sheet.backdrop = $1; $0.isPresented = true
      },
      EffectForms.backdrop,
      "The effects on the screens behind a presented one."),
  ]

  static let move: ObjectSchema<MoveFields> = ObjectSchema(
    "a move", definition: "move",
    "A move of a flow: exactly one of push, pop, popTo, popToRoot, present, dismiss, replace, tab, wait, scroll and flick, with its transition.",
    make: { MoveFields() },
    fields: [
      Field(
        "id", { $0.move.id = $1 },
        ValueSchema<String>.name("an id").noting(.step, isDeclaration: true).located,
        "The label of the move; elsewhere, its steps are called move/step."),
      Field(
        "at", { $0.move.at = $1 }, ValueSchema<StartSpec>.start("a start").located,
        "The start; the end of the move before by default."),
    ] + actions
      + TransitionForms.fields(without: ["operation", "style", "reversed", "pause"])
      .map { $0.lifted { $1(&$0.transition) } }
      + sheet + [
        Field(
          "sound", { $0.move.sound = $1 }, AudioForms.sound,
          "A sound that is heard as the move starts, when a tap's finger has left."),
        Field(
          "tap", { $0.move.touch = $1 }, TouchForms.tap,
          "The point where a finger taps before the move: [x, y], or the layer whose centre it is."),
        Field(
          "drag", { $0.move.touch = $1 }, TouchForms.drag,
          "A finger that drags before the move."),
      ]
  ) { draft, node, reading in
    guard draft.actions.count == 1, let action = draft.actions.first else {
      let words =
        "push, pop, popTo, popToRoot, present, dismiss, replace, tab, wait, scroll and flick"
      let second = draft.actions.count > 1 ? node[draft.actions[1].value.word] : nil
      reading.fail("a move is exactly one of \(words)", at: second ?? node)
      return false
    }
    if draft.isPresented, action.value.word != "present" {
      let keys = sheet.map(\.key)
      let stray = node.keys.first { keys.contains($0) } ?? ""
      reading.fail("\"\(stray)\" is said of \"present\" alone", at: node[stray] ?? node)
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
      reading.fail("a move that waits has no \"\(key)\"", at: stray)
      return false
    }
    if case .wait(.fraction) = move.action.value {
      reading.problems.add("a wait cannot be a percent", at: move.action.origin)
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
      reading.fail("a move that scrolls has no \"\(key)\"", at: stray)
      return false
    }
    return true
  }

  /// Labels of steps are their move's own.
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
    "The part of the canvas that contains the screens, with its own coordinates from (0, 0). Its contents are clipped to it.",
    make: { ViewportSpec() },
    fields: [
      Field(
        "frame", { $0.frame = $1 }, .rect,
        "The frame on the canvas, as [x, y, width, height].", isRequired: true),
      Field(
        "size", { $0.size = $1 },
        ValueSchema<Double>.number(1...16_384).tuple(2...2, "a size [width, height]")
          .map { Size($0[0], $0[1]) },
        "The size in its own points; that of its frame by default."),
      Field(
        "cornerRadius", { $0.cornerRadius = $1 }, .extent,
        "The corner radius in points of the canvas."),
    ]
  ) { viewport, node, _ in
    viewport.origin = node.origin
    return true
  }.form
}
