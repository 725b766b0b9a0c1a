import Foundation

/// The rows with rotations in space.
extension OracleScene {
  static var turns: [OracleScene] {
    row("7", "flip-push", at: [0.2, 0.7], limit: .averaged, background: "#000000") { still in
      // From 0 to 0.5 *from* rotates away, and afterwards *to* rotates into view.
      let turning =
        still.time < 0.5
        ? screen(
          "goes",
          still.animate("transform:rotateY(0deg)", "transform:rotateY(-180deg)", duration: 1))
        : screen(
          "comes",
          still.animate("transform:rotateY(180deg)", "transform:rotateY(0deg)", duration: 1))
      return screen("", "perspective:10000px", turning)
    }
      + row(
        "13", "checkerboard", at: [0.6, 1.5], limit: .averaged, background: "#101014"
      ) { still in
        screen("", "perspective:900px", tiles(&still))
      }
      + row("", "cube", at: [0.3, 0.6], limit: .averaged, background: "#000000") { still in
        let p = easeInOut(still.time / 0.9)
        let sides = [(name: "goes", share: -p), (name: "comes", share: 1 - p)]
        // The farther side is drawn first.
        return screen(
          "", "perspective:800px",
          sides.sorted { abs($0.share) > abs($1.share) }.map { side in
            let angle = 90 * side.share * Double.pi / 180
            let (x, z) = (160 * sin(angle), 160 * (cos(angle) - 1))
            return screen(
              side.name,
              "transform:translate3d(\(x)px,0,\(z)px) rotateY(\(90 * side.share)deg);"
                + "backface-visibility:hidden;opacity:\(1 - 0.5 * abs(side.share))")
          }.joined())
      }
  }

  /// Returns all fronts, then all backs, which is the order of tiles at equal distances.
  private static func tiles(_ still: inout Still) -> String {
    var html = ""
    let whole = diagonal + 160
    for (name, from) in [("goes", 0), ("comes", -180)] {
      for y in stride(from: 0.0, to: 568, by: 32) {
        for x in stride(from: 0.0, to: 320, by: 32) {
          let along = (x * 320 + y * 568) / diagonal
          let turn = still.animate(
            "transform:rotateY(\(from)deg)", "transform:rotateY(\(from + 180)deg)",
            start: along / whole * 3, duration: 160 / whole * 3)
          html +=
            "<div class='\(name)' style='left:\(x)px;top:\(y)px;width:32px;height:\(min(32, 568 - y))px;"
            + "background-size:320px 568px;background-position:\(-x)px \(-y)px;"
            + "backface-visibility:hidden;\(turn)'></div>"
        }
      }
    }
    return html
  }
}
