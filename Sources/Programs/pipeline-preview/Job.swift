import Foundation

/// The work that `pipeline preview` hands over: itself, the document, and the options that `run` and
/// `inspect` take as well.
struct Job: Sendable {
  var pipeline: String
  var port: UInt16
  var document: String
  var options: [String]

  /// PIPELINE PORT FILE [OPTION…]
  init?(_ arguments: [String]) {
    guard arguments.count >= 3, let port = UInt16(arguments[1]) else { return nil }
    pipeline = arguments[0]
    self.port = port
    document = arguments[2]
    options = Array(arguments.dropFirst(3))
  }

  /// The folder whose files the document may name.
  var folder: URL {
    URL(filePath: document).deletingLastPathComponent()
  }
}
