import Documents
import JSON
import PluginModel
import Foundation
import TestSupport
import Testing

/// Runs Debian's Python with `jsonschema`, an independent implementation.
private enum Validator {
  /// Prints for each document whether the schema accepts it: "1" or "0".
  static let script = """
    import json, sys, jsonschema
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for document in json.load(open(sys.argv[2])):
        print(1 if validator.is_valid(document) else 0)
    """

  static func verdicts(_ documents: [String], _ schema: String) throws -> [Bool] {
    let folder = try Folder()
    try folder.write(schema, to: "schema.json")
    try folder.write("[\(documents.joined(separator: ",\n"))]", to: "documents.json")
    let result = try Program.tool(
      "python3", ["-c", script, "schema.json", "documents.json"], in: folder.url)
    withExtendedLifetime(folder) {}
    try #require(result.status == 0, "\(result.summary)")
    return result.output.split(separator: "\n").map { $0 == "1" }
  }
}

@Suite struct SchemaTests {
  private static let ripple = AnimatorDescription(
    id: "ripple-reveal", aliases: [], title: "Ripple Reveal", version: "1.0.0",
    doc: "A hole that grows.", kind: .transition, flags: [], animates: [], durationSeconds: 1,
    easingJSON: nil,
    parameters: [
      ParameterDescription(
        name: "center", doc: "Of the hole.", type: .point, unit: .points,
        defaultJSON: #"{"centerOf": "cover"}"#, minimum: nil, maximum: nil, choices: [], offset: 0),
      ParameterDescription(
        name: "fit", doc: "How far.", type: .choice, unit: .none, defaultJSON: "\"cover\"",
        minimum: nil, maximum: nil, choices: ["cover", "diagonal"], offset: 16),
    ],
    roles: [
      RoleDescription(name: "cover", doc: "What is cut.", minimum: 1, maximum: 1, createJSON: nil)
    ], hasLayout: false, hasPixels: false, hasPieces: false, hasDuration: false,
    plugin: "", isBundled: true)

  @Test func isJSONAndClosed() throws {
    let text = DocumentSchema.json(animators: [Self.ripple])
    let root = try #require(JSONNode(json: text))
    let definitions = try #require(root["$defs"]?.members)
    #expect(definitions.count > 40)
    for definition in definitions
    where definition.value["properties"] != nil
      && !definition.key.hasPrefix("animator:")
    {
      #expect(definition.value["additionalProperties"]?.boolean == false, "\(definition.key)")
    }
  }

  @Test func everyReferenceLeadsSomewhere() throws {
    let root = try #require(JSONNode(json: DocumentSchema.json(animators: [Self.ripple])))
    let names = Set(try #require(root["$defs"]?.members).map(\.key))
    func visit(_ node: JSONNode) {
      if let reference = node["$ref"]?.string {
        #expect(names.contains(String(reference.dropFirst("#/$defs/".count))), "\(reference)")
      }
      node.members?.forEach { visit($0.value) }
      node.elements?.forEach(visit)
    }
    visit(root)
  }

  @Test func agreesOnGoodAndBad() throws {
    // Only one bundled animator is loaded; the other animators of the sketch count as third-party animators.
    let sketch = try String(contentsOfFile: fixtures + "/sketch.json", encoding: .utf8)
      .replacing(/"animator": "(?!ripple-reveal)/, with: "\"animator\": \"acme.")
    let good = [
      sketch,
      stepped(#"{"animator": "acme.wave", "layers": {"x": "a"}, "params": {"any": 1}}"#),
      stepped(#"{"keyframes": [{"opacity": "${x}"}], "targets": [".c", "to/@d"]}"#),
      layered(#""id": "äö", "mask": {"circle": {"center": ["50%", 2], "radius": 3}}"#),
      layered(#""transform": [{"rotate": [0, 90, 0]}, {"perspective": 900}]"#),
    ]
    let bad = [
      sketch.replacingOccurrences(of: "\"fps\": 25", with: "\"fbs\": 25"),
      sketch.replacingOccurrences(of: "\"diagonal\"", with: "\"diagonl\""),
      sketch.replacingOccurrences(
        of: "\"center\": {\"centerOf\"", with: "\"centre\": {\"centerOf\""),
      stepped(#"{"keyframes": [{"opacity": 2}]}"#),
      stepped(#"{"sequence": [], "duration": 3}"#),
      layered(#""id": "4""#), layered(#""id": "a b""#), layered(#""id": "a.b""#),
      stepped(#"{"animator": "wave"}"#), layered(#""frame": [1, 2, 3]"#), #"{"layers": []}"#,
      #"{"version": 2}"#,
    ]
    let schema = DocumentSchema.json(animators: [Self.ripple])
    let verdicts = try Validator.verdicts(good + bad, schema)
    #expect(verdicts == good.map { _ in true } + bad.map { _ in false })
  }

  /// The schema accepts every document that the reader accepts.
  @Test func takesWhatTheReaderTakes() throws {
    let sketch = try String(contentsOfFile: fixtures + "/sketch.json", encoding: .utf8)
    var mutator = DocumentMutator(seed: 7)
    var taken: [String] = []
    let rounds = Effort.count(test: 120, long: 800, soak: 8_000)
    for _ in 0..<rounds {
      let text = mutator.replaceOne(sketch)
      if problems(text).isEmpty { taken.append(text) }
    }
    try #require(taken.count > rounds / 24)
    let verdicts = try Validator.verdicts(taken, DocumentSchema.json())
    for (text, verdict) in zip(taken, verdicts) where !verdict {
      Issue.record("the schema refuses what the reader takes:\n\(text)")
      break
    }
  }

  /// Every form has a page with a sentence about it, a sentence about each key, and an example that the schema accepts
  /// according to Python's jsonschema.
  @Test func everyFormHasAPage() throws {
    let pages = FormPage.all
    #expect(pages.count > 50)
    for page in pages {
      for sentence in [page.doc] + page.keys.map(\.doc) {
        #expect(
          sentence.split(separator: " ").count >= 3 && sentence.hasSuffix("."),
          "\(page.name): \(sentence)")
      }
    }
    // The schema describes objects with one key, which is the form's name and whose value is the form.
    var root = try #require(
      JSONSerialization.jsonObject(with: Data(DocumentSchema.json().utf8)) as? [String: Any])
    let definitions = try #require(root["$defs"])
    root = [
      "$defs": definitions, "additionalProperties": false,
      "properties": Dictionary(
        uniqueKeysWithValues: pages.map { ($0.name, ["$ref": "#/$defs/\($0.name)"]) }),
    ]
    let schema = String(
      decoding: try JSONSerialization.data(withJSONObject: root), as: UTF8.self)
    let examples = try pages.map {
      #"{ "\#($0.name)": \#(try #require($0.example, "\($0.name)")) }"#
    }
    let verdicts = try Validator.verdicts(examples + [#"{ "spring": { "bounce": "a" } }"#], schema)
    for (page, verdict) in zip(pages, verdicts) { #expect(verdict, "\(page.name)") }
    #expect(verdicts.last == false)
  }

  /// The reference in Documentation equals the current output of `make reference`.
  @Test func theReferenceIsUpToDate() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let reference = try String(
      contentsOf: root.appending(path: "Documentation/reference.md"), encoding: .utf8)
    for page in FormPage.all {
      #expect(reference.contains(page.markdown), "\(page.name): run make reference")
    }
    let headings = reference.split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(headings.count == FormPage.all.count)
  }
}
