import Documents
import JSON

/// Refuses files that contain cycles or exceed the drawing limits; nothing is drawn for this check.
struct SceneBounds {
  private let compositions: [String: Composition]
  /// The computed costs of compositions at one time, in points; a layer counts as a point too.
  private var costs: [String: Double] = [:]
  /// The stack of compositions that are being checked.
  private var open: [String] = []

  init(_ compositions: [String: Composition]) { self.compositions = compositions }

  /// The maximum number of points that a file may draw at one time.
  static let mostPoints = 4e6
  /// The maximum nesting of compositions, and of mattes.
  static let mostDepth = 60

  mutating func check(_ root: Composition) throws(LottieScene.Fault) {
    for (id, composition) in compositions.sorted(by: { $0.key < $1.key }) {
      try checkRows(composition, in: id)
    }
    try checkRows(root, in: nil)
    let cost = try cost(root)
    guard cost <= Self.mostPoints else {
      throw LottieScene.Fault(
        reason: "draws \(JSONWriter.number(cost)) points at a time; the limit is "
          + JSONWriter.number(Self.mostPoints))
    }
  }

  /// Refuses cycles of parents and of mattes.
  private func checkRows(_ composition: Composition, in id: String?) throws(LottieScene.Fault) {
    let layers = composition.layers
    func check(_ next: (Layer) -> Int?, _ what: String) throws(LottieScene.Fault) {
      var isKnown = Array(repeating: false, count: layers.count)
      for start in layers.indices where !isKnown[start] {
        var row: Set<Int> = []
        var place: Int? = start
        while let at = place, !isKnown[at] {
          guard row.insert(at).inserted else {
            throw LottieScene.Fault(
              reason: "has a cycle: layer \(Self.name(layers[at], at))"
                + (id.map { " of asset \(JSONWriter.string($0))" } ?? "") + " is its own \(what)")
          }
          place = next(layers[at])
        }
        for at in row { isKnown[at] = true }
      }
    }
    try check({ $0.parent }, "ancestor")
    try check({ $0.matte?.layer }, "matte")
  }

  private static func name(_ layer: Layer, _ place: Int) -> String {
    layer.name.isEmpty ? "\(place)" : JSONWriter.string(layer.name)
  }

  private mutating func cost(_ composition: Composition) throws(LottieScene.Fault) -> Double {
    guard open.count < Self.mostDepth else {
      throw LottieScene.Fault(
        reason: "nests more than \(Self.mostDepth) compositions")
    }
    var costs: [Double] = []
    for (place, layer) in composition.layers.enumerated() {
      var own = 1.0
      switch layer.content {
      case .composition(let id, _, _):
        guard !open.contains(id) else {
          throw LottieScene.Fault(
            reason: "has a cycle: asset \(JSONWriter.string(id)) shows itself, by layer "
              + Self.name(layer, place))
        }
        if let known = self.costs[id] {
          own += known
        } else if let inner = compositions[id] {
          open.append(id)
          let found = try cost(inner)
          open.removeLast()
          self.costs[id] = found
          own += found
        }
      case .shapes(let items): own += try Self.cost(items[...], Self.name(layer, place))
      case .text(let text): own += Double(text.mostPoints)
      default: break
      }
      own += layer.masks.reduce(0) { $0 + Double($1.path.mostPoints) }
      costs.append(own)
    }
    return try sum(costs, composition.layers)
  }

  /// The drawing of a layer includes its matte, and the matte of that matte.
  private func sum(_ costs: [Double], _ layers: [Layer]) throws(LottieScene.Fault) -> Double {
    var sum = costs.reduce(0, +)
    for (place, layer) in layers.enumerated() {
      var next = layer.matte?.layer
      var depth = 0
      while let at = next {
        sum += costs[at]
        next = layers[at].matte?.layer
        depth += 1
        guard depth < Self.mostDepth else {
          throw LottieScene.Fault(
            reason: "has more than \(Self.mostDepth) mattes of mattes at layer "
              + Self.name(layer, place))
        }
      }
    }
    return sum
  }

  /// Returns the number of points of items, multiplied by the modifiers and repeaters that apply to them.
  private static func cost(
    _ items: ArraySlice<ShapeItem>, _ layer: String
  ) throws(LottieScene.Fault) -> Double {
    var points = 0.0
    for item in items {
      switch item {
      case .path(let path):
        let own = Double(path.mostPoints)
        if path is StarPath, own > 2 * ParametricShapes.Star.mostPoints {
          throw LottieScene.Fault(
            reason:
              "has a star of \(JSONWriter.number(own / 2)) points in layer \(layer); the limit is "
              + JSONWriter.number(ParametricShapes.Star.mostPoints))
        }
        points += own + 1
      case .group(let group): points += try cost(group.items[...], layer) + 1
      case .style: points += 1
      case .modifier(let modifier):
        if let ridges = (modifier as? ZigZagModifier)?.ridges.largest, ridges > ZigZag.mostRidges {
          throw LottieScene.Fault(
            reason:
              "has a zig-zag of \(JSONWriter.number(ridges)) ridges in layer \(layer); "
              + "the limit is "
              + JSONWriter.number(ZigZag.mostRidges))
        }
        points *= modifier.growth
      case .repeater(let repeater):
        let copies = repeater.copies.largest
        guard copies <= Repeater.mostCopies else {
          throw LottieScene.Fault(
            reason: "repeats \(JSONWriter.number(copies)) times in layer \(layer); the limit is "
              + JSONWriter.number(Repeater.mostCopies))
        }
        points = (points + 1) * max(1, copies.rounded(.up))
      }
    }
    return points
  }
}
