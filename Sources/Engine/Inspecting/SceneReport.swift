package import Assets
internal import Evaluation
package import Planning
internal import Reporting
package import Scenes

/// The property values of a layer at one time.
package struct LayerRow {
  /// The index of the reported layer in the stage.
  package let layer: Int
  package let id: String
  package let properties: LayerProperties
  package let placement: Placement
  /// The bounding box of the reported layer on the canvas, in points.
  package let frame: Rect

  /// Describes all layers of the scene in painting order.
  package static func all(of scene: Scene) -> [LayerRow] {
    var rows: [LayerRow] = []
    scene.visit { layer, properties, placement in
      rows.append(
        LayerRow(
          layer: layer, id: scene.stage.nodes[layer].id, properties: properties,
          placement: placement,
          frame: placement.toCanvas.boundingBox(of: placement.bounds)
            ?? Rect(placement.bounds.x, placement.bounds.y, 0, 0)))
    }
    return rows
  }
}

/// The values of all layers at one time in painting order, including hidden layers.
package struct SceneReport {
  private let planned: PlannedDocument
  private let pictures: any PictureMemory
  private let rows: [LayerRow]
  private let scene: Scene

  /// Creates a report; `pictures` is the loader that supplied the pictures to the planner, because it knows
  /// the description of each picture.
  package init(_ scene: Scene, of planned: PlannedDocument, pictures: any PictureMemory) {
    self.scene = scene
    self.planned = planned
    self.pictures = pictures
    rows = LayerRow.all(of: scene)
  }

  package var json: String { SceneJSON.text(scene, rows, of: planned, pictures: pictures) }

  package var lines: [String] {
    let widest = min(32, rows.map(\.id.count).max() ?? 0)
    let lines = rows.map { row in
      let p = row.properties
      let frame = row.frame.numbers.map(Text.number).joined(separator: ", ")
      var line = "\(Text.pad(row.id, widest))  [\(frame)]  opacity \(Text.number(p.opacity))"
      if p.isHidden { line += "  hidden" }
      if p.shadowOpacity > 0 { line += "  shadow \(Text.number(p.shadowOpacity))" }
      if let mask = p.mask { line += "  mask \(maskText(mask))" }
      return line
    }
    let duration = Text.number(planned.duration.seconds)
    let title = "at \(Text.number(scene.time.seconds)) s of \(duration) s"
    return [title] + lines
  }

  private func maskText(_ mask: Mask) -> String {
    let inverted = mask.isInverted ? ", inverted" : ""
    switch mask.kind {
    case .ellipse(let r): return "ellipse r \(Text.number(r.width / 2))\(inverted)"
    case .rectangle: return "rectangle\(inverted)"
    case .path: return "path\(inverted)"
    case .layer(let layer, _): return "layer \(scene.stage.nodes[layer].id)\(inverted)"
    }
  }
}
