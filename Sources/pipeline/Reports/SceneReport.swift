import AnimatorHosting
import Animators
import Documents
import Evaluation
import Planning
import Scenes

/// Every layer's values at one time, in the order in which layers are painted, hidden ones too.
struct SceneReport {
  private struct Row {
    var id: String
    var parent: String?
    var properties: LayerProperties
    var placement: Placement
    /// The bounding box on the canvas, in points.
    var frame: Rect
  }
  private let time: FrameTime
  private let planned: PlannedDocument
  private let pictures: AssetChecker
  private var rows: [Row] = []
  private let scene: Scene

  /// `pictures` is what the document was planned with: it knows where each picture comes from.
  init(_ scene: Scene, of planned: PlannedDocument, pictures: AssetChecker) {
    self.scene = scene
    self.planned = planned
    self.pictures = pictures
    time = scene.time
    scene.visit { layer, properties, placement in
      let node = scene.stage.nodes[layer]
      rows.append(
        Row(
          id: node.id, parent: node.parent < 0 ? nil : scene.stage.nodes[node.parent].id,
          properties: properties, placement: placement,
          frame: placement.toCanvas.boundingBox(of: placement.bounds)
            ?? Rect(placement.bounds.x, placement.bounds.y, 0, 0)))
    }
  }

  var lines: [String] {
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
    let title = "at \(Text.number(time.seconds)) s of \(Text.number(planned.duration.seconds)) s"
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

// MARK: JSON

extension SceneReport {
  var json: String {
    let stage = scene.stage
    return object([
      ("time", number(time.seconds)), ("duration", number(planned.duration.seconds)),
      (
        "canvas",
        object([
          ("size", list([stage.size.width, stage.size.height])),
          ("scale", number(planned.document.canvas.scale)),
          ("background", list(stage.background.numbers)),
        ])
      ),
      ("layers", list(rows.map(json))),
    ])
  }

  /// The box on the canvas and the whole transform; then every property as it was set, those that say
  /// where the layer is together under `geometry`.
  private func json(_ row: Row) -> String {
    let p = row.properties
    var members = [
      ("id", string(row.id)), ("parent", row.parent.map(string) ?? "null"),
      ("frame", list(row.frame.numbers)), ("transform", list(p.combinedTransform.values)),
    ]
    var geometry = [("layoutFrame", list(p.layoutFrame.numbers))]
    for property in LayerProperty.all where !property.isView {
      let member = (property.name, json(property.value(of: p)))
      if property.effect != .look { geometry.append(member) }
      if !members.contains(where: { $0.0 == property.name }), property.effect != .transform {
        members.append(member)
      }
    }
    let map = row.placement.toCanvas
    members.append(("geometry", object(geometry)))
    members.append(
      (
        "placement",
        object([
          ("bounds", list(row.placement.bounds.numbers)),
          ("toCanvas", list([map.a, map.b, map.p, map.c, map.d, map.q, map.tx, map.ty, map.w])),
        ])
      ))
    return object(members)
  }

  private func json(_ value: PropertyValue) -> String {
    switch value {
    case .flag(let flag): "\(flag)"
    case .number(let n): number(n)
    case .word(let word): string(word)
    case .point, .size, .rect, .vector, .transform: list(value.numbers)
    case .color(let color): color.map { list($0.numbers) } ?? "null"
    case .mask(let mask): mask.map(json) ?? "null"
    case .path(let path): path.map { object(members($0)) } ?? "null"
    case .contents(let contents): json(contents)
    }
  }

  // MARK: Shapes

  private func json(_ mask: Mask) -> String {
    var members: [(String, String)]
    switch mask.kind {
    case .ellipse(let r):
      members = [
        ("kind", string("ellipse")), ("center", list([r.center.x, r.center.y])),
        ("radius", number(r.width / 2)), ("rect", list(r.numbers)),
      ]
    case .rectangle(let r, let radius):
      members = [
        ("kind", string("rectangle")), ("rect", list(r.numbers)), ("cornerRadius", number(radius)),
      ]
    case .path(let path): members = [("kind", string("path"))] + self.members(path)
    case .layer(let layer, let luminance):
      members = [
        ("kind", string("layer")), ("layer", string(scene.stage.nodes[layer].id)),
        ("luminance", "\(luminance)"),
      ]
    }
    members.append(("inverted", "\(mask.isInverted)"))
    return object(members)
  }

  /// The path as SVG writes it, as documents do.
  private func members(_ path: Path) -> [(String, String)] {
    let data = path.elements.map { element in
      func text(_ letter: String, _ points: Point...) -> String {
        letter + points.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: " ")
      }
      return switch element {
      case .move(let end): text("M", end)
      case .line(let end): text("L", end)
      case .cubic(let a, let b, let end): text("C", a, b, end)
      case .close: "Z"
      }
    }
    return [
      ("path", string(data.joined())),
      ("fillRule", string(path.fillRule == .evenOdd ? "evenodd" : "nonzero")),
    ]
  }

  // MARK: Contents

  private func json(_ contents: Contents) -> String {
    switch contents {
    case .none: "null"
    case .picture(let picture):
      object(
        (pictures.spec(of: picture.source)?.members ?? [("kind", string("picture"))])
          + (picture.source.isMoving ? [("time", number(picture.time.seconds))] : [])
          + [("size", list([picture.source.size.width, picture.source.size.height]))])
    case .color(let color): object([("kind", string("color")), ("color", list(color.numbers))])
    case .gradient(let gradient): json(gradient)
    case .snapshot(let still): json(still)
    case .produced(let produced):
      object([
        ("kind", string("produced")),
        (
          "animator",
          (produced.producer as? any StepAnimator).map { string($0.description.id) } ?? "null"
        ),
        ("progress", number(produced.moment.progress)),
        ("time", number(produced.moment.time.seconds)), ("inputs", list(produced.inputs.map(json))),
      ])
    }
  }

  private func json(_ gradient: Gradient) -> String {
    var members: [(String, String)] = [("kind", string("gradient"))]
    switch gradient.shape {
    case .linear(let start, let end):
      members += [
        ("shape", string("linear")), ("start", list([start.x, start.y])),
        ("end", list([end.x, end.y])),
      ]
    case .radial(let center, let radius):
      members += [
        ("shape", string("radial")), ("center", list([center.x, center.y])),
        ("radius", list([radius.width, radius.height])),
      ]
    }
    let stops = gradient.stops.map { stop in
      object([("offset", number(stop.offset)), ("color", list(stop.color.numbers))])
    }
    return object(members + [("stops", list(stops))])
  }

  /// A still: which layer it shows, as it stood at a time of the plan, and the part of the canvas that
  /// it covers.
  private func json(_ still: Snapshot) -> String {
    object([
      ("kind", string("snapshot")), ("layer", string(still.scene.stage.nodes[still.layer].id)),
      ("time", number(still.scene.time.seconds)), ("rect", list(still.frame.numbers)),
    ])
  }

  // MARK: Text

  private func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }
  private func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
  private func list(_ numbers: [Double]) -> String { list(numbers.map(number)) }
  private func number(_ n: Double) -> String { JSONWriter.number(n) }
  private func string(_ text: String) -> String { JSONWriter.string(text) }
}
