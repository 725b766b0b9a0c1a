package import Documents
import JSON

extension Problem {
  /// The position and the message of the problem, as members of a JSON object.
  package var members: String {
    "\"file\":\(JSONWriter.string(file)),\"line\":\(origin.position.line),"
      + "\"column\":\(origin.position.column),\"pointer\":\(JSONWriter.string(origin.pointer)),"
      + "\"message\":\(JSONWriter.string(message))"
  }
}
