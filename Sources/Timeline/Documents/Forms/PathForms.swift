import JSON

/// The schemas of file paths, which are relative to the document and are checked when the whole document has
/// been read.
enum PathForms {
  static func path(_ what: String) -> ValueSchema<Sourced<String>> {
    ValueSchema<String>(what) { _ in
      ["type": "string", "minLength": 1]
    } read: { node, reading in
      guard let text = node.string, !text.isEmpty, text.utf8.count <= 4096 else {
        reading.mismatch(node, what)
        return nil
      }
      return text
    }.located
  }

  /// The schema for the path of an input file, which must exist.
  static func input(_ what: String) -> ValueSchema<Sourced<String>> {
    collecting(path(what)) { $0.inputPaths.append($1) }
  }

  /// The path of a file that must exist, or a list of paths of which at least one must exist; an empty path
  /// in a list is ignored.
  static func inputs(_ what: String) -> ValueSchema<[Sourced<String>]> {
    let one = input(what)
    let name = ValueSchema<String>.string(what, maximum: 4096).located
    let list = name.list(1...16, of: "paths")
    return ValueSchema<[Sourced<String>]>(
      "\(one.expected), or a list of them", schema: { .anyOf([one.schema(&$0), list.schema(&$0)]) }
    ) { node, reading in
      guard node.kind == .array else { return one.read(node, &reading).map { [$0] } }
      let paths = list.read(node, &reading)
      if let paths { reading.choices.append(paths) }
      return paths
    }
  }

  /// The path of a Lottie file, which must exist with its pictures.
  static func lottie(_ what: String) -> ValueSchema<Sourced<String>> {
    collecting(path(what)) {
      $0.inputPaths.append($1)
      $0.lottiePaths.append($1)
    }
  }

  /// The path of one golden picture or of several numbered pictures, which may be missing.
  static func golden(_ what: String) -> ValueSchema<Sourced<String>> {
    collecting(path(what)) { $0.goldenPaths.append($1) }
  }

  /// The path of a file or folder that may be missing.
  static func other(_ what: String) -> ValueSchema<Sourced<String>> {
    collecting(path(what)) { $0.otherPaths.append($1) }
  }

  /// The path of several numbered files, with a number field such as `%03d`.
  static func frames(_ what: String) -> ValueSchema<Sourced<String>> {
    collecting(path(what)) { $0.framePatterns.append($1) }
  }

  private static func collecting(
    _ form: ValueSchema<Sourced<String>>,
    _ note: @escaping @Sendable (inout Reading, Sourced<String>) -> Void
  ) -> ValueSchema<Sourced<String>> {
    ValueSchema(form.expected, schema: form.schema) { node, reading in
      let value = form.read(node, &reading)
      if let value { note(&reading, value) }
      return value
    }
  }
}
