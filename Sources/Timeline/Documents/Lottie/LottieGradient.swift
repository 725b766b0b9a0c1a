import JSON
import Scenes

/// The colours of a gradient fill or stroke in a Lottie file.
struct LottieGradient: Sendable {
  private struct Stop: Sendable {
    let offset: Double
    /// The colour of a gradient stop in text form, such as "#ff8800".
    let shown: String
    /// The byte range of the red, green and blue values in the file.
    let range: Range<Int>
  }
  private struct Alpha: Sendable {
    let offset: Double
    let value: Double
    let range: Range<Int>
  }
  /// A list of offsets with colours, optionally followed by offsets with alphas.
  private struct List: Sendable {
    var stops: [Stop] = []
    var alphas: [Alpha] = []
    /// The byte position after the last number of the list.
    var end = 0
  }

  /// The name of the gradient's slot, the gradient's own name, and the names of other gradients that share
  /// the slot.
  var names: [String]
  /// The colour lists of the gradient; an animated gradient has several.
  private let lists: [List]

  /// Reads a gradient from `node`, the member "g" of a paint or the value of its slot; nil if the gradient
  /// has no colours.
  init?(_ node: JSONNode, names: [String], in text: JSONText) {
    guard let property = node["k"], let values = property["k"]?.elements,
      let count = node["p"]?.number.flatMap({ Int(whole: $0) }), 1...1000 ~= count
    else { return nil }
    let isStill = values.first?.number != nil
    let written =
      isStill ? [values] : values.flatMap { [$0["s"], $0["e"]] }.compactMap { $0?.elements }
    lists = written.compactMap { Self.list($0, count: count, in: text) }
    self.names = names
    if lists.isEmpty { return nil }
  }

  private static func list(_ nodes: [JSONNode], count: Int, in text: JSONText) -> List? {
    let numbers = nodes.compactMap(\.number)
    guard numbers.count == nodes.count, numbers.count >= 4 * count else { return nil }
    let places = nodes.map { text.range(of: $0.index) }
    var list = List(end: places.last!.upperBound)
    for place in stride(from: 0, to: 4 * count, by: 4) {
      let color = Color(
        red: numbers[place + 1], green: numbers[place + 2], blue: numbers[place + 3])
      list.stops.append(
        Stop(
          offset: numbers[place], shown: LottieScan.hexadecimal(color),
          range: places[place + 1].lowerBound..<places[place + 3].upperBound))
    }
    for place in stride(from: 4 * count, to: numbers.count - 1, by: 2) {
      list.alphas.append(
        Alpha(offset: numbers[place], value: numbers[place + 1], range: places[place + 1]))
    }
    return list
  }

  /// Whether a name, or the colour of one of the gradient's stops, such as "#ff8800", refers to the gradient.
  func isMeant(by name: String) -> Bool {
    let color = name.lowercased()
    return names.contains(name) || lists.contains { $0.stops.contains { $0.shown == color } }
  }

  typealias Edit = (range: Range<Int>, bytes: [UInt8])

  /// The edits that replace colours: a colour for the gradient's name replaces all stops; otherwise each
  /// stop's colour is replaced separately.
  func edits(_ colors: [String: Color]) -> [Edit] {
    let own = names.lazy.compactMap { colors[$0] }.first
    var byColor: [String: Color] = [:]
    for (key, color) in colors { byColor[key.lowercased()] = color }
    var edits: [Edit] = []
    for list in lists {
      let new: [Color?] = list.stops.map { own ?? byColor[$0.shown] }
      for (stop, color) in zip(list.stops, new) {
        guard let color else { continue }
        edits.append((stop.range, Self.bytes([color.red, color.green, color.blue])))
      }
      let alphas: [Double] = new.map { $0?.alpha ?? 1 }
      guard alphas.contains(where: { $0 < 1 }) else { continue }
      // Each alpha stop keeps its position beside the nearest colour stop.
      for alpha in list.alphas {
        let nearest = list.stops.indices.min {
          abs(list.stops[$0].offset - alpha.offset) < abs(list.stops[$1].offset - alpha.offset)
        }!
        edits.append((alpha.range, Self.bytes([alpha.value * alphas[nearest]])))
      }
      if list.alphas.isEmpty {
        let numbers = zip(list.stops, alphas).flatMap { stop, alpha in [stop.offset, alpha] }
        edits.append((list.end..<list.end, Array(",".utf8) + Self.bytes(numbers)))
      }
    }
    return edits
  }

  private static func bytes(_ numbers: [Double]) -> [UInt8] {
    Array(numbers.map(JSONWriter.number).joined(separator: ",").utf8)
  }
}
