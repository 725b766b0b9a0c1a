import JSON

/// A page of the reference of the document language: one form, its keys, and an example. Pages are generated
/// from the tables that also read documents and produce the JSON Schema, so that they agree.
package struct FormPage: Sendable {
  /// A key of a form, with the description for the reference.
  package struct Key: Sendable {
    package let name: String
    /// A description of the valid values, in which the names of other forms are in backquotes.
    package let value: String
    package let isRequired: Bool
    package let doc: String
    /// The fixed words that the value of the key may be.
    package var words: [String] { FormPage.words(in: value) }
  }

  /// The name of the form in the definitions of the schema, such as "spring".
  package let name: String
  package let doc: String
  package let keys: [Key]
  /// A description of the values of a form without keys.
  package let value: String
  /// An example of the form's value, as JSON text.
  package let example: String?
  /// The fixed words among the values of a form without keys.
  package var words: [String] { Self.words(in: value) }

  /// Extracts the words in quotation marks from a description of valid values.
  private static func words(in value: String) -> [String] {
    value.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// The pages of all forms, sorted by name.
  package static let all: [FormPage] = {
    var builder = SchemaBuilder()
    _ = DocumentForm.table.schema(&builder)
    return builder.definitions.sorted { $0.key < $1.key }.map { FormPage($0.key, $0.value) }
  }()

  /// The page of the form with this name; nil if there is no such form.
  package static func named(_ name: String) -> FormPage? { all.first { $0.name == name } }

  /// The name of the form that is most similar to a word; nil if no name is similar.
  package static func nearest(to name: String) -> String? {
    NearestWord.find(name, in: all.map(\.name))
  }

  private init(_ name: String, _ schema: SchemaTree) {
    self.name = name
    doc = schema["description"]?.text ?? FormExamples.docs[name] ?? ""
    example = FormExamples.all[name]
    let required = Set((schema["required"]?.list ?? []).compactMap(\.text))
    guard case .object(let members) = schema["properties"] else {
      keys = []
      value = SchemaWords.of(schema)
      return
    }
    keys = members.map { member in
      Key(
        name: member.key, value: SchemaWords.of(member.value),
        isRequired: required.contains(member.key), doc: member.value["description"]?.text ?? "")
    }
    value = "an object"
  }

  /// The reference page of the form as a Markdown section.
  package var markdown: String {
    var lines = ["## \(name)", "", doc, ""]
    if keys.isEmpty {
      lines += ["The value of `\(name)` is \(Self.linked(value)).", ""]
    } else {
      lines += ["| key | value | meaning |", "|---|---|---|"]
      for key in keys {
        let name = key.isRequired ? "**`\(key.name)`**" : "`\(key.name)`"
        lines.append("| \(name) | \(Self.linked(key.value)) | \(Self.cell(key.doc)) |")
      }
      lines.append("")
    }
    if let example { lines += ["```json", example, "```", ""] }
    return lines.joined(separator: "\n")
  }

  /// The description with the names of forms as links to their sections.
  private static func linked(_ words: String) -> String {
    cell(words).split(separator: "`", omittingEmptySubsequences: false).enumerated().map {
      $0.offset % 2 == 0 ? String($0.element) : "[\($0.element)](#\($0.element.lowercased()))"
    }.joined()
  }

  private static func cell(_ words: String) -> String {
    words.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

/// Describes the schema of a value in English words.
enum SchemaWords {
  static func of(_ schema: SchemaTree) -> String {
    if let reference = schema["$ref"]?.text {
      return "`\(reference.split(separator: "/").last.map(String.init) ?? reference)`"
    }
    if let options = schema["anyOf"]?.list {
      // Variables are allowed almost everywhere, as the start of the reference explains, so they are not
      // repeated.
      return alternatives(options.filter { $0["$ref"]?.text != "#/$defs/variable" })
    }
    if let all = schema["allOf"]?.list, let first = all.first { return of(first) }
    if let words = schema["enum"]?.list { return alternatives(words) }
    if let constant = schema["const"] { return constant.text(indent: 0) }
    switch schema["type"]?.text {
    case "number": return number("a number", schema)
    case "integer": return number("a whole number", schema)
    case "boolean": return "true or false"
    case "null": return "null"
    case "string": return "a string"
    case "array": return array(schema)
    case "object":
      guard let values = schema["additionalProperties"],
        values["anyOf"] ?? values["$ref"] ?? values["type"] != nil
      else { return "an object" }
      return "an object whose values are each \(of(values))"
    default: break
    }
    // Any other schema is a value of an enumeration, or an empty schema, which allows any value.
    return schema == [:] ? "anything" : schema.text(indent: 0)
  }

  private static func alternatives(_ options: [SchemaTree]) -> String {
    var words: [String] = []
    for option in options.map(of) where !words.contains(option) { words.append(option) }
    guard let last = words.popLast() else { return "anything" }
    return words.isEmpty ? last : "\(words.joined(separator: ", ")) or \(last)"
  }

  private static func number(_ what: String, _ schema: SchemaTree) -> String {
    func limit(_ key: String) -> String? {
      guard case .number(let value) = schema[key], value.magnitude < 1e9 else { return nil }
      return JSONWriter.number(value)
    }
    let (above, low, high) = (limit("exclusiveMinimum"), limit("minimum"), limit("maximum"))
    switch (above ?? low, high) {
    case (let low?, let high?):
      return above == nil ? "\(what) from \(low) to \(high)" : "\(what) above \(low), to \(high)"
    case (let low?, nil): return above == nil ? "\(what) from \(low) on" : "\(what) above \(low)"
    case (nil, let high?): return "\(what) up to \(high)"
    case (nil, nil): return what
    }
  }

  private static func array(_ schema: SchemaTree) -> String {
    if let parts = schema["prefixItems"]?.list {
      return "a list [\(parts.map(of).joined(separator: ", "))]"
    }
    let items = schema["items"].map(of) ?? "anything"
    guard case .number(let low) = schema["minItems"], case .number(let high) = schema["maxItems"],
      high <= 16
    else { return "a list of \(items)" }
    let count =
      low == high
      ? JSONWriter.number(low) : "\(JSONWriter.number(low)) to \(JSONWriter.number(high))"
    return "a list of \(count) values, each \(items)"
  }
}

extension SchemaTree {
  subscript(key: String) -> SchemaTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  fileprivate var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  fileprivate var list: [SchemaTree]? {
    guard case .array(let values) = self else { return nil }
    return values
  }
}
