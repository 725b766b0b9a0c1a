import PluginHosting
import PluginModel
import Conformance
import Scenes

/// The plugin that the check process tests.
struct PluginUnderTest {
  let path: String
  /// Whether the plugin is bundled, so that its ids need no vendor.
  let isBundled: Bool
  let seed: UInt64
  /// The only animator that is tested; nil means all animators.
  let only: String?
  private let copied: Result<PluginCopies, PluginRefusal>

  /// Copies the plugin as the host does, without executing any of its code.
  init(path: String, isBundled: Bool, seed: UInt64, only: String? = nil) {
    self.only = only
    copied = Result { () throws(PluginRefusal) in
      try PluginCopies(path, isBundled: isBundled)
    }
    self.path = (try? copied.get().path) ?? path
    self.isBundled = isBundled
    self.seed = seed
  }

  func copies() throws -> PluginCopies { try copied.get() }

  /// The animators and functions of the plugin, which is loaded into this process.
  func contents() throws -> PluginContents {
    try ConformanceHarness.load(copies(), isBundled: isBundled)
  }
  func animators() throws -> [HostedAnimator] {
    let all = try contents().animators
    guard let only else { return all }
    let chosen = all.filter { $0.description.id == only }
    guard !chosen.isEmpty else { throw CheckFailure("the plugin adds no animator \(only)") }
    return chosen
  }

  /// A bench for each animator for which `include` returns true.
  func benches(
    where include: (AnimatorDescription) -> Bool = { _ in true }
  ) throws -> [Bench] {
    try animators().filter { include($0.description) }.map { Bench($0) }
  }

  /// Calls `body` for each animator for which `include` returns true.
  func each(
    where include: (AnimatorDescription) -> Bool = { _ in true },
    otherwise: String = "the plugin adds no animator",
    _ body: (Bench) throws -> Void
  ) throws -> Verdict {
    let benches = try benches(where: include)
    if benches.isEmpty { return .inapplicable(otherwise) }
    for bench in benches {
      CheckMain.memo?.begin(bench.animator.id)
      do {
        try body(bench)
      } catch let seen as CheckFailure {
        throw CheckFailure("\(bench.animator.id): \(seen.text)", seen.picture)
      } catch let fault as AnimatorFault {
        throw CheckFailure("\(fault)")
      }
    }
    return .passed
  }
}
