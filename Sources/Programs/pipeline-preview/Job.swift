import FoundationEssentials

/// The work that `pipeline preview` hands over: itself, the document, and the options that `serve` takes as
/// well.
struct Job: Sendable {
  var pipeline: String
  var port: UInt16
  /// Where the document is, or is made when it is begun.
  var document: String
  /// There is no document yet.
  var isGallery: Bool
  var options: [String]

  /// PIPELINE PORT FILE [OPTION…]; FILE is empty when there is none.
  init?(_ arguments: [String]) {
    guard arguments.count >= 3, let port = UInt16(arguments[1]) else { return nil }
    pipeline = arguments[0]
    self.port = port
    isGallery = arguments[2].isEmpty
    document = isGallery ? "pipeline.json" : arguments[2]
    options = Array(arguments.dropFirst(3))
  }

  /// Those of the options that `run` and `check` take as well: all but what is looked at beside it.
  var shared: [String] {
    var words = options.filter { !$0.hasPrefix("--compare=") }
    if let i = words.firstIndex(of: "--compare") {
      words.removeSubrange(i...min(i + 1, words.count - 1))
    }
    return words
  }
}
