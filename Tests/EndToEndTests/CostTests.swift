import Foundation
import TestSupport
import Testing

/// Small documents that are made to be expensive: what takes long, or much memory, is refused or told.
@Suite struct CostTests {
  /// The same numbers for a seed on every machine (Knuth's constants for 64 bits).
  private struct Dice {
    var state: UInt64
    mutating func roll(_ most: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(most, 1)
    }
  }

  /// A document of at most two thousand bytes.
  private static func document(seed: Int) -> String {
    var dice = Dice(state: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15)
    for _ in 0..<4 { _ = dice.roll(2) }
    let counts = [1, 10, 100, 1_000, 9_000]
    let side = [64, 320, 1_080, 4_000][dice.roll(4)]
    func path(_ dice: inout Dice) -> String {
      var text = "M0 0"
      for _ in 0..<(1 + dice.roll(12)) {
        let far = [10, 300, 100_000][dice.roll(3)]
        text +=
          dice.roll(2) == 0
          ? "L\(dice.roll(far)) \(dice.roll(far))"
          : "C\(dice.roll(far)) \(-dice.roll(far)) \(-dice.roll(far)) \(dice.roll(far)) \(dice.roll(side)) \(dice.roll(side))"
      }
      return text
    }
    var members: [String] = []
    for _ in 0..<(1 + dice.roll(3)) {
      switch dice.roll(9) {
      case 0: members.append("\"blur\": \(dice.roll(400))")
      case 1: members.append("\"backdrop\": { \"blur\": \(dice.roll(1000)) }")
      case 2:
        members.append(
          "\"path\": \"\(path(&dice))\", \"strokeColor\": \"#000\", \"lineWidth\": \(1 + dice.roll(200)), \"lineJoin\": \"round\""
        )
      case 3: members.append("\"mask\": { \"path\": \"\(path(&dice))\" }")
      case 4: members.append("\"shadowOpacity\": 1, \"shadowRadius\": \(dice.roll(500))")
      case 5: members.append("\"rotate\": [\(dice.roll(60)), 0, \(dice.roll(360))]")
      case 6: members.append("\"blendMode\": \"multiply\"")
      case 7:
        members.append(
          "\"contents\": { \"text\": \"W${item}\", \"size\": \(10 + dice.roll(2_000)) }")
      default: members.append("\"backgroundColor\": \"#12345680\"")
      }
    }
    var seen: Set<Substring> = []
    members = members.filter { seen.insert($0.prefix { $0 != ":" }).inserted }
    let count = counts[dice.roll(counts.count)]
    let items = count <= 100 ? (0..<count).map(String.init).joined(separator: ",") : ""
    let layer =
      "{ \"id\": \"z\", \"frame\": [0, 0, \(side), \(side)]"
      + members.map { ", " + $0 }.joined() + " }"
    let layers =
      count <= 100
      ? "{ \"forEach\": [\(items)], \"layer\": \(layer) }"
      : layer.replacing("${item}", with: "x")
    return """
      { "version": 1, "canvas": { "size": [\(side), \(side)], "scale": 1, "fps": 5 }, "duration": 1,
        "layers": [ \(layers) ] }
      """
  }

  @Test func nothingTakesLongUntold() throws {
    let count = Effort.count(test: 8, long: 300, soak: 2_000)
    let folder = try Folder()
    for seed in 0..<count {
      try folder.write(Self.document(seed: seed), to: "a.json")
      let started = ContinuousClock.now
      let ran = try Program.pipeline(
        ["frame", "a.json", "--at", "0.5", "-o", "x.png"], in: folder.url)
      let seconds = started.duration(to: .now) / .seconds(1)
      #expect([0, 65].contains(ran.status), "seed \(seed): \(ran.summary)")
      let isTold =
        ran.errors.contains("units of work") || ran.errors.contains("there is no room")
      if ran.status == 65 { #expect(isTold, "seed \(seed): \(ran.summary)") }
      if seconds > 20 { #expect(isTold, "seed \(seed) took \(seconds) s: \(ran.summary)") }
    }
  }

  /// In points and elements within all limits, each is minutes of work or gigabytes when it is drawn.
  @Test(arguments: ["round", "miter", "dash", "dash-round", "trim", "fill", "mask", "shadow"])
  func longPathsAreRefusedAtOnce(_ name: String) throws {
    let zig = "M0 0" + String(repeating: "L9 9L1 9", count: 49_000)
    let far = "M0 0" + String(repeating: "C1e6 1e6 -1e6 -1e6 9 9", count: 90_000)
    let members: String =
      switch name {
      case "round":
        "\"path\": \"\(zig)\", \"strokeColor\": \"#000\", \"lineWidth\": 1e6, \"lineJoin\": \"round\""
      case "miter": "\"path\": \"\(zig)\", \"strokeColor\": \"#000\", \"lineWidth\": 1e6"
      case "dash":
        "\"path\": \"\(far)\", \"strokeColor\": \"#000\", \"lineDashPattern\": [0.1, 0.1]"
      case "dash-round":
        "\"path\": \"\(zig)\", \"strokeColor\": \"#000\", \"lineWidth\": 50, \"lineCap\": \"round\", \"lineDashPattern\": [0.01, 1]"
      case "trim": "\"path\": \"\(far)\", \"strokeColor\": \"#000\", \"strokeStart\": 0.1"
      case "fill": "\"path\": \"\(far)\", \"fillColor\": \"#000\""
      case "mask": "\"backgroundColor\": \"#123\", \"mask\": { \"path\": \"\(far)\" }"
      default: "\"backgroundColor\": \"#123\", \"shadowOpacity\": 1, \"shadowPath\": \"\(far)\""
      }
    let folder = try Folder()
    try folder.write(Self.one(members), to: "a.json")
    let ran = try Program.pipeline(
      ["frame", "a.json", "--at", "0.5", "-o", "x.png", "--limit", "work=4000000000"],
      in: folder.url)
    #expect(ran.status == 65 && ran.errors.contains("--limit work=N"), "\(ran.summary)")
    // What it takes is known before it is drawn.
    let told = try Program.pipeline(["validate", "a.json"], in: folder.url)
    #expect(told.errors.contains("units of work"), "\(told.summary)")
  }

  /// What lies outside of the picture is dropped before it is cut into pieces.
  @Test(arguments: ["fill", "stroke", "dash", "mask"])
  func whatIsNotSeenCostsLittle(_ name: String) throws {
    let far = "M-1e6 -9e5" + String(repeating: "C1e6 -1e6 -1e6 -2e6 -1e6 -9e5", count: 3_000)
    let line = "M-1e4 100" + String(repeating: "L-9e3 101L-1e4 100", count: 900) + "L1e4 100"
    let members: String =
      switch name {
      case "fill": "\"path\": \"\(far)\", \"fillColor\": \"#000\""
      case "stroke": "\"path\": \"\(far)\", \"strokeColor\": \"#000\", \"lineJoin\": \"round\""
      case "dash":
        "\"path\": \"\(line)\", \"strokeColor\": \"#000\", \"lineCap\": \"round\", \"lineDashPattern\": [100, 200]"
      default: "\"backgroundColor\": \"#123\", \"mask\": { \"path\": \"\(far)\" }"
      }
    let folder = try Folder()
    try folder.write(Self.one(members), to: "a.json")
    let ran = try Program.pipeline(
      ["frame", "a.json", "--at", "0.5", "-o", "x.png", "--limit", "work=500000000"], in: folder.url
    )
    #expect(ran.status == 0 && !ran.errors.contains("units of work"), "\(ran.summary)")
  }

  private static func one(_ members: String) -> String {
    """
    { "version": 1, "canvas": { "size": [320, 200], "scale": 1, "fps": 10 }, "duration": 1,
      "layers": [ { "id": "a", "frame": [0, 0, 320, 200], \(members) } ] }
    """
  }
}
