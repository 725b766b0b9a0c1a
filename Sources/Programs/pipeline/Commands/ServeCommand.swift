import AnimatorHosting
import ArgumentParser
import Glibc

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
    var reading = reading
    reading.quiet = true
    // In a process of its own a plugin can be built anew, and costs no more than an answer when it crashes.
    if reading.plugins.isolate == .auto { reading.plugins.isolate = .always }
    // Whoever looks at a page does not wait as long as a run does.
    reading.plugins.pluginTimeout = min(reading.plugins.pluginTimeout, 3)
    // It is nobody else's.
    if history { _ = fcntl(3, F_SETFD, FD_CLOEXEC) }
    try Studio(
      file, isGallery: gallery, compare: compare, reading, firstVersion: firstVersion,
      history: StudioHistory(file: history ? 3 : nil)
    ).run()
  }
}
