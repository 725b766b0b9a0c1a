/// Documents of at most two thousand bytes that are designed to be expensive: nesting, repeats, strokes, blurs,
/// backdrops, masks, shadows and rotations, at sizes from small to large.
package struct CostlyDocument {
  /// The state of the random numbers, which are the same for a seed on every machine (Knuth's constants for 64 bits).
  private var state: UInt64
  private let side: Int
  private var layers = 0
  /// Whether the document has texts; without them it needs no helper.
  private let hasTexts: Bool

  private init(seed: Int, hasTexts: Bool) {
    state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15
    self.hasTexts = hasTexts
    side = 0
    for _ in 0..<4 { _ = roll(2) }
  }

  private init(_ other: CostlyDocument, side: Int) {
    (state, hasTexts, self.side) = (other.state, other.hasTexts, side)
  }

  private mutating func roll(_ most: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(most, 1)
  }

  private mutating func pick<T>(_ items: [T]) -> T { items[roll(items.count)] }

  package static func text(seed: Int, hasTexts: Bool = true) -> String {
    var start = CostlyDocument(seed: seed, hasTexts: hasTexts)
    let side = start.pick([64, 320, 1_080, 1_080, 2_400])
    while true {
      var made = CostlyDocument(start, side: side)
      let count = made.pick([1, 1, 8, 30, 100])
      let layer = made.layer(depth: made.roll(4))
      let items = (0..<count).map(String.init).joined(separator: ",")
      let text = """
        { "version": 1, "canvas": { "size": [\(side), \(side)], "scale": 1, "fps": 5 }, "duration": 1,
          "layers": [ { "forEach": [\(items)], "layer": \(layer) } ] }
        """
      if text.utf8.count <= 2_000 { return text }
      start.state = made.state
    }
  }

  private mutating func layer(depth: Int) -> String {
    layers += 1
    var members = ["\"id\": \"z\(layers)\"", "\"frame\": [0, 0, \(side), \(side)]"]
    for _ in 0..<(1 + roll(3)) { members.append(member()) }
    if depth > 0 {
      let inner = (0..<(1 + roll(2))).map { _ in layer(depth: depth - 1) }
      members.append("\"sublayers\": [\(inner.joined(separator: ", "))]")
    }
    var seen: Set<Substring> = []
    members = members.filter { seen.insert($0.prefix { $0 != ":" }).inserted }
    return "{ \(members.joined(separator: ", ")) }"
  }

  private mutating func member() -> String {
    switch roll(11) {
    case 0: return "\"blur\": \(roll(200))"
    case 1: return "\"backdrop\": { \"blur\": \(roll(1_000)) }"
    case 2, 3:
      let join = pick(["round", "miter", "bevel"])
      let dashes = pick(["", ", \"lineDashPattern\": [\(1 + roll(40)), \(1 + roll(9))]"])
      return "\"path\": \"\(path())\", \"strokeColor\": \"#000\", \"lineWidth\": \(1 + roll(200)), "
        + "\"lineJoin\": \"\(join)\"\(dashes)"
    case 4: return "\"path\": \"\(path())\", \"fillColor\": \"#3068\""
    case 5: return "\"mask\": { \"path\": \"\(path())\" }"
    case 6: return "\"shadowOpacity\": 1, \"shadowRadius\": \(roll(300))"
    case 7: return "\"rotate\": [\(pick([0, 0, roll(60)])), 0, \(roll(360))]"
    case 8: return "\"opacity\": 0.\(1 + roll(9)), \"blendMode\": \"multiply\""
    case 9 where hasTexts:
      return "\"contents\": { \"text\": \"W${item}\", \"size\": \(10 + roll(400)) }"
    default: return "\"backgroundColor\": \"#12345680\""
    }
  }

  private mutating func path() -> String {
    var text = "M0 0"
    for _ in 0..<(1 + roll(10)) {
      let far = pick([10, 300, side, 100_000])
      text +=
        roll(2) == 0
        ? "L\(roll(far)) \(roll(far))"
        : "C\(roll(far)) \(-roll(far)) \(-roll(far)) \(roll(far)) \(roll(side)) \(roll(side))"
    }
    return text
  }
}
