import JSON
import Scenes

/// Parses times in strings, such as `"0.5s"`, `"120ms"`, `"12f"` and `"17%"`.
enum TimeText {
  static func parse(_ text: Substring) -> DurationSpec? {
    if let share = Tokens.percent(text) { return .fraction(share) }
    if text.hasSuffix("ms") { return Tokens.number(text.dropLast(2)).map { .seconds($0 / 1000) } }
    if text.hasSuffix("s") { return Tokens.number(text.dropLast()).map { .seconds($0) } }
    if text.hasSuffix("f") { return Tokens.number(text.dropLast()).map { .frames($0) } }
    return nil
  }

  /// Whether a time is at most a year, a billion frames, or a thousand times the whole duration.
  static func isInRange(_ time: DurationSpec, from minimum: Double) -> Bool {
    switch time {
    case .seconds(let value): value >= minimum && abs(value) <= FrameTime.limit.seconds
    case .frames(let value): value >= minimum && abs(value) <= 1e9
    case .fraction(let value): value >= minimum && abs(value) <= 1000
    }
  }

  static func range(_ what: String, from minimum: Double) -> String {
    let seconds = JSONWriter.number(FrameTime.limit.seconds)
    return minimum < 0
      ? "\(what) of at most \(seconds) s, 1000000000 frames or 100000%, positive or negative"
      : "\(what) from 0 to \(seconds) s, 1000000000 frames or 100000%"
  }

  static let pattern = "[0-9]*\\.?[0-9]+(s|ms|f|%)"
}

extension ValueSchema where Value == DurationSpec {
  /// A number of seconds, or a string with a unit; only non-negative unless `signed` is true.
  static func time(_ what: String = "a time", signed: Bool = false) -> ValueSchema {
    let expected = "\(what): seconds, \"120ms\", \"12f\" or \"17%\""
    let minimum = signed ? -Double.infinity : 0
    return ValueSchema(expected) { _ in
      let number: SchemaTree = ["type": "number"]
      return .anyOf([
        signed ? number : number.adding("minimum", 0),
        ["type": "string", "pattern": .string("^\(signed ? "-?" : "")\(TimeText.pattern)$")],
      ])
    } read: { node, reading in
      let time =
        node.number.map(DurationSpec.seconds) ?? node.string.flatMap { TimeText.parse($0[...]) }
      if let time, TimeText.isInRange(time, from: minimum) { return time }
      reading.mismatch(node, time == nil ? expected : TimeText.range(what, from: minimum))
      return nil
    }
  }
  static var duration: ValueSchema { .time("a duration") }
}

extension ValueSchema where Value == MomentSpec {
  static var moment: ValueSchema {
    let time = ValueSchema<DurationSpec>.time("a moment").map(MomentSpec.time).orWord("end", .end)
    let start = ValueSchema<StartSpec>.start("a moment")
    return ValueSchema("\(time.expected), or a step's label or {\"after\": label}") { builder in
      .anyOf([
        time.schema(&builder), ["type": "string", "pattern": .string("^\(Tokens.labelPattern)$")],
        start.schema(&builder),
      ])
    } read: { node, reading in
      if let text = node.string, text != "end", Tokens.isLabel(text) {
        reading.note(.step, node)
        return .step(.with, id: Sourced(text, node.origin), offset: .seconds(0))
      }
      guard node.kind == .object else { return time.read(node, &reading) }
      switch start.read(node, &reading) {
      case .relative(.before, let id, _)?:
        reading.problems.add(
          "the time cannot be \"before\" a step: use \"with\" or \"after\"", at: id.origin)
        return nil
      case .relative(let relation, let id, let offset)?:
        return .step(relation, id: id, offset: offset)
      default: return nil
      }
    }
  }
}

extension ValueSchema {
  /// Returns a schema that also accepts one additional word.
  func orWord(_ word: String, _ value: Value) -> ValueSchema {
    let other = self
    return ValueSchema("\(expected), or \"\(word)\"") { builder in
      .anyOf([other.schema(&builder), ["const": .string(word)]])
    } read: { node, reading in
      node.string == word ? value : other.read(node, &reading)
    }
  }
}

extension ValueSchema where Value == StartSpec {
  private struct Relation: Sendable {
    var ids: [StartSpec.Relation: Sourced<String>] = [:]
    var offset = DurationSpec.seconds(0)
  }

  private static var relation: ObjectSchema<Relation> {
    let id = ValueSchema<String>.label.noting(.step).located
    return ObjectSchema(
      "a relation", definition: "relation",
      "A time relative to another step. Exactly one of `with`, `after` and `before` is required.",
      make: { Relation() },
      fields: [
        Field(
          "with", { $0.ids[.with] = $1 }, id,
          "The label of another step. The step starts when the other step starts."),
        Field(
          "after", { $0.ids[.after] = $1 }, id,
          "The label of another step. The step starts when the other step ends."),
        Field(
          "before", { $0.ids[.before] = $1 }, id,
          "The label of another step. The step ends when the other step starts."),
        Field(
          "offset", { $0.offset = $1 }, .time("an offset", signed: true),
          "A time that is added to the start, and may be negative."),
      ]
    ) { value, node, reading in
      guard value.ids.count == 1 else {
        reading.fail("a relation needs exactly one of \"with\", \"after\", \"before\"", at: node)
        return false
      }
      return true
    }
  }

  /// The schema of a start time, for the key `at` and for the seam.
  static func start(_ what: String) -> ValueSchema {
    let relation = Self.relation
    let expected = "\(what): a time, \"+0.1\", a step's id, or {\"with\": id}"
    return ValueSchema(expected) { builder in
      .anyOf([
        ["type": "number", "minimum": 0],
        ["type": "string"],
        relation.schema(&builder),
      ])
    } read: { node, reading in
      if node.kind == .object {
        guard let value = relation.read(node, &reading), let (kind, id) = value.ids.first else {
          return nil
        }
        return .relative(kind, id: id, offset: value.offset)
      }
      if let number = node.number, TimeText.isInRange(.seconds(number), from: 0) {
        return .time(.seconds(number))
      }
      if let text = node.string, let start = parse(text, node) {
        if case .label = start { reading.note(.step, node) }
        return start
      }
      let isTime = node.number != nil || node.string.flatMap { TimeText.parse($0[...]) } != nil
      reading.mismatch(node, isTime ? TimeText.range(what, from: 0) : expected)
      return nil
    }
  }

  private static func parse(_ text: String, _ node: JSONNode) -> StartSpec? {
    if let time = TimeText.parse(text[...]), TimeText.isInRange(time, from: 0) {
      return text.hasPrefix("-") ? nil : .time(time)
    }
    if text.hasPrefix("+") || text.hasPrefix("-") {
      let sign = text.hasPrefix("-") ? -1.0 : 1.0
      let rest = text.dropFirst()
      guard !rest.hasPrefix("-"),
        let time = Tokens.number(rest).map(DurationSpec.seconds) ?? TimeText.parse(rest),
        TimeText.isInRange(time, from: 0)
      else { return nil }
      switch time {
      case .seconds(let value): return .afterPrevious(.seconds(sign * value))
      case .frames(let value): return .afterPrevious(.frames(sign * value))
      case .fraction(let value): return .afterPrevious(.fraction(sign * value))
      }
    }
    return Tokens.isLabel(text) ? .label(Sourced(text, node.origin)) : nil
  }
}
