import Foundation
import Scenes
import TestSupport
import Testing

/// Every property, in every way to animate it, by itself and in the hand of a finger, looked at in every way:
/// what films, single frames, `inspect` at moments, its tables and events say of one moment is one thing.
@Suite struct TimeTableTests {
  private struct Property {
    var name: String
    /// Two values as documents write them.
    var from, to: String
    var base = ""
    var isAdditive = false
  }
  private static let line =
    "\"path\": \"M2 2L18 2L18 18Z\", \"strokeColor\": \"#3050c0\", \"lineWidth\": 2"

  private static let properties: [Property] = [
    Property(name: "opacity", from: "1", to: "0.2", isAdditive: true),
    Property(name: "translate", from: "[0, 0, 0]", to: "[9, 4, 0]", isAdditive: true),
    Property(name: "scale", from: "[1, 1, 1]", to: "[1.5, 0.5, 1]", isAdditive: true),
    Property(name: "rotate", from: "[0, 0, 0]", to: "[0, 40, 90]", isAdditive: true),
    Property(name: "position", from: "[10, 10]", to: "[16, 4]"),
    Property(name: "bounds", from: "[12, 12]", to: "[6, 16]"),
    Property(name: "anchorPoint", from: "[0.5, 0.5]", to: "[0, 1]"),
    Property(name: "zPosition", from: "0", to: "5", isAdditive: true),
    Property(name: "transform", from: "[{ \"rotate\": 0 }]", to: "[{ \"rotate\": 120 }]"),
    Property(name: "cornerRadius", from: "0", to: "6"),
    Property(name: "backgroundColor", from: "\"#ff0000\"", to: "\"#0000ff80\""),
    Property(name: "shadowOpacity", from: "0", to: "1"),
    Property(name: "shadowRadius", from: "0", to: "4", base: "\"shadowOpacity\": 1"),
    Property(name: "shadowOffset", from: "[0, 0]", to: "[4, 3]", base: "\"shadowOpacity\": 1"),
    Property(
      name: "shadowColor", from: "\"#000000\"", to: "\"#ff00ff\"", base: "\"shadowOpacity\": 1"),
    Property(
      name: "mask", from: "{ \"circle\": { \"center\": [6, 6], \"radius\": 1 } }",
      to: "{ \"circle\": { \"center\": [6, 6], \"radius\": 9 } }"),
    Property(name: "mask", from: "{ \"rect\": [0, 0, 2, 2] }", to: "{ \"rect\": [0, 0, 9, 12] }"),
    Property(
      name: "contentsRect", from: "[0, 0, 1, 1]", to: "[0.2, 0.2, 0.5, 0.5]",
      base:
        "\"contents\": { \"gradient\": { \"linear\": {}, \"stops\": [\"#ff0000\", \"#00ff00\"] } }"),
    Property(name: "blur", from: "0", to: "3", isAdditive: true),
    Property(name: "filters", from: "[{ \"brightness\": 1 }]", to: "[{ \"brightness\": 0.2 }]"),
    Property(
      name: "filters", from: "[{ \"sepia\": 0 }]", to: "[{ \"sepia\": 1 }, { \"blur\": 2 }]"),
    Property(
      name: "shadows", from: "[{ \"radius\": 1 }]", to: "[{ \"radius\": 1 }, { \"radius\": 5 }]"),
    Property(name: "backdrop", from: "{ \"blur\": 0 }", to: "{ \"blur\": 3 }"),
    Property(
      name: "border", from: "{ \"width\": 0, \"color\": \"#000000\" }",
      to: "{ \"width\": 4, \"color\": \"#ffffff\" }"),
    Property(name: "path", from: "\"M2 2L18 2L18 18Z\"", to: "\"M2 2L9 2L4 12Z\"", base: line),
    Property(name: "strokeColor", from: "\"#3050c0\"", to: "\"#c05030\"", base: line),
    Property(name: "fillColor", from: "\"#3050c0\"", to: "\"#c0503000\"", base: line),
    Property(name: "lineWidth", from: "1", to: "6", base: line),
    Property(name: "lineDashPattern", from: "[2]", to: "[4, 3]", base: line),
    Property(
      name: "lineDashPhase", from: "0", to: "9", base: line + ", \"lineDashPattern\": [3]"),
    Property(name: "strokeStart", from: "0", to: "0.7", base: line),
    Property(name: "strokeEnd", from: "0.1", to: "1", base: line),
    Property(name: "miterLimit", from: "10", to: "1", base: line),
    Property(name: "lineCap", from: "\"butt\"", to: "\"square\"", base: line),
    Property(name: "hidden", from: "false", to: "true"),
    Property(name: "masksToBounds", from: "false", to: "true"),
    Property(name: "blendMode", from: "\"normal\"", to: "\"multiply\""),
    Property(name: "sublayerTransform", from: "[{ \"rotate\": 0 }]", to: "[{ \"rotate\": 50 }]"),
  ]

  private struct Way {
    var name: String
    /// Members of the step.
    var step: String
    /// Of the first keyframe.
    var key = ""
    var duration = 0.5
    var isAdditive = false
    var endsAtStart = false
    var isGroup = false
  }
  private static let ways = [
    Way(name: "straight", step: "\"easing\": \"linear\""),
    Way(name: "eased", step: "\"easing\": \"ease-in-out\"", key: "\"easing\": \"ease-in\""),
    Way(name: "jumps first", step: "\"easing\": \"linear\"", key: "\"easing\": \"step-start\""),
    Way(
      name: "overshoots", step: "\"easing\": \"cubic-bezier(.3,-1,.7,2)\"",
      key: "\"easing\": \"steps(3)\""),
    Way(name: "spring", step: "\"easing\": { \"spring\": { \"dampingRatio\": 0.4 } }"),
    Way(name: "cubic", step: "\"easing\": \"linear\", \"calculationMode\": \"cubic\""),
    Way(name: "discrete", step: "\"easing\": \"linear\", \"calculationMode\": \"discrete\""),
    Way(
      name: "to and fro", step: "\"easing\": \"linear\", \"repeat\": 2, \"autoreverse\": true",
      duration: 0.25, endsAtStart: true),
    Way(name: "faster", step: "\"easing\": \"ease\", \"speed\": 2", duration: 1),
    Way(name: "added", step: "\"easing\": \"linear\", \"additive\": true", isAdditive: true),
    Way(name: "in a group", step: "\"easing\": \"ease-out\"", duration: 0.25, isGroup: true),
  ]

  private struct Cell {
    var id: String
    var property: Property
    var way: Way
  }

  private static func layer(_ cell: Cell, _ number: Int, columns: Int) -> String {
    let (x, y) = (number % columns * 24, number / columns * 24)
    let base = cell.property.base.isEmpty ? "" : ", \(cell.property.base)"
    let color = cell.property.base == line ? "" : ", \"backgroundColor\": \"#d08030\""
    return """
      { "id": "cell\(number)", "frame": [\(x), \(y), 24, 24], "sublayers": [
        { "id": "\(cell.id)", "frame": [4, 4, 12, 12]\(color)\(base) }] }
      """
  }

  private static func step(_ cell: Cell, at: Double) -> String {
    let (name, way) = (cell.property.name, cell.way)
    let key = way.key.isEmpty ? "" : ", \(way.key)"
    let (from, to) = (cell.property.from, cell.property.to)
    let place = way.isGroup ? "" : "\"at\": \(at), "
    let step = """
      { \(place)"targets": "\(cell.id)", "duration": \(way.duration), \(way.step), "keyframes": [
        { "\(name)": \(from)\(key) }, { "\(name)": \(to) }] }
      """
    return way.isGroup ? "{ \"at\": \(at), \"repeat\": 2, \"sequence\": [\(step)] }" : step
  }

  private static func document(_ cells: [Cell], isFinger: Bool) -> String {
    let columns = 16
    let rows = (cells.count + columns - 1) / columns
    let layers = cells.enumerated().map { layer($1, $0, columns: columns) }
      .joined(separator: ",\n")
    let steps = cells.map { step($0, at: 0.2) }.joined(separator: ",\n")
    let canvas = "\"canvas\": { \"size\": [\(columns * 24), \(rows * 24)], \"fps\": 10 }"
    if !isFinger {
      return """
        { "version": 1, \(canvas), "duration": 1, "layers": [\(layers)],
          "timeline": { "parallel": [\(steps)] } }
        """
    }
    // There and back before it finishes, past both ends.
    return """
      { "version": 1, \(canvas),
        "screens": { "from": { "layers": [] }, "to": { "layers": [\(layers)] } },
        "transition": { "operation": "push", "duration": 1, "timeline": { "parallel": [\(steps)] } },
        "interaction": { "gesture": "pan", "edge": "left", "distance": 100, "scrub": "linear",
          "track": [[0, 0, 5], [0.33, 60, 5], [0.71, -20, 5], [1.2, 90, 5], [1.27, "release"]] } }
      """
  }

  // MARK: - What is seen

  private typealias Layers = [String: [String: Any]]

  private static func inspected(
    _ times: [Double], in folder: TestSupport.Folder
  ) throws -> [(text: String, layers: Layers)] {
    let run = try Program.pipeline(
      ["inspect", "d.json", "--json"] + times.flatMap { ["--at", "\($0)"] }, in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    return try run.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      var layers: Layers = [:]
      for layer in object?["layers"] as? [[String: Any]] ?? [] {
        var all = layer
        for (key, value) in layer["geometry"] as? [String: Any] ?? [:] where key != "frame" {
          all[key] = value
        }
        layers[layer["id"] as? String ?? ""] = all
      }
      return (String(line), layers)
    }
  }

  private static func numbers(_ value: Any?) -> [Double]? {
    if let number = value as? Double { return [number] }
    return value as? [Double]
  }
  private static func numbers(_ text: String) -> [Double]? {
    numbers(try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed))
  }

  /// The columns of a table at each of its moments.
  private static func table(
    of id: String, in folder: TestSupport.Folder
  ) throws -> (names: [String], rows: [[Double?]]) {
    let run = try Program.pipeline(
      ["inspect", "d.json", "--layer", id, "--every", "1f", "--csv"], in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    let lines = run.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    return (lines[0].map(String.init), lines.dropFirst().map { $0.map { Double($0) } })
  }

  @Test(arguments: Effort.spread([false, true], test: 1))
  func oneMomentIsOneThing(isFinger: Bool) throws {
    var cells: [Cell] = []
    for (i, property) in Self.properties.enumerated() {
      for (j, way) in Self.ways.enumerated() where !way.isAdditive || property.isAdditive {
        cells.append(Cell(id: "p\(i)w\(j)", property: property, way: way))
      }
    }
    if Effort.current == .test {
      var random = SeededRandom(Effort.seed &+ (isFinger ? 1 : 0))
      cells = Array(cells.shuffled(using: &random).prefix(32))
    }
    let folder = try TestSupport.Folder()
    try folder.write(Self.document(cells, isFinger: isFinger), to: "d.json")
    var compared = 0
    compared += try frames(cells, in: folder)
    compared += try values(cells, isFinger: isFinger, in: folder)
    try events(isFinger: isFinger, in: folder)
    print("time table: \(compared) cells of \(isFinger ? "a finger" : "the clock")")
    #expect(compared >= (Effort.current == .test ? 90 : 1_000))
  }

  /// A film's frames, in any order and alone, are one.
  private func frames(_ cells: [Cell], in folder: TestSupport.Folder) throws -> Int {
    let film = try Program.pipeline(
      ["run", "d.json", "-o", "film/%d.png", "--jobs", "2"], in: folder.url)
    try #require(film.status == 0, "\(film.summary)")
    for frame in Effort.current == .test ? [3, 6] : [1, 2, 3, 4, 5, 6, 7, 9] {
      let run = try Program.pipeline(
        ["frame", "d.json", "--at", "\(frame)f", "-o", "one.png"], in: folder.url)
      try #require(run.status == 0, "\(run.summary)")
      let diff = try Program.pipeline(
        ["diff", "one.png", "film/\(frame).png"], in: folder.url)
      #expect(diff.status == 0, "frame \(frame): \(diff.summary)")
    }
    return cells.count
  }

  /// What `inspect` says of moments, of moments in another order and in its tables, and before and after a
  /// step what its keyframes say.
  private func values(
    _ cells: [Cell], isFinger: Bool, in folder: TestSupport.Folder
  ) throws -> Int {
    let times = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.9]
    let seen = try Self.inspected(times, in: folder)
    let back = try Self.inspected(times.reversed(), in: folder)
    #expect(seen.map(\.text) == back.reversed().map(\.text))
    var count = cells.count
    var random = SeededRandom(Effort.seed)
    let tables = Effort.current == .test ? Array(cells.shuffled(using: &random).prefix(4)) : cells
    for cell in tables {
      let table = try Self.table(of: cell.id, in: folder)
      for (time, moment) in zip(times, seen) {
        let layer = try #require(moment.layers[cell.id])
        let row = table.rows[Int((time * 10).rounded())]
        for (name, value) in layer {
          guard let numbers = Self.numbers(value), name != "frame" else { continue }
          let columns = table.names.indices.filter {
            table.names[$0] == name || table.names[$0].hasPrefix("\(name).")
          }
          guard columns.count == numbers.count else { continue }
          for (column, number) in zip(columns, numbers) {
            let told = try #require(row[column])
            #expect(
              abs(told - number) <= 1e-9 * max(1, abs(number)),
              "\(cell.property.name), \(cell.way.name) at \(time) s: \(name) \(number) and \(told)")
          }
        }
      }
      count += 1
    }
    let last = try Self.inspected([isFinger ? 3 : 1], in: folder, orAtEnd: isFinger)
    for cell in cells where !cell.way.isAdditive {
      let name = cell.property.name
      let end = cell.way.endsAtStart ? cell.property.from : cell.property.to
      for (moment, text) in [(seen[0], cell.property.from), (last, end)] {
        guard let expected = Self.numbers(text),
          let found = Self.numbers(moment.layers[cell.id]?[name]), found.count == expected.count
        else { continue }
        for (a, b) in zip(found, expected) {
          #expect(abs(a - b) < 1e-9, "\(name), \(cell.way.name): \(found), not \(expected)")
        }
      }
      count += 1
    }
    return count
  }

  private static func inspected(
    _ times: [Double], in folder: TestSupport.Folder, orAtEnd: Bool
  ) throws -> (text: String, layers: Layers) {
    guard orAtEnd else { return try inspected(times, in: folder)[0] }
    let whole = try Program.pipeline(["inspect", "d.json", "--json"], in: folder.url)
    let object = try JSONSerialization.jsonObject(with: whole.data) as? [String: Any]
    return try inspected([object?["duration"] as? Double ?? 0], in: folder)[0]
  }

  /// Steps and events have the same times.
  private func events(isFinger: Bool, in folder: TestSupport.Folder) throws {
    let whole = try Program.pipeline(["inspect", "d.json", "--json"], in: folder.url)
    let object = try JSONSerialization.jsonObject(with: whole.data) as? [String: Any]
    let steps = object?["steps"] as? [[String: Any]] ?? []
    let duration = try #require(object?["duration"] as? Double)
    #expect(steps.count > 10)
    for step in steps {
      let (start, end) = (step["start"] as? Double ?? -1, step["end"] as? Double ?? -1)
      #expect(start >= 0 && start <= end && end <= duration + 1e-9, "\(step)")
    }
    guard isFinger else { return }
    let run = try Program.pipeline(
      ["run", "d.json", "-o", "x/%d.png", "--events", "events.jsonl"], in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    let events = String(decoding: try folder.data("events.jsonl"), as: UTF8.self)
    let times = events.matches(of: /"time":\s*([0-9.]+)/).compactMap { Double($0.1) }
    #expect(abs((times.max() ?? 0) - duration) < 1e-6 && times.min() == 0)
    // The last steps end at 0.7 of the transition, where the finger comes once, on its way from -20 to 90 of 100
    // points; it leaves the screen later, and the rest of the transition has no steps.
    let last = 0.71 + (1.2 - 0.71) * (20 + 70) / (20 + 90)
    let ends = steps.compactMap { $0["end"] as? Double }
    #expect(abs((ends.max() ?? 0) - last) <= 0.001, "\(ends.max() ?? 0), not \(last)")
  }
}
