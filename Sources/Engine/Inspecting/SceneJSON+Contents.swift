internal import PluginHosting
internal import PluginModel
internal import Assets
internal import Documents
internal import Evaluation
internal import Planning
internal import Scenes

/// Describes the contents of a layer as JSON.
extension SceneJSON {
  package mutating func json(_ contents: Contents) -> String {
    switch contents {
    case .none: "null"
    case .picture(let picture): json(picture)
    case .color(let color): object([("kind", string("color")), ("color", list(color.numbers))])
    case .gradient(let gradient): json(gradient)
    case .snapshot(let still): json(still)
    case .produced(let produced): json(produced)
    }
  }

  /// Writes a picture with its description in the document and its size in points.
  private func json(_ picture: PictureContents) -> String {
    let (source, time) = (picture.source, picture.time)
    return object(
      (pictures.spec(of: source)?.members ?? [("kind", string("picture"))])
        + (source.isMoving ? [("time", number(time.seconds))] : [])
        + (picture.isStretched ? [("stretched", "true")] : [])
        + (picture.gradient.map { [("gradient", json($0))] } ?? [])
        + [("size", list([source.size.width, source.size.height]))])
  }

  package func json(_ gradient: Gradient) -> String {
    var members: [(String, String)] = [("kind", string("gradient"))]
    switch gradient.shape {
    case .linear(let start, let end):
      members += [
        ("shape", string("linear")), ("start", list([start.x, start.y])),
        ("end", list([end.x, end.y])),
      ]
    case .radial(let center, let radius, let focus):
      members += [
        ("shape", string("radial")), ("center", list([center.x, center.y])),
        ("radius", list([radius.width, radius.height])),
      ]
      if let focus { members.append(("focus", list([focus.x, focus.y]))) }
    case .conic(let center, let degrees):
      members += [
        ("shape", string("conic")), ("center", list([center.x, center.y])),
        ("angle", number(degrees)),
      ]
    }
    let stops = gradient.stops.map { stop in
      object([("offset", number(stop.offset)), ("color", list(stop.color.numbers))])
    }
    return object(members + [("stops", list(stops))])
  }

  /// Writes a still: its layer, the index of its scene in `stills`, and its area of the canvas.
  private mutating func json(_ still: Snapshot) -> String {
    object(
      [("kind", string("snapshot"))] + members(still) + [
        ("time", number(still.scene.time.seconds)), ("rect", list(still.frame.numbers)),
      ])
  }

  // MARK: What a plugin draws

  /// Writes all data that the plugin receives for drawing the picture.
  private mutating func json(_ produced: ProducedContents) -> String {
    var members = [("kind", string("produced"))]
    if let animator = produced.producer as? BoundAnimator {
      let parameters = zip(animator.description.parameters, animator.values).map {
        ($0.name, json($1, choices: $0.choices))
      }
      members += [
        ("animator", string(animator.description.id)), ("params", object(parameters)),
        ("step", json(animator.stepContext)),
      ]
    }
    members += [
      ("progress", number(produced.moment.progress)),
      ("time", number(produced.moment.time.seconds)),
    ]
    var inputs: [String] = []
    for input in produced.inputs.flatMap(\.self) { inputs.append(json(input)) }
    members.append(("inputs", list(inputs)))
    if produced.times != nil {
      members.append(("inputCounts", list(produced.inputs.map { "\($0.count)" })))
    }
    return object(members)
  }

  /// Writes the context of a step; the seed is written as a string because it has more digits than some JSON
  /// readers keep.
  private func json(_ stepContext: StepContext) -> String {
    object([
      ("operation", string("\(stepContext.operation)")),
      ("duration", number(stepContext.duration.seconds)),
      ("framesPerSecond", number(stepContext.framesPerSecond)),
      ("scale", number(stepContext.scale)),
      ("seed", string("\(stepContext.seed)")),
      ("container", list([stepContext.container.width, stepContext.container.height])),
      ("roleCounts", list(stepContext.roleCounts.map { "\($0)" })),
    ])
  }

  /// Writes a parameter; a curve is written as its values at multiples of 1/64 from 0 to 1.
  private func json(_ value: ParameterValue, choices: [String]) -> String {
    switch value {
    case .bool(let flag): "\(flag)"
    case .int32(let n): "\(n)"
    case .string(let text): string(text)
    case .choice(let index): string(choices[index])
    case .curve(let function): list((0...64).map { function(Double($0) / 64) })
    default: value.numbers.count == 1 ? number(value.numbers[0]) : list(value.numbers)
    }
  }
}
