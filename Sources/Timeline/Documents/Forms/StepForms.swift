import JSON
import PluginModel

enum StepForms {
  private struct Keyframe: Sendable {
    var offset: Double?
    var spec = KeyframeSpec()
  }
  /// The members of all kinds of steps; `finish` determines the kind of the step.
  struct StepFields: Sendable {
    var step = StepSpec()
    var animator = AnimatorStep()
    var keyframes = KeyframesStep()
    var stagger = StaggerStep()
    var staggerTiming = StaggerStep()
    var steps: [StepSpec] = []
  }

  static let known: ValueSchema<StepSpec> = variants.form.map { $0.step }
  static let step: ValueSchema<StepSpec> = ValueSchema("a step") {
    known.schema(&$0)
  } read: { node, reading in
    // Steps and keyframes beyond their limits are not stored.
    reading.steps > reading.limits.steps || reading.keyframes > reading.limits.keyframes
      ? nil : known.read(node, &reading)
  }
  static let steps: ValueSchema<[StepSpec]> = step.list(upTo: .steps, of: "steps")
  /// One step, or a list of steps that run in sequence.
  static let timeline: ValueSchema<StepSpec> = step.or(
    [JSONNode.Kind.array],
    ValueSchema("a list of steps", schema: steps.schema) { node, reading in
      steps.read(node, &reading).map { list in
        var group = StepSpec()
        group.origin = node.origin
        group.kind = .sequence(list)
        return group
      }
    })

  private static let place: [Field<StepFields>] = [
    Field(
      "id", { $0.step.id = $1 },
      ValueSchema<String>.name("an id").noting(.step, isDeclaration: true).located,
      "The unique label of the step, to which the `at` of other steps can refer."),
    Field(
      "at", { $0.step.at = $1 }, ValueSchema<StartSpec>.start("a start").located,
      "When the step starts. In a sequence, the default is the end of the previous step."),
    Field(
      "sound", { $0.step.sound = $1 }, AudioForms.sound,
      "A sound that plays when the step starts."),
  ]
  private static let passes: [Field<StepFields>] = [
    Field(
      "repeat", { $0.step.passes.count = $1 },
      ValueSchema<Double>.number(0...1e6, excludingMinimum: true).map { PassesSpec.Count.times($0) }
        .orWord("forever", .forever).located,
      """
      How many times the step plays, which may be a fraction; 1 by default. "forever" repeats \
      the step until the end of the timeline. `duration` is the duration of one pass.
      """),
    Field(
      "autoreverse", { $0.step.passes.isAlternating = $1 }, .boolean,
      "Whether every second pass of the step plays backwards."),
    Field(
      "repeatDelay", { $0.step.passes.delay = $1 }, ValueSchema<DurationSpec>.duration.located,
      "The pause between two passes, in which the end of the first pass stays visible."),
    Field(
      "speed", { $0.step.passes.speed = $1 },
      ValueSchema<Double>.number(0.001...1_000),
      "The playback speed of the step and its delays; 1 by default."),
  ]
  private static let timing: [Field<StepFields>] = [
    Field(
      "duration", { $0.step.duration = $1 }, ValueSchema<DurationSpec>.duration.located,
      "The duration of the step; the animator's duration by default."),
    Field(
      "easing", { $0.step.easing = $1 }, ValueSchema<EasingSpec>.easing.located,
      "The easing of the step's progress; `easeInOut` by default."),
  ]

  // MARK: Animators

  static let roles: ValueSchema<[RoleBinding]> = {
    let selectors = ValueSchema<[Sourced<Selector>]>.selectors
    return .mapping("roles and their layers", selectors.schema) { member, reading in
      selectors.read(member.value, &reading).map { RoleBinding(role: member.name, layers: $0) }
    }
  }()

  static let parameters: ValueSchema<[ParameterSpec]> = .mapping("parameters", { _ in [:] }) {
    member, reading in
    reading.noteLayers(in: member.value)
    return ParameterSpec(name: member.name, value: member.value)
  }

  /// The id of an animator, a transition of xfade, or the path of a picture for a wipe.
  static let animatorName: ValueSchema<AnimatorStep> = {
    let id = ExpressionForms.animatorName("an animator's id")
    return ValueSchema(id.expected, schema: id.schema) { node, reading in
      var step = AnimatorStep()
      let text = node.string ?? ""
      if text.hasPrefix(luma), text.utf8.count > luma.utf8.count {
        let path = Sourced(String(text.dropFirst(luma.count)), node.origin)
        reading.inputPaths.append(path)
        step.name = Sourced("soft-wipe", node.origin)
        step.luma = path
        return step
      }
      if text.hasPrefix(xfade), Tokens.isName(String(text.dropFirst(xfade.count))) {
        step.name = Sourced(text, node.origin)
        return step
      }
      return id.read(node, &reading).map {
        step.name = $0
        return step
      }
    }
  }()
  private static let luma = "luma:"
  private static let xfade = XfadeName.prefix

  /// The fields of an animator and its settings, which are also the shorthand of a transition.
  static let animatorFields: [Field<AnimatorStep>] = [
    Field(
      "animator",
      {
        $0.name = $1.name; $0.luma = $1.luma
      }, animatorName,
      """
      The id of the animator, as `pipeline plugin list` prints it. "acme.wave@>=1.2" requires \
      version 1.2 or later. "circleopen" or "xfade:circleopen" is the transition of FFmpeg's \
      xfade. "luma:clouds.png" is a wipe in the order of the picture's greys, with the parameters \
      `softness` and `invert`.
      """,
      isRequired: true),
    Field(
      "layers", { $0.roles = $1 }, roles, "The layers for each role of the animator."),
    Field(
      "params", { $0.parameters = $1 }, parameters,
      "The parameters of the animator, by name."),
    Field(
      "direction", { $0.direction = $1 }, .choice(),
      "Whether the animator plays forward or backward; `forward` by default."),
    Field(
      "compat", { $0.compatibility = $1 },
      ValueSchema<String>.string("\"tutorial\"", maximum: 64).located,
      "The value \"tutorial\" reproduces the errors of the first published tutorials."),
  ]

  // MARK: Keyframes

  private static let keyframe = ObjectSchema<Keyframe>(
    "a keyframe", definition: "keyframe", "The values of the targets at one moment of the step.",
    make: { Keyframe() },
    fields: [
      Field(
        "offset", { $0.offset = $1 }, .fraction,
        """
        The time of the keyframe in the step, from 0 to 1. By default, the keyframes are spaced \
        evenly.
        """),
      Field(
        "easing", { $0.spec.easing = $1 }, ValueSchema<EasingSpec>.easing.located,
        "The easing from this keyframe to the next; `linear` by default."),
    ]
      + LayerValuesForm.fields(without: ["contents", "contentsGravity", "shadowPath"])
      .map { $0.lifted { $1(&$0.spec.values) } }
  ) { keyframe, node, reading in
    keyframe.spec.origin = node.origin
    keyframe.spec.values.origin = node.origin
    reading.keyframes += 1
    if reading.keyframes == reading.limits.keyframes + 1 {
      reading.fail(beyond: .keyframes, at: node)
    }
    if keyframe.spec.values.origins.isEmpty {
      reading.fail("a keyframe without a property", at: node)
      return false
    }
    return LayerValuesForm.check(keyframe.spec.values, node, &reading)
  }

  private static let keyframes: ValueSchema<[KeyframeSpec]> = {
    // Keyframes beyond the document's limit are counted but not stored.
    let limited = ValueSchema(keyframe.shape.name, schema: keyframe.schema) { node, reading in
      reading.keyframes > reading.limits.keyframes ? nil : keyframe.read(node, &reading)
    }
    let list = limited.list(1...10_000, of: "keyframes")
    return ValueSchema(list.expected, schema: list.schema) { node, reading in
      guard let drafts = list.read(node, &reading) else { return nil }
      guard let offsets = OffsetSpread.fill(drafts.map(\.offset)) else {
        reading.fail("the offsets of the keyframes do not ascend", at: node)
        return nil
      }
      return zip(drafts, offsets).map { draft, offset in
        var spec = draft.spec
        spec.offset = offset
        return spec
      }
    }
  }()

  // MARK: Kinds

  private static func kind(
    _ key: String, _ doc: String, _ fields: [Field<StepFields>],
    _ make: @escaping @Sendable (inout StepFields) -> StepSpec.Kind
  ) -> (key: String, form: ObjectSchema<StepFields>) {
    let form = ObjectSchema<StepFields>(
      "\(key == "animator" ? "an" : "a") \(key) step", definition: "\(key)Step", doc,
      make: { StepFields() }, fields: fields
    ) { draft, node, reading in
      draft.step.origin = node.origin
      draft.step.kind = make(&draft)
      return finish(draft.step, node, &reading)
    }
    return (key, form)
  }

  private static let variants: VariantSchema<StepFields> = VariantSchema(
    name: "a step",
    variants: [
      kind(
        "animator", "A step that runs an animator on layers.",
        place + timing + passes + animatorFields.map { $0.lifted { $1(&$0.animator) } }
      ) { .animator($0.animator) },
      kind(
        "keyframes", "A step that animates properties of layers with keyframes.",
        place + timing + passes + [
          Field(
            "targets", { $0.keyframes.targets = $1 }, .selectors,
            """
            The layers with the properties that change. In a stagger, the default is the targets \
            of the stagger.
            """),
          Field(
            "keyframes", { $0.keyframes.keyframes = $1 }, keyframes,
            "The keyframes, in order of their times.", isRequired: true),
          Field(
            "calculationMode", { $0.keyframes.calculation = $1 }, .choice(),
            "The interpolation between keyframes: linear, along a smooth curve, or in jumps."),
          Field(
            "additive", { $0.keyframes.isAdditive = $1 }, .boolean,
            """
            If true, the values are added to the values that the properties have without the step, \
            and scale is multiplied. Other steps may animate the same properties at the same time. \
            Nothing is added before the step starts.
            """),
          Field(
            "retarget", { $0.keyframes.retargets = $1 }, .boolean,
            """
            If true, the step replaces earlier keyframes that still animate the same properties: \
            the earlier keyframes stop when the step begins. If the easing of the step is a \
            spring, the spring starts with the velocity of the earlier keyframes.
            """),
        ]
      ) { .keyframes($0.keyframes) },
      kind(
        "sequence", "Steps that run one after another.",
        place + passes + [
          Field(
            "sequence", { $0.steps = $1 }, steps, "The steps that run one after another.",
            isRequired: true)
        ]
      ) { .sequence($0.steps) },
      kind(
        "parallel", "Steps that start together.",
        place + passes + [
          Field(
            "parallel", { $0.steps = $1 }, steps, "The steps that start together.", isRequired: true
          )
        ]
      ) { .parallel($0.steps) },
      kind(
        "stagger",
        "The same step for several layers, with delays that increase from layer to layer.",
        place + passes + [
          Field(
            "stagger", { $0.staggerTiming = $1 }, StaggerForms.stagger,
            "The delays of the steps.",
            isRequired: true),
          Field(
            "targets", { $0.stagger.targets = $1 }, .selectors,
            "The layers for which the step runs.", isRequired: true),
          Field(
            "step", { $0.stagger.step = $1 }, step, "The step that runs for each target.",
            isRequired: true),
        ]
      ) { draft in
        var stagger = draft.staggerTiming
        stagger.targets = draft.stagger.targets
        stagger.step = draft.stagger.step
        return .stagger(stagger)
      },
    ])

  private static func finish(
    _ step: StepSpec, _ node: JSONNode, _ reading: inout Reading
  ) -> Bool {
    reading.steps += 1
    if reading.steps == reading.limits.steps + 1 {
      reading.fail(beyond: .steps, at: node)
    }
    guard let id = step.id else { return true }
    if let first = reading.stepIDs.updateValue(id.origin, forKey: id.value) {
      reading.stepIDs[id.value] = first
      reading.problems.add(
        "the label \"\(id.value)\" is already used at line \(first.position.line)", at: id.origin)
      return false
    }
    return true
  }
}
