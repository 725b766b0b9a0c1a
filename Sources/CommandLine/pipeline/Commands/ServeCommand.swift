import PluginHosting
import ArgumentParser
import Assets
import Glibc
import Studio

/// What `pipeline-preview` asks for pictures and for changes of the document: it starts this, and nobody
/// else does.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Answers what the server of pipeline preview asks.",
    shouldDisplay: false)

  @Argument(help: ArgumentHelp("The path of the document.", valueName: "FILE.json"))
  var file: String

  @Flag(help: "Begins without a document, which is made at the path later.")
  var gallery = false

  @Option(help: ArgumentHelp("Names what the document is compared with.", valueName: "OTHER"))
  var compare: String?

  @Flag(help: "Keeps what can be taken back in the file that is open as descriptor 3.")
  var history = false

  @OptionGroup var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      "Sets the number that the first plan has, where others had those below.", valueName: "N"))
  var firstVersion: Int = 1

  func run() throws {
    var settings = try reading.settings()
    Console.verbosity = .quiet
    // In a process of its own a plugin can be built anew, and costs no more than an answer when it crashes.
    if settings.plugins.isolation == .auto { settings.plugins.isolation = .always }
    // Whoever looks at a page does not wait as long as a run does.
    settings.plugins.callSeconds = min(settings.plugins.callSeconds, 3)
    // It is nobody else's.
    if history { _ = fcntl(3, F_SETFD, FD_CLOEXEC) }
    Studio(
      file, isGallery: gallery, compare: compare, settings, firstVersion: firstVersion,
      history: StudioHistory(file: history ? 3 : nil),
      examples: Manual.folder.map { "\($0)/Examples" }, Console.diagnostics
    ) { Interruption.leave(0) }.run()
  }
}
