import ArgumentParser
import Files
import Glibc
import Media
import Reporting
import Studio

struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Opens the studio: a document plays in a browser, where it can be felt and changed.",
    discussion: """
      Every change on the page is written into the document at its place, and every change of a file is \
      shown at once. Without a document the page shows the animators, and begins one. The page is served on this machine only, at the address that is printed and at no other, unless \
      --listen says more; Ctrl-C ends it.
      """)

  @Argument(help: ArgumentHelp("The path of the document.", valueName: "FILE.json"))
  var file: String?

  @Option(
    help: ArgumentHelp(
      "Names another document, a folder of PNGs or a video to look at beside it.",
      valueName: "OTHER"))
  var compare: String?

  @OptionGroup var reading: ReadingOptions

  @Option(
    help: ArgumentHelp("Sets the port of the page; 0 takes any that is free.", valueName: "P"))
  var port: UInt16 = 8731

  @Option(
    help: ArgumentHelp(
      """
      Serves the page at an IPv4 address of this machine, as 0.0.0.0 in a container, instead of to this \
      machine alone. Whoever has the printed address sees and changes the document.
      """, valueName: "ADDRESS"))
  var listen = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      """
      Allows a name, or a name with its port, by which browsers reach the page, beside localhost and \
      127.0.0.1; may be repeated. The first one is printed.
      """, valueName: "NAME"))
  var host: [String] = []

  func validate() throws {
    for name in host where name.isEmpty || name.contains(where: { ",/ ".contains($0) }) {
      throw ValidationError(
        "--host takes a name such as studio.local or localhost:9000, found \(name)")
    }
  }

  func run() throws {
    let settings = try reading.settings()
    // A document that cannot be read at all is told here; a broken one is told on the page, until it is
    // mended.
    if let file {
      guard unsafe access(file, R_OK) == 0 else {
        throw EngineError("\(file): no such file", .missing)
      }
    }
    guard let helper = EngineContext.ofProgram.find(HelperProgram.preview.rawValue) else {
      throw EngineError(
        "pipeline-preview is not installed beside pipeline or in ../lib/pipeline", .unavailable)
    }
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    // Unsafe: readlink fills the array up to the count it returns.
    let count = unsafe readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(
      decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let arguments =
      [
        helper, own, "\(port)", file ?? "", listen, host.joined(separator: ","), settings.handedOn,
        Studio.routeTable,
      ] + (compare.map { [$0] } ?? [])
    // Unsafe: the copies live until the process is another.
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    unsafe words.append(nil)
    Interruption.uninstall()
    unsafe execv(helper, words)
    throw EngineError("\(helper): cannot be started", .unavailable)
  }
}
