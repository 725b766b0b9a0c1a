import JSON
import Scenes

enum StaggerForms {
  private struct StaggerFields: Sendable {
    var each: DurationSpec?
    var amount: DurationSpec?
    var from = StaggerStep.From.start
    var grid: [Int]?
    var axis: StaggerStep.Axis?
    var result = StaggerStep()
  }

  private static let words: [(word: String, from: StaggerStep.From)] = [
    ("start", .start), ("center", .center), ("end", .end), ("edges", .edges), ("random", .random),
  ]

  private static let from: ValueSchema<StaggerStep.From> = {
    let names = words.map(\.word)
    let expected =
      "one of \(names.map { "\"\($0)\"" }.joined(separator: ", ")), or the index of a target"
    return ValueSchema(expected) { _ in
      .anyOf([
        ["enum": .array(names.map { .string($0) })], ["type": "integer", "minimum": 0],
      ])
    } read: { node, reading in
      if let known = words.first(where: { $0.word == node.string }) { return known.from }
      if let index = node.number.flatMap({ Int(whole: $0) }), 0...1_000_000 ~= index {
        return .index(index)
      }
      reading.mismatch(
        node, expected, suggestion: node.string.flatMap { NearestWord.find($0, in: names) })
      return nil
    }
  }()

  private static let table = ObjectSchema<StaggerFields>(
    "a stagger", definition: "stagger",
    "The delays of the targets. Exactly one of `each` and `amount` is required.",
    make: { StaggerFields() },
    fields: [
      Field(
        "each", { $0.each = $1 }, .time(),
        "The time between the start of one target and the start of the next target."),
      Field(
        "amount", { $0.amount = $1 }, .time(),
        "The time between the starts of the first and the last target."),
      Field("from", { $0.from = $1 }, from, "The target that starts first; `start` by default."),
      Field(
        "grid", { $0.grid = $1 },
        ValueSchema<Int>.whole(1...10_000).tuple(2...2, "a grid [columns, rows]"),
        "The grid as [columns, rows]. The targets fill the grid row by row."),
      Field(
        "axis", { $0.axis = $1 }, .choice(),
        "The axis along which distances in the grid count; both axes by default."),
    ]
  ) { draft, node, reading in
    switch (draft.each, draft.amount) {
    case (let time?, nil): draft.result.amount = .each(time)
    case (nil, let time?): draft.result.amount = .total(time)
    default:
      reading.fail("a stagger needs exactly one of \"each\" and \"amount\"", at: node)
      return false
    }
    if draft.axis != nil, draft.grid == nil {
      reading.fail("\"axis\" needs \"grid\"", at: node["axis"] ?? node)
      return false
    }
    draft.result.from = draft.from
    draft.result.grid = draft.grid.map { ($0[0], $0[1]) }
    draft.result.axis = draft.axis
    return true
  }

  /// The schema of a stagger without its targets and its step, which are keys of the step itself.
  static let stagger: ValueSchema<StaggerStep> = table.form.map(\.result)
}
