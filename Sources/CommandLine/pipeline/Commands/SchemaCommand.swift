import CommandLine
import PluginHosting
import PluginModel
import ArgumentParser
import Documents

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of the document, with the loaded animators' parameters.")

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    let registry = plugins.registry()
    Console.result(
      json: DocumentSchema.json(
        animators: registry.animators.map(AnimatorSummary.init),
        functions: registry.functions.map { function in
          FunctionSummary(
            name: function.id, doc: function.doc,
            arguments: function.arguments.map { AnimatorSummary.type($0, choices: []) })
        }))
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
          name: parameter.name, doc: parameter.doc,
          type: Self.type(parameter.type, choices: parameter.choices),
          unit: parameter.unit == .none ? nil : parameter.unit.name, minimum: parameter.minimum,
          maximum: parameter.maximum, defaultJSON: parameter.defaultJSON)
      })
  }

  fileprivate static func type(
    _ type: PluginModel.ParameterType, choices: [String]
  ) -> ParameterType {
    switch type {
    case .bool: .boolean
    case .int32: .integer
    case .double: .number
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .color: .color
    case .string: .string
    case .choice: .choice(choices)
    case .curve: .curve
    }
  }
}
