import JSON
import PluginHosting
import PluginModel
import Documents
import Reporting

/// The description of a function for people and as JSON.
struct FunctionPage {
  private let function: FunctionDescription
  init(_ function: FunctionDescription) { self.function = function }

  var lines: [String] {
    let arguments = function.arguments.map(\.row.example).joined(separator: ", ")
    return [function.signature, ""] + Text.wrap(function.doc, width: 80, indent: "  ") + [
      "", "call      {\"call\": \"\(function.id)\", \"args\": [\(arguments)]}",
      "from      \(function.plugin)",
    ]
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
