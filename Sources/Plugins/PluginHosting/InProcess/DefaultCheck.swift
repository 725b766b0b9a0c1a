internal import PluginModel
internal import Scenes

/// Checks a literal default value against the parameter's own rules. The default value is JSON in the
/// notation of documents. Objects, and strings of types other than choice, are expressions that only a
/// document's reader can evaluate; they are checked when they are used.
enum DefaultCheck {
  static func problem(with parameter: ParameterDescription) -> String? {
    let json = parameter.defaultJSON.trimmed
    guard let first = json.utf8.first else { return "is empty" }
    let isExpression = first == UInt8(ascii: "{") || json.hasPrefix("\"${")
    switch parameter.type {
    case _ where isExpression: return nil
    case .bool: return json == "true" || json == "false" ? nil : "expected true or false"
    case .choice:
      guard json.count >= 2, json.hasPrefix("\""), json.hasSuffix("\"") else {
        return "expected a string"
      }
      guard let index = parameter.choices.firstIndex(of: String(json.dropFirst().dropLast())) else {
        return "expected one of \(parameter.choices.joined(separator: ", "))"
      }
      return parameter.problem(with: .choice(index))
    case .string: return first == UInt8(ascii: "\"") ? nil : "expected a string"
    case .curve, .color: return nil
    default:
      if first == UInt8(ascii: "\"") { return nil }
      guard let numbers = numbers(in: json), let value = value(parameter.type.row, numbers) else {
        return "expected \(parameter.type.name)"
      }
      return parameter.problem(with: value)
    }
  }

  /// The numbers of a text such as `5` or `[1, 2]`; nil for any other text.
  private static func numbers(in json: String) -> [Double]? {
    let isList = json.hasPrefix("[") && json.hasSuffix("]")
    let body = isList ? String(json.dropFirst().dropLast()) : json
    var numbers: [Double] = []
    for part in body.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Double(String(part).trimmed), number.isFinite else { return nil }
      numbers.append(number)
    }
    return isList == (numbers.count > 1) ? numbers : nil
  }

  private static func value(_ row: ParameterType.Row, _ numbers: [Double]) -> ParameterValue? {
    guard numbers.count == row.storage.count else { return nil }
    var components = SIMD4<Double>.zero
    for (i, number) in numbers.enumerated() { components[i] = number }
    return row.value(components)
  }
}

extension String {
  /// The text without spaces and line breaks at its start and end.
  var trimmed: String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }
    guard let start = firstIndex(where: { !isSpace($0) }) else { return "" }
    return String(self[start...lastIndex(where: { !isSpace($0) })!])
  }
}
