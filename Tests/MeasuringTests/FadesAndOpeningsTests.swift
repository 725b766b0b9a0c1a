import Foundation
import Scenes
import TestSupport
import Testing

/// Measures fades of a named layer at rest (odd seeds) and openings (even seeds), degraded as in the rest of the
/// corpus. PIPELINE_MEASURING_TABLE names a file to whose name `-kinds` is added for the rows.
@Suite(.serialized) struct FadesAndOpeningsTests {
  @Test(.long) func fadesAndOpeningsAreMeasured() throws {
    var rows: [KindRow] = []
    for seed in 1...40 { rows.append(try KindCase(seed: UInt64(seed)).row()) }
    let words = rows.map(\.line).joined(separator: "\n")
    if let path = ProcessInfo.processInfo.environment["PIPELINE_MEASURING_TABLE"] {
      try (words + "\n").write(toFile: path + "-kinds", atomically: true, encoding: .utf8)
    }
    func share(_ isOf: (KindRow) -> Bool, _ holds: (KindRow) -> Bool) -> Double {
      let some = rows.filter(isOf)
      return Double(some.count(where: holds)) / Double(max(1, some.count))
    }
    #expect(share({ _ in true }, \.isRight) >= 0.8, "\(words)")
    // A codec delays the changes of a faint layer, so the times of fades must be within a frame.
    #expect(share(\.isFade) { $0.frames <= 1 } >= 0.8, "\(words)")
    #expect(share({ !$0.isFade }) { $0.frames <= 1 } >= 0.8, "\(words)")
  }
}

/// The results of measuring one document.
struct KindRow {
  var line: String
  var isFade: Bool
  /// Whether one phase with the rendered curve was found.
  var isRight: Bool
  /// The larger error of start and end, in frames.
  var frames: Double
}

struct KindCase {
  private let seed: UInt64
  private let kind: String
  private let start: Double
  private let length: Double
  private let easing: String
  private let layers: String
  private let steps: String
  private let moves: Bool
  private let rate: Int
  private let quality: Int
  private let filters: [String]

  private var isFade: Bool { seed % 2 == 1 }

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededRandom(seed &* 104_729)
    start = random.between(0.45, 0.55)
    length = random.between(0.3, 0.8)
    easing = ["linear", "easeIn", "easeOut", "easeInOut", "ease"][random.below(5)]
    let step = (start, length, easing)
    (kind, layers, steps, moves) =
      seed % 2 == 1 ? Self.fade(&random, step) : Self.opening(&random, step)
    let scale = [1, 0.75, 1.25, 1.5][random.below(4)]
    rate = random.below(3) == 0 ? 30 : 60
    quality = 18 + random.below(13)
    filters = Self.spoiling(&random, scale, rate)
  }

  private static func keyframes(
    _ target: String, _ step: (start: Double, length: Double, easing: String), _ from: String,
    _ to: String
  ) -> String {
    """
    { "targets": ["\(target)"], "at": \(step.start), "duration": \(step.length),
      "easing": "\(step.easing)", "keyframes": [{ \(from) }, { \(to) }] }
    """
  }

  private static func fade(
    _ random: inout SeededRandom, _ step: (start: Double, length: Double, easing: String)
  ) -> (kind: String, layers: String, steps: String, moves: Bool) {
    let part = random.between(0.1, 0.65)
    let which = random.below(4)
    let (a, b) = [(1, 0), (0, 1), (1, part), (part, 1)][which]
    let moves = random.below(2) == 0
    let factor = random.between(0.7, 1.6)
    let frame = [random.between(110, 170), random.between(330, 370), 88 * factor, 115 * factor]
    let layers = """
      { "id": "list", "contents": "list", "frame": [0, 0, 320, 568] },
      { "id": "other", "contents": "other", "opacity": \(a), "frame": \(frame) },
      { "id": "poster", "contents": "poster", "frame": [12, 60, 88, 115] }
      """
    let move = """
      , { "animator": "move-and-scale", "layers": { "subject": "poster" }, "at": \(step.start),
          "duration": 0.5, "easing": "easeInOut", "params": { "to": [150, 150, 110, 143.75] } }
      """
    let steps = keyframes("other", step, "\"opacity\": \(a)", "\"opacity\": \(b)")
    let name = "fade " + ["out", "in", "to a part", "from a part"][which]
    return (name, layers, steps + (moves ? move : ""), moves)
  }

  private static func opening(
    _ random: inout SeededRandom, _ step: (start: Double, length: Double, easing: String)
  ) -> (kind: String, layers: String, steps: String, moves: Bool) {
    let which = random.below(5)
    var (x, y) = (random.between(40, 280), random.between(60, 500))
    if which == 2 {
      switch random.below(4) {
      case 0: x = -random.between(20, 120)
      case 1: x = 320 + random.between(20, 120)
      case 2: y = -random.between(20, 120)
      default: y = 568 + random.between(20, 120)
      }
    }
    let (dx, dy) = (max(x, 320 - x), max(y, 568 - y))
    let farthest = (dx * dx + dy * dy).squareRoot()
    let nearest = max(0, -x, x - 320, -y, y - 568)
    // Some openings stop within the screen.
    var open = farthest
    if random.below(3) == 0, which == 0 || which == 2 {
      open = nearest + (farthest - nearest) * random.between(0.4, 0.8)
    }
    func circle(_ r: Double) -> String {
      "\"mask\": { \"ellipse\": [\(x - r), \(y - r), \(2 * r), \(2 * r)] }"
    }
    let point = "\"mask\": { \"rect\": [\(x), \(y), 0, 0] }"
    let whole = "\"mask\": { \"rect\": [0, 0, 320, 568] }"
    let ways = [
      ("circle opens", circle(0), circle(open)), ("circle closes", circle(farthest), circle(0)),
      ("circle from outside", circle(0), circle(open)), ("rectangle opens", point, whole),
      ("rectangle closes", whole, point),
    ]
    let (name, from, to) = ways[which]
    let (lower, upper) = name.hasSuffix("closes") ? ("detail", "list") : ("list", "detail")
    let layers = """
      { "id": "lower", "contents": "\(lower)", "frame": [0, 0, 320, 568] },
      { "id": "upper", "contents": "\(upper)", "frame": [0, 0, 320, 568], \(from) }
      """
    return (name, layers, keyframes("upper", step, from, to), false)
  }

  private static func spoiling(
    _ random: inout SeededRandom, _ scale: Double, _ rate: Int
  ) -> [String] {
    let missing = random.below(9)
    let lost = (8..<130).filter { _ in random.below(100) < missing }
    var filters = rate == 30 ? ["select='not(mod(n\\,2))'"] : []
    if !lost.isEmpty {
      filters.append("select='not(\(lost.map { "eq(n\\,\($0))" }.joined(separator: "+")))'")
    }
    if random.below(2) == 0 { filters.append("fps=\(rate)") }
    filters.append("scale=trunc(iw*\(scale)/2)*2:trunc(ih*\(scale)/2)*2:flags=bicubic")
    if random.below(2) == 0 { filters.append("noise=alls=5:allf=t") }
    if random.below(2) == 0 {
      filters.append(
        "drawbox=x=12:y=8:w=30:h=9:color=black:t=fill:enable='lt(mod(t\\,0.5)\\,0.25)'")
    }
    if random.below(3) == 0 { filters.append("pad=iw+80:ih+48:40:24:black") }
    return filters
  }

  func row() throws -> KindRow {
    let folder = try Folder()
    let art = Program.root.appending(path: "Examples/magic-push/art")
    for name in ["list.png", "detail.png", "poster-1.png", "poster-2.png"] {
      try FileManager.default.copyItem(
        at: art.appending(path: name), to: folder.url.appending(path: name))
    }
    try folder.write(
      """
      {
        "version": 1, "canvas": { "size": [320, 568], "fps": 60 },
        "duration": \(start + max(length, 0.5) + 0.6),
        "assets": {
          "list": { "image": "list.png" }, "detail": { "image": "detail.png" },
          "poster": { "image": "poster-1.png" }, "other": { "image": "poster-2.png" }
        },
        "layers": [ \(layers) ],
        "timeline": { "parallel": [ \(steps) ] }
      }
      """, to: "truth.json")
    let run = try Program.pipeline(["run", "truth.json", "-o", "truth.mkv"], in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    let spoiled = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-threads", "1", "-i", "truth.mkv", "-vf",
        filters.joined(separator: ","), "-fps_mode", "vfr", "-c:v", "libx264", "-crf",
        "\(quality)", "recording.mp4",
      ], in: folder.url)
    try #require(spoiled.status == 0, "\(spoiled.summary)")
    let named = isFade ? ["--layer", "other=poster-2.png"] : []
    let others = moves ? ["--layer", "poster=poster-1.png"] : []
    let made = try Program.pipeline(
      ["measure", "recording.mp4", "-o", "out"] + named + others, in: folder.url)
    return judged(made)
  }

  private func judged(_ made: Program.Result) -> KindRow {
    let track = isFade ? "other opacity" : "the opening"
    let lines = made.output.split(separator: "\n").map(String.init).filter {
      $0.contains(" s to ") && !(moves && $0.hasPrefix("poster place"))
    }
    let told = lines.joined(separator: " | ")
    guard let line = lines.first(where: { $0.hasPrefix(track) }) else {
      return KindRow(
        line: "\(seed),\(kind),\(easing),not found: \(told) \(made.errors)", isFade: isFade,
        isRight: false, frames: 99)
    }
    let parts = line.components(separatedBy: "  ")
    let times = parts[1].components(separatedBy: " to ").map {
      Double($0.prefix { $0 != " " }) ?? 0
    }
    let off = [times[0] - start, times[1] - start - length].map { $0 * Double(rate) }
    return KindRow(
      line: "\(seed),\(kind),\(easing),\(rate) fps,crf \(quality),\(told)", isFade: isFade,
      isRight: lines.count == 1 && parts[2] == easing, frames: off.map(\.magnitude).max() ?? 99)
  }
}

extension SeededRandom {
  fileprivate mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(below(10_001)) / 10_000
  }
}
