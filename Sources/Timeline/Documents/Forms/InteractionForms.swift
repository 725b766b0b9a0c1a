import JSON

/// The schemas of an interaction.
enum InteractionForms {
  private static let edge = ObjectSchema<InteractionSpec>(
    "an interaction", definition: "interaction",
    "The gesture that controls the progress of the transition.",
    make: { InteractionSpec() },
    fields: [
      Field(
        "gesture", { $0.gesture = $1 }, .choice(),
        "The kind of gesture.", isRequired: true),
      Field(
        "edge", { $0.edge = $1 }, .choice(),
        "The edge at which the gesture starts; `left` by default."),
      Field(
        "startWithin", { $0.startWithin = $1 }, .extent,
        """
        The largest distance from the edge at which the gesture may start, in points; 20 by \
        default for `edgePan`.
        """
      ),
      Field(
        "distance", { $0.distance = $1 }, .length,
        """
        The distance that completes the whole transition, in points or as a percentage of the \
        canvas.
        """),
      Field("track", { $0.track = $1 }, track, "The positions of the finger over time."),
      Field(
        "regrab", { $0.regrab = $1 }, track.list(1...64, of: "tracks"),
        """
        Further tracks, for a finger that touches again while the transition settles. The times of \
        these tracks are counted in the same way as the times of `track`.
        """),
      Field(
        "finishWhen", { $0.finishWhen = $1 }, condition,
        """
        The condition for finishing the transition. If the condition is not met, the transition is \
        cancelled. By default, the rule of the gesture applies.
        """
      ),
      Field(
        "settle", { $0.settle = $1 }, settle.form,
        "The motion of the transition after the release of the finger."),
      Field(
        "completionSpeed", { $0.completionSpeed = $1 }, completionSpeed,
        "The speed of the transition after the release; 1 by default."),
      Field(
        "scrub", { $0.scrub = $1 }, .choice(),
        "Whether the easing applies during the drag; `eased` by default."),
      Field(
        "follow", { $0.follow = $1 }, follow,
        "A layer that follows the finger, and returns after the release."
      ),
      Field(
        "expect", { $0.expect = $1 }, ValueSchema.choice().located,
        "The expected result of the track. Any other result is an error."),
    ]
  ) { interaction, node, reading in
    interaction.origin = node.origin
    if interaction.settle?.spring != nil, node["completionSpeed"] != nil {
      reading.fail(
        "\"completionSpeed\" cannot be combined with a spring in \"settle\"",
        at: node["completionSpeed"] ?? node)
      return false
    }
    return checkSamples(interaction, node, &reading)
  }

  static let interaction = edge.form

  /// Checks that each sample of a pan has x and y, and that samples of other gestures have one value.
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
              ? "each sample of \"\(interaction.gesture.rawValue)\" must be a list [t, x, y]"
              : "each sample of \"\(interaction.gesture.rawValue)\" must be a list [t, value]",
            at: track.origin)
          return false
        }
      }
    }
    return true
  }

  // MARK: Tracks

  private static let sample: ValueSchema<TrackSample> = {
    let expected = "a sample [t, x, y], [t, value], [t, \"release\"] or [t, \"cancel\"]"
    return ValueSchema(expected) { builder in
      builder.reference("sample") { builder in
        let number = (["type": "number"] as SchemaTree).orVariable(&builder)
        let end: SchemaTree = ["enum": ["release", "cancel"]]
        let kinds = [[number, number, number], [number, number], [number, end]].map { parts in
          [
            "type": "array", "prefixItems": .array(parts),
            "minItems": .number(Double(parts.count)), "maxItems": .number(Double(parts.count)),
          ] as SchemaTree
        }
        return SchemaTree.anyOf(kinds).adding(
          "description",
          """
          A time in seconds, with the position of the finger at that time or with the end of the \
          track.
          """
        )
      }
    } read: { node, reading in
      let parts = node.count <= 3 ? node.elements ?? [] : []
      let numbers = parts.compactMap(\.number)
      if let time = numbers.first, TrackSample.times.contains(time),
        numbers.dropFirst().allSatisfy(TrackSample.values.contains)
      {
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
      let isSample = (2...3).contains(parts.count) && numbers.count >= parts.count - 1
      reading.mismatch(node, isSample ? "\(expected), with \(TrackSample.ranges)" : expected)
      return nil
    }
  }()

  static let samples = sample.list(upTo: .samples, of: "samples")

  private struct File: Sendable { var path = Sourced("") }
  private static let file = ObjectSchema<File>(
    "a track", definition: "trackFile", "The track of a finger in a separate file.",
    make: { File() },
    fields: [
      Field(
        "file", { $0.path = $1 }, PathForms.input("a track's path"),
        "The path of a CSV or JSON file with the track, relative to the document.",
        isRequired: true)
    ])

  private static let track: ValueSchema<TrackSpec> = {
    let expected = "a track: a list of samples, {\"file\": path} or \"-\" for standard input"
    return ValueSchema(expected) { builder in
      .anyOf([samples.schema(&builder), file.schema(&builder), ["const": "-"]])
    } read: { node, reading in
      var track = TrackSpec()
      track.origin = node.origin
      switch node.kind {
      case .array:
        guard let list = samples.read(node, &reading) else { return nil }
        track.source = .samples(list)
        track.list = node
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

  private static let comparisons: ValueSchema<[ConditionSpec.Comparison]> = {
    typealias Comparator = ConditionSpec.Comparator
    let fields = Comparator.allCases.map { comparator in
      Field<[Comparator: Double]>(
        comparator.rawValue, { $0[comparator] = $1 }, .number(-1e9...1e9),
        "The compared value must be \(comparator.words) this number.")
    }
    let table = ObjectSchema<[Comparator: Double]>(
      "a comparison", definition: "comparison",
      "Comparisons of a value with numbers. All comparisons must be true.",
      make: { [:] },
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

  private struct ConditionFields: Sendable { var condition = ConditionSpec.all([]) }

  private static let condition: ValueSchema<ConditionSpec> = .deferred("a condition") { known }
  private static let known: ValueSchema<ConditionSpec> = conditions.form.map { $0.condition }

  private static func rule<Value: Sendable>(
    _ key: String, _ form: ValueSchema<Value>, _ doc: String,
    _ make: @escaping @Sendable (Value) -> ConditionSpec
  ) -> (key: String, form: ObjectSchema<ConditionFields>) {
    let field = Field<ConditionFields>(
      key, { $0.condition = $1 }, form.map(make), doc, isRequired: true)
    return (
      key,
      ObjectSchema(
        "a condition", definition: "\(key)Condition",
        "A condition that must be true at the release of the finger for the transition to finish.",
        make: { ConditionFields() }, fields: [field])
    )
  }

  private static let conditions: VariantSchema<ConditionFields> = VariantSchema(
    name: "a condition",
    variants: [
      rule(
        "any", condition.list(1...64, of: "conditions"),
        "A list of conditions, of which at least one must be true."
      ) {
        .any($0)
      },
      rule(
        "all", condition.list(1...64, of: "conditions"),
        "A list of conditions, all of which must be true."
      ) {
        .all($0)
      },
      rule(
        "velocity", comparisons,
        """
        The velocity at the release, in points per second. A positive velocity means a movement \
        towards completion.
        """
      ) { .velocity($0) },
      rule("progress", comparisons, "The progress of the transition at the release, from 0 to 1.") {
        .progress($0)
      },
      rule(
        "direction", ValueSchema<ConditionSpec.Direction>.choice(),
        "The last direction in which the finger moved."
      ) { .direction($0) },
    ])

  private static let settle = ObjectSchema<SettleSpec>(
    "settle", definition: "settle", "The motion of the transition after the release of the finger.",
    make: { SettleSpec() },
    fields: [
      Field(
        "spring", { $0.spring = $1 }, SpringForms.springForm,
        "The spring that moves the transition to its end, or back to its start."),
      Field(
        "carryVelocity", { $0.carriesVelocity = $1 }, .boolean,
        "Whether the spring starts with the velocity of the finger."),
    ]
  ) { settle, node, reading in
    if settle.carriesVelocity, settle.spring == nil {
      reading.fail("\"carryVelocity\" needs \"spring\"", at: node["carryVelocity"] ?? node)
      return false
    }
    return true
  }

  private static let completionSpeed = ValueSchema<Double>.number(0...1000, excludingMinimum: true)
    .map(InteractionSpec.CompletionSpeed.fixed).orWord("1-percent", .remaining)
}
