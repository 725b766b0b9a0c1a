import ArgumentParser
import Glibc
import Media

struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Plays a document in a browser, and anew whenever one of its files changes.",
    discussion: """
      The page is served on this machine only, at the address that is printed and at no other; Ctrl-C \
      ends it.
      """)

  @OptionGroup var document: DocumentOptions

  @Option(
    help: ArgumentHelp("Sets the port of the page; 0 takes any that is free.", valueName: "P"))
  var port: UInt16 = 8731

  func run() throws {
    // A document that cannot be read at all is told here; a broken one is told on the page, until it is
    // mended.
    guard unsafe access(document.file, R_OK) == 0 else {
      throw Failure("\(document.file): no such file", status: 66)
    }
    guard let helper = HelperLocation.find(.preview) else {
      throw Failure(
        "pipeline-preview is not installed beside pipeline or in ../lib/pipeline", status: 69)
    }
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    // Unsafe: readlink fills the array up to the count it returns.
    let count = unsafe readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(
      decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let arguments = [helper, own, "\(port)", document.file] + forwarded
    // Unsafe: the copies live until the process is another.
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    unsafe words.append(nil)
    Interruption.uninstall()
    unsafe execv(helper, words)
    throw Failure("\(helper): cannot be started", status: 69)
  }

  /// The words after `preview` that `run` and `inspect` take as well: all but the document and the
  /// port.
  private var forwarded: [String] {
    var words = Array(CommandLine.arguments.dropFirst(2))
    if let i = words.firstIndex(of: document.file) { words.remove(at: i) }
    words.removeAll { $0.hasPrefix("--port=") }
    if let i = words.firstIndex(of: "--port") { words.removeSubrange(i...(i + 1)) }
    return words
  }
}
