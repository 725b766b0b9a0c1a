import JSON

/// The schemas of a transition.
enum TransitionForms {
  struct TransitionFields: Sendable {
    var spec = TransitionSpec()
    var animator: AnimatorStep?
    var timeline: StepSpec?
    var easing: Sourced<EasingSpec>?
  }

  /// The fields of an animator step, which form a transition with only that step.
  private static let shorthand: [Field<TransitionFields>] = StepForms.animatorFields.map { field in
    let description = KeyDescription(
      name: field.key, doc: field.description.doc, isRequired: false,
      schema: field.description.schema)
    return Field(description) { node, draft, reading in
      var animator = draft.animator ?? AnimatorStep()
      defer { draft.animator = animator }
      return field.read(node, &animator, &reading)
    }
  }

  private static let table: ObjectSchema<TransitionFields> = ObjectSchema(
    "a transition", definition: "transition",
    "The transition from one screen to the other, which runs a timeline of steps or one animator.",
    make: { TransitionFields() }, fields: allFields
  ) { draft, node, reading in
    finish(&draft, node, &reading)
  }

  /// The fields of a transition, without the fields named in `names`.
  static func fields(without names: Set<String>) -> [Field<TransitionFields>] {
    allFields.filter { !names.contains($0.key) }
  }

  private static let allFields: [Field<TransitionFields>] =
    [
      Field(
        "operation", { $0.spec.operation = $1 }, .choice(),
        "The operation of the transition: `push`, `pop`, `present` or `dismiss`; none by default."),
      Field(
        "style", { $0.spec.style = $1 }, .choice(),
        "Whether the `from` screen stays below the `to` screen, as with `custom`."),
      Field(
        "duration", { $0.spec.duration = $1 }, ValueSchema<DurationSpec>.duration.located,
        """
        The duration of the transition. Times in percent refer to this duration. The default is \
        the duration of the timeline.
        """),
      Field(
        "timeline", { $0.timeline = $1 }, StepForms.timeline,
        "A step, or a list of steps that run in sequence."),
      Field(
        "seam", { $0.spec.seam = $1 }, ValueSchema<StartSpec>.start("a seam").located,
        "The time from which the `to` screen is drawn. By default, the start of the transition."),
      Field(
        "reversed", { $0.spec.isReversed = $1 }, .boolean,
        "Whether the transition plays backwards."),
      Field(
        "easing", { $0.easing = $1 }, ValueSchema<EasingSpec>.easing.located,
        "The easing of the animator or, in a move without an animator, of the move."),
      Field(
        "alongside", { $0.spec.alongside = $1 }, StepForms.steps,
        "Steps that run during the transition, with the transition's timing."),
      Field(
        "pause", { $0.spec.pause = $1 }, .duration,
        "The pause before the transition starts."),
      Field(
        "interaction", { $0.spec.interaction = $1 }, InteractionForms.interaction,
        "The gesture that controls the progress of the transition."),
    ] + shorthand

  /// Completes the fields; `takesEasing` means that a transition without an animator may have an easing.
  static func finish(
    _ draft: inout TransitionFields, _ node: JSONNode, _ reading: inout Reading,
    takesEasing: Bool = false
  ) -> Bool {
    draft.spec.origin = node.origin
    if case .fraction? = draft.spec.duration?.value, let place = draft.spec.duration?.origin {
      reading.problems.add(
        "a transition's duration cannot be a percentage, which would refer to the duration itself",
        at: place)
      return false
    }
    return unite(&draft, node, &reading, takesEasing: takesEasing)
  }

  /// Converts a transition in its short form to a step.
  private static func unite(
    _ draft: inout TransitionFields, _ node: JSONNode, _ reading: inout Reading, takesEasing: Bool
  ) -> Bool {
    guard let animator = draft.animator else {
      if let easing = draft.easing, !takesEasing || draft.timeline != nil {
        reading.problems.add("\"easing\" here needs \"animator\"", at: easing.origin)
        return false
      }
      draft.spec.timeline = draft.timeline
      return true
    }
    guard node.keys.contains("animator") else {
      let stray =
        node.keys.first { ["layers", "params", "direction", "compat"].contains($0) } ?? ""
      reading.fail("\"\(stray)\" here needs \"animator\"", at: node[stray] ?? node)
      return false
    }
    if draft.timeline != nil {
      reading.fail(
        "a transition cannot have both \"timeline\" and \"animator\"", at: node["animator"] ?? node)
      return false
    }
    var step = StepSpec()
    step.origin = node.origin
    step.easing = draft.easing
    step.duration = draft.spec.duration.map { Sourced(.fraction(1), $0.origin) }
    step.kind = .animator(animator)
    reading.steps += 1
    draft.spec.timeline = step
    return true
  }

  private static let one: ValueSchema<TransitionSpec> = table.form.map { $0.spec }

  /// A schema that accepts one transition, or several transitions that run in order.
  static let transitions: ValueSchema<[TransitionSpec]> = one.oneOrMore(100, of: "transitions")
}
