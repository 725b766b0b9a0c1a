import JSON
internal import PluginModel
internal import Documents
internal import Evaluation
internal import Planning
internal import Scenes

/// Writes a step of the timeline as JSON: its animator, layers and parameters.
enum StepJSON {
  static func text(_ row: PlannedDocument.Row, of planned: PlannedDocument) -> String {
    let (start, end) = planned.wallTimes(of: row)
    var members: [(String, String)] = [
      ("id", row.label.isEmpty ? "null" : JSONWriter.string(row.label)),
      ("what", JSONWriter.string(row.what)), ("depth", "\(row.depth)"),
      ("start", JSONWriter.number(start.seconds)), ("end", JSONWriter.number(end.seconds)),
    ]
    if let binding = row.binding {
      let names = row.layers.map { name(of: $0, in: planned) }
      members.append(("targets", list(names)))
      switch binding.runner {
      case .keyframes: members.append(("animator", "null"))
      case .plugin(let animator, let parameters):
        members.append(("animator", JSONWriter.string(animator.description.id)))
        members.append(("layers", roles(animator.description, binding, names)))
        members.append(("params", self.parameters(parameters, of: animator.description)))
      }
      members.append(("easing", easing(binding.timing)))
      members.append(("spring", spring(binding.timing)))
    }
    return object(members)
  }

  /// The name by which a document refers to a layer of the stage; the name of a matched pair starts with its
  /// prefix.
  static func name(of layer: Int, in planned: PlannedDocument) -> String {
    if let pair = planned.pairsByName.first(where: { $0.value == layer })?.key {
      return JSONWriter.string("@\(pair)")
    }
    let stage = planned.playback.plan.stage
    return JSONWriter.string(stage.nodes[layer].id)
  }

  /// Lists the layers of the step by their roles.
  private static func roles(
    _ animator: AnimatorDescription, _ binding: StepBinding, _ names: [String]
  ) -> String {
    var rest = names[...]
    var members: [(String, String)] = []
    for (role, count) in zip(animator.roles, binding.roleCounts) {
      members.append((role.name, list(Array(rest.prefix(count)))))
      rest = rest.dropFirst(count)
    }
    return object(members)
  }

  /// The parameters of the step; the value of a function call is written as null, because it depends on time.
  private static func parameters(
    _ values: [CallExpression], of animator: AnimatorDescription
  ) -> String {
    object(
      zip(animator.parameters, values).map { parameter, expression in
        guard case .constant(let value) = expression else { return (parameter.name, "null") }
        return (parameter.name, json(value, choices: parameter.choices))
      })
  }

  private static func json(_ value: ParameterValue, choices: [String]) -> String {
    switch value {
    case .bool(let flag): return "\(flag)"
    case .string(let text): return JSONWriter.string(text)
    case .choice(let place):
      return choices.indices.contains(place) ? JSONWriter.string(choices[place]) : "null"
    case .curve: return "null"
    default:
      let numbers = value.numbers.map(JSONWriter.number)
      return numbers.count == 1 ? numbers[0] : list(numbers)
    }
  }

  /// The easing in the notation of CSS and documents; null for a spring, and for an easing that a call
  /// returns.
  private static func easing(_ easing: Easing) -> String {
    guard case .timing(let function) = easing else { return "null" }
    func numbers(_ values: Double...) -> String {
      values.map(JSONWriter.number).joined(separator: ", ")
    }
    switch function {
    case .linear: return "\"linear\""
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return "\"cubic-bezier(\(numbers(x1, y1, x2, y2)))\""
    case .steps(let count, let jump):
      return "\"steps(\(count), jump-\(jump.rawValue))\""
    case .piecewise(let stops):
      let list = stops.map {
        "\(JSONWriter.number($0.progress)) \(JSONWriter.number($0.offset * 100))%"
      }
      return "\"linear(\(list.joined(separator: ", ")))\""
    case .spring: return "null"
    }
  }

  /// The numbers of a spring in all three notations; the mass is 1.
  private static func spring(_ easing: Easing) -> String {
    guard case .timing(.spring(let spring)) = easing else { return "null" }
    let omega = spring.angularFrequency
    return object([
      ("dampingRatio", JSONWriter.number(spring.dampingRatio)),
      ("duration", JSONWriter.number(spring.durationSeconds)), ("mass", "1"),
      ("stiffness", JSONWriter.number(omega * omega)),
      ("damping", JSONWriter.number(2 * spring.dampingRatio * omega)),
      ("response", JSONWriter.number(2 * Portable.pi / omega)),
      ("initialVelocity", JSONWriter.number(spring.initialVelocity)),
    ])
  }

  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  static func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
}
