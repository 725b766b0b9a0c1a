/// A position in a text: line and column, both counted from 1; the column counts Unicode scalars.
package struct SourcePosition: Hashable, Comparable, Sendable {
  package var line: Int
  package var column: Int
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
  package static let start = SourcePosition(line: 1, column: 1)
  package static func < (a: SourcePosition, b: SourcePosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// The position of a value in a document's text, and its JSON pointer (RFC 6901). The pointer is built only
/// on demand, because a valid document never needs it.
package struct Origin: Hashable, Sendable {
  package var position: SourcePosition
  private var prefix: String
  private var path: JSONPath?

  package init(position: SourcePosition, pointer: String) {
    self.position = position
    prefix = pointer
  }
  package init(position: SourcePosition, prefix: String, path: JSONPath?) {
    self.position = position
    self.prefix = prefix
    self.path = path
  }
  package static let start = Origin(position: .start, pointer: "")

  package var pointer: String { path.map { prefix + $0.pointer } ?? prefix }

  package static func == (a: Origin, b: Origin) -> Bool {
    a.position == b.position && a.pointer == b.pointer
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(position) }
}

/// A value with the position in the text from which it was read.
package struct Sourced<Value> {
  package var value: Value
  package var origin: Origin
  package init(_ value: Value, _ origin: Origin = .start) {
    self.value = value
    self.origin = origin
  }
}

extension Sourced: Sendable where Value: Sendable {}
extension Sourced: Equatable where Value: Equatable {}
extension Sourced: Hashable where Value: Hashable {}
