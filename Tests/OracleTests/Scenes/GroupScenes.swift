/// The scenes with the opacity of groups, and clipping.
extension OracleScene {
  static let groups: [OracleScene] = [
    OracleScene(
      "opacity of a group with overlaps",
      layers: """
        { "frame": [10, 10, 100, 70], "opacity": 0.5, "sublayers": [
          { "frame": [10, 10, 60, 50], "backgroundColor": "#d02020" },
          { "frame": [50, 30, 60, 50], "backgroundColor": "#2020d0" } ] }
        """,
      html: """
        <div style='left:10px;top:10px;width:100px;height:70px;opacity:.5'>
        <div style='left:0;top:0;width:60px;height:50px;background:#d02020'></div>
        <div style='left:40px;top:20px;width:60px;height:50px;background:#2020d0'></div></div>
        """),
    OracleScene(
      "opacity three groups deep",
      layers: """
        { "frame": [10, 10, 100, 70], "opacity": 0.8, "backgroundColor": "#f0d000", "sublayers": [
          { "frame": [20, 20, 80, 50], "opacity": 0.6, "backgroundColor": "#00a060", "sublayers": [
            { "frame": [30, 30, 60, 30], "opacity": 0.4, "backgroundColor": "#6000c0" },
            { "frame": [60, 25, 30, 40], "opacity": 0.9, "backgroundColor": "#ff0060" } ] } ] }
        """,
      html: """
        <div style='left:10px;top:10px;width:100px;height:70px;opacity:.8;background:#f0d000'>
        <div style='left:10px;top:10px;width:80px;height:50px;opacity:.6;background:#00a060'>
        <div style='left:10px;top:10px;width:60px;height:30px;opacity:.4;background:#6000c0'></div>
        <div style='left:40px;top:5px;width:30px;height:40px;opacity:.9;background:#ff0060'></div></div></div>
        """),
    OracleScene(
      "translucent colours over each other",
      layers: """
        { "frame": [10, 10, 60, 60], "backgroundColor": "#ff000080" },
        { "frame": [30, 20, 60, 60], "backgroundColor": "#00ff0066" },
        { "frame": [50, 5, 60, 60], "backgroundColor": "#0000ff4d" }
        """,
      html: """
        <div style='left:10px;top:10px;width:60px;height:60px;background:#ff000080'></div>
        <div style='left:30px;top:20px;width:60px;height:60px;background:#00ff0066'></div>
        <div style='left:50px;top:5px;width:60px;height:60px;background:#0000ff4d'></div>
        """),
    OracleScene(
      "rounded corners of a background",
      layers:
        "{ \"frame\": [15, 15, 90, 60], \"backgroundColor\": \"#2060c0\", \"cornerRadius\": 14 }",
      html:
        "<div style='left:15px;top:15px;width:90px;height:60px;background:#2060c0;border-radius:14px'></div>"
    ),
    OracleScene(
      "a circle by its corners",
      layers:
        "{ \"frame\": [30, 15, 60, 60], \"backgroundColor\": \"#c02060\", \"cornerRadius\": 30 }",
      html:
        "<div style='left:30px;top:15px;width:60px;height:60px;background:#c02060;border-radius:30px'></div>"
    ),
    OracleScene(
      "a rounded clip of what hangs over",
      layers: """
        { "frame": [20, 15, 80, 60], "backgroundColor": "#e8e8f0", "cornerRadius": 16,
          "masksToBounds": true, "sublayers": [
          { "frame": [0, 40, 70, 60], "backgroundColor": "#2060c0" },
          { "frame": [70, 0, 60, 40], "backgroundColor": "#e08020" } ] }
        """,
      html: """
        <div style='left:20px;top:15px;width:80px;height:60px;background:#e8e8f0;border-radius:16px;overflow:hidden'>
        <div style='left:-20px;top:25px;width:70px;height:60px;background:#2060c0'></div>
        <div style='left:50px;top:-15px;width:60px;height:40px;background:#e08020'></div></div>
        """),
    OracleScene(
      "a rotated rounded clip",
      layers: """
        { "frame": [25, 20, 70, 50], "cornerRadius": 12, "masksToBounds": true, "rotate": 20,
          "sublayers": [ { "frame": [0, 0, 120, 90], "backgroundColor": "#5080c0" },
          { "frame": [0, 45, 120, 45], "backgroundColor": "#e0a060" } ] }
        """,
      html: """
        <div style='left:25px;top:20px;width:70px;height:50px;border-radius:12px;overflow:hidden;transform:rotate(20deg)'>
        <div style='left:-25px;top:-20px;width:120px;height:90px;background:#5080c0'></div>
        <div style='left:-25px;top:25px;width:120px;height:45px;background:#e0a060'></div></div>
        """),
    OracleScene(
      "a rounded clip in a rounded clip, faded",
      layers: """
        { "frame": [10, 10, 100, 70], "cornerRadius": 20, "masksToBounds": true, "opacity": 0.75,
          "backgroundColor": "#404858", "sublayers": [
          { "frame": [0, 0, 70, 50], "cornerRadius": 25, "masksToBounds": true,
            "backgroundColor": "#f0c040", "sublayers": [
            { "frame": [40, 20, 60, 60], "backgroundColor": "#20a080" } ] } ] }
        """,
      html: """
        <div style='left:10px;top:10px;width:100px;height:70px;border-radius:20px;overflow:hidden;opacity:.75;background:#404858'>
        <div style='left:-10px;top:-10px;width:70px;height:50px;border-radius:25px;overflow:hidden;background:#f0c040'>
        <div style='left:40px;top:20px;width:60px;height:60px;background:#20a080'></div></div></div>
        """),
  ]
}
