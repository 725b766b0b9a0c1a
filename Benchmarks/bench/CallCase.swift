import PluginHosting
import PluginModel
import Scenes

/// 10,000 calls of a plugin's function with a struct by value in and one out, as a document's calls
/// are made; the caller divides.
final class CallCase: Case {
  let clock = Clock.thread
  private static let count = 10_000
  private let orbit: HostedFunction

  init() throws {
    guard let orbit = AnimatorRegistry().function(named: "orbit") else {
      throw Missing(what: "the bundled functions")
    }
    self.orbit = orbit
  }

  struct Missing: Error { let what: String }

  func run(_ index: Int) throws {
    var sum = 0.0
    for i in 0..<Self.count {
      let answer = try orbit.call([
        .double(Double(i + index) / 1000), .point(Point(160, 284)), .double(40),
      ])
      if case .point(let place) = answer { sum += place.x }
    }
    precondition(sum > 0)
  }
}
