import PluginHosting
import PluginModel
import Documents
import Reporting

/// Everything that a function says of itself.
struct FunctionPage {
  private let function: FunctionDescription
  init(_ function: FunctionDescription) { self.function = function }

  var lines: [String] {
    let arguments = function.arguments.map(Self.example).joined(separator: ", ")
    return [function.signature, ""] + Text.wrap(function.doc, width: 80, indent: "  ") + [
      "", "call      {\"call\": \"\(function.id)\", \"args\": [\(arguments)]}",
      "from      \(function.plugin)",
    ]
  }

  /// An argument as a document may write it.
  private static func example(_ type: ParameterType) -> String {
    switch type {
    case .bool: "true"
    case .int32: "1"
    case .double: "\"progress\""
    case .point: "[160, 284]"
    case .size: "[100, 50]"
    case .rect: "[0, 0, 100, 50]"
    case .color: "\"#ff8800\""
    case .string, .choice: "\"text\""
    case .curve: "\"easeOut\""
    }
  }

  var json: String {
    let arguments = function.arguments.map { JSONWriter.string($0.name) }
    return "{\"id\":\(JSONWriter.string(function.id)),\"doc\":\(JSONWriter.string(function.doc)),"
      + "\"arguments\":[\(arguments.joined(separator: ","))],"
      + "\"result\":\(JSONWriter.string(function.result.name)),"
      + "\"signature\":\(JSONWriter.string(function.signature)),"
      + "\"bundled\":\(function.isBundled),\"plugin\":\(JSONWriter.string(function.plugin))}"
  }
}
