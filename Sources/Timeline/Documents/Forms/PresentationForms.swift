import JSON

/// The schemas of a presentation.
enum PresentationForms {
  static let dimming = ObjectSchema<PresentationSpec.Dimming>(
    "dimming", definition: "dimming",
    "The dimming layer, which has the id \"dimming\" and is behind the presented screen.",
    make: { PresentationSpec.Dimming() },
    fields: [
      Field("color", { $0.color = $1 }, .color, "The colour of the dimming; black by default."),
      Field(
        "opacity", { $0.opacity = $1 }, .fraction,
        "The opacity of the dimming when the presentation is complete; 0.5 by default."),
    ])

  private static let layoutFields: [Field<PresentationSpec.Layout>] = [
    Field(
      "frame", { $0.frame = $1 }, .rect,
      "The frame as [x, y, width, height]. Percentages refer to the container."),
    Field(
      "size", { $0.size = $1 }, .extent,
      "The size as [width, height]. Percentages refer to the container."),
    Field(
      "place", { $0.place = $1 }, .choice(),
      "The position of a screen that has a `size`; `center` by default."),
    Field(
      "outset", { $0.outset = $1 }, .dimension(),
      "The distance by which each side of the frame moves outwards."),
  ]

  private static let layout = ObjectSchema<PresentationSpec.Layout>(
    "a layout", definition: "presentationLayout", "The size and position of the presented screen.",
    make: { PresentationSpec.Layout() }, fields: layoutFields, finish: checkLayout)

  private static let wrapper = ObjectSchema<LayerValues>(
    "a wrapper", definition: "wrapper",
    "The wrapper layer, which has the id \"wrapper\" and contains the presented screen.",
    make: { LayerValues() },
    fields: LayerValuesForm.fields(without: ["frame", "position", "bounds", "contents"])
  ) { values, node, _ in
    values.origin = node.origin
    return true
  }

  private static let hooks = ObjectSchema<PresentationSpec.Hooks>(
    "hooks", definition: "hooks",
    "Steps that start when a presentation or a dismissal starts or ends.",
    make: { PresentationSpec.Hooks() },
    fields: [
      Field(
        "presentationWillBegin", { $0.presentationWillBegin = $1 }, StepForms.steps,
        "Steps that start when the presentation starts."),
      Field(
        "presentationDidEnd", { $0.presentationDidEnd = $1 }, StepForms.steps,
        "Steps that start when the presentation has ended."),
      Field(
        "dismissalWillBegin", { $0.dismissalWillBegin = $1 }, StepForms.steps,
        "Steps that start when the dismissal starts."),
      Field(
        "dismissalDidEnd", { $0.dismissalDidEnd = $1 }, StepForms.steps,
        "Steps that start when the dismissal has ended."),
    ])

  /// The fields of a presentation, including the fields of its default layout.
  private struct PresentationFields: Sendable {
    var spec = PresentationSpec()
    var layout = PresentationSpec.Layout()
  }

  private static let table: ObjectSchema<PresentationFields> = ObjectSchema(
    "a presentation", definition: "presentation",
    "The size, position, dimming and wrapper of a presented screen.",
    make: { PresentationFields() },
    fields: [
      Field(
        "style", { $0.spec.style = $1 }, .choice(),
        "Whether the presenting screen stays below the presented screen, as with `custom`."
      ),
      Field(
        "dimming", { $0.spec.dimming = $1 }, dimming.form,
        "The layer that dims everything behind the presented screen."),
      Field(
        "wrapper", { $0.spec.wrapper = $1 }, wrapper.form,
        "The layer around the presented screen, for a shadow and rounded corners."),
      Field(
        "compact", { $0.spec.compact = $1 }, layout.form, "The layout on a narrow or low canvas."),
      Field("regular", { $0.spec.regular = $1 }, layout.form, "The layout on a large canvas."),
      Field(
        "sizeClass", { $0.spec.sizeClass = $1 }, .choice(),
        "The layout to use. By default, `regular` on canvases of 600 by 600 points or more."),
      Field(
        "hooks", { $0.spec.hooks = $1 }, hooks.form,
        "Steps that start when a presentation or a dismissal starts or ends."),
      Field(
        "alongside", { $0.spec.alongside = $1 }, StepForms.steps,
        "Steps that run during the transition, with the transition's timing."),
      Field(
        "tapToDismiss", { $0.spec.tapToDismiss = $1 }, .boolean,
        "Whether a tap on the dimming dismisses the screen."),
    ] + layoutFields.map { $0.lifted { $1(&$0.layout) } }
  ) { draft, node, reading in
    draft.spec.origin = node.origin
    if draft.layout.frame != nil || draft.layout.size != nil || draft.layout.outset != .zero {
      draft.spec.layout = draft.layout
    }
    return checkLayout(&draft.layout, node, &reading)
  }

  static let presentation: ValueSchema<PresentationSpec> = table.form.map { $0.spec }

  private static func checkLayout(
    _ layout: inout PresentationSpec.Layout, _ node: JSONNode, _ reading: inout Reading
  ) -> Bool {
    guard layout.frame != nil, layout.size != nil else { return true }
    reading.fail("\"frame\" and \"size\" both set the size; keep one", at: node["size"] ?? node)
    return false
  }
}
