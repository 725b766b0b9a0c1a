/// The scenes with borders, corners, conic gradients and stroked paths.
extension OracleScene {
  private static func box(_ name: String, _ ours: String, _ css: String) -> OracleScene {
    OracleScene(
      name,
      layers: "{ \"frame\": [14, 10, 80, 64], \(ours) }",
      html: """
        <div style='left:14px;top:10px;width:80px;height:64px;box-sizing:border-box;\(css)'></div>
        """)
  }

  private static func conic(_ name: String, _ ours: String, _ css: String) -> OracleScene {
    OracleScene(
      name, .averaged,
      layers: "{ \"frame\": [10, 5, 80, 80], \"contents\": { \"gradient\": \(ours) } }",
      html: "<div style='left:10px;top:5px;width:80px;height:80px;background:\(css)'></div>")
  }

  private static func stroke(_ name: String, _ ours: String, _ svg: String) -> OracleScene {
    OracleScene(
      name,
      layers: """
        { "frame": [0, 0, 120, 90], "strokeColor": "#2060c0", \(ours) }
        """,
      html: """
        <svg width='120' height='90' style='position:absolute;left:0;top:0' fill='none' \
        stroke='#2060c0'>\(svg)</svg>
        """)
  }

  private static let bend = "M12 70 C 30 -20 60 130 106 18"
  private static let corner = "M14 74 L44 16 L66 70 L104 22"

  static let shapes: [OracleScene] = [
    box(
      "a border",
      "\"backgroundColor\": \"#e0e8ff\", \"border\": { \"width\": 5, \"color\": \"#c02040\" }",
      "background:#e0e8ff;border:5px solid #c02040"),
    box(
      "a border round corners",
      """
      "backgroundColor": "#e0e8ff", "cornerRadius": 20, "border": { "width": 6, "color": "#c02040" }
      """, "background:#e0e8ff;border:6px solid #c02040;border-radius:20px"),
    box(
      "a border outside, four radii",
      """
      "cornerRadius": [0, 12, 30, 6], "border": { "width": 5, "color": "#206040", "place": "outside" }
      """, "border-radius:0 12px 30px 6px;box-shadow:0 0 0 5px #206040"),
    box(
      "four radii", "\"backgroundColor\": \"#2060c0\", \"cornerRadius\": [40, 8, 60, 0]",
      "background:#2060c0;border-radius:40px 8px 60px 0"),
    conic(
      "a conic gradient", "{ \"conic\": {}, \"stops\": [\"#ff4020\", \"#2040ff\", \"#ff4020\"] }",
      "conic-gradient(#ff4020,#2040ff,#ff4020)"),
    conic(
      "a conic gradient from an angle, off the middle",
      """
      { "conic": { "center": [0.3, 0.4], "angle": 50 },
        "stops": [[0, "#ffe000"], [0.3, "#20a060"], [1, "#ffe000"]] }
      """, "conic-gradient(from 50deg at 30% 40%,#ffe000,#20a060 30%,#ffe000)"),
    stroke(
      "a stroke with round ends",
      "\"path\": \"\(bend)\", \"lineWidth\": 9, \"lineCap\": \"round\"",
      "<path d='\(bend)' stroke-width='9' stroke-linecap='round'/>"),
    stroke(
      "mitred corners", "\"path\": \"\(corner)\", \"lineWidth\": 8, \"lineCap\": \"square\"",
      "<path d='\(corner)' stroke-width='8' stroke-miterlimit='10' stroke-linecap='square'/>"),
    stroke(
      "bevelled corners", "\"path\": \"\(corner)\", \"lineWidth\": 8, \"lineJoin\": \"bevel\"",
      "<path d='\(corner)' stroke-width='8' stroke-linejoin='bevel'/>"),
    stroke(
      "dashes",
      """
      "path": "\(bend)", "lineWidth": 6, "lineDashPattern": [14, 6], "lineDashPhase": 4
      """, "<path d='\(bend)' stroke-width='6' stroke-dasharray='14 6' stroke-dashoffset='4'/>"),
    stroke(
      "an arc",
      "\"path\": \"M20 60 A 42 30 20 1 1 96 40\", \"lineWidth\": 7, \"lineCap\": \"round\"",
      "<path d='M20 60 A 42 30 20 1 1 96 40' stroke-width='7' stroke-linecap='round'/>"),
    stroke(
      "dots along lines",
      """
      "path": "M20 70 H 100 L 60 16 Z", "lineWidth": 7, "lineCap": "round",
      "lineDashPattern": [0.01, 12]
      """,
      """
      <path d='M20 70 H 100 L 60 16 Z' stroke-width='7' stroke-linecap='round' \
      stroke-dasharray='0.01 12'/>
      """),
    stroke(
      "an ellipse, filled and stroked",
      """
      "path": { "ellipse": [16, 12, 88, 62] }, "fillColor": "#ffe0a0", "lineWidth": 5
      """,
      "<ellipse cx='60' cy='43' rx='44' ry='31' fill='#ffe0a0' stroke-width='5'/>"),
  ]
}
