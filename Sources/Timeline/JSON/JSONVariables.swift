internal import Synchronization

/// The values of the variables `${name}`, which are known to have no cycles.
package final class JSONVariables: Sendable {
  package struct Value: Sendable {
    package var text: JSONText
    package var index: Int
    /// The variables in scope where the value was written; nil for a variable of the document, whose names
    /// are resolved where it is used.
    package var variables: JSONVariables?

    package init(text: JSONText, index: Int, variables: JSONVariables? = nil) {
      self.text = text
      self.index = index
      self.variables = variables
    }
  }
  package let values: [String: Value]
  private let growth: VariableGrowth

  package init(_ values: [String: Value], in outer: JSONVariables? = nil) {
    self.values = values
    growth = outer?.growth ?? VariableGrowth()
  }

  /// The name of the variable whose expansion exceeded the limit; nil if no expansion exceeded it.
  package var excess: String? { growth.excess }
  /// The message about the first format that did not fit its value, and the position at which the format is
  /// used.
  package var wrongFormat: (message: String, place: Origin)? { growth.wrongFormat }

  /// The value of a string that consists only of `${name}`, with the variables in scope for that value; nil
  /// for any other entry.
  func wholeUse(text: JSONText, index: Int) -> Value? {
    var use: Value?
    var (text, index, known) = (text, index, self)
    while text.entries[index].hasDollar,
      case .variable(let name, nil)? = VariableText.whole(text.string(at: index)),
      let value = known.values[name], growth.allows(1, name)
    {
      known = value.variables ?? known
      use = Value(text: value.text, index: value.index, variables: known)
      (text, index) = (value.text, value.index)
    }
    return use
  }

  /// Replaces every `${name}` in the string, and replaces `$$` by `$`. A variable with an unknown name is
  /// left unchanged in the text. `place` returns the position of the string for error messages about formats.
  func interpolate(_ string: String, at place: () -> Origin) -> String {
    var result = ""
    for part in VariableText.parts(of: string) {
      switch part {
      case .literal(let text): result += text
      case .variable(let name, let format):
        var text = values[name].map(text(of:)) ?? "${\(name)}"
        if let format, values[name] != nil {
          if let formatted = ValueFormat.text(text, format) {
            text = formatted
          } else {
            growth.note(
              "the format \(JSONWriter.string(format)) cannot be applied to "
                + "\(JSONWriter.string(text)), the value of \"\(name)\"",
              at: place())
          }
        }
        // Replacing a variable inside a text costs about ten times as much as passing on a value.
        if growth.allows(10 + text.utf8.count / 2, name) { result += text }
      }
    }
    return result
  }

  private func text(of value: Value) -> String {
    if growth.excess != nil { return "" }
    let node = JSONNode(
      text: value.text, index: value.index, path: nil, variables: value.variables ?? self,
      anchor: .start)
    return node.string ?? node.json
  }

  // MARK: Names in values

  /// Adds variables that were written at this place: the names in their values refer to these variables or to
  /// each other.
  package func writing(_ members: [JSONMember]) -> JSONVariables {
    let own = members.map { ($0.key, Value(text: $0.value.text, index: $0.value.index)) }
    return JSONVariables(values.merging(own) { outer, _ in outer }, in: self)
  }

  /// A value as a variable, whose names are resolved where it is defined. If one of its names is unknown
  /// there, all names are resolved where the variable is used, as in a template for copies.
  package static func written(_ node: JSONNode, in known: JSONVariables) -> Value {
    var value = Value(text: node.text, index: node.index, variables: known)
    if names(in: value).contains(where: { known.values[$0] == nil }) { value.variables = nil }
    return value
  }

  /// The cycle to which a name leads, formatted for a message; nil if there is none.
  package func cycle(from name: String) -> String? {
    var ended: Set<String> = []
    var trail: [(name: String, inner: ArraySlice<String>)] = []
    func enter(_ name: String) {
      // A value that was written elsewhere resolves its names there.
      guard let value = values[name], value.variables == nil else { return }
      trail.append((name, Self.names(in: value)[...]))
    }
    enter(name)
    while let last = trail.last {
      guard let next = last.inner.first else {
        ended.insert(last.name)
        trail.removeLast()
        continue
      }
      trail[trail.count - 1].inner.removeFirst()
      if let first = trail.firstIndex(where: { $0.name == next }) {
        return (trail[first...].map(\.name) + [next]).map { "\"\($0)\"" }.joined(separator: " → ")
      }
      if !ended.contains(next) { enter(next) }
    }
    return nil
  }

  private static func names(in value: Value) -> [String] {
    var names: [String] = []
    for place in value.index..<value.text.next(after: value.index) {
      let entry = value.text.entries[place]
      guard entry.hasDollar, !entry.isKey else { continue }
      for case .variable(let name, _) in VariableText.parts(of: value.text.string(at: place)) {
        names.append(name)
      }
    }
    return names
  }
}

/// Counts the total size of all replaced variables of a document, so that a few variables cannot expand
/// without limit.
package final class VariableGrowth: Sendable {
  /// The maximum count: ten million uses, which take a few seconds, or 20 MB of text.
  private static let most = 10_000_000
  private let state = Mutex((count: 0, excess: String?.none))
  private let fault = Mutex<(message: String, place: Origin)?>(nil)

  package var wrongFormat: (message: String, place: Origin)? { fault.withLock { $0 } }

  func note(_ message: String, at place: Origin) {
    fault.withLock { if $0 == nil { $0 = (message, place) } }
  }

  var excess: String? { state.withLock(\.excess) }

  /// Counts a use of a variable; returns false if the total exceeds the limit.
  func allows(_ count: Int, _ name: String) -> Bool {
    state.withLock { state in
      state.count += count
      if state.count > Self.most, state.excess == nil { state.excess = name }
      return state.excess == nil
    }
  }
}

/// Parses `${name}` and `${name:format}` in strings.
package enum VariableText {
  package enum Part: Equatable {
    case literal(String)
    case variable(String, format: String?)
  }

  package static func parts(of string: String) -> [Part] {
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
        let inner = String(decoding: bytes[i + 2..<close], as: UTF8.self)
        let name = inner.prefix { $0 != ":" }
        let format = name.count < inner.count ? String(inner.dropFirst(name.count + 1)) : nil
        parts.append(.variable(String(name), format: format))
        i = close + 1
      } else {
        literal.append(bytes[i])
        i += 1
      }
    }
    if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
    return parts
  }

  /// The variable reference if the string consists only of one reference.
  static func whole(_ string: String) -> Part? {
    guard string.hasPrefix("${"), string.hasSuffix("}") else { return nil }
    let parts = parts(of: string)
    return parts.count == 1 ? parts[0] : nil
  }
}
