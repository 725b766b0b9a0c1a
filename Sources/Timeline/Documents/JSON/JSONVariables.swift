/// The values of `${name}`, checked to have no cycle.
final class JSONVariables: Sendable {
  struct Value: Sendable {
    var text: JSONText
    var index: Int
  }
  let values: [String: Value]
  init(_ values: [String: Value]) { self.values = values }

  /// The value for which a string that is exactly `${name}` stands; nil when the entry is anything
  /// else.
  func wholeUse(text: JSONText, index: Int) -> Value? {
    var use: Value?
    var (text, index) = (text, index)
    while text.entries[index].hasDollar,
      case .variable(let name)? = VariableText.whole(text.string(at: index)),
      let value = values[name]
    {
      use = value
      (text, index) = (value.text, value.index)
    }
    return use
  }

  /// The string with every `${name}` replaced and `$$` made `$`. An unknown name stays as it is.
  func interpolate(_ string: String) -> String {
    var result = ""
    for part in VariableText.parts(of: string) {
      switch part {
      case .literal(let text): result += text
      case .variable(let name): result += values[name].map(text(of:)) ?? "${\(name)}"
      }
    }
    return result
  }

  private func text(of value: Value) -> String {
    let node = JSONNode(
      text: value.text, index: value.index, path: nil, variables: self, anchor: .start)
    return node.string ?? node.json
  }
}

/// The grammar of `${name}` in a string.
enum VariableText {
  enum Part: Equatable {
    case literal(String)
    case variable(String)
  }

  static func parts(of string: String) -> [Part] {
    var parts: [Part] = []
    var literal: [UInt8] = []
    let bytes = Array(string.utf8)
    var i = 0
    while i < bytes.count {
      if bytes[i] != UInt8(ascii: "$") || i + 1 == bytes.count {
        literal.append(bytes[i])
        i += 1
      } else if bytes[i + 1] == UInt8(ascii: "$") {
        literal.append(bytes[i])
        i += 2
      } else if bytes[i + 1] == UInt8(ascii: "{"),
        let close = bytes[i...].firstIndex(of: UInt8(ascii: "}"))
      {
        if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
        literal = []
        parts.append(.variable(String(decoding: bytes[i + 2..<close], as: UTF8.self)))
        i = close + 1
      } else {
        literal.append(bytes[i])
        i += 1
      }
    }
    if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
    return parts
  }

  /// The one variable that the whole string is.
  static func whole(_ string: String) -> Part? {
    guard string.hasPrefix("${"), string.hasSuffix("}") else { return nil }
    let parts = parts(of: string)
    return parts.count == 1 ? parts[0] : nil
  }
}
