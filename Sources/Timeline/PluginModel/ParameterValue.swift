package import Scenes

/// The value of one parameter, already of its type.
package enum ParameterValue: Sendable {
  case bool(Bool)
  case int32(Int32)
  case double(Double)
  case point(Point)
  case size(Size)
  case rect(Rect)
  /// sRGB, straight alpha.
  case color(Color)
  case string(String)
  /// Index into the choices.
  case choice(Int)
  case curve(@Sendable (Double) -> Double)

  package var type: ParameterType {
    switch self {
    case .bool: .bool
    case .int32: .int32
    case .double: .double
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .color: .color
    case .string: .string
    case .choice: .choice
    case .curve: .curve
    }
  }

  /// Every number in the value, in its unit.
  package var numbers: [Double] {
    switch self {
    case .bool, .string, .choice, .curve: []
    case .int32(let n): [Double(n)]
    case .double(let n): [n]
    case .point(let p): [p.x, p.y]
    case .size(let s): [s.width, s.height]
    case .rect(let r): [r.x, r.y, r.width, r.height]
    case .color(let c): [c.red, c.green, c.blue, c.alpha]
    }
  }

  /// The number of a value that is one, without a list of them; nil for every other value.
  package var number: Double? {
    switch self {
    case .int32(let n): Double(n)
    case .double(let n): n
    default: nil
    }
  }
}

extension ParameterValue {
  /// Which rule that holds for every value of its type it breaks; nil when it keeps them all.
  package var problem: String? {
    guard isFinite else { return "must be a finite number" }
    switch self {
    case .size(let size) where size.width < 0 || size.height < 0: return "a size is never negative"
    case .rect(let rect) where rect.width < 0 || rect.height < 0:
      return "a rect's width and height are never negative"
    case .color(let c) where min(c.red, c.green, c.blue, c.alpha) < 0,
      .color(let c) where max(c.red, c.green, c.blue, c.alpha) > 1:
      return "a colour's components lie in 0…1"
    case .string(let text) where text.utf8.contains(0): return "a string holds no zero byte"
    default: return nil
    }
  }

  /// Every call of a function asks this of all its values, so the numbers are not collected for it.
  private var isFinite: Bool {
    switch self {
    case .bool, .int32, .string, .choice, .curve: true
    case .double(let n): n.isFinite
    case .point(let p): p.x.isFinite && p.y.isFinite
    case .size(let s): s.width.isFinite && s.height.isFinite
    case .rect(let r):
      r.x.isFinite && r.y.isFinite && r.width.isFinite && r.height.isFinite
    case .color(let c):
      c.red.isFinite && c.green.isFinite && c.blue.isFinite && c.alpha.isFinite
    }
  }
}

extension ParameterDescription {
  /// Why `value` must not reach the animator, or nil: another type, not finite, out of range, no
  /// such choice, a string with a zero byte. A sentence that begins with the parameter's name.
  package func problem(with value: ParameterValue) -> String? {
    guard value.type == type else {
      return "\(name): expected \(type.name), found \(value.type.name)"
    }
    if let number = value.numbers.first(where: { !isInRange($0) }) { return outside(number) }
    if case .choice(let index) = value, !choices.indices.contains(index) {
      return "\(name): expected one of \(choices.joined(separator: ", "))"
    }
    return value.problem.map { "\(name): \($0)" }
  }

  /// What is not finite breaks another rule.
  private func isInRange(_ number: Double) -> Bool {
    !number.isFinite || (minimum ?? number) <= number && number <= (maximum ?? number)
  }

  /// `radius is 5000 points: from 0 to 4096`.
  private func outside(_ number: Double) -> String {
    let range = "from \(Self.text(minimum ?? 0)) to \(Self.text(maximum ?? 0))"
    let found = "\(name) is \(Self.text(number))"
    return switch unit {
    case .none: "\(found): \(range)"
    case .fraction: "\(found): a fraction \(range)"
    default: "\(found) \(unit.name): \(range)"
    }
  }

  /// A number as messages have it: whole ones without a point.
  package static func text(_ number: Double) -> String {
    abs(number) < 1e15 ? Int64(whole: number).map { String($0) } ?? String(number) : String(number)
  }
}
