internal import Assets
internal import Documents
internal import Evaluation
import JSON
internal import Planning
internal import Reporting
internal import Scenes

/// Writes all data from which a frame is drawn: the canvas, every layer, and the scenes from which stills
/// were taken.
struct SceneJSON {
  let pictures: any PictureMemory
  /// The scenes from which stills were taken; each scene precedes the scenes that show a still of it.
  private var stills: [String] = []
  private var known: [StillMoment: (number: Int, layers: Listing)] = [:]

  private var velocities: LayerVelocities?

  /// The identity of a still's scene; a plan has one scene for each time.
  private struct StillMoment: Hashable {
    let stage: ObjectIdentifier
    let time: FrameTime
  }

  /// Maps the layers of a stage to their indices in a list. The id is not sufficient, because a layer that is
  /// matched on both screens appears three times.
  struct Listing {
    let stage: Stage
    private let places: [Int: Int]

    init(_ rows: [LayerRow], of stage: Stage) {
      self.stage = stage
      places = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.layer, $0) })
    }

    /// The JSON members that identify a layer by its id and index.
    func members(_ key: String, _ layer: Int) -> [(String, String)] {
      [
        (key, layer < 0 ? "null" : JSONWriter.string(stage.nodes[layer].id)),
        ("\(key)Index", places[layer].map { "\($0)" } ?? "null"),
      ]
    }
  }

  private init(_ pictures: any PictureMemory) { self.pictures = pictures }

  static func text(
    _ scene: Scene, _ rows: [LayerRow], of planned: PlannedDocument, pictures: any PictureMemory
  ) -> String {
    var json = SceneJSON(pictures)
    json.velocities = LayerVelocities(of: planned, at: scene)
    let layers = json.layers(rows, Listing(rows, of: scene.stage))
    let canvas = json.object([
      ("size", json.list([scene.stage.size.width, scene.stage.size.height])),
      ("scale", json.number(planned.document.canvas.scale)),
      (
        "background",
        scene.stage.backgroundGradient.map(json.json) ?? json.list(scene.stage.background.numbers)
      ),
      ("dither", "\(planned.document.canvas.dithers)"),
      (
        "motionBlur",
        json.object([
          ("shutterAngle", json.number(planned.document.canvas.motionBlur.shutterAngle)),
          ("samples", "\(planned.document.canvas.motionBlur.samples)"),
        ])
      ),
    ])
    return json.object([
      ("time", json.number(scene.time.seconds)),
      ("duration", json.number(planned.duration.seconds)), ("canvas", canvas),
      ("layers", layers), ("stills", json.list(json.stills)),
    ])
  }

  private mutating func layers(_ rows: [LayerRow], _ listing: Listing) -> String {
    var layers: [String] = []
    for row in rows { layers.append(layer(row, listing)) }
    return list(layers)
  }

  /// Writes a layer: its bounding box on the canvas, its complete transform, and every property; the members
  /// of the geometry are inside `geometry`.
  private mutating func layer(_ row: LayerRow, _ listing: Listing) -> String {
    let p = row.properties
    var members = [("id", string(row.id))]
    members += listing.members("parent", listing.stage.nodes[row.layer].parent)
    members += [
      ("frame", list(row.frame.numbers)), ("transform", list(p.combinedTransform.values)),
    ]
    var geometry = [("layoutFrame", list(p.layoutFrame.numbers))]
    for property in LayerProperty.all where !property.isView {
      var member = (property.name, json(property.value(of: p).tree, listing))
      // A backdrop is written as a single function or null, not as a list.
      if property.set == .backdrop {
        member.1 = p.backdrop.first.map { json($0.tree, listing) } ?? "null"
      }
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
    if let moving = velocities?.of(row) {
      members.append(("velocities", object(moving.map { ($0.name, list($0.numbers)) })))
    }
    return object(members)
  }

  private mutating func json(_ value: ValueTree, _ listing: Listing) -> String {
    switch value {
    case .none: return "null"
    case .flag(let flag): return "\(flag)"
    case .number(let n): return number(n)
    case .word(let word): return string(word)
    case .numbers(let numbers): return list(numbers)
    case .list(let values):
      var texts: [String] = []
      for value in values { texts.append(json(value, listing)) }
      return list(texts)
    case .object(let members):
      var texts: [(String, String)] = []
      for member in members {
        if case .layer(let layer) = member.value {
          texts += listing.members(member.key, layer)
        } else {
          texts.append((member.key, json(member.value, listing)))
        }
      }
      return object(texts)
    case .gradient(let gradient): return json(gradient)
    case .path(let path): return string(data(of: path))
    case .contents(let contents): return json(contents)
    case .layer(let layer): return string(listing.stage.nodes[layer].id)
    }
  }

  /// The JSON members that identify the scene and the layer of a still.
  mutating func members(_ still: Snapshot) -> [(String, String)] {
    let stage = still.scene.stage
    let moment = StillMoment(stage: ObjectIdentifier(stage), time: still.scene.time)
    let scene: (number: Int, layers: Listing)
    if let found = known[moment] {
      scene = found
    } else {
      let rows = LayerRow.all(of: still.scene)
      let listing = Listing(rows, of: stage)
      // Stills have no velocities, so `velocities` is restored afterwards.
      let moving = velocities
      velocities = nil
      let layers = layers(rows, listing)
      velocities = moving
      scene = (stills.count, listing)
      stills.append(object([("time", number(still.scene.time.seconds)), ("layers", layers)]))
      known[moment] = scene
    }
    return [("still", "\(scene.number)")] + scene.layers.members("layer", still.layer)
  }

  /// Writes the path in SVG notation, as documents do.
  private func data(of path: Path) -> String {
    let pieces = path.elements.map { element in
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
    return pieces.joined()
  }

  // MARK: Text

  func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }
  func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
  func list(_ numbers: [Double]) -> String { list(numbers.map(number)) }
  func number(_ n: Double) -> String { JSONWriter.number(n) }
  func string(_ text: String) -> String { JSONWriter.string(text) }
}
