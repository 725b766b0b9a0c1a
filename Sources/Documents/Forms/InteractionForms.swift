/// The tables of an interaction.
enum InteractionForms {
  private static let edge = ObjectForm<InteractionSpec>(
    "an interaction", definition: "interaction", "What drives the transition's clock.",
    make: { InteractionSpec() },
    fields: [
      Field("gesture", { $0.gesture = $1 }, .choice(), "The kind of gesture.", isRequired: true),
      Field("edge", { $0.edge = $1 }, .choice(), "The edge it starts from; left when missing."),
      Field(
        "startWithin", { $0.startWithin = $1 }, .extent, "Points from the edge; 20 for edgePan."),
      Field(
        "distance", { $0.distance = $1 }, .length,
        "Points, or a percent of the canvas, that make the whole transition."),
      Field("track", { $0.track = $1 }, track, "Where the finger was."),
      Field(
        "regrab", { $0.regrab = $1 }, track.list(1...64, of: "tracks"),
        "The finger that comes back while the rest settles; on the same clock."),
      Field(
        "finishWhen", { $0.finishWhen = $1 }, condition,
        "Else it cancels; the gesture's own rule when missing."),
      Field("settle", { $0.settle = $1 }, settle.form, "How the rest runs after release."),
      Field(
        "completionSpeed", { $0.completionSpeed = $1 }, completionSpeed,
        "Of the rest after release; 1 when missing."),
      Field(
        "scrub", { $0.scrub = $1 }, .choice(),
        "Whether easing applies while dragging; eased when missing."),
      Field("expect", { $0.expect = $1 }, Form.choice().located, "What the track must lead to."),
    ]
  ) { interaction, node, reading in
    interaction.origin = node.origin
    if interaction.settle?.spring != nil, node["completionSpeed"] != nil {
      reading.fail(
        "\"completionSpeed\" and a spring in \"settle\" exclude each other",
        at: node["completionSpeed"] ?? node)
      return false
    }
    return checkSamples(interaction, node, &reading)
  }

  static let interaction = edge.form

  /// A pan has x and y, everything else one value.
  private static func checkSamples(
    _ interaction: InteractionSpec, _ node: JSONNode, _ reading: inout Reading
  ) -> Bool {
    let needsPoint =
      switch interaction.gesture {
      case .edgePan, .screenEdgePan, .pan, .slide, .tap: true
      case .pinch, .progress: false
      }
    for track in [interaction.track].compactMap({ $0 }) + interaction.regrab {
      guard case .samples(let samples) = track.source else { continue }
      for sample in samples {
        let isWrong =
          switch sample.event {
          case .point: !needsPoint
          case .value: needsPoint
          case .release, .cancel: false
          }
        if isWrong {
          reading.problems.add(
            needsPoint
              ? "the samples of \"\(interaction.gesture.rawValue)\" are [t, x, y]"
              : "the samples of \"\(interaction.gesture.rawValue)\" are [t, value]",
            at: track.origin)
          return false
        }
      }
    }
    return true
  }

  // MARK: Tracks

  private static let sample: Form<TrackSample> = {
    let expected = "a sample [t, x, y], [t, value], [t, \"release\"] or [t, \"cancel\"]"
    return Form(expected) { _ in
      ["type": "array", "minItems": 2, "maxItems": 3, "items": ["type": ["number", "string"]]]
    } read: { node, reading in
      let parts = node.count <= 3 ? node.elements ?? [] : []
      let numbers = parts.compactMap(\.number)
      if let time = numbers.first, abs(time) <= 86_400, numbers.allSatisfy({ abs($0) <= 1e6 }) {
        switch (numbers.count, parts.count) {
        case (3, 3): return TrackSample(time: time, event: .point(x: numbers[1], y: numbers[2]))
        case (2, 2): return TrackSample(time: time, event: .value(numbers[1]))
        case (1, 2) where parts[1].string == "release":
          return TrackSample(time: time, event: .release)
        case (1, 2) where parts[1].string == "cancel":
          return TrackSample(time: time, event: .cancel)
        default: break
        }
      }
      reading.mismatch(node, expected)
      return nil
    }
  }()

  static let samples = sample.list(upTo: .samples, of: "samples")

  private struct File: Sendable { var path = Located("") }
  private static let file = ObjectForm<File>(
    "a track", definition: "trackFile", "", make: { File() },
    fields: [
      Field(
        "file", { $0.path = $1 }, PathForms.input("a track's path"), "CSV or JSON.",
        isRequired: true)
    ])

  private static let track: Form<TrackSpec> = {
    let expected = "a track: a list of samples, {\"file\": path} or \"-\" for standard input"
    return Form(expected) { builder in
      .anyOf([samples.schema(&builder), file.schema(&builder), ["const": "-"]])
    } read: { node, reading in
      var track = TrackSpec()
      track.origin = node.origin
      switch node.kind {
      case .array:
        guard let list = samples.read(node, &reading) else { return nil }
        track.source = .samples(list)
      case .object:
        guard let value = file.read(node, &reading) else { return nil }
        track.source = .file(value.path)
      default:
        guard node.string == "-" else {
          reading.mismatch(node, expected)
          return nil
        }
        track.source = .standardInput
      }
      return track
    }
  }()

  // MARK: Rules

  private static let comparisons: Form<[ConditionSpec.Comparison]> = {
    typealias Comparator = ConditionSpec.Comparator
    let fields = Comparator.allCases.map { comparator in
      Field<[Comparator: Double]>(
        comparator.rawValue, { $0[comparator] = $1 }, .number(-1e9...1e9), "")
    }
    let table = ObjectForm<[Comparator: Double]>(
      "a comparison", definition: "comparison", "All of them must hold.", make: { [:] },
      fields: fields
    ) { value, node, reading in
      if value.isEmpty {
        reading.fail("a comparison needs one of \"gt\", \"gte\", \"lt\", \"lte\"", at: node)
      }
      return !value.isEmpty
    }
    return table.form.map { value in
      Comparator.allCases.compactMap { comparator in
        value[comparator].map { ConditionSpec.Comparison(comparator, $0) }
      }
    }
  }()

  private struct Draft: Sendable { var condition = ConditionSpec.all([]) }

  private static let condition: Form<ConditionSpec> = .deferred("a condition") { known }
  private static let known: Form<ConditionSpec> = conditions.form.map { $0.condition }

  private static func rule<Value: Sendable>(
    _ key: String, _ form: Form<Value>, _ doc: String,
    _ make: @escaping @Sendable (Value) -> ConditionSpec
  ) -> (key: String, form: ObjectForm<Draft>) {
    let field = Field<Draft>(key, { $0.condition = $1 }, form.map(make), doc, isRequired: true)
    return (
      key,
      ObjectForm(
        "a condition", definition: "\(key)Condition", "", make: { Draft() }, fields: [field])
    )
  }

  private static let conditions: VariantForm<Draft> = VariantForm(
    name: "a condition",
    variants: [
      rule("any", condition.list(1...64, of: "conditions"), "One of them holds.") { .any($0) },
      rule("all", condition.list(1...64, of: "conditions"), "All of them hold.") { .all($0) },
      rule(
        "velocity", comparisons, "Points a second at release, positive towards completion."
      ) { .velocity($0) },
      rule("progress", comparisons, "The fraction at release.") { .progress($0) },
      rule(
        "direction", Form<ConditionSpec.Direction>.choice(), "Which way the finger went last."
      ) { .direction($0) },
    ])

  private static let settle = ObjectForm<SettleSpec>(
    "settle", definition: "settle", "How the rest runs after release.", make: { SettleSpec() },
    fields: [
      Field(
        "spring", { $0.spring = $1 }, SpringForms.springForm,
        "A spring to the end, or back to the start."),
      Field(
        "carryVelocity", { $0.carriesVelocity = $1 }, .boolean,
        "It starts with the finger's velocity."),
    ]
  ) { settle, node, reading in
    if settle.carriesVelocity, settle.spring == nil {
      reading.fail("\"carryVelocity\" needs \"spring\"", at: node["carryVelocity"] ?? node)
      return false
    }
    return true
  }

  private static let completionSpeed = Form<Double>.number(0...1000, excludingMinimum: true)
    .map(InteractionSpec.CompletionSpeed.fixed).orWord("1-percent", .remaining)
}
