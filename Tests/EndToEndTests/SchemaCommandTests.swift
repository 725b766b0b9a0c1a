import Foundation
import Testing

/// Tests `pipeline schema` with an independent validator, Debian's python3-jsonschema.
@Suite struct SchemaCommandTests {
  /// Prints for each document whether the schema accepts it: 1 or 0.
  private static let script = """
    import json, sys, jsonschema
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for name in sys.argv[2:]:
        print(1 if validator.is_valid(json.load(open(name))) else 0)
    """

  private func verdicts(_ files: [String]) throws -> [Bool] {
    let folder = try Folder()
    let schema = try Program.pipeline(["schema"])
    try #require(schema.status == 0, "\(schema.summary)")
    try folder.write(schema.output, to: "schema.json")
    let result = try Program.run(
      URL(filePath: "/usr/bin/python3"), ["-c", Self.script, folder.path("schema.json")] + files,
      in: Program.root)
    try #require(result.status == 0, "\(result.summary)")
    return result.output.split(separator: "\n").map { $0 == "1" }
  }

  @Test func takesEveryExample() throws {
    let examples = Program.root.appending(path: "Examples")
    let folders = try FileManager.default.contentsOfDirectory(
      at: examples, includingPropertiesForKeys: nil)
    var files = ["pipeline.json"]
    for folder in folders {
      let inside = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      files += (inside ?? []).filter { $0.pathExtension == "json" }
        .map { $0.path(percentEncoded: false) }
    }
    try #require(files.count > 34)
    let verdicts = try verdicts(files)
    #expect(verdicts.count == files.count)
    for (file, verdict) in zip(files, verdicts) where !verdict {
      Issue.record("the schema refuses \(file)")
    }
  }

  /// The schema also refuses every document whose structure `validate` refuses. Other problems concern several places
  /// of a document, or its files.
  @Test func refusesWhatValidateRefusesOfStructure() throws {
    let structural: Set = [
      "unknown key", "unknown animator", "unknown role", "wrong type", "out of range",
      "size overflow",
    ]
    let folder = try Folder()
    let cases = BrokenDocumentTests.cases.filter { structural.contains($0.name) }
    try #require(cases.count == structural.count)
    for broken in cases { try folder.write(broken.text, to: "\(broken.name).json") }
    let verdicts = try verdicts(cases.map { folder.path("\($0.name).json") })
    for (broken, verdict) in zip(cases, verdicts) {
      #expect(!verdict, "the schema takes: \(broken.name)")
    }
  }
}
