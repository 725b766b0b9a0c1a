internal import Documents
import JSON
package import Scenes

/// The screens at rest before, between and after the moves of a recording; screens that look the same are one
/// screen.
package struct RestScreens: Sendable {
  package private(set) var pictures: [Bitmap] = []
  /// The index of the screen for each rest.
  package private(set) var numbers: [Int] = []
  /// The maximum difference of a block's mean between equal screens, in levels.
  private static let alike: Float = 8

  package init(_ recording: Recording, _ moves: [MotionSpan]) throws(MeasuringError) {
    var known: [[Float]] = []
    let frames = [moves[0].frames.lowerBound] + moves.map(\.frames.upperBound)
    for frame in frames {
      let picture = try recording.frame(frame)
      let blocks = LumaPlane.blocks(of: picture, side: 8)
      let same = known.firstIndex { other in
        zip(other, blocks).allSatisfy { ($0 - $1).magnitude < Self.alike }
      }
      numbers.append(same ?? known.count)
      if same == nil {
        known.append(blocks)
        pictures.append(picture)
      }
    }
  }
}

/// Writes the moves of a recording as a flow: during a move its measured layers are shown above the screens, and
/// afterwards the stack shows the screen at rest.
package struct MeasuredFlow {
  /// A move and the document that was measured from the move.
  package struct Move: Sendable {
    package let measurement: Measurement
    package let document: String
    package let name: String

    package init(_ measurement: Measurement, document: String, name: String) {
      self.measurement = measurement
      self.document = document
      self.name = name
    }
  }
  /// The effect of a move on the stack of screens.
  package enum Operation: String, Sendable { case push, pop, present, dismiss, replace }

  private let moves: [Move]
  private let rests: [Int]
  /// The operation and the target screen of each move.
  package let operations: [(operation: Operation, screen: String)]
  package let taps: [Tap]
  private let durationSeconds: Double

  package init(_ moves: [Move], rests: [Int], taps: [Tap], durationSeconds: Double) {
    self.taps = taps
    self.moves = moves
    self.rests = rests
    self.durationSeconds = durationSeconds
    var stack: [(screen: String, by: Operation)] = [(Self.screen(rests[0]), .push)]
    operations = moves.enumerated().map { index, move in
      var screen = Self.screen(rests[index + 1])
      if stack.count > 1, stack[stack.count - 2].screen == screen {
        return (stack.removeLast().by == .present ? .dismiss : .pop, screen)
      }
      // A screen can be on the stack only once, so a second occurrence gets another name.
      if stack.contains(where: { $0.screen == screen }) { screen += "-\(index + 1)" }
      let operation = move.measurement.operation
      if operation == .replace { stack.removeLast() }
      stack.append((screen, operation))
      return (operation, screen)
    }
  }

  package static func screen(_ number: Int) -> String { "screen-\(number + 1)" }

  package var text: String {
    let first = moves[0].measurement
    let documents = moves.map { JSONNode(json: $0.document) }
    let canvas = documents[0]?["canvas"]?.json ?? "{}"
    let begin = min(
      first.strip.first?.time ?? 0,
      taps.first.map { max(0, $0.times.lowerBound - 0.1) } ?? .infinity)
    var (assets, overlays, flow) = ([String](), [String](), [String]())
    var screens = [(Self.screen(rests[0]), Self.screen(rests[0]))]
    var now = begin
    for (index, move) in moves.enumerated() {
      guard let document = documents[index] else { continue }
      let prefix = move.name + "-"
      for asset in document["assets"]?.members ?? [] {
        assets.append("\(JSONWriter.string(prefix + asset.key)): \(asset.value.json)")
      }
      let layers = document["layers"].map { Self.renamed($0, nil, prefix) } ?? "[]"
      let stage = JSONWriter.string(prefix + "stage")
      overlays.append(
        "{ \"id\": \(stage), \"frame\": [0, 0, \"100%\", \"100%\"], \"opacity\": 0, "
          + "\"masksToBounds\": true, \"sublayers\": \(layers) }")
      let length = document["duration"]?.number ?? 0
      let start = move.measurement.times.lowerBound
      if start - now > 0.0001 { flow.append("{ \"wait\": \(seconds(start - now)) }") }
      let steps = (document["timeline"]?["parallel"]?.elements ?? []).map {
        Self.renamed($0, nil, prefix)
      }
      func show(_ opacity: Int, at time: Double) -> String {
        "{ \"targets\": [\(stage)], \"at\": \(seconds(time)), \"duration\": 0, "
          + "\"keyframes\": [{ \"opacity\": \(opacity) }] }"
      }
      let (operation, screen) = operations[index]
      let timeline = ([show(1, at: 0)] + steps + [show(0, at: length - 0.0001)])
        .map { "        " + $0 }.joined(separator: ",\n")
      flow.append(
        "{ \(Self.head(operation, screen)), \"id\": \(JSONWriter.string(move.name)), \"duration\": \(seconds(length)),\n"
          + "      \"timeline\": { \"parallel\": [\n\(timeline)\n      ] } }")
      screens.append((screen, Self.screen(rests[index + 1])))
      now = max(now, start) + length
    }
    if durationSeconds - now > 0.0001 {
      flow.append("{ \"wait\": \(seconds(durationSeconds - now)) }")
    }
    var files: [String] = []
    for (name, file) in screens {
      let line = "\(JSONWriter.string(name)): \(JSONWriter.string(file + ".png"))"
      if !files.contains(line) { files.append(line) }
    }
    let touches = taps.map { tap -> String in
      let (x, y) = (tap.center.x.rounded(), tap.center.y.rounded())
      let (at, end) = (tap.times.lowerBound - begin, tap.times.upperBound - begin)
      return
        "    { \"tap\": [\(JSONWriter.number(x)), \(JSONWriter.number(y))], \"at\": \(seconds(at)), "
        + "\"duration\": \(seconds(max(0.05, end - at - Self.lifting))), "
        + "\"size\": \(JSONWriter.number(max(1, (tap.diameter / first.scale).rounded()))) }"
    }.joined(separator: ",\n")
    let fingers = touches.isEmpty ? "" : "\n  \"touches\": [\n\(touches)\n  ],"
    func list(_ lines: [String]) -> String { lines.map { "    " + $0 }.joined(separator: ",\n") }
    return """
      {
        "version": 1,
        "name": "measured",
        "canvas": \(canvas),
        "assets": {
      \(list(assets))
        },
        "screens": { \(files.joined(separator: ", ")) },
        "overlays": [
      \(list(overlays))
        ],\(fingers)
        "flow": [
      \(list(flow))
        ],
        "outputs": [{ "path": "out/measured.mp4" }]
      }

      """
  }

  /// The duration in seconds in which a finger disappears after a tap.
  private static let lifting = 0.2

  private func seconds(_ value: Double) -> String {
    JSONWriter.number((max(0, value) * 10_000).rounded() / 10_000)
  }

  private static func head(_ operation: Operation, _ screen: String) -> String {
    switch operation {
    case .pop, .dismiss: "\"\(operation.rawValue)\": true"
    case .push, .replace: "\"\(operation.rawValue)\": \(JSONWriter.string(screen))"
    case .present: "\"present\": \(JSONWriter.string(screen)), \"style\": \"overCurrent\""
    }
  }

  /// Returns a part of a move's document, in which the names of layers and pictures are replaced by those of the flow.
  private static func renamed(_ node: JSONNode, _ key: String?, _ prefix: String) -> String {
    if let text = node.string {
      let isName = key == "id" || key == "contents" || key == "targets" || key == "role"
      return JSONWriter.string(isName ? prefix + text : text)
    }
    if let elements = node.elements {
      return "[" + elements.map { renamed($0, key, prefix) }.joined(separator: ", ") + "]"
    }
    if let members = node.members {
      let all = members.map { member in
        // In the animator of a flow, a step selects its layers by their roles.
        let own = key == "layers" ? "role" : member.key
        return "\(JSONWriter.string(member.key)): \(renamed(member.value, own, prefix))"
      }
      return "{ " + all.joined(separator: ", ") + " }"
    }
    return node.json
  }
}

extension Measurement {
  /// The effect of the move on a navigation stack.
  fileprivate var operation: MeasuredFlow.Operation {
    switch screens.kind {
    case .slide: return .push
    case .dim, .opening: return .present
    case .none, .unknown, .veil:
      return layers.contains { !$0.place.phases.isEmpty || !$0.opacity.phases.isEmpty }
        ? .present : .replace
    case .dissolve, .crossFade, .wipe, .flip: return .replace
    }
  }
}
