import Files
import Scenes

package enum JSONWriter {
  /// The shortest decimal text that reads back as the same double; whole numbers have no fraction.
  package static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let whole = Int64(whole: value) { return String(whole) }
    return String(value)
  }

  /// A JSON string that is safe to print: control characters that terminals obey are escaped too.
  package static func string(_ value: String) -> String {
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where EscapedText.isUnsafe(scalar): result += EscapedText.escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
