import Scenes
import TestSupport

/// Measures the distance between the program's picture of a scene and the browser's, separately for flat areas and for
/// edges.
///
/// A pixel is at an edge if the nine pixels around it differ by more than the limit in one of the pictures, so the rim
/// of an edge is one pixel on each side.
struct Measure {
  private(set) var flat = 0
  /// The distance from the nearer of the browser's edges, at one and at three pixels for each point.
  private(set) var edge = 0
  /// The distance from the browser's edges at one pixel for each point.
  private(set) var plainEdge = 0
  /// The position of the largest differences.
  private(set) var place = (x: 0, y: 0)
  private(set) var edgePlace = (x: 0, y: 0)

  init(_ ours: Pixels, _ theirs: BrowserPage.Drawn, limit: OracleScene.Limit) {
    let (plain, fine) = (theirs.plain, theirs.fine)
    let contrast = limit.contrast
    for y in 0..<ours.height {
      for x in 0..<ours.width {
        let difference = ours.distance(x, y, to: plain, x, y)
        let isEdge =
          ours.contrast(x, y) > limit.ownContrast || plain.contrast(x, y) > contrast
          || fine.contrast(x, y) > contrast
        if isEdge {
          plainEdge = max(plainEdge, difference)
          // Where two edges share a pixel, both are blended over each other, so that the backdrop is visible; at three
          // pixels for each point this effect is smaller.
          let nearer = min(difference, ours.distance(x, y, to: fine, x, y))
          if nearer > edge { (edge, edgePlace) = (nearer, (x, y)) }
        } else {
          let flatDifference = limit.isAveraged ? ours.distance(x, y, to: fine, x, y) : difference
          if flatDifference > flat { (flat, place) = (flatDifference, (x, y)) }
        }
      }
    }
  }
}
