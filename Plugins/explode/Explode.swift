import AnimatorKit

/// Breaks the old screen into pieces that fly apart and vanish.
enum Explode: LivePieceAnimator {
  struct Parameters {
    var columns: Int32
    var spread: Double
    var spin: Double
  }

  static var declaration: Declaration<Parameters> {
    Declaration(
      id: "explode", title: "Explode", version: "1.0.0",
      doc: "Breaks the old screen into square pieces that fly apart, spin, shrink and fade, and "
        + "uncover the new screen. On the way back, the pieces come together. The seed of the "
        + "document determines the paths of the pieces.",
      kind: .transition, flags: .reversible, animates: .hidden, durationSeconds: 0.9,
      roles: [
        Role(
          "from",
          doc: "The old screen, which breaks into pieces; on the way back, the old "
            + "screen stays below."),
        Role(
          "to",
          doc: "The new screen behind the pieces; on the way back, the pieces form this screen."),
      ],
      parameters: [
        Parameter(
          "columns", \.columns, in: 1...64, default: "10",
          doc: "The number of pieces side by side."),
        Parameter(
          "spread", \.spread, .points, in: 0...4096, default: "100",
          doc: "The largest distance that a piece flies in each direction."),
        Parameter(
          "spin", \.spin, .degrees, in: 0...3600, default: "180",
          doc: "The largest angle by which a piece turns in either direction."),
      ])
  }

  static func pieceCount(_ parameters: Parameters, _ context: Context) -> Int {
    let columns = Double(parameters.columns)
    let rows = (columns * context.container.height / context.container.width).rounded()
    return Int(parameters.columns) * Int(max(1, min(256, rows)))
  }

  static func layout(_ parameters: Parameters, _ context: Context, _ layers: Layers) {
    let (from, to) = (layers["from"], layers["to"])
    let (lower, upper) = context.goesBack ? (to, from) : (from, to)
    let t = context.goesBack ? 1 - context.progress : context.progress
    let p = min(1, max(0, t))
    let frame = lower.start.frame
    let pieces = layers.pieces
    let columns = Int(parameters.columns)
    let rows = pieces.count / columns
    for (number, piece) in pieces.enumerated() {
      let part = Rect(
        x: Double(number % columns) / Double(columns), y: Double(number / columns) / Double(rows),
        width: 1 / Double(columns), height: 1 / Double(rows))
      piece.shows(lower)
      piece.contentsRect = part
      piece.frame = Rect(
        x: frame.x + part.x * frame.width, y: frame.y + part.y * frame.height,
        width: part.width * frame.width, height: part.height * frame.height)
      var chance = Chance(state: context.seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15)
      let (x, y) = (chance.next() * parameters.spread, chance.next() * parameters.spread)
      piece.translate = Vector(x: x * p, y: y * p, z: 0)
      piece.rotate.z = chance.next() * parameters.spin * p
      let size = 1 - 0.99 * p
      piece.scale = Vector(x: size, y: size, z: 1)
      piece.opacity = 1 - p * p
      piece.zPosition = 1
      piece.isHidden = p == 0 || p == 1
    }
    lower.isHidden = lower.start.isHidden || p > 0
    upper.isHidden = upper.start.isHidden || p == 0
  }

  /// Generates uniform random numbers from -1 to 1 (splitmix64).
  private struct Chance {
    var state: UInt64
    mutating func next() -> Double {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
      return Double((z ^ z >> 31) >> 11) / Double(1 << 52) - 1
    }
  }
}

@c(animator_plugin_v1)
public func plugin(_ host: PluginHost) -> Int32 { host.add(Explode.self) }
