/// The facts of an animator that the schema needs.
package struct AnimatorSummary: Sendable {
  package struct Role: Sendable {
    package var name: String
    package var doc: String
    package var isRequired: Bool
    package init(name: String, doc: String, isRequired: Bool) {
      self.name = name
      self.doc = doc
      self.isRequired = isRequired
    }
  }
  package enum ParameterType: Hashable, Sendable {
    case boolean, integer, number, point, size, rect, color, string, curve
    case choice([String])
  }
  package struct Parameter: Sendable {
    package var name: String
    package var doc: String
    package var type: ParameterType
    /// Shown with the doc: `points`, `degrees`, `seconds`.
    package var unit: String?
    package var minimum: Double?
    package var maximum: Double?
    /// JSON as a document would write it.
    package var defaultJSON: String?
    package init(
      name: String, doc: String, type: ParameterType, unit: String? = nil, minimum: Double? = nil,
      maximum: Double? = nil, defaultJSON: String? = nil
    ) {
      self.name = name
      self.doc = doc
      self.type = type
      self.unit = unit
      self.minimum = minimum
      self.maximum = maximum
      self.defaultJSON = defaultJSON
    }
  }
  package var name: String
  package var doc: String
  package var roles: [Role]
  package var parameters: [Parameter]
  package init(name: String, doc: String, roles: [Role], parameters: [Parameter]) {
    self.name = name
    self.doc = doc
    self.roles = roles
    self.parameters = parameters
  }
}
