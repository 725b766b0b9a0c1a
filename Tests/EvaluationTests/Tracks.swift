import Evaluation
import Scenes

/// A sequence of actions of a person, or of a faulty recorder.
struct Trial {
  var seed: UInt64
  var tracks: [[Sample]]
  var gesture: Gesture
  var settling: Settling
  var transitionSeconds: Double
  var finishAt: Double
  var byVelocity: Bool

  static let kinds = [
    "flick", "reversal", "all the way and back", "one sample", "none", "time going backwards",
    "interruption", "wander", "cancelled by the system", "all the way by the finger alone",
  ]

  init(seed: UInt64) {
    var random = SeededRandom(seed)
    self.seed = seed
    let container = Size(320, 568)
    gesture = Gesture(
      kind: [.translation, .location].randomElement(using: &random)!, edge: .left, extent: 320,
      startWithin: Bool.random(using: &random) ? 20 : nil, container: container)
    transitionSeconds = Double.random(in: 0.1...3, using: &random)
    finishAt = Double.random(in: 0.2...0.8, using: &random)
    byVelocity = Bool.random(using: &random)
    let carries = Bool.random(using: &random)
    let ratio = Double.random(in: 0.4...1.5, using: &random)
    settling =
      [
        .speed(Double.random(in: 0.05...3, using: &random)), .remaining,
        .ratio(dampingRatio: ratio, seconds: 0.35, carriesVelocity: carries),
        .ratio(dampingRatio: ratio, seconds: nil, carriesVelocity: carries),
        .spring(
          Spring(mass: 1, stiffness: 200, damping: 30, initialVelocity: 0),
          carriesVelocity: carries),
      ].randomElement(using: &random)!
    tracks = []
    tracks = Self.tracks(Int(seed % UInt64(Self.kinds.count)), &random)
  }

  private static func tracks(_ kind: Int, _ random: inout SeededRandom) -> [[Sample]] {
    func walk(_ xs: [Double], from start: Double = 0, every step: Double = 0.016) -> [Sample] {
      xs.enumerated().map { Sample(start + Double($0) * step, .point(Point($1, 300))) }
    }
    let first = Double.random(in: 0...19, using: &random)
    func ramp(_ a: Double, _ b: Double, _ count: Int) -> [Double] {
      (0...count).map { a + (b - a) * Double($0) / Double(count) }
    }
    let far = Double.random(in: 60...330, using: &random)
    let count = Int.random(in: 2...30, using: &random)
    switch kind {
    case 0: return [walk(ramp(first, far, 2))]
    case 1: return [walk(ramp(first, far, count) + ramp(far, far / 3, count).dropFirst())]
    case 2: return [walk(ramp(first, 400, count) + ramp(400, 5, count).dropFirst())]
    case 3: return [walk([first])]
    case 4: return [[]]
    case 5:
      var track = walk(ramp(first, far, count))
      for _ in 0..<3 {
        let i = Int.random(in: 0..<track.count, using: &random)
        track[i].time = Double.random(in: -1...1, using: &random)
      }
      return [track]
    case 6:
      let track = walk(ramp(first, far, count))
      let back = track.last!.time + Double.random(in: 0.001...0.4, using: &random)
      let again = ramp(far, Double.random(in: 0...330, using: &random), count)
      return [track, walk(again, from: back)]
    case 7:
      var x = first
      return [
        walk(
          (0..<count).map { _ in
            defer { x += Double.random(in: -60...70, using: &random) }
            return x
          })
      ]
    case 8: return [walk(ramp(first, far, count)) + [Sample(0.7, .cancel)]]
    default: return [walk(ramp(first, first + 320, count)) + [Sample(0.9, .release)]]
    }
  }

  func run() -> InteractiveRun {
    InteractiveRun(
      tracks: tracks, gesture: gesture, transitionSeconds: transitionSeconds, settling: settling
    ) { release in
      byVelocity ? release.velocity > 0 || release.progress == 1 : release.progress >= finishAt
    }
  }

  /// The tracks in the notation of documents.
  var json: String {
    let lists = tracks.map { track in
      let samples = track.map { sample in
        switch sample.event {
        case .point(let p): "[\(sample.time), \(p.x), \(p.y)]"
        case .value(let v): "[\(sample.time), \(v)]"
        case .release: "[\(sample.time), \"release\"]"
        case .cancel: "[\(sample.time), \"cancel\"]"
        }
      }
      return "[" + samples.joined(separator: ", ") + "]"
    }
    return "{ \"seed\": \(seed), \"tracks\": [\(lists.joined(separator: ", "))] }"
  }
}
