internal import Documents
internal import Formats
package import JSON
package import Scenes

/// A Lottie file that can be drawn at any time; the drawing depends only on the time.
package struct LottieScene: Sendable {
  /// The reason why a file is not drawn, in words that follow the file's name.
  package struct Fault: Error, Hashable, Sendable {
    package let reason: String
    package init(reason: String) { self.reason = reason }
  }

  private let size: Size
  private let firstFrame: Double
  private let framesPerSecond: Double
  private let compositions: [String: Composition]
  private let root: Composition
  /// The features that are not drawn as the file specifies, each in one line.
  package let shortcomings: [String]

  /// Creates a scene; `node` is a file that `LottieFile` has read, and in which `Pictures` has set the names of pictures.
  package init(
    _ node: JSONNode, theme: JSONNode? = nil, readingFonts read: FontReading = { _, _ in nil }
  ) throws(Fault) {
    let whole = Value(node)
    var themed = UnsupportedFeatures()
    let slots = Slots(whole, theme: theme.map(Value.init), &themed)
    let value = slots.filled(whole, &themed)
    size = Size(max(1, value.number("w") ?? 1), max(1, value.number("h") ?? 1))
    firstFrame = value.number("ip") ?? 0
    framesPerSecond = value.number("fr") ?? 30
    var assets: [String: Value] = [:]
    for asset in value.elements("assets") {
      if let id = asset.text("id"), assets[id] == nil { assets[id] = asset }
    }
    var reader = LayerReader(assets: assets, fonts: Fonts(value, reading: read), notes: themed)
    root = reader.composition(value.elements("layers"))
    var compositions: [String: Composition] = [:]
    for (id, asset) in assets.sorted(by: { $0.key < $1.key }) where asset["layers"] != nil {
      compositions[id] = reader.composition(asset.elements("layers"))
    }
    self.compositions = compositions
    var expressions = ExpressionSearch(firstFrame: firstFrame)
    expressions.search(value)
    for place in expressions.places { reader.notes.add(.expression, place) }
    for place in expressions.loops { reader.notes.add(.loop, place) }
    shortcomings = reader.notes.lines
    var bounds = SceneBounds(compositions)
    try bounds.check(root)
  }

  /// Returns the drawing `frame` frames after the first frame, over width × height pixels.
  package func drawing(
    at frame: Double, width: Int, height: Int, pictures: [Size]
  ) -> DrawingList {
    var drawing = LayerDrawing(
      compositions: compositions, framesPerSecond: framesPerSecond, pictureSizes: pictures,
      list: DrawingList(width: width, height: height))
    drawing.draw(
      root, at: firstFrame + frame,
      Matrix.identity.scaled(Double(width) / size.width, Double(height) / size.height))
    return drawing.list
  }
}

/// Searches a file for expressions. Expressions other than loops are not evaluated: the property's stored value is drawn.
private struct ExpressionSearch {
  let firstFrame: Double
  private(set) var places: [String] = []
  /// The loops that lottie-web plays differently from After Effects.
  private(set) var loops: [String] = []
  private var layer = ""

  init(firstFrame: Double) { self.firstFrame = firstFrame }

  /// Returns whether an expression is supported; for a path, only a repeating loop is supported.
  private static func isKnown(_ expression: String, _ inner: Value) -> Bool {
    guard let loop = Loop(expression) else { return false }
    let isPath = inner["v"] != nil || inner.list?.first?["s"]?.list?.first?["v"] != nil
    return !isPath || loop.kind == .cycle || loop.kind == .pingpong
  }

  private static func times(_ keys: Value) -> [Double] {
    (keys.list ?? []).compactMap { $0.number("t") }
  }

  mutating func search(_ value: Value, depth: Int = 0) {
    guard depth < 256 else { return }
    switch value {
    case .object(let members):
      if let inner = members["k"], let text = members["x"]?.string {
        if !Self.isKnown(text, inner) {
          places.append(layer)
        } else if let loop = Loop(text), loop.isDisputed(Self.times(inner), since: firstFrame) {
          loops.append(layer)
        }
      }
      let outer = layer
      if members["ks"] != nil, members["ty"]?.number != nil { layer = LayerReader.told(value) }
      for key in members.keys.sorted() {
        // An effect's expressions matter only if the effect is drawn; expressions of controls never matter.
        if key == "ef", members["ks"] == nil { continue }
        let inner = members[key]!
        guard key == "ef", let effects = inner.list else {
          search(inner, depth: depth + 1)
          continue
        }
        for effect in effects where Effect(effect) != nil {
          for part in effect.elements("ef") { search(part, depth: depth + 1) }
        }
      }
      layer = outer
    case .list(let all):
      if case .number? = all.first { return }
      for element in all { search(element, depth: depth + 1) }
    default: break
    }
  }
}
