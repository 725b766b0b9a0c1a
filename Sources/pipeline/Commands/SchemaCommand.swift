import AnimatorHosting
import ArgumentParser
import Documents

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of the document, with the loaded animators' parameters.")

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    let animators = plugins.registry().animators
    Console.result(DocumentSchema.json(animators: animators.map(AnimatorSummary.init)))
  }
}

extension AnimatorSummary {
  fileprivate init(_ animator: AnimatorDescription) {
    self.init(
      name: animator.id, doc: animator.doc,
      roles: animator.roles.map { role in
        let binds = ["from", "to", "container"].contains(role.name) || role.createJSON != nil
        return Role(name: role.name, doc: role.doc, isRequired: role.minimum > 0 && !binds)
      },
      parameters: animator.parameters.map { parameter in
        Parameter(
          name: parameter.name, doc: parameter.doc, type: Self.type(of: parameter),
          unit: parameter.unit == .none ? nil : parameter.unit.name, minimum: parameter.minimum,
          maximum: parameter.maximum, defaultJSON: parameter.defaultJSON)
      })
  }

  private static func type(of parameter: ParameterDescription) -> ParameterType {
    switch parameter.type {
    case .bool: .boolean
    case .int32: .integer
    case .double: .number
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .color: .color
    case .string: .string
    case .choice: .choice(parameter.choices)
    case .curve: .curve
    }
  }
}
