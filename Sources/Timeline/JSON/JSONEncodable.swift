/// A value that has a JSON text, on one line and without spaces.
package protocol JSONEncodable {
  var json: String { get }
}

extension String: JSONEncodable {
  package var json: String { JSONWriter.string(self) }
}

extension Double: JSONEncodable {
  package var json: String { JSONWriter.number(self) }
}

extension Int: JSONEncodable {
  package var json: String { description }
}

extension UInt64: JSONEncodable {
  package var json: String { description }
}

extension Bool: JSONEncodable {
  package var json: String { description }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
  package var json: String { self?.json ?? "null" }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  package var json: String { "[" + map(\.json).joined(separator: ",") + "]" }
}

/// A part of a JSON text that was written before.
package struct JSONFragment: JSONEncodable {
  package let json: String
  package init(_ json: String) { self.json = json }
  package static let null = JSONFragment("null")
}

/// A JSON object that is being written; its members keep their order.
package struct JSONObject: JSONEncodable, ExpressibleByDictionaryLiteral {
  private var members: [(key: String, json: String)] = []

  package init(_ members: [(String, any JSONEncodable)]) {
    self.members = members.map { ($0, $1.json) }
  }

  package init(dictionaryLiteral members: (String, any JSONEncodable)...) { self.init(members) }

  /// Adds a member at the end; a value of nil adds nothing.
  package mutating func add(_ key: String, _ value: (any JSONEncodable)?) {
    if let value { members.append((key, value.json)) }
  }

  package func has(_ key: String) -> Bool { members.contains { $0.key == key } }

  package static func + (first: Self, second: Self) -> Self {
    var sum = first
    sum.members += second.members
    return sum
  }

  package var json: String {
    "{" + members.map { "\(JSONWriter.string($0.key)):\($0.json)" }.joined(separator: ",") + "}"
  }
}
