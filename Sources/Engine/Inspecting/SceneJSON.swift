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
  private var stills: [JSONObject] = []
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
    func members(_ key: String, _ layer: Int) -> JSONObject {
      [
        key: layer < 0 ? nil : stage.nodes[layer].id, "\(key)Index": places[layer],
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
    let own = planned.document.canvas
    let canvas: JSONObject = [
      "size": [scene.stage.size.width, scene.stage.size.height], "scale": own.scale,
      "background": scene.stage.backgroundGradient.map(json.json) ?? scene.stage.background.numbers,
      "dither": own.dithers,
      "motionBlur": [
        "shutterAngle": own.motionBlur.shutterAngle, "samples": own.motionBlur.samples,
      ] as JSONObject,
    ]
    let all: JSONObject = [
      "time": scene.time.seconds, "duration": planned.duration.seconds, "canvas": canvas,
      "layers": layers, "stills": json.stills,
    ]
    return all.json
  }

  private mutating func layers(_ rows: [LayerRow], _ listing: Listing) -> [JSONObject] {
    var layers: [JSONObject] = []
    for row in rows { layers.append(layer(row, listing)) }
    return layers
  }

  /// Writes a layer: its bounding box on the canvas, its complete transform, and every property; the members
  /// of the geometry are inside `geometry`.
  private mutating func layer(_ row: LayerRow, _ listing: Listing) -> JSONObject {
    let p = row.properties
    var members =
      ["id": row.id] + listing.members("parent", listing.stage.nodes[row.layer].parent)
      + ["frame": row.frame.numbers, "transform": p.combinedTransform.values]
    var geometry: JSONObject = ["layoutFrame": p.layoutFrame.numbers]
    for property in LayerProperty.all where !property.isView {
      var value = json(property.value(of: p).tree, listing)
      // A backdrop is written as a single function or null, not as a list.
      if property.set == .backdrop {
        value = p.backdrop.first.map { json($0.tree, listing) } ?? JSONFragment.null
      }
      if property.effect != .look { geometry.add(property.name, value) }
      if !members.has(property.name), property.effect != .transform {
        members.add(property.name, value)
      }
    }
    let map = row.placement.toCanvas
    members.add("geometry", geometry)
    members.add(
      "placement",
      [
        "bounds": row.placement.bounds.numbers,
        "toCanvas": [map.a, map.b, map.p, map.c, map.d, map.q, map.tx, map.ty, map.w],
      ] as JSONObject)
    if let moving = velocities?.of(row) {
      members.add("velocities", JSONObject(moving.map { ($0.name, $0.numbers) }))
    }
    return members
  }

  private mutating func json(_ value: ValueTree, _ listing: Listing) -> any JSONEncodable {
    switch value {
    case .none: return JSONFragment.null
    case .flag(let flag): return flag
    case .number(let n): return n
    case .word(let word): return word
    case .numbers(let numbers): return numbers
    case .list(let values):
      var list: [JSONFragment] = []
      for value in values { list.append(JSONFragment(json(value, listing).json)) }
      return list
    case .object(let members):
      var object: JSONObject = [:]
      for member in members {
        if case .layer(let layer) = member.value {
          object = object + listing.members(member.key, layer)
        } else {
          object.add(member.key, json(member.value, listing))
        }
      }
      return object
    case .gradient(let gradient): return json(gradient)
    case .path(let path): return data(of: path)
    case .contents(let contents): return json(contents)
    case .layer(let layer): return listing.stage.nodes[layer].id
    }
  }

  /// The JSON members that identify the scene and the layer of a still.
  mutating func members(_ still: Snapshot) -> JSONObject {
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
      stills.append(["time": still.scene.time.seconds, "layers": layers])
      known[moment] = scene
    }
    return ["still": scene.number] + scene.layers.members("layer", still.layer)
  }

  /// Writes the path in SVG notation, as documents do.
  private func data(of path: Path) -> String {
    let pieces = path.elements.map { element in
      func text(_ letter: String, _ points: Point...) -> String {
        letter + points.map { "\($0.x.json) \($0.y.json)" }.joined(separator: " ")
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
}
