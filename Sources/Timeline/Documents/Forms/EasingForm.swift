import JSON

/// Parses timing functions in the notation of CSS Easing Functions 2.
enum EasingText {
  static let names: [(name: String, easing: EasingSpec)] = [
    ("linear", .linear), ("ease", .ease), ("easeIn", .easeIn), ("easeOut", .easeOut),
    ("easeInOut", .easeInOut), ("ease-in", .easeIn), ("ease-out", .easeOut),
    ("ease-in-out", .easeInOut), ("easeInEaseOut", .easeInOut), ("default", .ease),
    ("step-start", .steps(count: 1, jump: .start)), ("step-end", .steps(count: 1, jump: .end)),
  ]

  static func parse(_ text: String) -> EasingSpec? {
    if let known = names.first(where: { $0.name == text }) { return known.easing }
    if let parts = Tokens.arguments(of: "cubic-bezier", in: text) {
      let values = parts.compactMap(Tokens.number)
      return values.count == parts.count ? bezier(values) : nil
    }
    if let parts = Tokens.arguments(of: "steps", in: text) { return steps(parts) }
    if let parts = Tokens.arguments(of: "linear", in: text) { return piecewise(parts) }
    return nil
  }

  static let bezierRange = "x1 and x2 from 0 to 1, y1 and y2 from -1000 to 1000"

  /// The valid arguments of a timing function; nil for a text without a function.
  static func expected(_ text: String) -> String? {
    switch text.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false).first {
    case _ where !text.contains("("): nil
    case "cubic-bezier": "cubic-bezier(x1, y1, x2, y2) with \(bezierRange)"
    case "steps":
      "steps(count) or steps(count, jump) with a count from 1 to 10000, from 2 for jump-none"
    case "linear":
      """
      linear() of 2 to 10000 stops, each a number from -1000 to 1000 and up to two percents from \
      -100000% to 100000%
      """
    default: nil
    }
  }

  static func bezier(_ v: [Double]) -> EasingSpec? {
    guard v.count == 4, 0...1 ~= v[0], 0...1 ~= v[2], abs(v[1]) <= 1000, abs(v[3]) <= 1000 else {
      return nil
    }
    return .cubicBezier(x1: v[0], y1: v[1], x2: v[2], y2: v[3])
  }

  private static func steps(_ parts: [Substring]) -> EasingSpec? {
    guard (1...2).contains(parts.count), let count = Int(parts[0]), 1...10_000 ~= count else {
      return nil
    }
    var jump = EasingSpec.Jump.end
    if parts.count == 2 {
      switch parts[1] {
      case "start": jump = .start
      case "end": jump = .end
      default:
        guard let named = EasingSpec.Jump(rawValue: String(parts[1])) else { return nil }
        jump = named
      }
    }
    return jump == .none && count < 2 ? nil : .steps(count: count, jump: jump)
  }

  /// Parses `linear(0, 0.5 20%, 1)`: missing inputs are spaced evenly, inputs never decrease, and two
  /// percentages create a level segment. The first and last segments extend beyond the first and last input.
  private static func piecewise(_ parts: [Substring]) -> EasingSpec? {
    var corners: [(input: Double?, output: Double)] = []
    guard (2...10_000).contains(parts.count) else { return nil }
    for part in parts {
      let words = part.split(separator: " ")
      let outputs = words.compactMap(Tokens.number)
      let inputs = words.compactMap(Tokens.percent)
      guard outputs.count == 1, inputs.count <= 2, inputs.count + 1 == words.count,
        abs(outputs[0]) <= 1000, inputs.allSatisfy({ abs($0) <= 1000 })
      else { return nil }
      if inputs.isEmpty {
        corners.append((nil, outputs[0]))
      } else {
        for input in inputs { corners.append((input, outputs[0])) }
      }
    }
    corners[0].input = corners[0].input ?? 0
    corners[corners.count - 1].input = corners[corners.count - 1].input ?? 1
    var largest = -Double.infinity
    for i in corners.indices {
      guard let input = corners[i].input else { continue }
      largest = max(largest, input)
      corners[i].input = largest
    }
    return .piecewise(spread(corners))
  }

  private static func spread(_ corners: [(input: Double?, output: Double)]) -> [EasingSpec.Corner] {
    var result: [EasingSpec.Corner] = []
    var last = 0
    for (i, corner) in corners.enumerated() {
      guard let input = corner.input else { continue }
      let start = result.last?.input ?? input
      for k in last + 1..<max(last + 1, i) {
        let share = Double(k - last) / Double(i - last)
        result.append(.init(input: start + (input - start) * share, output: corners[k].output))
      }
      result.append(.init(input: input, output: corner.output))
      last = i
    }
    return result
  }
}

extension ValueSchema where Value == EasingSpec {
  static var easing: ValueSchema {
    let expected =
      "an easing such as \"easeInOut\", \"cubic-bezier(0.4, 0, 0.2, 1)\" or {\"spring\": {…}}"
    return ValueSchema(expected) { builder in
      builder.reference("easing") { builder in
        let spring = SpringForms.holder.schema(&builder)
        let call = ExpressionForms.call.schema(&builder)
        return .anyOf([
          ["enum": .array(EasingText.names.map { .string($0.name) })],
          ["type": "string", "pattern": "^(cubic-bezier|steps|linear)\\(.*\\)$"],
          ["type": "array", "items": ["type": "number"], "minItems": 4, "maxItems": 4],
          spring, call,
        ])
      }
    } read: { node, reading in
      switch node.kind {
      case .object where node["call"] != nil:
        return ExpressionForms.call.read(node, &reading).map { _ in .expression(node) }
      case .object:
        return SpringForms.holder.read(node, &reading).map { .spring($0.spring) }
      case .array:
        let values = node.count == 4 ? (node.elements ?? []).compactMap(\.number) : []
        if let easing = EasingText.bezier(values) { return easing }
        reading.mismatch(node, "a cubic Bézier [x1, y1, x2, y2] with \(EasingText.bezierRange)")
        return nil
      default:
        if let text = node.string, let easing = EasingText.parse(text) { return easing }
        if let call = node.string.flatMap(EasingText.expected) {
          reading.mismatch(node, call)
          return nil
        }
        let names = EasingText.names.map(\.name)
        reading.mismatch(
          node, expected, suggestion: node.string.flatMap { NearestWord.find($0, in: names) })
        return nil
      }
    }
  }
}
