import Documents
import Evaluation
import Planning
import Scenes

/// Every layer's values at one time, back to front, hidden ones too.
struct SceneReport {
  private struct Row {
    var id: String
    var parent: String?
    var properties: LayerProperties
    /// The bounding box on the canvas, in points.
    var frame: Rect
  }
  private let time: FrameTime
  private let duration: FrameTime
  private var rows: [Row] = []
  private let scene: Scene

  init(_ scene: Scene, of planned: PlannedDocument) {
    self.scene = scene
    time = scene.time
    duration = planned.duration
    scene.visit { layer, properties, placement in
      let node = scene.stage.nodes[layer]
      rows.append(
        Row(
          id: node.id, parent: node.parent < 0 ? nil : scene.stage.nodes[node.parent].id,
          properties: properties,
          frame: placement.toCanvas.boundingBox(of: placement.bounds)
            ?? Rect(placement.bounds.x, placement.bounds.y, 0, 0)))
    }
  }

  var lines: [String] {
    let widest = min(32, rows.map(\.id.count).max() ?? 0)
    let lines = rows.map { row in
      let p = row.properties
      let frame = [row.frame.x, row.frame.y, row.frame.width, row.frame.height]
        .map(Text.number).joined(separator: ", ")
      var line = "\(Text.pad(row.id, widest))  [\(frame)]  opacity \(Text.number(p.opacity))"
      if p.isHidden { line += "  hidden" }
      if p.shadowOpacity > 0 { line += "  shadow \(Text.number(p.shadowOpacity))" }
      if let mask = p.mask { line += "  mask \(maskText(mask))" }
      return line
    }
    return ["at \(Text.number(time.seconds)) s of \(Text.number(duration.seconds)) s"] + lines
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

  // MARK: JSON

  var json: String {
    "{\"time\":\(JSONWriter.number(time.seconds)),"
      + "\"duration\":\(JSONWriter.number(duration.seconds)),"
      + "\"layers\":[\(rows.map(json).joined(separator: ","))]}"
  }

  private func json(_ row: Row) -> String {
    let p = row.properties
    let members: [(String, String)] = [
      ("id", JSONWriter.string(row.id)),
      ("parent", row.parent.map(JSONWriter.string) ?? "null"),
      ("frame", list(row.frame)),
      ("opacity", JSONWriter.number(p.opacity)),
      ("hidden", "\(p.isHidden)"),
      ("zPosition", JSONWriter.number(p.zPosition)),
      ("shadowOpacity", JSONWriter.number(p.shadowOpacity)),
      ("shadowRadius", JSONWriter.number(p.shadowRadius)),
      ("shadowOffset", list([p.shadowOffset.x, p.shadowOffset.y])),
      ("cornerRadius", JSONWriter.number(p.cornerRadius)),
      ("masksToBounds", "\(p.masksToBounds)"),
      ("anchorPoint", list([p.anchorPoint.x, p.anchorPoint.y])),
      ("transform", list(p.combinedTransform.values)),
      ("sublayerTransform", list(p.sublayerTransform.values)),
      ("contentsRect", list(p.contentsRect)),
      ("isDoubleSided", "\(p.isDoubleSided)"),
      ("mask", p.mask.map(json) ?? "null"),
    ]
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  private func json(_ mask: Mask) -> String {
    var members: [(String, String)]
    switch mask.kind {
    case .ellipse(let r):
      members = [
        ("kind", "\"ellipse\""), ("center", list([r.center.x, r.center.y])),
        ("radius", JSONWriter.number(r.width / 2)), ("rect", list(r)),
      ]
    case .rectangle(let r, let radius):
      members = [
        ("kind", "\"rectangle\""), ("rect", list(r)), ("cornerRadius", JSONWriter.number(radius)),
      ]
    case .path(let path):
      members = [
        ("kind", "\"path\""), ("fillRule", JSONWriter.string(path.fillRule.rawValue)),
        ("elements", "\(path.elements.count)"),
      ]
    case .layer(let layer, let luminance):
      members = [
        ("kind", "\"layer\""), ("layer", JSONWriter.string(scene.stage.nodes[layer].id)),
        ("luminance", "\(luminance)"),
      ]
    }
    members.append(("inverted", "\(mask.isInverted)"))
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  private func list(_ numbers: [Double]) -> String {
    "[" + numbers.map(JSONWriter.number).joined(separator: ",") + "]"
  }
  private func list(_ r: Rect) -> String { list([r.x, r.y, r.width, r.height]) }
}
