import JSON
import PluginHosting
import PluginModel
import Documents
import Reporting

/// The description of a function for people and as JSON.
struct FunctionPage: JSONEncodable {
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
    let all: JSONObject = [
      "id": function.id, "doc": function.doc, "arguments": function.arguments.map(\.name),
      "result": function.result.name, "signature": function.signature,
      "bundled": function.isBundled, "plugin": function.plugin,
    ]
    return all.json
  }
}
