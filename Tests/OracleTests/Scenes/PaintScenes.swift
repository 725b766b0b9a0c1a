/// The scenes with gradients, clip paths, masks and scaled pictures.
extension OracleScene {
  private static func fill(_ name: String, _ gradient: String, _ css: String) -> OracleScene {
    OracleScene(
      name,
      layers: "{ \"frame\": [10, 5, 80, 80], \"contents\": { \"gradient\": \(gradient) } }",
      html: "<div style='left:10px;top:5px;width:80px;height:80px;background:\(css)'></div>")
  }

  static let gradients: [OracleScene] = [
    fill(
      "gradient from top to bottom", "{ \"linear\": {}, \"stops\": [\"#ff4020\", \"#2040ff\"] }",
      "linear-gradient(#ff4020,#2040ff)"),
    fill(
      "gradient along the diagonal",
      "{ \"linear\": { \"from\": [0, 0], \"to\": [1, 1] }, \"stops\": [\"#ffe000\", \"#004080\"] }",
      "linear-gradient(135deg,#ffe000,#004080)"),
    fill(
      "gradient of four colours",
      """
      { "linear": { "from": [0, 0.5], "to": [1, 0.5] }, "stops": [[0, "#ff0000"], [0.2, "#ffff00"],
        [0.7, "#00a040"], [1, "#0000c0"]] }
      """, "linear-gradient(90deg,#f00 0,#ff0 20%,#00a040 70%,#0000c0 100%)"),
    fill(
      "gradient to transparent",
      """
      { "linear": { "from": [0, 0.5], "to": [1, 0.5] }, "stops": ["#c02040", "#2040c000"] }
      """, "linear-gradient(90deg,#c02040,#2040c000)"),
    fill(
      "gradient from the middle", "{ \"radial\": {}, \"stops\": [\"#ffffff\", \"#203060\"] }",
      "radial-gradient(40px 40px at 50% 50%,#fff,#203060)"),
    fill(
      "gradient from a corner, an ellipse",
      """
      { "radial": { "center": [0.2, 0.3], "radius": [1, 0.5] },
        "stops": [[0.1, "#f0f0a0"], [0.6, "#c04080"], [1, "#201040"]] }
      """, "radial-gradient(80px 40px at 20% 30%,#f0f0a0 10%,#c04080 60%,#201040)"),
  ]

  private static func clip(_ name: String, _ mask: String, _ css: String) -> OracleScene {
    OracleScene(
      name,
      layers: """
        { "frame": [0, 0, 120, 90], "mask": { \(mask) }, "sublayers": [
          { "frame": [0, 0, 60, 90], "backgroundColor": "#2060c0" },
          { "frame": [60, 0, 60, 90], "backgroundColor": "#e08020" } ] }
        """,
      html: """
        <div style='left:0;top:0;width:120px;height:90px;\(css)'>
        <div style='left:0;top:0;width:60px;height:90px;background:#2060c0'></div>
        <div style='left:60px;top:0;width:60px;height:90px;background:#e08020'></div></div>
        """)
  }
  private static let star = "M60 8 L82 78 L22 34 L98 34 L38 78 Z"

  static let clips: [OracleScene] = [
    clip(
      "clip to a circle", "\"circle\": { \"center\": [64.5, 43.25], \"radius\": 31.6 }",
      "clip-path:circle(31.6px at 64.5px 43.25px)"),
    clip(
      "clip to a large circle", "\"circle\": { \"center\": [-40, 200], \"radius\": 180 }",
      "clip-path:circle(180px at -40px 200px)"),
    clip(
      "clip to an ellipse", "\"ellipse\": [10.5, 20, 90, 50]",
      "clip-path:ellipse(45px 25px at 55.5px 45px)"),
    clip(
      "clip to a rounded rectangle", "\"rect\": [12, 9, 96, 72], \"cornerRadius\": 22",
      "clip-path:inset(9px 12px round 22px)"),
    clip("clip to a star", "\"path\": \"\(star)\"", "clip-path:path(\"\(star)\")"),
    clip(
      "clip to a star, even-odd", "\"path\": \"\(star)\", \"fillRule\": \"evenOdd\"",
      "clip-path:path(evenodd,\"\(star)\")"),
    clip(
      "a hole by even-odd",
      "\"circle\": { \"center\": [50, 40], \"radius\": 27.5 }, \"inverted\": true",
      "clip-path:path(evenodd,\"M0 0H120V90H0Z M22.5 40A27.5 27.5 0 1 0 77.5 40A27.5 27.5 0 1 0 22.5 40Z\")"
    ),
    clip(
      "curves", "\"path\": \"M10 80 C 30 -40 60 120 110 10 Q 130 60 60 85 Z\"",
      "clip-path:path(\"M10 80 C 30 -40 60 120 110 10 Q 130 60 60 85 Z\")"),
  ]

  static let masks: [OracleScene] = [
    OracleScene(
      "mask by the alpha of a gradient",
      layers: """
        { "frame": [10, 10, 100, 70], "backgroundColor": "#2060c0", "mask": { "layer": "m" } },
        { "id": "m", "hidden": true, "frame": [10, 10, 100, 70], "contents": { "gradient": {
          "linear": { "from": [0, 0.5], "to": [1, 0.5] }, "stops": ["#000000", "#00000000"] } } }
        """,
      html: """
        <div style='left:10px;top:10px;width:100px;height:70px;background:#2060c0;-webkit-mask-image:linear-gradient(90deg,#000,#0000);mask-image:linear-gradient(90deg,#000,#0000)'></div>
        """),
    OracleScene(
      "mask a group by a radial gradient",
      layers: """
        { "frame": [0, 0, 120, 90], "mask": { "layer": "m" }, "sublayers": [
          { "frame": [0, 0, 120, 45], "backgroundColor": "#20a060" },
          { "frame": [0, 30, 60, 60], "backgroundColor": "#c02060" } ] },
        { "id": "m", "hidden": true, "frame": [0, 0, 120, 90], "contents": { "gradient": {
          "radial": { "radius": [0.5, 0.5] }, "stops": [[0.3, "#000000"], [1, "#00000000"]] } } }
        """,
      html: """
        <div style='left:0;top:0;width:120px;height:90px;-webkit-mask-image:radial-gradient(60px 45px at 50% 50%,#000 30%,#0000);mask-image:radial-gradient(60px 45px at 50% 50%,#000 30%,#0000)'>
        <div style='left:0;top:0;width:120px;height:45px;background:#20a060'></div>
        <div style='left:0;top:30px;width:60px;height:60px;background:#c02060'></div></div>
        """),
  ]

  private static func image(
    _ name: String, _ ours: String, _ css: String
  ) -> OracleScene {
    OracleScene(
      name, .smooth,
      layers: "{ \"contents\": { \"image\": \"smooth.png\", \"scale\": 1 }, \(ours) }",
      html: "<img src='smooth.png' style='\(css)'>")
  }

  static let images: [OracleScene] = [
    OracleScene(
      "a picture as it is",
      layers:
        "{ \"contents\": { \"image\": \"smooth.png\", \"scale\": 1 }, \"frame\": [40, 25, 32, 24] }",
      html: "<img src='smooth.png' style='left:40px;top:25px'>"),
    image(
      "a picture three times as large", "\"frame\": [12, 9, 96, 72]",
      "left:12px;top:9px;width:96px;height:72px"),
    image(
      "a picture stretched", "\"frame\": [5, 30, 110, 30]",
      "left:5px;top:30px;width:110px;height:30px"),
    image(
      "a picture enlarged and turned",
      "\"frame\": [44, 33, 32, 24], \"scale\": 2.2, \"rotate\": 25",
      "left:44px;top:33px;transform:rotate(25deg) scale(2.2)"),
    image(
      "a picture that fills and is cut",
      "\"frame\": [30, 5, 60, 80], \"contentsGravity\": \"resizeAspectFill\", \"masksToBounds\": true",
      "left:30px;top:5px;width:60px;height:80px;object-fit:cover"),
    image(
      "a picture that fits", "\"frame\": [28, 9, 64, 72], \"contentsGravity\": \"resizeAspect\"",
      "left:28px;top:9px;width:64px;height:72px;object-fit:contain"),
  ]
}
