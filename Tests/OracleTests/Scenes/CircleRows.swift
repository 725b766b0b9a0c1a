/// The rows with circles, holes and paths.
extension OracleScene {
  static var circles: [OracleScene] {
    let (small, large) = (
      "clip-path:circle(5px at 164px 283px)", "clip-path:circle(\(5 + diagonal)px at 164px 283px)"
    )
    // The radius is √(ex² + ey²) with e = (cx, cy − H), and the button has its own radius.
    let square: Double = 284 * 284 + 516 * 516
    let ping = square.squareRoot() + 20
    return row("1", "circle-push", at: [0.06, 0.27]) { still in
      screen("goes")
        + screen("comes", still.animate(small, large, duration: 0.6, easing: "linear"))
    }
      + row("2", "circle-pop", at: [0.3, 0.5]) { still in
        screen("comes")
          + screen("goes", still.animate(large, small, duration: 0.6, easing: "linear"))
      }
      + row("3", "ping-button", at: [0.1, 0.3]) { still in
        screen("goes")
          + screen(
            "comes",
            still.animate(
              "clip-path:circle(20px at 284px 52px)", "clip-path:circle(\(ping)px at 284px 52px)",
              duration: 0.5, easing: "linear"))
      }
      + row("20", "hole-push", at: [0.15, 0.4]) { still in
        screen("comes") + poster(12, 155)
          + screen(
            "", hole(56, 330.5, still.time * diagonal),
            screen("goes") + poster(108, 273) + poster(204, 273) + poster(12, 273))
      }
      + row("20", "hole-pop", at: [0.55, 0.8]) { still in
        screen("goes") + poster(12, 155)
          + screen(
            "", hole(56, 330.5, (1 - still.time) * diagonal),
            screen("comes") + poster(108, 273) + poster(204, 273) + poster(12, 273))
      }
      + row("19", "ripple-reveal", at: [0.15, 0.35]) { still in
        let radius = still.time / 0.6 * diagonal
        return screen("comes") + screen("goes", hole(284, 52, radius))
      }
      + [0.25, 0.7].map { movingPath(at: $0) }
  }

  /// In row 4, content is visible through a shape whose path is animated.
  private static func movingPath(at time: Double) -> OracleScene {
    let (small, large) = (
      "M160 200 L190 300 L110 240 L210 240 L130 300 Z",
      "M150 -100 L420 650 L-180 200 L500 190 L-90 640 Z"
    )
    var still = Still("mask", time)
    let clip = still.animate(
      "clip-path:path(evenodd,\"\(small)\")", "clip-path:path(evenodd,\"\(large)\")", duration: 1,
      easing: "linear")
    var scene = OracleScene("4: mask at \(time) s", layers: "", html: "")
    let gradients = CatalogueScreens.gradients
    func layer(_ index: Int) -> String {
      """
      { "id": "\(gradients[index].name)", "frame": [0, 0, 320, 568], "contents": { "gradient": {
        "linear": {}, "stops": ["\(gradients[index].top)", "\(gradients[index].bottom)"] } } }
      """
    }
    func mask(_ offset: Int, _ path: String) -> String {
      "{ \"offset\": \(offset), \"mask\": { \"path\": \"\(path)\", \"fillRule\": \"evenOdd\" } }"
    }
    scene.document = """
      "layers": [\(layer(0)), \(layer(1))],
      "timeline": { "targets": "comes", "duration": 1, "easing": "linear",
        "keyframes": [\(mask(0, small)), \(mask(1, large))] }
      """
    scene.html = "<style>\(still.sheets)</style>" + screen("goes") + screen("comes", clip)
    scene.size = (320, 568)
    scene.time = time
    scene.row = .init(number: "4", example: "mask")
    return scene
  }
}
