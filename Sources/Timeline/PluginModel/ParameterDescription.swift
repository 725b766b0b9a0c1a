/// The unit of the numbers in a parameter's value.
package enum ParameterUnit: UInt32, Sendable, CaseIterable {
  case none = 0
  case points, degrees, seconds, fraction

  /// The name of the unit in documentation; empty if the numbers have no unit.
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

/// A parameter of an animator.
package struct ParameterDescription: Sendable, Hashable {
  package var name: String
  package var doc: String
  package var type: ParameterType
  package var unit: ParameterUnit
  /// The default value in the notation of documents; it may be an expression.
  package var defaultJSON: String
  /// The bounds of every number in the value; both are nil if the parameter has no bounds.
  package var minimum: Double?
  package var maximum: Double?
  /// The words of a choice, in the order of their indices.
  package var choices: [String]
  /// The offset in bytes in the parameter struct of the plugin's author.
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
