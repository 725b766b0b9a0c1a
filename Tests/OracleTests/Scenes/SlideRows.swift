/// The rows with movements, fades and springs in the plane.
extension OracleScene {
  static var slides: [OracleScene] {
    row("5", "bounce-present", at: [0.06, 0.18], background: "#000000") { still in
      let spring = NumericSpring.easing(dampingRatio: 0.7, duration: 0.5)
      return screen("goes", still.animate("opacity:1", "opacity:.5", duration: 0.5, easing: spring))
        + screen(
          "comes",
          still.animate(
            "transform:translateY(568px)", "transform:translateY(0)", duration: 0.5,
            easing: spring))
    }
      + row("6", "shrink-dismiss", at: [0.25, 0.75], background: "#000000") { still in
        // The curve is Catmull-Rom through the scales 1, 0.5, 0.5 and the offsets 0, 0, H with repeated ends; in the
        // second half, *to* goes from 0.5 to 1.
        let isFirst = still.time < 0.5
        let u = isFirst ? still.time * 2 : still.time * 2 - 1
        let scale = isFirst ? catmullRom(1, 1, 0.5, 0.5, u) : catmullRom(1, 0.5, 0.5, 0.5, u)
        let y = (isFirst ? catmullRom(0, 0, 0, 1, u) : catmullRom(0, 0, 1, 1, u)) * 568
        let opacity = isFirst ? 0.5 : catmullRom(0.5, 0.5, 1, 1, u)
        return screen("comes", "opacity:\(opacity)")
          + screen("goes", "transform:translateY(\(y)px) scale(\(scale))")
      }
      + row("8", "half-way-spring", at: [0.2, 0.7]) { still in
        let spring = NumericSpring.easing(dampingRatio: 0.6, duration: 2)
        return screen("goes")
          + screen(
            "comes",
            still.animate(
              "transform:translateY(284px);opacity:0", "transform:translateY(0);opacity:1",
              duration: 2, easing: spring))
      }
      // The browser stores opacities in 8 bits: at these moments they are 24/255 and 231/255.
      + row("9", "cross-dissolve", at: [0.075, 0.275], limit: .averaged) { still in
        screen("goes", still.animate("opacity:1", "opacity:0", duration: 0.35))
          + screen("comes", still.animate("opacity:0", "opacity:1", duration: 0.35))
      }
      + row("10", "edge-slide", at: [0.08, 0.21]) { still in
        screen("goes")
          + screen(
            "comes",
            still.animate("transform:translateX(320px)", "transform:translateX(0)", duration: 0.35))
      }
      + row("14", "swipe", at: [0.08, 0.21]) { still in
        screen(
          "goes",
          still.animate("transform:translateX(0)", "transform:translateX(-320px)", duration: 0.35))
          + screen(
            "comes",
            still.animate("transform:translateX(320px)", "transform:translateX(0)", duration: 0.35))
      }
      + row("", "pan", at: [0.2], background: "#000000") { still in
        screen(
          "goes",
          still.animate("transform:translateX(0)", "transform:translateX(-160px)", duration: 0.6))
          + screen(
            "comes",
            still.animate("transform:translateX(320px)", "transform:translateX(0)", duration: 0.6))
      }
  }

  private static func catmullRom(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ u: Double
  ) -> Double {
    0.5
      * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u * u
        + (3 * b - a - 3 * c + d) * u * u * u)
  }
}
