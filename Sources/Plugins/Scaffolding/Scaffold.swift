import CTemplates

/// The files of a project for a new animator, without pictures. The templates are complete projects of an
/// animator called the-name, whose spellings are replaced by those of the new name.
package struct Scaffold {
  /// The paths in the project with the contents of the files.
  package let files: [(path: String, text: String)]

  /// Creates the files; `prefix` is the folder of the installation that contains AnimatorKit for Swift
  /// projects.
  package init(
    _ name: ScaffoldName, language: ScaffoldLanguage, kind: ScaffoldKind = .layout, prefix: String
  ) {
    let project = language.files(kind)
    let source = project[0].path
    let build =
      language == .swift ? "Package.swift" : project.map(\.path).first(where: Self.builds)!
    let plugin = language.plugin
    let what = Self.words[kind]!
    let spellings = [
      // Longer placeholders come first, because some shorter placeholders are their beginnings.
      ("the-vendor.the-name", name.id), ("the-build-file", build),
      ("the-build", language.commands.build),
      ("the-params", what.parameters), ("the-summary", what.summary),
      ("the-words", what.about), ("the-test", language.commands.test),
      ("the-run", language.commands.run),
      ("the-plugin", "\(plugin.folder)/\(plugin.file)"), ("the-folder", plugin.folder),
      ("the-source", source), ("/the/prefix", prefix), ("The title", name.title),
      ("TheName", name.capitalized), ("the_name", name.underscored), ("the-name", name.name),
    ]
    func filled(_ text: String) -> String {
      spellings.reduce(text) { Self.replacing($1.0, in: $0, by: $1.1) }
    }
    let shared = ["demo.json", "README.md", "animator.json"].map { ($0, "shared/\($0)") }
    let ignored = (language.products + ["/out/"]).joined(separator: "\n") + "\n"
    files =
      (project + shared).map {
        (path: filled($0.0), text: filled(Self.template($0.1)))
      } + [(path: ".gitignore", text: ignored)]
  }

  /// The texts for each kind of animator: the parameters in its document, a summary, and a description.
  private static let words: [ScaffoldKind: (parameters: String, summary: String, about: String)] = [
    .layout: (
      #""tilt": 50, "depth": 0.16, "edge": "bottom""#,
      "the new screen comes in\nas a tilted card while the old screen moves back and becomes "
        + "darker.",
      "`tilt` and `depth` are numbers"
    ),
    .pixels: (
      #""softness": 0.3, "edge": "left""#,
      "the old screen dissolves\ninto the new one behind a soft edge that crosses the picture.",
      "`softness` is a number"
    ),
  ]

  private static func template(_ name: String) -> String {
    var count = 0
    // Safety: the bytes exist as long as the program, and are copied.
    let bytes = unsafe templates_file(name, &count)!
    return unsafe String(
      decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private static func builds(_ path: String) -> Bool {
    ["Makefile", "CMakeLists.txt", "Cargo.toml"].contains(path)
  }

  private static func replacing(_ word: String, in text: String, by other: String) -> String {
    text.split(separator: word, omittingEmptySubsequences: false).joined(separator: other)
  }
}
