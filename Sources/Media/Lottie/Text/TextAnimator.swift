/// An animator that changes the letters of a text, each letter by its own fraction.
struct TextAnimator: Sendable {
  let selector: TextSelector
  let anchor: Property?
  let position: Property?
  let scale: Property?
  let rotation: Property?
  let skew: Property?
  let skewAxis: Property
  let opacity: Property?
  let tracking: Property?
  let fill: Property?
  let stroke: Property?
  let strokeWidth: Property?
  /// Whether the animator has unsupported properties: hues, rotations in space, or blurs.
  let hasMore: Bool

  init(_ value: Value) {
    selector = TextSelector(value["s"])
    let all = value["a"]
    func property(_ key: String, _ fallback: [Double]) -> Property? {
      all?[key].map { Property($0, or: fallback) }
    }
    anchor = property("a", [0, 0])
    position = property("p", [0, 0])
    scale = property("s", [100, 100])
    rotation = property("r", [0])
    skew = property("sk", [0])
    skewAxis = property("sa", [0]) ?? Property([0])
    opacity = property("o", [100])
    tracking = property("t", [0])
    fill = property("fc", [0, 0, 0])
    stroke = property("sc", [0, 0, 0])
    strokeWidth = property("sw", [0])
    hasMore = ["rx", "ry", "fh", "fs", "fb", "bl", "by", "fo", "so", "ls"].contains {
      all?[$0] != nil
    }
  }
}
