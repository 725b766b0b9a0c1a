import PluginHosting
import PluginModel
import Files
import Foundation
import Media
import Scenes
import Testing
import TestSupport

/// A scene that is created only from the output of `inspect --at T --json`.
struct ReportedScene {
  let scene: Scene
  /// The number of pixels for each point.
  let scale: Double
  let dithers: Bool
  /// The kinds of contents in the scene's layers.
  let kinds: Set<String>

  init(_ text: String, pictures: ReportedPictures) throws {
    let report = try #require(
      try JSONDecoder().decode(ReportedValue.self, from: Data(text.utf8)).value as? Object)
    let canvas = try #require(report["canvas"] as? Object)
    let size = try numbers(canvas["size"], 2)
    let background = canvas["background"] as? Object
    var reader = ReportReader(
      size: Size(size[0], size[1]),
      background: background == nil ? color(try numbers(canvas["background"], 4)) : .white,
      scale: try number(canvas["scale"]), pictures: pictures)
    reader.backgroundGradient = try background.map(reader.gradient)
    scale = reader.scale
    dithers = try #require(canvas["dither"] as? Bool)
    for still in try objects(report["stills"]) {
      reader.stills.append(try reader.scene(still["layers"]))
    }
    scene = try reader.scene(report["layers"])
    kinds = reader.kinds
  }
}

/// A JSON value like that of JSONSerialization, whose numbers are sometimes wrong in the last bit.
private struct ReportedValue: Decodable {
  let value: Any

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = NSNull()
    } else if let flag = try? container.decode(Bool.self) {
      value = flag
    } else if let number = try? container.decode(Double.self) {
      value = NSNumber(value: number)
    } else if let text = try? container.decode(String.self) {
      value = text
    } else if let list = try? container.decode([ReportedValue].self) {
      value = list.map(\.value)
    } else {
      value = try container.decode([String: ReportedValue].self).mapValues(\.value)
    }
  }
}

private typealias Object = [String: Any]

private func number(_ value: Any?) throws -> Double { try #require(value as? Double) }
private func numbers(_ value: Any?, _ count: Int) throws -> [Double] {
  let numbers = try #require(value as? [Double])
  try #require(numbers.count == count)
  return numbers
}
private func objects(_ value: Any?) throws -> [Object] { try #require(value as? [Object]) }
private func point(_ value: Any?) throws -> Point {
  let n = try numbers(value, 2)
  return Point(n[0], n[1])
}
private func rect(_ value: Any?) throws -> Rect {
  let n = try numbers(value, 4)
  return Rect(n[0], n[1], n[2], n[3])
}
private func color(_ n: [Double]) -> Color {
  Color(red: n[0], green: n[1], blue: n[2], alpha: n[3])
}

private struct ReportReader {
  let size: Size
  let background: Color
  var backgroundGradient: Gradient?
  let scale: Double
  let pictures: ReportedPictures
  /// The scenes whose layers stills show.
  var stills: [Scene] = []
  var kinds: Set<String> = []

  /// Creates a scene; the layers are in painting order, each parent before its sublayers.
  mutating func scene(_ list: Any?) throws -> Scene {
    var nodes: [Stage.Node] = []
    for layer in try objects(list) {
      let parent = layer["parentIndex"] as? Int ?? -1
      if parent >= 0 { nodes[parent].sublayers.append(nodes.count) }
      nodes.append(
        Stage.Node(
          id: try #require(layer["id"] as? String), parent: parent,
          properties: try properties(of: layer)))
    }
    return Scene(
      stage: Stage(
        size: size, background: background, backgroundGradient: backgroundGradient, nodes: nodes),
      time: .zero, changes: [])
  }

  private mutating func properties(of layer: Object) throws -> LayerProperties {
    let geometry = try #require(layer["geometry"] as? Object)
    var p = LayerProperties(frame: try rect(geometry["layoutFrame"]))
    for property in LayerProperty.all where !property.isView {
      let members = property.effect == .look ? layer : geometry
      let value = try #require(members[property.name], "\(property.name)")
      let isNone = value is NSNull
      switch property.valueType {
      case is Bool.Type: property.set(try #require(value as? Bool), in: &p)
      case is Double.Type: property.set(try number(value), in: &p)
      case is [Double].Type: property.set(try #require(value as? [Double]), in: &p)
      case is CornerRadii.Type:
        let n = value is [Any] ? try numbers(value, 4) : []
        property.set(
          n.isEmpty ? CornerRadii(try number(value)) : CornerRadii(n[0], n[1], n[2], n[3]), in: &p)
      case is Border?.Type:
        property.set(isNone ? nil : Border?(try border(try #require(value as? Object))), in: &p)
      case is Point.Type: property.set(try point(value), in: &p)
      case is Rect.Type: property.set(try rect(value), in: &p)
      case is Vector.Type:
        let n = try numbers(value, 3)
        property.set(Vector(n[0], n[1], n[2]), in: &p)
      case is TransformList.Type:
        property.set(TransformList(Transform(try numbers(value, 16))), in: &p)
      case is Color.Type: property.set(color(try numbers(value, 4)), in: &p)
      case is Color?.Type:
        property.set(isNone ? nil : Color?(color(try numbers(value, 4))), in: &p)
      case is Mask?.Type:
        property.set(isNone ? nil : Mask?(try mask(try #require(value as? Object))), in: &p)
      case is Path?.Type:
        property.set(isNone ? nil : Path?(try path(try #require(value as? Object))), in: &p)
      case let words as any WordValue.Type: try set(words, value, property, in: &p)
      case is [LayerEffect].Type where property.set == .backdrop:
        let backdrop = value as? Object
        property.set(try backdrop.map { [try self.backdrop($0)] } ?? [], in: &p)
      case is [LayerEffect].Type where property.set == .shadows:
        property.set(try #require(value as? [Object]).map(shadow), in: &p)
      case is [LayerEffect].Type:
        property.set(try #require(value as? [Object]).map(effect), in: &p)
      case is Contents.Type:
        property.set(isNone ? .none : try contents(try #require(value as? Object)), in: &p)
      default: Issue.record("\(property.name): \(property.valueType)")
      }
    }
    return p
  }

  private func set<Word: WordValue>(
    _ words: Word.Type, _ value: Any, _ property: LayerProperty, in p: inout LayerProperties
  ) throws {
    property.set(try #require((value as? String).flatMap(Word.init(rawValue:))), in: &p)
  }

  // MARK: Shapes

  private func shadow(_ object: Object) throws -> LayerEffect {
    let n = [try number(object["radius"])] + (try numbers(object["offset"], 2))
    let isInner = try #require(object["inner"] as? Bool)
    return LayerEffect(
      isInner ? .innerShadow : .shadow,
      n + [try number(object["spread"])] + (try numbers(object["color"], 4)))
  }

  private func backdrop(_ object: Object) throws -> LayerEffect {
    let n = try ["blur", "saturation", "brightness"].map { try number(object[$0]) }
    return LayerEffect(.backdrop, n + (try numbers(object["tint"], 4)))
  }

  /// Returns an effect from a function with one number, with a list of numbers, or with members.
  private func effect(_ object: Object) throws -> LayerEffect {
    let name = try #require(object.keys.first)
    let kind = try #require(LayerEffect.Kind(rawValue: name))
    guard let members = object[name] as? Object else {
      return LayerEffect(
        kind, kind == .colorMatrix ? try numbers(object[name], 20) : [try number(object[name])])
    }
    let n = [try number(members["radius"])] + (try numbers(members["offset"], 2))
    return LayerEffect(kind, n + (try numbers(members["color"], 4)))
  }

  private func mask(_ object: Object) throws -> Mask {
    let kind: Mask.Kind =
      switch object["kind"] as? String {
      case "ellipse": .ellipse(try rect(object["rect"]))
      case "rectangle":
        .rectangle(try rect(object["rect"]), cornerRadius: try number(object["cornerRadius"]))
      case "path": .path(try path(object))
      default:
        .layer(
          try #require(object["layerIndex"] as? Int),
          luminance: try #require(object["luminance"] as? Bool))
      }
    return Mask(kind: kind, isInverted: try #require(object["inverted"] as? Bool))
  }

  private func border(_ object: Object) throws -> Border {
    Border(
      width: try number(object["width"]), color: color(try numbers(object["color"], 4)),
      place: try #require((object["place"] as? String).flatMap(Border.Place.init)),
      gradient: try (object["gradient"] as? Object).map(gradient))
  }

  private func path(_ object: Object) throws -> Path {
    let text = try #require(object["path"] as? String)
    var elements: [PathElement] = []
    var rest = text[...]
    while let letter = rest.popFirst() {
      let end = rest.firstIndex { "MLCZ".contains($0) } ?? rest.endIndex
      let n = rest[..<end].split(separator: " ").compactMap { Double($0) }
      rest = rest[end...]
      switch (letter, n.count) {
      case ("M", 2): elements.append(.move(Point(n[0], n[1])))
      case ("L", 2): elements.append(.line(Point(n[0], n[1])))
      case ("C", 6):
        elements.append(
          .cubic(
            control1: Point(n[0], n[1]), control2: Point(n[2], n[3]), end: Point(n[4], n[5])))
      case ("Z", 0): elements.append(.close)
      default: Issue.record("no path: \(text)")
      }
    }
    return Path(
      elements: elements,
      fillRule: object["fillRule"] as? String == "evenodd" ? .evenOdd : .nonZero)
  }

  // MARK: Contents

  private mutating func contents(_ object: Object) throws -> Contents {
    let kind = try #require(object["kind"] as? String)
    kinds.insert(kind)
    switch kind {
    case "color": return .color(color(try numbers(object["color"], 4)))
    case "gradient": return .gradient(try gradient(object))
    case "snapshot": return .snapshot(try still(object))
    case "produced": return .produced(try produced(object))
    default:
      let size = try point(object["size"])
      let box = Size(size.x, size.y)
      let source: any PictureSource =
        switch kind {
        case "text": try pictures.text(object, size: box, scale: scale)
        case "video":
          try pictures.frame(
            of: try #require(object["video"] as? String), at: try number(object["time"]), size: box)
        default: try pictures.picture(try #require(object["image"] as? String), size: box)
        }
      return .picture(
        PictureContents(source, isStretched: object["stretched"] as? Bool ?? false))
    }
  }

  func gradient(_ object: Object) throws -> Gradient {
    let shape: Gradient.Shape
    if object["shape"] as? String == "linear" {
      shape = .linear(start: try point(object["start"]), end: try point(object["end"]))
    } else if object["shape"] as? String == "conic" {
      shape = .conic(center: try point(object["center"]), degrees: try number(object["angle"]))
    } else {
      let radius = try point(object["radius"])
      shape = .radial(
        center: try point(object["center"]), radius: Size(radius.x, radius.y),
        focus: try object["focus"].map { try point($0) })
    }
    return Gradient(
      shape: shape,
      stops: try objects(object["stops"]).map {
        Gradient.Stop(
          offset: try number($0["offset"]), color: color(try numbers($0["color"], 4)))
      })
  }

  private func still(_ object: Object) throws -> Snapshot {
    Snapshot(
      scene: stills[try #require(object["still"] as? Int)],
      layer: try #require(object["layerIndex"] as? Int))
  }

  /// Returns the picture that the same plugin produces from the same inputs.
  private func produced(_ object: Object) throws -> ProducedContents {
    let id = try #require(object["animator"] as? String)
    let animator = try #require(Self.registry.animator(named: id))
    let step = try #require(object["step"] as? Object)
    let container = try point(step["container"])
    let operations: [StepContext.Operation] = [.none, .push, .pop, .present, .dismiss]
    let stepContext = StepContext(
      operation: try #require(operations.first { "\($0)" == step["operation"] as? String }),
      duration: FrameTime(seconds: try number(step["duration"])),
      framesPerSecond: try number(step["framesPerSecond"]), scale: try number(step["scale"]),
      seed: try #require((step["seed"] as? String).flatMap { UInt64($0) }),
      container: Size(container.x, container.y),
      roleCounts: try #require(step["roleCounts"] as? [Int]))
    let params = try #require(object["params"] as? Object)
    let values = try animator.description.parameters.map { try value($0, params[$0.name]) }
    var stills = try objects(object["inputs"]).map(still)[...]
    let counts = object["inputCounts"] as? [Int] ?? stills.map { _ in 1 }
    let inputs = counts.map { count in
      defer { stills = stills.dropFirst(count) }
      return Array(stills.prefix(count))
    }
    return ProducedContents(
      producer: try BoundAnimator(animator, values: values, stepContext: stepContext),
      inputs: inputs,
      moment: StepMoment(
        progress: try number(object["progress"]),
        time: FrameTime(seconds: try number(object["time"]))))
  }

  private func value(_ parameter: ParameterDescription, _ value: Any?) throws -> ParameterValue {
    switch parameter.type {
    case .bool: return .bool(try #require(value as? Bool))
    case .int32: return .int32(try #require((value as? Int).flatMap(Int32.init(exactly:))))
    case .color: return .color(color(try numbers(value, 4)))
    case .string: return .string(try #require(value as? String))
    case .choice:
      return .choice(try #require(parameter.choices.firstIndex { $0 == value as? String }))
    case .curve:
      let samples = try numbers(value, 65)
      return .curve { x in
        let place = min(max(x, 0), 1) * 64
        let i = min(63, Int(place))
        return samples[i] + (samples[i + 1] - samples[i]) * (place - Double(i))
      }
    default:
      let row = parameter.type.row
      let numbers =
        row.storage.count == 1 ? [try number(value)] : try numbers(value, row.storage.count)
      var components = SIMD4<Double>.zero
      for (i, number) in numbers.enumerated() { components[i] = number }
      return try #require(row.value(components))
    }
  }

  private static let registry = AnimatorRegistry(
    PluginSearch(environment: [:], isPrivileged: false))
}

/// The pictures that the reports of one folder name, each of which is read once.
final class ReportedPictures {
  private let folder: URL
  private let reader = ImageReader()
  private var known: [String: any PictureSource] = [:]

  init(_ folder: URL) { self.folder = folder }
  deinit { reader.close() }

  func picture(_ path: String, size: Size) throws -> any PictureSource {
    if let source = known[path] { return source }
    let file = try RegularFile(folder.appending(path: path).path(percentEncoded: false))
    let source: any PictureSource =
      try file.isDrawing
      ? reader.vector(HeldFile(file))
      : StillPicture(reader.read(file), size: size)
    known[path] = source
    return source
  }

  /// Returns the frame of a video that begins at a second of the video's own time.
  func frame(of path: String, at seconds: Double, size: Size) throws -> any PictureSource {
    let file = try RegularFile(folder.appending(path: path).path(percentEncoded: false))
    let reader = try SeekableVideo(file)
    let index = try #require(
      reader.starts.indices.min {
        abs(reader.starts[$0].seconds - seconds) < abs(reader.starts[$1].seconds - seconds)
      })
    return StillPicture(try reader.frame(index), size: size)
  }

  fileprivate func text(
    _ object: [String: Any], size: Size, scale: Double
  ) throws -> any PictureSource {
    var setting = Typesetting([])
    for run in try #require(object["runs"] as? [[String: Any]]) {
      setting.runs.append(try self.run(run))
    }
    setting.lineHeight = try number(object["lineHeight"])
    switch object["alignment"] as? String {
    case "left": setting.alignment = .left
    case "center": setting.alignment = .center
    case "right": setting.alignment = .right
    case "end": setting.alignment = .end
    default: setting.alignment = .start
    }
    return try TextPicture(setting, size: size, scale: scale, by: reader.drawings)
  }

  private func run(_ object: [String: Any]) throws -> Typesetting.Run {
    let weights = [
      "ultraLight", "thin", "light", "regular", "medium", "semibold", "bold", "heavy", "black",
    ]
    func settings(_ name: String) throws -> [Typesetting.Setting] {
      try #require(object[name] as? [String: Double]).sorted { $0.key < $1.key }
        .map { Typesetting.Setting(tag: $0.key, value: $0.value) }
    }
    var run = Typesetting.Run(try #require(object["text"] as? String))
    run.font.family = object["font"] as? String
    if let path = object["fontFile"] as? String {
      let file = folder.appending(path: path).path(percentEncoded: false)
      run.font.file = try HeldFile(try RegularFile(file))
    }
    run.font.axes = try settings("axes")
    run.size = try number(object["fontSize"])
    let weight = try #require(weights.firstIndex { $0 == object["weight"] as? String })
    run.weight = (weight + 1) * 100
    run.isItalic = try #require(object["italic"] as? Bool)
    run.color = color(try numbers(object["color"], 4))
    run.letterSpacing = try number(object["letterSpacing"])
    run.baseline = try number(object["baselineOffset"])
    run.features = try settings("features")
    if let stroke = object["stroke"] as? [String: Any] {
      run.stroke = Typesetting.Stroke(
        width: try number(stroke["width"]), color: color(try numbers(stroke["color"], 4)),
        isOutside: stroke["place"] as? String == "outside")
    }
    if object["highlight"] is [Any] {
      run.highlight = color(try numbers(object["highlight"], 4))
    }
    return run
  }
}
