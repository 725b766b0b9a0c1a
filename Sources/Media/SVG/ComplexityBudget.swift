/// The sum of what reading one file costs. A step is what a letter costs, or a trial of a selector.
///
/// Whoever does work that a few bytes of a file can ask for many times spends it here first, and does little
/// when nothing is left; what was read until then is thrown away.
final class ComplexityBudget {
  /// The budget of some seconds, far more than ordinary files need.
  private static let most = 50_000_000

  private var left = most
  /// The position at which the budget was exhausted.
  private var place: TextPlace?

  var isSpent: Bool { place != nil }

  func spend(_ steps: Int, at place: TextPlace) {
    guard !isSpent else { return }
    left -= max(0, min(steps, Self.most + 1))
    if left < 0 { self.place = place }
  }

  func spend(_ steps: Int, _ element: XMLElement) { spend(steps, at: element.place) }

  func check() throws(VectorError) {
    guard let place else { return }
    throw VectorError(
      place: place,
      message: "what it asks for up to here, styles and references with it, is more work than "
        + "one picture may make")
  }
}
