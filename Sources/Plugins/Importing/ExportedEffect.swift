/// An animator as a frei0r library: a copy of a bridge with a description of the animator in a field.
package struct ExportedEffect {
  package struct Parameter {
    package var name: String
    /// The type of the parameter: b for a Boolean, n for a number, c for a colour, or s for a text.
    package var type: Character
    package var value: String
    package var range: ClosedRange<Double>?
    package var doc: String

    package init(
      name: String, type: Character, value: String, range: ClosedRange<Double>?, doc: String
    ) {
      (self.name, self.type, self.value) = (name, type, value)
      (self.range, self.doc) = (range, doc)
    }
  }
  package var program: String
  package var id: String
  package var isMixer: Bool
  package var title: String
  package var doc: String
  package var parameters: [Parameter]

  package init(
    program: String, id: String, isMixer: Bool, title: String, doc: String,
    parameters: [Parameter]
  ) {
    (self.program, self.id, self.isMixer) = (program, id, isMixer)
    (self.title, self.doc, self.parameters) = (title, doc, parameters)
  }

  private static let mark = Array("animator-field:1".utf8) + [0]
  private static let fieldBytes = 16_384

  /// The bytes of the bridge with the description; nil if the bridge has no field for it, or the field is too
  /// small.
  package func written(into bridge: [UInt8]) -> [UInt8]? {
    guard let mark = bridge.firstRange(of: Self.mark),
      bridge.count - mark.upperBound >= Self.fieldBytes
    else { return nil }
    let lines =
      [[program, id, isMixer ? "m" : "f", title, doc]]
      + parameters.map { parameter in
        let ends = parameter.range.map { ["\($0.lowerBound)", "\($0.upperBound)"] } ?? ["0", "0"]
        return [parameter.name, String(parameter.type), parameter.value] + ends + [parameter.doc]
      }
    let text = Array(lines.map(Self.line).joined(separator: "\n").utf8)
    guard text.count < Self.fieldBytes else { return nil }
    var bytes = bridge
    let filled = text + [UInt8](repeating: 0, count: Self.fieldBytes - text.count)
    bytes.replaceSubrange(mark.upperBound..<mark.upperBound + Self.fieldBytes, with: filled)
    return bytes
  }

  private static func line(_ words: [String]) -> String {
    words.map { word in String(word.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }
      .joined(separator: "\t")
  }
}
