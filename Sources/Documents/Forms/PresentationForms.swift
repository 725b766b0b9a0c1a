/// The tables of a presentation.
enum PresentationForms {
  private static let dimming = ObjectForm<PresentationSpec.Dimming>(
    "dimming", definition: "dimming",
    "A layer with the id \"dimming\" behind the presented screen.",
    make: { PresentationSpec.Dimming() },
    fields: [
      Field("color", \.color, .color, "Black when missing."),
      Field("opacity", \.opacity, .fraction, "At the end; 0.5 when missing."),
    ])

  private static let layoutFields: [Field<PresentationSpec.Layout>] = [
    Field("frame", \.frame, .rect, "[x, y, width, height]; a percent is of the container."),
    Field("size", \.size, .extent, "[width, height]; a percent is of the container."),
    Field("place", \.place, .choice(), "Where that size lies; center when missing."),
    Field("outset", \.outset, .dimension(), "Moves each side outwards."),
  ]

  private static let layout = ObjectForm<PresentationSpec.Layout>(
    "a layout", definition: "presentationLayout", "Size and place of the presented screen.",
    make: { PresentationSpec.Layout() }, fields: layoutFields, finish: checkLayout)

  private static let wrapper = ObjectForm<LayerValues>(
    "a wrapper", definition: "wrapper",
    "A layer with the id \"wrapper\" round the presented screen.",
    make: { LayerValues() },
    fields: LayerValuesForm.fields(without: ["frame", "position", "bounds", "contents"])
  ) { values, node, _ in
    values.origin = node.origin
    return true
  }

  private static let hooks = ObjectForm<PresentationSpec.Hooks>(
    "hooks", definition: "hooks", "Steps that start at a presentation's four moments.",
    make: { PresentationSpec.Hooks() },
    fields: [
      Field("presentationWillBegin", \.presentationWillBegin, StepForms.steps, ""),
      Field("presentationDidEnd", \.presentationDidEnd, StepForms.steps, ""),
      Field("dismissalWillBegin", \.dismissalWillBegin, StepForms.steps, ""),
      Field("dismissalDidEnd", \.dismissalDidEnd, StepForms.steps, ""),
    ])

  /// The layout's own fields stand beside the rest, for both size classes.
  private struct Draft: Sendable {
    var spec = PresentationSpec()
    var layout = PresentationSpec.Layout()
  }

  private static let table: ObjectForm<Draft> = ObjectForm(
    "a presentation", definition: "presentation", "What is added round the presented screen.",
    make: { Draft() },
    fields: [
      Field("style", \.spec.style, .choice(), "custom keeps the presenting screen."),
      Field("dimming", \.spec.dimming, dimming.form, "Darkens what lies behind."),
      Field("wrapper", \.spec.wrapper, wrapper.form, "Shadow and corners."),
      Field("compact", \.spec.compact, layout.form, "On a narrow or low canvas."),
      Field("regular", \.spec.regular, layout.form, "On a large canvas."),
      Field(
        "sizeClass", \.spec.sizeClass, .choice(),
        "regular from 600 by 600 points on when missing."),
      Field("hooks", \.spec.hooks, hooks.form, ""),
      Field("alongside", \.spec.alongside, StepForms.steps, "Run with the transition's timing."),
      Field("tapToDismiss", \.spec.tapToDismiss, .boolean, "A tap on the dimming dismisses."),
    ] + layoutFields.map { $0.lifted(\.layout) }
  ) { draft, node, reading in
    draft.spec.origin = node.origin
    if draft.layout.frame != nil || draft.layout.size != nil || draft.layout.outset != .zero {
      draft.spec.layout = draft.layout
    }
    return checkLayout(&draft.layout, node, &reading)
  }

  static let presentation: Form<PresentationSpec> = table.form.map { $0.spec }

  private static func checkLayout(
    _ layout: inout PresentationSpec.Layout, _ node: JSONNode, _ reading: inout Reading
  ) -> Bool {
    guard layout.frame != nil, layout.size != nil else { return true }
    reading.fail("\"frame\" and \"size\" say the same; keep one", at: node["size"] ?? node)
    return false
  }
}
