import Foundation
import Synchronization
import TestSupport
import Testing

/// Small documents that are designed to be expensive are refused or reported if they take much time or memory.
@Suite struct CostTests {
  /// A tenth of the work limit, in seconds of the benchmark's processor.
  private static let tenthOfLimit = 4

  @Test(.long) func nothingTakesLongUntold() throws {
    let count = Effort.count(test: 0, long: 300, soak: 2_000)
    let trials = Mutex<[Result<Trial, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: count) { seed in
      let trial = Result { try Trial(seed: seed) }
      trials.withLock { $0.append(trial) }
    }
    let all = try trials.withLock { try $0.map { try $0.get() } }
    for trial in all where trial.isWrong {
      Issue.record("\(trial)")
    }
    let noted = all.filter { $0.isNoted }
    let quick = noted.filter { $0.ran.processorSeconds < 0.3 }
    #expect(
      quick.count * 100 <= noted.count, "of \(noted.count) noted ones these are quick: \(quick)")
    let cheap = all.filter { $0.secondsIfAllowed.map { $0 < Double(Self.tenthOfLimit) } ?? false }
    #expect(cheap.isEmpty, "these are refused and cost little: \(cheap)")
  }

  /// A frame of an expensive document, which was drawn or refused.
  private struct Trial: CustomStringConvertible {
    let seed: Int
    let ran: MeasuredRun
    /// The seconds for a frame that was refused because of its work, if it is drawn with a higher limit, within a tenth
    /// of that limit.
    private(set) var secondsIfAllowed: Double?

    init(seed: Int) throws {
      self.seed = seed
      let folder = try Folder()
      try folder.write(CostlyDocument.text(seed: seed), to: "a.json")
      let frame = ["frame", "a.json", "--at", "0.5", "-o", "x.png"]
      ran = try MeasuredRun(frame, in: folder)
      if Effort.current > .test, ran.status == 65, isOfWork {
        let allowed = try MeasuredRun(
          frame + ["--limit", "work=1000000000000000"], in: folder,
          processorLimit: CostTests.tenthOfLimit)
        if allowed.status == 0 { secondsIfAllowed = allowed.processorSeconds }
      }
      TrialLog.add("\(self)")
    }

    private var isOfWork: Bool { ran.errors.contains("units of work") }
    var isNoted: Bool { ran.status == 0 && isOfWork }
    private var isTold: Bool {
      isOfWork || ran.errors.contains("there is not enough memory")
        || ran.errors.contains("of memory at one time")
    }
    var isWrong: Bool {
      if ![0, 65].contains(ran.status) { return true }
      // Other tests run at the same time, so the processor time is compared, which is not less than the time on a quiet
      // machine.
      let isLarge =
        ran.status == 65 || ran.processorSeconds > 20 || ran.byteCount > 1 << 30
      return isLarge && !isTold
    }

    var description: String {
      "seed \(seed), \(ran.status), \(ran.processorSeconds) s of a processor, "
        + "\(ran.byteCount >> 20) MiB\(secondsIfAllowed.map { ", allowed \($0) s" } ?? ""): "
        + ran.errors
    }
  }

  /// The cost of ordinary documents is not reported.
  @Test func noExampleIsNoted() throws {
    let root = Program.root.appending(path: "Examples")
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: root.path(percentEncoded: false)
    ).filter { $0.hasSuffix(".json") }.sorted()
    let documents = try names.filter {
      try String(contentsOf: root.appending(path: $0), encoding: .utf8).contains("\"canvas\"")
    }
    #expect(documents.count > 40)
    for name in Effort.current == .test ? Array(documents.prefix(3)) : documents {
      let ran = try Program.pipeline(["validate", name], in: root)
      #expect(!ran.errors.contains("units of work"), "\(name): \(ran.summary)")
    }
  }

  /// The documents stay within all limits of points and elements, but drawing each of them would take minutes or gigabytes.
  @Test(
    arguments: Effort.current == .test
      ? ["dash"]
      : ["round", "miter", "dash", "dash-round", "trim", "fill", "mask", "shadow"])
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
    // The cost is known before the document is drawn.
    let told = try Program.pipeline(["validate", "a.json"], in: folder.url)
    #expect(told.errors.contains("units of work"), "\(told.summary)")
  }

  /// Each level draws its whole contents twice, so 28 levels are more than any machine can draw.
  @Test func shadowsInShadowsAreRefusedAtOnce() throws {
    var layer = "{ \"id\": \"a\", \"frame\": [0, 0, 32, 20], \"backgroundColor\": \"#f00\" }"
    for level in 0..<28 {
      layer = """
        { "id": "n\(level)", "frame": [0, 0, 32, 20], "blur": 10, "shadowOpacity": 1,
          "shadowRadius": 30, "rotate": 1, "sublayers": [\(layer)] }
        """
    }
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [400, 400], "scale": 1, "fps": 10 }, "duration": 1,
        "layers": [\(layer)] }
      """, to: "a.json")
    let ran = try Program.pipeline(["frame", "a.json", "--at", "0", "-o", "x.png"], in: folder.url)
    #expect(ran.status == 65 && ran.errors.contains("--limit work=N"), "\(ran.summary)")
    let told = try Program.pipeline(["validate", "a.json"], in: folder.url)
    #expect(told.status == 0 && told.errors.contains("units of work"), "\(told.summary)")
  }

  /// The cost of a gradient is its samples times its stops, and the cost of a filter is the box around its region.
  @Test(arguments: ["stops", "turned"]) func svgCountsAsWork(_ name: String) throws {
    let stops = (0..<300).map { "<stop offset='\(Double($0) / 300)' stop-color='red'/>" }.joined()
    let drawn =
      name == "stops"
      ? "<linearGradient id='g'>\(stops)</linearGradient><rect width='300' height='300' fill='url(#g)'/>"
      : "<filter id='f'><feGaussianBlur stdDeviation='4'/></filter><g transform='rotate(45 150 150)'>"
        + "<rect x='50' y='50' width='200' height='200' filter='url(#f)'/></g>"
    let folder = try Folder()
    try folder.write(
      "<svg xmlns='http://www.w3.org/2000/svg' width='300' height='300'>\(drawn)</svg>", to: "a.svg"
    )
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [300, 300], "scale": 1 }, "layers": [
        { "id": "a", "frame": [0, 0, 300, 300], "contents": { "image": "a.svg" } } ] }
      """, to: "a.json")
    let work = name == "stops" ? 160_000_000 : 15_000_000
    for (limit, status) in [(work / 3, 65), (3 * work, 0)] {
      let ran = try Program.pipeline(
        ["frame", "a.json", "--at", "0", "-o", "x.png", "--limit", "work=\(limit)"], in: folder.url)
      #expect(ran.status == status, "\(ran.summary)")
    }
  }

  /// Effects of layers without visible contents cost nothing and cause no warnings.
  @Test(
    arguments: Effort.spread(
      [
        "\"opacity\": 0.4, \"blendMode\": \"multiply\"",
        "\"shadowOpacity\": 1, \"shadowRadius\": 290", "\"blur\": 100",
        "\"backgroundColor\": \"#123\", \"mask\": { \"path\": \"M0 0L300 200\" }, \"blur\": 3",
        "\"path\": \"M0 0L2400 2400\", \"strokeColor\": \"#000\", \"lineWidth\": 99, "
          + "\"lineDashPattern\": [2, 1], \"mask\": { \"path\": \"M3e3 0L4e3 1L3e3 1\" }",
      ], test: 2))
  func whatIsEmptyCostsNothing(_ members: String) throws {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [2400, 2400], "scale": 1, "fps": 10 }, "duration": 1,
        "layers": [ { "forEach": [\((0..<300).map(String.init).joined(separator: ","))],
          "layer": { "id": "a", "frame": [0, 0, 2400, 2400], \(members) } } ] }
      """, to: "a.json")
    for arguments in [["validate", "a.json"], ["frame", "a.json", "--at", "0", "-o", "x.png"]] {
      let ran = try Program.pipeline(arguments, in: folder.url)
      #expect(ran.status == 0 && !ran.errors.contains("units of work"), "\(ran.summary)")
    }
  }

  /// Parts outside the picture are dropped before they are divided into pieces.
  @Test(arguments: Effort.spread(["fill", "stroke", "dash", "mask"], test: 2))
  func whatIsNotSeenCostsLittle(_ name: String) throws {
    let far = "M-9e5 -8e5" + String(repeating: "C9e5 -9e5 -9e5 -99e4 -9e5 -8e5", count: 3_000)
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
