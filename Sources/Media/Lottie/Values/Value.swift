import Documents
import JSON

/// A value of a Lottie file, decoded once so that lookups of its members by key are fast.
enum Value: Sendable {
  case null
  case number(Double)
  case string(String)
  case list([Value])
  case object([String: Value])

  init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .boolean(let value): self = .number(value ? 1 : 0)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .list(elements.map(Value.init))
    case .object(let members):
      self = .object(
        Dictionary(members.map { ($0.key, Value($0.value)) }, uniquingKeysWith: { _, last in last })
      )
    }
  }

  subscript(key: String) -> Value? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  var number: Double? {
    switch self {
    case .number(let value): value
    // Strings are converted, because some writers store numbers as strings.
    case .string(let text): Double(text)
    default: nil
    }
  }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var list: [Value]? { if case .list(let values) = self { values } else { nil } }
  var isCompound: Bool {
    switch self {
    case .list, .object: true
    default: false
    }
  }
  var isObject: Bool { if case .object = self { true } else { false } }

  /// The value as a list of numbers if it is a number or such a list; otherwise nil.
  var numbers: [Double]? {
    switch self {
    case .number(let value): return [value]
    case .list(let values):
      var result: [Double] = []
      result.reserveCapacity(values.count)
      for value in values {
        guard let number = value.number else { return nil }
        result.append(number)
      }
      return result
    default: return nil
    }
  }

  var members: [String: Value] {
    if case .object(let members) = self { members } else { [:] }
  }

  func text(_ key: String) -> String? { self[key]?.string }
  func number(_ key: String) -> Double? { self[key]?.number }
  func isSet(_ key: String) -> Bool { (self[key]?.number ?? 0) != 0 }
  func elements(_ key: String) -> [Value] { self[key]?.list ?? [] }
}
