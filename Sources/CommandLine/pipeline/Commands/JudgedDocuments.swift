import ArgumentParser
import Checking
import CommandLine
import Files
import Reporting

/// The documents of a command that checks documents, and the reports of its findings for CI services.
struct JudgedDocuments: ParsableArguments {
  @Argument(help: ArgumentHelp("The paths of the documents.", valueName: "FILE.json"))
  private var file: [String]

  @Option(
    help: ArgumentHelp(
      "Writes the results of all documents to a JUnit XML file; - is standard output.",
      valueName: "FILE.xml"))
  var junit: String?

  @Option(
    help: """
      Prints the findings with file and line as annotations of GitHub Actions (github), or as a code quality \
      report of GitLab (gitlab).
      """)
  var format: AnnotationFormat?

  /// The paths of the documents in the given order, without repetitions.
  var files: [String] {
    var seen: Set<String> = []
    return file.filter { seen.insert($0).inserted }
  }

  /// Writes or prints the test reports that the options request.
  func write(_ reports: [TestReport]) throws(EngineError) {
    if let junit { try reports.write(junit: junit, in: .ofProgram) }
    if let format { Console.annotate(format.text(reports)) }
  }

  func validate() throws {
    let options = ["strict", "quiet", "verbose", "json", "junit", "format", "set", "limit"]
    if let word = files.dropFirst().first(where: options.contains) {
      throw ValidationError("too many words: \"\(word)\"; did you mean \"--\(word)\"?")
    }
    if junit == "-", format != nil {
      throw ValidationError(
        "--junit - and --format both write to standard output: remove one of them")
    }
  }

  /// The documents with the names for their files: the document's file name without its extension, preceded
  /// by as many folder names as uniqueness requires.
  var named: [(file: String, name: String)] {
    let parts = files.map { file in
      var parts = file.split(separator: "/").filter { $0 != "." && $0 != ".." }.map(String.init)
      if let last = parts.last, last.hasSuffix(".json") {
        parts[parts.count - 1] = String(last.dropLast(5))
      }
      return parts
    }
    return files.indices.map { index in
      var count = 1
      func name(_ index: Int) -> String { parts[index].suffix(count).joined(separator: "-") }
      while count < parts[index].count,
        parts.indices.contains(where: { $0 != index && name($0) == name(index) })
      {
        count += 1
      }
      return (files[index], name(index))
    }
  }

  init() {}
}

extension AnnotationFormat: WordArgument {}
