/// The rows of presentations, in which the presented screen is in a wrapper with a shadow.
extension OracleScene {
  static var presentations: [OracleScene] {
    row("11", "custom-presentation", at: [0.1, 0.2, 0.22], limit: .shadowAndEdges(alpha: 0.44)) {
      still in
      screen("goes")
        + screen(
          "", "background:#000;" + still.animate("opacity:0", "opacity:.5", duration: 0.35))
          + """
          <div class='comes' style='left:0;top:268px;width:320px;height:300px;border-radius:16px;
          box-shadow:0 -6px 26px rgb(0 0 0 / .44);\(still.animate(
          "transform:translateY(360px)", "transform:translateY(0)", duration: 0.35))'></div>
          """
    }
      + row("12", "adaptive-presentation", at: [0.2], limit: .shadowAndEdges(alpha: 0.63)) {
        still in
        let (top, bottom) = (
          CatalogueScreens.gradients[1].top, CatalogueScreens.gradients[1].bottom
        )
        // The card has half the size with 20 additional points on each side; its edges are between pixels.
        return screen("goes")
          + """
          <div style='left:60px;top:122px;width:200px;height:324px;\(still.animate(
            "opacity:0", "opacity:1", duration: 0.35))'>
          <div style='left:0;top:0;width:200px;height:324px;filter:drop-shadow(0 0 17px rgb(0 0 0 / .63))'>
          <div style='left:0;top:0;width:200px;height:324px;clip-path:inset(21.06px 20px round 8px);
          background:linear-gradient(\(top) 21.06px,\(bottom) 302.94px)'></div>
          <div style='left:7px;top:7px;width:26px;height:26px;border-radius:13px;background:#1d1d1f;
          clip-path:path(evenodd,"M0 0h26v26h-26Z M8.3 7L13 11.7L17.7 7L19 8.3L14.3 13L19 17.7L17.7 19L13 14.3L8.3 19L7 17.7L11.7 13L7 8.3Z")'></div>
          </div></div>
          """
      }
  }
}
