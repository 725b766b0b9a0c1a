import JSON
internal import PluginModel
internal import Documents
internal import Evaluation
internal import Planning
internal import Scenes

/// Writes a step of the timeline as JSON: its animator, layers and parameters.
enum StepJSON {
  static func object(_ row: PlannedDocument.Row, of planned: PlannedDocument) -> JSONObject {
    let (start, end) = planned.wallTimes(of: row)
    var members: JSONObject = [
      "id": row.label.isEmpty ? nil : row.label, "what": row.what, "depth": row.depth,
      "start": start.seconds, "end": end.seconds,
    ]
    if let binding = row.binding {
      let names = row.layers.map { name(of: $0, in: planned) }
      members.add("targets", names)
      switch binding.runner {
      case .keyframes: members.add("animator", JSONFragment.null)
      case .plugin(let animator, let parameters):
        members.add("animator", animator.description.id)
        members.add("layers", roles(animator.description, binding, names))
        members.add("params", self.parameters(parameters, of: animator.description))
      }
      members.add("easing", easing(binding.timing) ?? JSONFragment.null)
      members.add("spring", spring(binding.timing) ?? JSONFragment.null)
    }
    return members
  }

  /// The name by which a document refers to a layer of the stage; the name of a matched pair starts with its
  /// prefix.
  static func name(of layer: Int, in planned: PlannedDocument) -> String {
    if let pair = planned.pairsByName.first(where: { $0.value == layer })?.key {
      return "@\(pair)"
    }
    return planned.playback.plan.stage.nodes[layer].id
  }

  /// Lists the layers of the step by their roles.
  private static func roles(
    _ animator: AnimatorDescription, _ binding: StepBinding, _ names: [String]
  ) -> JSONObject {
    var rest = names[...]
    var members: JSONObject = [:]
    for (role, count) in zip(animator.roles, binding.roleCounts) {
      members.add(role.name, Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return members
  }

  /// The parameters of the step; the value of a function call is written as null, because it depends on time.
  private static func parameters(
    _ values: [CallExpression], of animator: AnimatorDescription
  ) -> JSONObject {
    JSONObject(
      zip(animator.parameters, values).map { parameter, expression in
        guard case .constant(let value) = expression else {
          return (parameter.name, JSONFragment.null)
        }
        return (parameter.name, json(value, choices: parameter.choices))
      })
  }

  private static func json(_ value: ParameterValue, choices: [String]) -> any JSONEncodable {
    switch value {
    case .bool(let flag): flag
    case .string(let text): text
    case .choice(let place): choices.indices.contains(place) ? choices[place] : JSONFragment.null
    case .curve: JSONFragment.null
    default: value.numbers.count == 1 ? value.numbers[0] : value.numbers
    }
  }

  /// An easing in the notation of CSS and documents; nil for a spring, and for an easing that a call
  /// returns.
  private static func easing(_ easing: Easing) -> String? {
    guard case .timing(let function) = easing else { return nil }
    func numbers(_ values: Double...) -> String { values.map(\.json).joined(separator: ", ") }
    switch function {
    case .linear: return "linear"
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return "cubic-bezier(\(numbers(x1, y1, x2, y2)))"
    case .steps(let count, let jump):
      return "steps(\(count), jump-\(jump.rawValue))"
    case .piecewise(let stops):
      let list = stops.map { "\($0.progress.json) \(($0.offset * 100).json)%" }
      return "linear(\(list.joined(separator: ", ")))"
    case .spring: return nil
    }
  }

  /// The numbers of a spring in all three notations; the mass is 1.
  private static func spring(_ easing: Easing) -> JSONObject? {
    guard case .timing(.spring(let spring)) = easing else { return nil }
    let omega = spring.angularFrequency
    return [
      "dampingRatio": spring.dampingRatio, "duration": spring.durationSeconds, "mass": 1,
      "stiffness": omega * omega, "damping": 2 * spring.dampingRatio * omega,
      "response": 2 * Portable.pi / omega, "initialVelocity": spring.initialVelocity,
    ]
  }
}
