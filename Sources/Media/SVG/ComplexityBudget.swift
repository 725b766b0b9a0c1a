/// The total cost of reading one file. A step is the cost of a letter, or of testing a selector. Work that a few bytes
/// of a file can request repeatedly is charged to this budget first; when the budget is exhausted, little more work is
/// done and the result is discarded.
final class ComplexityBudget {
  /// The budget, which takes some seconds and is far more than ordinary files need.
  private static let most = 50_000_000

  private var left = most
  /// The position in the file at which the budget was exhausted.
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
      message: "the SVG, with its styles and references, "
        + "takes more work than the limit for one picture")
  }
}
