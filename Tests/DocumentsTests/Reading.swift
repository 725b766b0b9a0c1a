import Documents
import JSON

/// Reads a text as a document without accessing other files.
func read(
  _ text: String, sets: [(name: String, value: String)] = [],
  _ change: (inout DocumentReader) -> Void = { _ in }
) throws(DocumentFailure) -> Document {
  var reader = DocumentReader()
  reader.checksFiles = false
  change(&reader)
  return try reader.read(bytes: Array(text.utf8), file: "d.json", folder: "/tmp", sets: sets)
}

/// Returns the lines that reading a text prints; none for a valid text.
func problems(
  _ text: String, sets: [(name: String, value: String)] = []
) -> [String] {
  do throws(DocumentFailure) {
    _ = try read(text, sets: sets)
    return []
  } catch {
    return error.problems.map(\.description)
  }
}

/// Returns a document with one step.
func stepped(_ step: String) -> String {
  """
  {"version": 1, "layers": [{"id": "a"}, {"id": "b"}],
  "timeline": \(step)}
  """
}

/// Returns a document with one layer that has the given members.
func layered(_ members: String) -> String {
  """
  {"version": 1, "layers": [{
  \(members)}]}
  """
}

/// The folder of the fixtures.
let fixtures = String(#filePath.prefix(upTo: #filePath.lastIndex(of: "/")!)) + "/Fixtures"
