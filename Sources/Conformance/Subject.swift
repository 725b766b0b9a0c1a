import AnimatorHosting
import Scenes

/// The plugin at hand in the process of one check.
struct Subject {
  let path: String
  /// Its ids may be bare.
  let isBundled: Bool
  let seed: UInt64

  /// Loads the plugin here.
  func contents() throws -> PluginContents { try PluginLab.load(path, isBundled: isBundled) }
  func animators() throws -> [AnimatorDescription] { try contents().animators }

  /// A bench for each animator that `include` lets in.
  func benches(
    where include: (AnimatorDescription) -> Bool = { _ in true }
  ) throws -> [Bench] {
    try animators().filter(include).map { Bench($0) }
  }

  /// Runs `body` for every animator that `include` lets in.
  func each(
    where include: (AnimatorDescription) -> Bool = { _ in true },
    otherwise: String = "it adds no animator",
    _ body: (Bench) throws -> Void
  ) throws -> Verdict {
    let benches = try benches(where: include)
    if benches.isEmpty { return .inapplicable(otherwise) }
    for bench in benches {
      CheckChild.memo?.begin(bench.animator.id)
      do {
        try body(bench)
      } catch let seen as Seen {
        throw Seen("\(bench.animator.id): \(seen.text)", seen.picture)
      } catch let fault as AnimatorFault {
        throw Seen("\(fault)")
      }
    }
    return .passed
  }
}

/// The same numbers for the same seed (SplitMix64, Steele et al. 2014).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
