import Scenes
import TestSupport

/// How far our picture of a scene is from the browser's, apart for flat areas and for edges.
///
/// A pixel lies at an edge when in one of the pictures the nine pixels around it differ by more
/// than the limit says; so the rim of an edge is one pixel to each side.
struct Measure {
  private(set) var flat = 0
  /// Against the nearer of the browser's edges, at one and at three pixels a point.
  private(set) var edge = 0
  /// Against its edges at one.
  private(set) var plainEdge = 0
  /// Where the largest differences are.
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
          // Where two edges share a pixel both blend the one over the other, so that the backdrop
          // shines through; at three pixels a point it does so less.
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
