/// A page's request for a measurement or a comparison.
struct RecordingRequest: Decodable {
  struct Layer: Decodable {
    var name: String
    var picture: Int
  }
  /// A picture that belongs to a recording: its path, and its original name.
  struct Picture: Sendable {
    var path: String
    var name: String
  }
  /// The names of the variables to tune.
  var tune: [String]?
  /// The pictures of layers, by their numbers.
  var layers: [Layer]?
  /// The numbers of the pictures of the screens before and after the transition.
  var screens: [Int]?
  /// The part of the recording to measure, in the notation of `--from` and `--to`.
  var from: String?
  var to: String?
  /// The number of the recording's pixels for each point.
  var scale: Double?

  /// Returns the options of `pipeline measure`, with paths for the command and with names for messages; nil if a
  /// picture is missing.
  func options(_ pictures: [Picture]) -> (work: [String], shown: [String])? {
    var (work, shown) = ([String](), [String]())
    for layer in layers ?? [] {
      guard pictures.indices.contains(layer.picture) else { return nil }
      let picture = pictures[layer.picture]
      work += ["--layer", "\(layer.name)=\(picture.path)"]
      shown += ["--layer", "\(layer.name)=\(picture.name)"]
    }
    if let screens {
      guard screens.count == 2, screens.allSatisfy(pictures.indices.contains) else { return nil }
      work += ["--screens", screens.map { pictures[$0].path }.joined(separator: ",")]
      shown += ["--screens", screens.map { pictures[$0].name }.joined(separator: ",")]
    }
    var plain: [String] = []
    if let from { plain.append("--from=\(from)") }
    if let to { plain.append("--to=\(to)") }
    if let scale { plain.append("--scale=\(scale)") }
    return (work + plain, shown + plain)
  }
}
