package import Scenes

/// The type of a parameter, which determines how the parameter is stored and how documents write it. The row
/// of a type defines all its operations, except for its syntax in documents, which `ParameterForm` defines.
package enum ParameterType: UInt32, Sendable, CaseIterable {
  case bool = 1
  case int32, double, point, size, rect, color, string, choice, curve

  /// The layout of a parameter value in memory.
  package enum Storage: Hashable, Sendable {
    /// The storage is a byte with the value 0 or 1.
    case flag
    /// The storage is four bytes: an integer, or the index of a choice.
    case int32
    /// The storage is a number of values of eight bytes or of four bytes.
    case doubles(Int), floats(Int)
    /// The storage is the address of a zero-terminated text.
    case text
    /// The storage is two addresses: a function and its context.
    case curve

    /// The number of components of a parameter value.
    package var count: Int {
      switch self {
      case .int32: 1
      case .doubles(let count), .floats(let count): count
      case .flag, .text, .curve: 0
      }
    }
  }

  /// A row of the table of parameter types.
  package struct Row: Sendable {
    /// The name of the parameter type in messages and documentation.
    package let name: String
    package let storage: Storage
    /// An example of an argument of this type in the notation of documents.
    package let example: String
    /// The index of the first number that must not be negative; 4 if all numbers may be negative.
    package var firstSize = 4
    /// Creates the value from numbers; nil if they are not valid for the type.
    package let value: @Sendable (SIMD4<Double>) -> ParameterValue?
    /// The rule of the type that the numbers violate; nil if they are valid.
    package var problem: @Sendable (SIMD4<Double>) -> String? = { _ in nil }
  }

  /// The rows of the types in the order of the cases.
  private static let rows: [Row] = [
    Row(name: "bool", storage: .flag, example: "true", value: { _ in nil }),
    Row(
      name: "integer", storage: .int32, example: "1",
      value: { Int32(whole: $0.x).map { .int32($0) } }),
    Row(
      name: "number", storage: .doubles(1), example: "\"progress\"", value: { .double($0.x) }),
    Row(
      name: "point", storage: .doubles(2), example: "[160, 284]",
      value: { .point(Point($0.x, $0.y)) }),
    Row(
      name: "size", storage: .doubles(2), example: "[100, 50]", firstSize: 0,
      value: { .size(Size($0.x, $0.y)) },
      problem: { $0.x < 0 || $0.y < 0 ? "a size is never negative" : nil }),
    Row(
      name: "rect", storage: .doubles(4), example: "[0, 0, 100, 50]", firstSize: 2,
      value: { .rect(Rect($0.x, $0.y, $0.z, $0.w)) },
      problem: {
        $0.z < 0 || $0.w < 0 ? "the width and height of a rect must not be negative" : nil
      }),
    Row(
      name: "color", storage: .floats(4), example: "\"#ff8800\"",
      value: { .color(Color(red: $0.x, green: $0.y, blue: $0.z, alpha: $0.w)) },
      problem: {
        $0.min() < 0 || $0.max() > 1 ? "the components of a colour must be from 0 to 1" : nil
      }),
    Row(name: "string", storage: .text, example: "\"text\"", value: { _ in nil }),
    Row(
      name: "choice", storage: .int32, example: "\"text\"",
      value: { Int(exactly: $0.x).map { .choice($0) } }),
    Row(name: "easing", storage: .curve, example: "\"easeOut\"", value: { _ in nil }),
  ]

  private static let storages = rows.map(\.storage)

  package var row: Row { Self.rows[Int(rawValue) - 1] }
  package var storage: Storage { Self.storages[Int(rawValue) - 1] }
  package var name: String { row.name }
}

/// The value of a parameter, which already has the parameter's type.
package enum ParameterValue: Sendable {
  case bool(Bool)
  case int32(Int32)
  case double(Double)
  case point(Point)
  case size(Size)
  case rect(Rect)
  /// The parameter is an sRGB colour with straight alpha.
  case color(Color)
  case string(String)
  /// The parameter is the index of a choice's word.
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

  /// The components of the parameter value, padded with zeros.
  package var components: SIMD4<Double> {
    switch self {
    case .bool, .string, .choice, .curve: .zero
    case .int32(let n): SIMD4(Double(n), 0, 0, 0)
    case .double(let n): SIMD4(n, 0, 0, 0)
    case .point(let p): SIMD4(p.x, p.y, 0, 0)
    case .size(let s): SIMD4(s.width, s.height, 0, 0)
    case .rect(let r): SIMD4(r.x, r.y, r.width, r.height)
    case .color(let c): SIMD4(c.red, c.green, c.blue, c.alpha)
    }
  }

  /// The numbers of the value in the unit of the parameter; empty for a choice.
  package var numbers: [Double] {
    if case .choice = self { return [] }
    let components = components
    return (0..<type.storage.count).map { components[$0] }
  }

  /// The number of a value that is a single number, without creating a list; nil for all other values.
  package var number: Double? {
    switch self {
    case .int32(let n): Double(n)
    case .double(let n): n
    default: nil
    }
  }
}

extension ParameterValue {
  /// The rule of its type that the value violates; nil if the value is valid. Every function call checks all
  /// its values with this property, so the property does not allocate lists.
  package var problem: String? {
    let components = components
    guard components.x.isFinite, components.y.isFinite, components.z.isFinite, components.w.isFinite
    else { return "must be a finite number" }
    if case .string(let text) = self, text.utf8.contains(0) {
      return "a string cannot contain a zero byte"
    }
    return type.row.problem(components)
  }
}

extension ParameterDescription {
  /// The reason why the animator must not get `value`: its type is different, a number is not finite or is
  /// out of range, a choice is unknown, or a string contains a zero byte. The function returns nil if the
  /// value is valid. The error text starts with the name of the parameter.
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

  /// Whether a number is in the range of the parameter. A number that is not finite counts as in range,
  /// because it violates another rule.
  private func isInRange(_ number: Double) -> Bool {
    !number.isFinite || (minimum ?? number) <= number && number <= (maximum ?? number)
  }

  /// A message about a number out of range, such as `radius is 5000 points: from 0 to 4096`.
  private func outside(_ number: Double) -> String {
    let range = "from \(Self.text(minimum ?? 0)) to \(Self.text(maximum ?? 0))"
    let found = "\(name) is \(Self.text(number))"
    return switch unit {
    case .none: "\(found): \(range)"
    case .fraction: "\(found): a fraction \(range)"
    default: "\(found) \(unit.name): \(range)"
    }
  }

  /// Formats a number for messages; integers have no decimal point.
  package static func text(_ number: Double) -> String {
    abs(number) < 1e15 ? Int64(whole: number).map { String($0) } ?? String(number) : String(number)
  }
}
