/// The rows of the magic transitions, and of their separate parts.
extension OracleScene {
  static var magic: [OracleScene] {
    row("15", "magic-push", at: [0.09, 0.45, 0.7, 0.96, 1.26], limit: .shadowAndEdges(alpha: 0.6)) {
      still in
      let d = 1.5
      let cover = still.animate("opacity:0", "opacity:1", duration: 0.17 * d)
      let below =
        still.time < 0.74 * d
        ? screen("goes") + poster(108, 273) + poster(204, 273) : screen("comes")
      let radius = max(0, (still.time / d - 0.74) / 0.26) * diagonal
      let mask = radius > 0 ? hole(56, 212.5, radius) : ""
      return below + "<div class='screen' style='background:#fff;\(cover)\(mask)'></div>"
        + hero(
          &still, from: (12, 273), to: (12, 155),
          .init(lift: (0, 0.08), move: (0.08, 0.45), drop: (0.53, 0.21)))
    }
      + row("16", "magic-pop", at: [0.2, 0.8, 1.3], limit: .shadowAndEdges(alpha: 0.6)) {
        still in
        let d = 1.5
        let cover = still.animate(
          "opacity:1", "opacity:0", start: 0.79 * d, duration: 0.17 * d)
        let below =
          still.time < 0.79 * d
          ? screen("goes") : screen("comes") + poster(108, 273) + poster(204, 273)
        let radius = max(0, 1 - still.time / d / 0.26) * diagonal
        let mask = radius > 0 ? hole(56, 212.5, radius) : ""
        return below + "<div class='screen' style='background:#fff;\(cover)\(mask)'></div>"
          + hero(
            &still, from: (12, 155), to: (12, 273),
            .init(lift: (0.26, 0.08), move: (0.34, 0.45), drop: (0.79, 0.21)))
      }
      + row(
        "17", "magic-measured", at: [0.05, 0.9], limit: .shadowAndEdges(alpha: 0.6)
      ) { still in
        let d = 1.5
        let cover = still.animate("opacity:0", "opacity:1", duration: 0.16 * d)
        let below =
          still.time < 0.75 * d
          ? screen("goes") + poster(108, 273) + poster(204, 273) : screen("comes")
        let radius = max(0, (still.time / d - 0.75) / 0.25) * diagonal
        let mask = radius > 0 ? hole(56, 212.5, radius) : ""
        return below + "<div class='screen' style='background:#fff;\(cover)\(mask)'></div>"
          + hero(
            &still, from: (12, 273), to: (12, 155),
            .init(lift: (0, 0.07), move: (0.09, 0.42), drop: (0.51, 0.24)))
      }
      + row(
        "18", "shadow-lift", at: [0.25], limit: .shadow(alpha: 0.6), size: (320, 360),
        background: "#f2ede4"
      ) { still in
        """
        <div class='poster' style='left:72px;top:65px;width:176px;height:230px;
        box-shadow:8.8px 11.5px 6px rgb(0 0 0 / \(0.6 * min(1, still.time / 0.5)))'></div>
        """
      }
      + row("21", "move-and-scale", at: [0.15, 0.3], poster: "photo") { still in
        let move = still.animate(
          "transform:translate(108px,108px) scale(.325)", "transform:translate(0,0) scale(1)",
          duration: 0.5)
        return screen("goes")
          + screen("poster", still.animate("opacity:0", "opacity:1", duration: 0.5))
            + """
            <div class='poster' style='left:0;top:112px;width:320px;height:320px;
            transform-origin:0 0;\(move)'></div>
            """
      }
  }

  /// The starts and durations of the poster's phases, as fractions of the whole duration.
  private struct Phases {
    var lift, move, drop: (start: Double, length: Double)
  }

  /// Returns the poster: its shadow lifts, the poster moves to the target's frame enlarged by 4 % on each side, and
  /// drops. A browser rounds frames to whole pixels, but not transforms; the shadow is written so that its sigma is 3
  /// after scaling.
  private static func hero(
    _ still: inout Still, from: (Double, Double), to: (Double, Double), _ phases: Phases
  ) -> String {
    let time = still.time / 1.5
    func share(_ phase: (start: Double, length: Double)) -> Double {
      min(1, max(0, (time - phase.start) / phase.length))
    }
    let drops = time >= phases.drop.start
    let moved = drops ? 1 : easeInOut(share(phases.move))
    let dropped = easeInOut(share(phases.drop))
    let scale = drops ? 1.08 - 0.08 * dropped : 1 + 0.08 * moved
    let (x, y) = ((to.0 - from.0) * moved, (to.1 - from.1) * moved)
    let opacity = 0.6 * (drops ? 1 - share(phases.drop) : share(phases.lift))
    // The offset is 5 % of the size when the lift starts, and again when the drop starts.
    let offset = (drops ? 1.08 : 1) * 0.05 / scale
    return poster(
      from.0, from.1,
      "transform:translate(\(x)px,\(y)px) scale(\(scale));"
        + "box-shadow:\(88 * offset)px \(115 * offset)px \(6 / scale)px rgb(0 0 0 / \(opacity))")
  }
}
