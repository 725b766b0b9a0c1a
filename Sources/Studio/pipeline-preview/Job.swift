import FoundationEssentials
import Glibc
import StudioProtocol

/// The settings that `pipeline preview` passes to the server: its program, the document, and the settings for reading.
struct Job: Sendable {
  var pipeline: String
  var port: UInt16
  /// The local address at which the page is served, as four numbers.
  var listen: String
  /// The names of this machine, with or without a port, under which browsers may open the page.
  var hosts: [String]
  /// The path of the document, which may be a document that a page will create.
  var document: String
  /// Whether the user has not chosen a document.
  var isGallery: Bool
  /// The arguments with which `serve`, `run` and `check` read the document in the same way.
  var reading: [String]
  /// The routes that the renderer answers.
  var routes: [StudioRoute]
  /// The path of the file or folder with which the document is compared.
  var compare: String?

  /// Parses the arguments PIPELINE PORT FILE LISTEN HOSTS SETTINGS ROUTES [COMPARE]; FILE is empty without a document,
  /// and HOSTS are separated by commas.
  init?(_ arguments: [String]) {
    guard arguments.count >= 7, let port = UInt16(arguments[1]),
      let routes = StudioRoute.routes(arguments[6])
    else { return nil }
    pipeline = arguments[0]
    self.port = port
    self.routes = routes
    isGallery = arguments[2].isEmpty
    document = isGallery ? Self.freeName() : arguments[2]
    listen = arguments[3]
    hosts = arguments[4].split(separator: ",").map { $0.lowercased() }
    reading = ["--settings", arguments[5]]
    compare = arguments.count > 7 ? arguments[7] : nil
  }

  /// Returns an unused name for a new document.
  private static func freeName() -> String {
    func isTaken(_ name: String) -> Bool {
      // Safety: access reads the name as a C string.
      unsafe access(name, F_OK) == 0
    }
    guard isTaken("pipeline.json") else { return "pipeline.json" }
    return (2...10_000).lazy.map { "pipeline-\($0).json" }.first { !isTaken($0) } ?? "pipeline.json"
  }
}
