/// The scenes with movements, scales and rotations, in the plane and in space.
extension OracleScene {
  private static let box = "\"frame\": [35, 25, 50, 40], \"backgroundColor\": \"#2060c0\""
  private static func box(_ css: String, _ inside: String = "") -> String {
    "<div style='left:35px;top:25px;width:50px;height:40px;background:#2060c0;\(css)'>\(inside)</div>"
  }
  private static func plane(_ name: String, _ ours: String, _ css: String) -> OracleScene {
    OracleScene(name, layers: "{ \(box), \(ours) }", html: box(css))
  }
  /// Returns a scene with a separate stage whose perspective is about the middle of the cell.
  private static func space(
    _ name: String, _ limit: Limit = .edges, distance: Int, _ ours: String, _ css: String
  ) -> OracleScene {
    OracleScene(
      name, limit,
      layers: """
        { "frame": [0, 0, 120, 90], "sublayerTransform": [{ "perspective": \(distance) }],
          "sublayers": [ \(ours) ] }
        """,
      html: """
        <div style='left:0;top:0;width:120px;height:90px;perspective:\(distance)px'>\(css)</div>
        """)
  }

  static let transforms: [OracleScene] = [
    plane(
      "translate by parts of a pixel", "\"translate\": [0.5, 0.25]",
      "transform:translate(.5px,.25px)"),
    plane("scale both ways", "\"scale\": [1.37, 0.73]", "transform:scale(1.37,.73)"),
    plane("rotate 30", "\"rotate\": 30", "transform:rotate(30deg)"),
    plane(
      "rotate 45 about a corner", "\"anchorPoint\": [0, 0], \"rotate\": 45",
      "transform-origin:0 0;transform:rotate(45deg)"),
    plane(
      "rotate 200 about a point outside", "\"anchorPoint\": [1.2, 0.5], \"rotate\": 200",
      "transform-origin:120% 50%;transform:rotate(200deg)"),
    plane(
      "skew by a matrix", "\"transform\": [1, 0.2, 0, 0, 0.4, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]",
      "transform:matrix(1,.2,.4,1,0,0)"),
    plane(
      "scale, rotate, translate in order",
      "\"scale\": [0.8, 1.2], \"rotate\": 25, \"translate\": [10, -5]",
      "transform:translate(10px,-5px) rotate(25deg) scale(.8,1.2)"),
    plane("mirror", "\"scale\": [-1, 1], \"rotate\": 10", "transform:rotate(10deg) scale(-1,1)"),
    OracleScene(
      "rotate in a rotated group",
      layers: """
        { "frame": [20, 15, 80, 60], "backgroundColor": "#e0a030", "rotate": 15, "sublayers": [
          { "frame": [40, 30, 40, 30], "backgroundColor": "#3040a0", "rotate": 30 } ] }
        """,
      html: """
        <div style='left:20px;top:15px;width:80px;height:60px;background:#e0a030;transform:rotate(15deg)'>
        <div style='left:20px;top:15px;width:40px;height:30px;background:#3040a0;transform:rotate(30deg)'></div></div>
        """),
    OracleScene(
      "scale a group of thin lines",
      layers: """
        { "frame": [20, 20, 80, 50], "scale": 1.3, "rotate": 5, "sublayers": [
          { "frame": [20, 20, 80, 2], "backgroundColor": "#c02020" },
          { "frame": [20, 44, 80, 1], "backgroundColor": "#20a020" },
          { "frame": [60, 26, 1, 14], "backgroundColor": "#2020c0" } ] }
        """,
      html: """
        <div style='left:20px;top:20px;width:80px;height:50px;transform:rotate(5deg) scale(1.3)'>
        <div style='left:0;top:0;width:80px;height:2px;background:#c02020'></div>
        <div style='left:0;top:24px;width:80px;height:1px;background:#20a020'></div>
        <div style='left:40px;top:6px;width:1px;height:14px;background:#2020c0'></div></div>
        """),
    space(
      "turn about y", distance: 300, "{ \(box), \"rotate\": [0, 40, 0] }",
      box("transform:rotateY(40deg)")),
    space(
      "turn about x", distance: 200, "{ \(box), \"rotate\": [50, 0, 0] }",
      box("transform:rotateX(50deg)")),
    space(
      "turn about y off the middle", distance: 150,
      "{ \"frame\": [5, 10, 40, 60], \"backgroundColor\": \"#a02060\", \"rotate\": [0, 60, 0] }",
      "<div style='left:5px;top:10px;width:40px;height:60px;background:#a02060;transform:rotateY(60deg)'></div>"
    ),
    space(
      "turn about three axes", distance: 250, "{ \(box), \"rotate\": [20, 30, 40] }",
      box("transform:rotateZ(40deg) rotateY(30deg) rotateX(20deg)")),
    space(
      "nearer is larger", distance: 200,
      "{ \(box), \"transform\": [{ \"rotate\": [0, 20, 0] }, { \"translate\": [0, 0, 60] }] }",
      box("transform:rotateY(20deg) translateZ(60px)")),
    space(
      "back faces that show and that do not", distance: 300,
      """
      { "frame": [10, 25, 40, 40], "backgroundColor": "#2060c0", "rotate": [0, 150, 0] },
      { "frame": [70, 25, 40, 40], "backgroundColor": "#c06020", "rotate": [0, 150, 0],
        "isDoubleSided": false }
      """,
      """
      <div style='left:10px;top:25px;width:40px;height:40px;background:#2060c0;transform:rotateY(150deg)'></div>
      <div style='left:70px;top:25px;width:40px;height:40px;background:#c06020;transform:rotateY(150deg);backface-visibility:hidden'></div>
      """),
    space(
      "a group that flattens what is in it", distance: 200,
      """
      { "frame": [20, 15, 80, 60], "backgroundColor": "#e0e0e0", "rotate": [0, 35, 0], "sublayers": [
        { "frame": [30, 25, 30, 40], "backgroundColor": "#2060c0", "opacity": 0.7 },
        { "frame": [50, 35, 40, 27], "backgroundColor": "#c06020" } ] }
      """,
      """
      <div style='left:20px;top:15px;width:80px;height:60px;background:#e0e0e0;transform:rotateY(35deg)'>
      <div style='left:10px;top:10px;width:30px;height:40px;background:#2060c0;opacity:.7'></div>
      <div style='left:30px;top:20px;width:40px;height:27px;background:#c06020'></div></div>
      """),
  ]
}
