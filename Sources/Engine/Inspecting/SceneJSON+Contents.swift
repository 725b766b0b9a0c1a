internal import PluginHosting
internal import PluginModel
internal import Assets
internal import Documents
internal import Evaluation
import JSON
internal import Planning
internal import Scenes

/// Describes the contents of a layer as JSON.
extension SceneJSON {
  package mutating func json(_ contents: Contents) -> any JSONEncodable {
    switch contents {
    case .none: JSONFragment.null
    case .picture(let picture): json(picture)
    case .color(let color): ["kind": "color", "color": color.numbers] as JSONObject
    case .gradient(let gradient): json(gradient)
    case .snapshot(let still): json(still)
    case .produced(let produced): json(produced)
    }
  }

  /// Writes a picture with its description in the document and its size in points.
  private func json(_ picture: PictureContents) -> JSONObject {
    let (source, time) = (picture.source, picture.time)
    var members = pictures.spec(of: source)?.members ?? ["kind": "picture"]
    if source.isMoving { members.add("time", time.seconds) }
    if picture.isStretched { members.add("stretched", true) }
    members.add("gradient", picture.gradient.map(json))
    members.add("size", [source.size.width, source.size.height])
    return members
  }

  package func json(_ gradient: Gradient) -> JSONObject {
    var members: JSONObject = ["kind": "gradient"]
    switch gradient.shape {
    case .linear(let start, let end):
      members.add("shape", "linear")
      members.add("start", [start.x, start.y])
      members.add("end", [end.x, end.y])
    case .radial(let center, let radius, let focus):
      members.add("shape", "radial")
      members.add("center", [center.x, center.y])
      members.add("radius", [radius.width, radius.height])
      members.add("focus", focus.map { [$0.x, $0.y] })
    case .conic(let center, let degrees):
      members.add("shape", "conic")
      members.add("center", [center.x, center.y])
      members.add("angle", degrees)
    }
    let stops: [JSONObject] = gradient.stops.map {
      ["offset": $0.offset, "color": $0.color.numbers]
    }
    return members + ["stops": stops]
  }

  /// Writes a still: its layer, the index of its scene in `stills`, and its area of the canvas.
  private mutating func json(_ still: Snapshot) -> JSONObject {
    ["kind": "snapshot"] + members(still) + [
      "time": still.scene.time.seconds, "rect": still.frame.numbers,
    ]
  }

  // MARK: What a plugin draws

  /// Writes all data that the plugin receives for drawing the picture.
  private mutating func json(_ produced: ProducedContents) -> JSONObject {
    var members: JSONObject = ["kind": "produced"]
    if let animator = produced.producer as? BoundAnimator {
      members.add("animator", animator.description.id)
      members.add(
        "params",
        JSONObject(
          zip(animator.description.parameters, animator.values).map {
            ($0.name, json($1, choices: $0.choices))
          }))
      members.add("step", json(animator.stepContext))
    }
    members.add("progress", produced.moment.progress)
    members.add("time", produced.moment.time.seconds)
    var inputs: [JSONObject] = []
    for input in produced.inputs.flatMap(\.self) { inputs.append(json(input)) }
    members.add("inputs", inputs)
    if produced.times != nil { members.add("inputCounts", produced.inputs.map(\.count)) }
    return members
  }

  /// Writes the context of a step; the seed is written as a string because it has more digits than some JSON
  /// readers keep.
  private func json(_ stepContext: StepContext) -> JSONObject {
    [
      "operation": "\(stepContext.operation)", "duration": stepContext.duration.seconds,
      "framesPerSecond": stepContext.framesPerSecond, "scale": stepContext.scale,
      "seed": "\(stepContext.seed)",
      "container": [stepContext.container.width, stepContext.container.height],
      "roleCounts": stepContext.roleCounts.map { Int($0) },
    ]
  }

  /// Writes a parameter; a curve is written as its values at multiples of 1/64 from 0 to 1.
  private func json(_ value: ParameterValue, choices: [String]) -> any JSONEncodable {
    switch value {
    case .bool(let flag): flag
    case .int32(let n): Int(n)
    case .string(let text): text
    case .choice(let index): choices[index]
    case .curve(let function): (0...64).map { function(Double($0) / 64) }
    default: value.numbers.count == 1 ? value.numbers[0] : value.numbers
    }
  }
}
