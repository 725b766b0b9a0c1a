/// The meaning of a parameter's numbers.
package enum ParameterUnit: UInt32, Sendable, CaseIterable {
  case none = 0
  case points, degrees, seconds, fraction

  /// The name in documentation; empty if there is none.
  package var name: String {
    switch self {
    case .none: ""
    case .points: "points"
    case .degrees: "degrees"
    case .seconds: "seconds"
    case .fraction: "fraction"
    }
  }
}

/// One parameter of an animator.
package struct ParameterDescription: Sendable, Hashable {
  package var name: String
  package var doc: String
  package var type: ParameterType
  package var unit: ParameterUnit
  /// The default value in the notation of documents, which may be an expression.
  package var defaultJSON: String
  /// The bounds of every number in the value; both nil if there are none.
  package var minimum: Double?
  package var maximum: Double?
  /// The names of the choices, in the order of their indices.
  package var choices: [String]
  /// Bytes from the start of the author's struct.
  package var offset: Int

  package init(
    name: String, doc: String, type: ParameterType, unit: ParameterUnit, defaultJSON: String,
    minimum: Double?, maximum: Double?, choices: [String], offset: Int
  ) {
    self.name = name
    self.doc = doc
    self.type = type
    self.unit = unit
    self.defaultJSON = defaultJSON
    self.minimum = minimum
    self.maximum = maximum
    self.choices = choices
    self.offset = offset
  }
}
