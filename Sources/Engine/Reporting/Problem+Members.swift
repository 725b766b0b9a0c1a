package import Documents
package import JSON

extension Problem {
  /// The place and the message of the problem.
  package var members: JSONObject {
    [
      "file": file, "line": origin.position.line, "column": origin.position.column,
      "pointer": origin.pointer, "message": message,
    ]
  }
}
