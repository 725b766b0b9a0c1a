import Files
import Reporting

/// The topics of `pipeline help` that are not about a command, such as `pipeline help exit-statuses`. The
/// manual contains the help topics as sections.
enum HelpTopic: String, CaseIterable {
  case exitStatuses = "exit-statuses"
  case environment
  case files

  var lines: [String] {
    let rows =
      switch self {
      case .exitStatuses: ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }
      case .environment: Self.variables
      case .files: Self.places
      }
    return rows.flatMap { name, meaning in
      ["  \(name)"] + Text.wrap(meaning.filter { $0 != "`" }, width: 80, indent: "      ")
    }
  }

  private static let variables = [
    (
      "ANIMATOR_PATH",
      "Folders with plugins, separated by colons, which are searched before the standard folders."
    ),
    (
      "HOME",
      """
      The home folder, with the plugins in .local/lib/animators and the cache in .cache/pipeline.
      """
    ),
    ("XDG_CACHE_HOME", "The folder of caches, used instead of .cache in the home folder."),
    ("TMPDIR", "The folder for temporary files; /tmp by default."),
    ("NO_COLOR", "If the variable is set and not empty, the output has no colours."),
    (
      "PIPELINE",
      """
      The path of the program that the scripts of a job start, if the path differs on the nodes.
      """
    ),
    ("PIPELINE_JOBS", "The number of threads that a task of a job uses."),
    (
      "PIPELINE_PARENT",
      "The id of a process. When the process with this id ends, pipeline ends too."
    ),
    ("CI", "If the variable is `true`, `golden update` refuses to run without `--ci`."),
  ]

  private static let places = [
    ("~/.local/lib/animators", "The user's plugins; plugin install puts packages here."),
    (
      "PREFIX/lib/animators",
      "The plugins that are installed with pipeline, in /usr/local and in /usr."
    ),
    ("PREFIX/lib/pipeline", "The helper programs, which run in the sandbox."),
    ("PREFIX/share/doc/pipeline", "The manual, the examples and the licences."),
    (
      "~/.cache/pipeline",
      "Cached descriptions of plugins, with which plugins are listed without being loaded."
    ),
  ]
}
