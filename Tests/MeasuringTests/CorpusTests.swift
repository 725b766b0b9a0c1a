import Evaluation
import Foundation
import Measuring
import Scenes
import TestSupport
import Testing

/// Measures documents with known values, which are rendered and degraded as phones and screen recorders do. `make test`
/// measures three of 200, of which one may fail. PIPELINE_MEASURING_TABLE names a file to which each row is appended.
@Suite(.serialized) struct CorpusTests {
  @Test func spoiledRecordingsAreMeasured() throws {
    let seeds = Effort.sample(of: Array(1...200), test: 1)
    var rows: [CorpusRow] = []
    for seed in seeds { rows.append(try CorpusCase(seed: UInt64(seed)).row()) }
    if let path = ProcessInfo.processInfo.environment["PIPELINE_MEASURING_TABLE"] {
      let text = ([CorpusRow.head] + rows.map(\.line)).joined(separator: "\n") + "\n"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    func share(_ holds: (CorpusRow) -> Bool) -> Double {
      Double(rows.count(where: holds)) / Double(rows.count)
    }
    let few = Effort.current == .test ? 0.6 : nil
    let words = rows.map(\.line).joined(separator: "\n")
    #expect(share { $0.isFound } == 1, "\(words)")
    #expect(share { $0.hasRightKind } >= few ?? 0.9, "\(words)")
    #expect(share { $0.falsePhases > 0 } <= (few.map { 1.001 - $0 } ?? 0.03), "\(words)")
    // The times of named easings and springs must be within a quarter of a frame, and those of free curves within a frame.
    #expect(share { $0.frames <= ($0.isFree ? 1 : 0.25) } >= few ?? 0.95, "\(words)")
    #expect(share { $0.spring <= 0.05 } >= few ?? 0.95, "\(words)")
    // The limits are in pixels, for the mean and the worst of all frames, at both ends of the quality range.
    #expect(
      share { $0.place <= ($0.quality <= 23 ? 0.2 : 0.5) } >= few ?? 0.95, "\(words)")
    #expect(
      share { $0.farthest <= ($0.quality <= 23 ? 1 : 1.5) } >= few ?? 0.95, "\(words)")
    #expect(share { $0.bend <= 0.02 } >= few ?? 0.95, "\(words)")
  }
}

/// The results of measuring one document.
struct CorpusRow {
  static let head =
    "seed,curve,found,frames off,place off,farthest off,spring off,bend off,false phases,spoiling"
  var seed: UInt64
  var curve: String
  var found: String
  var isFound: Bool
  var hasRightKind: Bool
  var isFree: Bool
  /// The larger error of start and end in frames; for a spring, the error of the start.
  var frames: Double
  /// The mean and the largest error of the position, in the recording's pixels.
  var place = 0.0
  var farthest = 0.0
  /// The maximum error of a curve's progress.
  var bend = 0.0
  /// The quality setting of libx264.
  var quality: Int
  /// The larger relative error of response and damping ratio.
  var spring = 0.0
  var falsePhases: Int
  var spoiling: String

  var line: String {
    func number(_ value: Double) -> String { String(format: "%.3f", value) }
    return [
      "\(seed)", curve, found, number(frames), number(place), number(farthest), number(spring),
      number(bend), "\(falsePhases)", spoiling,
    ].joined(separator: ",")
  }
}

/// A document that is created from a seed.
struct CorpusCase {
  private enum Truth {
    case named(String)
    case spring(response: Double, damping: Double)
    case bezier([Double])
  }
  private let seed: UInt64
  private let truth: Truth
  private let start: Double
  private let length: Double
  private let from: [Double]
  private let to: [Double]
  private let fades: Bool
  private let scale: Double
  private let rate: Int
  private let filters: [String]
  /// The layer's angle at the end, in degrees.
  private let turn: Double
  /// Whether a finger's dot is visible where the motion begins.
  private let hasFinger: Bool
  /// The position of the picture between black bars.
  private let box: (x: Double, y: Double)
  private let repeats: Bool
  /// The time at which each frame of the recording was rendered, before frames were repeated.
  private let shown: [Double]
  private let quality: Int
  private let spoiling: String

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededRandom(seed &* 7919)
    func between(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * Double(random.below(10_001)) / 10_000
    }
    switch random.below(10) {
    case 0...5:
      truth = .named(["linear", "easeIn", "easeOut", "easeInOut", "ease"][random.below(5)])
    case 6...8: truth = .spring(response: between(0.25, 0.6), damping: between(0.5, 1))
    default:
      truth = .bezier([between(0.1, 0.9), between(0, 1), between(0.1, 0.9), between(0, 1)])
    }
    start = between(0.45, 0.55)
    length = between(0.3, 0.8)
    from = [between(4, 60), between(40, 120), 88, 115]
    let factor = between(0.8, 1.35)
    to = [between(90, 180), between(200, 380), 88 * factor, 115 * factor]
    fades = random.below(2) == 0
    scale = [1, 0.75, 1.25, 1.5][random.below(4)]
    rate = random.below(3) == 0 ? 30 : 60
    quality = 18 + random.below(13)
    let missing = random.below(9)
    let lost = (8..<130).filter { _ in random.below(100) < missing }
    var filters = rate == 30 ? ["select='not(mod(n\\,2))'"] : []
    if !lost.isEmpty {
      let numbers = lost.map { "eq(n\\,\($0))" }.joined(separator: "+")
      filters.append("select='not(\(numbers))'")
    }
    let (step, gone) = (1 / Double(rate), Set(lost))
    shown = (0..<180).filter { !gone.contains($0) }.map { Double($0) * step }
    repeats = random.below(2) == 0
    if repeats { filters.append("fps=\(rate)") }
    filters.append("scale=trunc(iw*\(scale)/2)*2:trunc(ih*\(scale)/2)*2:flags=bicubic")
    if random.below(2) == 0 { filters.append("noise=alls=5:allf=t") }
    if random.below(2) == 0 {
      filters.append(
        "drawbox=x=12:y=8:w=30:h=9:color=black:t=fill:enable='lt(mod(t\\,0.5)\\,0.25)'")
    }
    box = random.below(3) == 0 ? (40, 24) : (0, 0)
    if box.x > 0 { filters.append("pad=iw+80:ih+48:40:24:black") }
    hasFinger = random.below(3) == 0
    turn = random.below(4) == 0 ? between(-20, 20) : 0
    self.filters = filters
    spoiling =
      "\(rate) fps; crf \(quality); scale \(scale); \(lost.count) lost\(repeats ? " and repeated" : "")"
      + (box.x > 0 ? "; letter box" : "") + (hasFinger ? "; finger" : "")
      + (turn == 0 ? "" : "; turned")
  }

  private var easing: String {
    switch truth {
    case .named(let name): "\"\(name)\""
    case .bezier(let points): "[\(points.map { "\($0)" }.joined(separator: ", "))]"
    case .spring(let response, let damping):
      "{ \"spring\": { \"response\": \(response), \"bounce\": \(1 - damping) } }"
    }
  }

  private var document: String {
    let isSpring = if case .spring = truth { true } else { false }
    let duration = isSpring ? "" : "\"duration\": \(length),"
    let fade =
      fades
      ? """
      , { "targets": ["other"], "at": \(start + 0.1), "duration": 0.4, "easing": "linear",
          "keyframes": [{ "opacity": 1 }, { "opacity": 0.2 }] }
      """ : ""
    let angle =
      turn == 0
      ? ""
      : """
      , { "targets": ["poster"], "at": \(start), \(duration) "easing": \(easing),
          "keyframes": [{ "rotate": 0 }, { "rotate": \(turn) }] }
      """
    let tap =
      hasFinger
      ? """
      , { "targets": ["finger"], "at": \(start - 0.2), "duration": 0,
          "keyframes": [{ "opacity": 1 }] },
        { "targets": ["finger"], "at": \(start + 0.1), "duration": 0.1, "easing": "linear",
          "keyframes": [{ "opacity": 1 }, { "opacity": 0 }] }
      """ : ""
    return """
      {
        "version": 1, "canvas": { "size": [320, 568], "fps": 60 },
        "duration": \(start + (isSpring ? 1.4 : length) + 0.6),
        "assets": {
          "list": { "image": "list.png" }, "poster": { "image": "poster-1.png" },
          "other": { "image": "poster-2.png" }
        },
        "layers": [
          { "id": "list", "contents": "list", "frame": [0, 0, 320, 568] },
          { "id": "other", "contents": "other", "frame": [220, 440, 88, 115] },
          { "id": "poster", "contents": "poster", "frame": [\(from.map { "\($0)" }.joined(separator: ", "))] },
          { "id": "finger", "backgroundColor": "#00000066", "cornerRadius": 14, "opacity": 0,
            "frame": [\(from[0] + 50), \(from[1] + 60), 28, 28] }
        ],
        "timeline": { "parallel": [
          { "animator": "move-and-scale", "layers": { "subject": "poster" }, "at": \(start), \(duration)
            "easing": \(easing), "params": { "to": [\(to.map { "\($0)" }.joined(separator: ", "))] } }\(fade)\(angle)\(tap)
        ] }
      }
      """
  }

  func row() throws -> CorpusRow {
    let folder = try Folder()
    let art = Program.root.appending(path: "Examples/magic-push/art")
    for name in ["list.png", "poster-1.png", "poster-2.png"] {
      try FileManager.default.copyItem(
        at: art.appending(path: name), to: folder.url.appending(path: name))
    }
    try folder.write(document, to: "truth.json")
    let run = try Program.pipeline(["run", "truth.json", "-o", "truth.mkv"], in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    let spoiled = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", "truth.mkv", "-vf", filters.joined(separator: ","),
        "-fps_mode", "vfr", "-c:v", "libx264", "-crf", "\(quality)", "recording.mp4",
      ], in: folder.url)
    try #require(spoiled.status == 0, "\(spoiled.summary)")
    let made = try Program.pipeline(
      ["measure", "recording.mp4", "--layer", "poster=poster-1.png", "-o", "out"],
      in: folder.url)
    guard made.status == 0 else { return failed(made.errors) }
    return try judged(folder, made.output)
  }

  private func failed(_ words: String) -> CorpusRow {
    CorpusRow(
      seed: seed, curve: name, found: words.replacing("\n", with: " "), isFound: false,
      hasRightKind: false, isFree: false, frames: 99, place: 99, farthest: 99, bend: 99,
      quality: quality, spring: 99, falsePhases: 0, spoiling: spoiling)
  }

  private var name: String {
    switch truth {
    case .named(let name): name
    case .spring: "spring"
    case .bezier: "bezier"
    }
  }

  /// Returns the result from the tracks that the command prints, with name, times and curve.
  private func judged(_ folder: Folder, _ output: String) throws -> CorpusRow {
    let lines = output.split(separator: "\n").map(String.init)
    let places = lines.filter { $0.hasPrefix("poster place") }
    let others = lines.filter {
      $0.hasPrefix("poster") && !$0.hasPrefix("poster place") && $0.contains("  travel ")
        && !(turn != 0 && $0.hasPrefix("poster angle"))
    }
    let turns = turn == 0 ? 0 : max(0, lines.count { $0.hasPrefix("poster angle") } - 1)
    guard let line = places.first else { return failed("no phase") }
    let parts = line.components(separatedBy: "  ")
    let times = parts[1].components(separatedBy: " to ").map {
      Double($0.prefix { $0 != " " }) ?? 0
    }
    let (curve, frame) = (parts[2], 1 / Double(rate))
    var row = CorpusRow(
      seed: seed, curve: name, found: curve.replacing(",", with: ";"), isFound: true,
      hasRightKind: false, isFree: false, frames: (times[0] - start).magnitude / frame,
      quality: quality, falsePhases: places.count - 1 + others.count + turns, spoiling: spoiling)
    switch truth {
    case .named(let name):
      row.hasRightKind = curve == name
      row.frames = max(row.frames, (times[1] - start - length).magnitude / frame)
    case .bezier:
      row.isFree = true
      row.hasRightKind = !curve.hasPrefix("spring") && curve != "none fits"
      row.frames = max(row.frames, (times[1] - start - length).magnitude / frame)
    case .spring(let response, let damping):
      let numbers = curve.split { !($0.isNumber || $0 == ".") }.compactMap { Double($0) }
      row.hasRightKind = curve.hasPrefix("spring")
      if numbers.count == 2 {
        row.spring = max(
          (numbers[0] / response - 1).magnitude, (numbers[1] / damping - 1).magnitude)
      }
    }
    if case .bezier = truth { row.bend = bend(of: curve, from: times[0], to: times[1]) }
    (row.place, row.farthest) = try place(folder)
    return row
  }

  /// Returns the true progress at a time of the recording.
  private func progress(at time: Double) -> Double {
    let past = time - start
    switch truth {
    case .spring(let response, let damping):
      return Spring(responseSeconds: response, bounce: 1 - damping)
        .progress(atSeconds: max(0, past))
    case .named(let name):
      return Self.function(name).progress(at: min(1, max(0, past / length)))
    case .bezier(let points):
      let curve = TimingFunction.cubicBezier(
        x1: points[0], y1: points[1], x2: points[2], y2: points[3])
      return curve.progress(at: min(1, max(0, past / length)))
    }
  }

  /// Returns the moment that is visible at a time of the recording, which is earlier in a repeated frame.
  private func moment(at time: Double) -> Double {
    guard repeats else { return time }
    return shown.last { $0 <= time + 0.25 / Double(rate) } ?? time
  }

  /// Returns a curve by its name in documents or in common use.
  private static func function(_ name: String) -> TimingFunction {
    NamedCurve.all.first { $0.name == name }?.function ?? .linear
  }

  /// Returns the maximum error of a curve that was found.
  private func bend(of curve: String, from first: Double, to last: Double) -> Double {
    let numbers = curve.split { !($0.isNumber || $0 == "." || $0 == "-") }.compactMap { Double($0) }
    let found =
      numbers.count == 4
      ? TimingFunction.cubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
      : Self.function(curve)
    return (0...100).map { step in
      let time = start + length * Double(step) / 100
      let share = min(1, max(0, (time - first) / max(1e-6, last - first)))
      return (found.progress(at: share) - progress(at: time)).magnitude
    }.max()!
  }

  /// Returns the mean and the largest distance of the centre from its true position, in the recording's pixels.
  private func place(_ folder: Folder) throws -> (mean: Double, farthest: Double) {
    let table = String(decoding: try folder.data("out/tracks.csv"), as: UTF8.self)
    let off = table.split(separator: "\n").filter { $0.hasPrefix("poster,") }.map { row -> Double in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map {
        Double($0) ?? 0
      }
      let share = progress(at: moment(at: cells[1]))
      func middle(_ axis: Int) -> Double {
        let (a, b) = (from[axis] + from[axis + 2] / 2, to[axis] + to[axis + 2] / 2)
        return (a + (b - a) * share) * scale
      }
      return max((cells[2] - middle(0) - box.x).magnitude, (cells[3] - middle(1) - box.y).magnitude)
    }
    return (off.reduce(0, +) / Double(max(1, off.count)), off.max() ?? 99)
  }
}
