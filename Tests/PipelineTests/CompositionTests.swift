import EngineSupport
import Files
import Foundation
import Pipeline
import Reporting
import Synchronization
import TestSupport
import Testing

/// Tests the library that other programs import.
@Suite struct CompositionTests {
  private static func composition(
    _ text: String = Sample.moving, _ change: (inout OpenOptions) -> Void = { _ in }
  ) throws -> Composition {
    var options = OpenOptions()
    change(&options)
    return try Composition(bytes: Array(text.utf8), folder: ".", name: "a.json", options: options)
  }

  private static func isRed(_ frame: Frame, _ x: Int) -> Bool {
    Array(frame.bytes[x * 4..<x * 4 + 4]) == [255, 0, 0, 255]
  }

  @Test func itSaysWhatItIs() throws {
    let composition = try Self.composition()
    #expect(composition.duration == 1)
    #expect(composition.framesPerSecond == 10)
    #expect(composition.frameCount == 10)
    #expect(composition.size == (8, 4))
    #expect(composition.timeline.map(\.what) == ["keyframes"])
    #expect(composition.warnings.isEmpty)
  }

  @Test func aFrameIsPixels() throws {
    let composition = try Self.composition()
    let frame = try composition.frame(at: 0.5)
    #expect((frame.width, frame.height, frame.bytes.count) == (8, 4, 128))
    #expect(
      (0..<8).map { Self.isRed(frame, $0) } == [
        false, false, false, true, true, false, false, false,
      ])
    #expect(try composition.frame(number: 5) == frame)
    let large = try Self.composition { $0.scale = 2 }.frame(at: 0.5)
    #expect((large.width, large.height) == (16, 8))
  }

  @Test func variablesAreSet() throws {
    let frame = try Self.composition { $0.variables = ["tint": "#0000ff"] }.frame(at: 0)
    #expect(Array(frame.bytes[0..<4]) == [0, 0, 255, 255])
  }

  @Test func layersAreValues() throws {
    let layers = try Self.composition().layers(at: 0.5)
    let box = try #require(layers.first { $0.id == "box" })
    #expect(box.frame == CanvasRect(x: 3, y: 0, width: 2, height: 4))
    #expect(box.opacity == 1 && !box.isHidden)
    #expect(try Self.composition().json(at: 0.5).hasPrefix("{"))
  }

  @Test func problemsAreValuesWithTheirPlaces() {
    let error = #expect(throws: PipelineError.self) {
      try Self.composition("{ \"version\": 1,\n  \"canvas\": { \"size\": [8] }, \"layer\": [] }")
    }
    #expect(error?.kind == .content)
    #expect((error?.problems.count ?? 0) >= 2)
    #expect(error?.problems.allSatisfy { $0.line == 2 && $0.file == "./a.json" } == true)
  }

  @Test func otherBadInputIsAnErrorToo() throws {
    #expect(throws: PipelineError.self) { try Composition(file: "/nowhere.json") }
    #expect(throws: PipelineError.self) { try Self.composition { $0.scale = 0 } }
    let composition = try Self.composition()
    #expect(throws: PipelineError.self) { try composition.frame(at: 2) }
    #expect(throws: PipelineError.self) { try composition.frame(at: .nan) }
    #expect(throws: PipelineError.self) { try composition.frame(number: 10) }
    var asked = RenderOptions()
    asked.files = ["-"]
    let error = #expect(throws: PipelineError.self) { try composition.render(asked) }
    #expect(error?.kind == .usage)
  }

  @Test func filesAreMadeWithProgress() throws {
    let folder = try Scratch()
    let seen = Mutex<[Int]>([])
    var asked = RenderOptions()
    asked.files = [folder.path("out/%d.png"), folder.path("a.y4m")]
    asked.progress = { done, _ in seen.withLock { $0.append(done) } }
    let lines = try Self.composition().render(asked)
    #expect(lines.count == 2)
    #expect(seen.withLock { $0 } == Array(0...10))
    #expect(try folder.files(in: "out").count == 10)
  }

  @Test func cancellingLeavesNothing() throws {
    let folder = try Scratch()
    var asked = RenderOptions()
    asked.files = [folder.path("a.y4m")]
    asked.isCancelled = { true }
    let error = #expect(throws: PipelineError.self) { try Self.composition().render(asked) }
    #expect(error?.kind == .cancelled)
    #expect(try folder.files().isEmpty)
  }

  @Test func twoWorkBesideEachOther() throws {
    let frames = Mutex<[String: Frame]>([:])
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let tint = number % 2 == 0 ? "#00ff00" : "#0000ff"
      guard
        let composition = try? Self.composition(Sample.moving, { $0.variables = ["tint": tint] })
      else { return }
      for place in 0..<10 {
        let frame = try? composition.frame(number: place)
        frames.withLock { $0["\(number) \(place)"] = frame }
      }
    }
    let made = frames.withLock { $0 }
    #expect(made.count == 80)
    for place in 0..<10 {
      for number in 2..<8 { #expect(made["\(number) \(place)"] == made["\(number % 2) \(place)"]) }
      #expect(made["0 \(place)"] != made["1 \(place)"])
    }
  }

  // MARK: Memory of the caller's

  @Test func pixelsGoIntoMemoryOfTheCallers() throws {
    let composition = try Self.composition()
    let (width, height) = composition.pixelSize
    let stride = width * 4 + 12
    var pixels = [UInt8](repeating: 7, count: stride * height)
    unsafe try pixels.withUnsafeMutableBytes {
      unsafe try composition.draw(number: 5, into: $0, stride: stride)
    }
    let frame = try composition.frame(number: 5)
    for y in 0..<height {
      let row = Array(pixels[y * stride..<y * stride + width * 4])
      #expect(row == Array(frame.bytes[y * width * 4..<(y + 1) * width * 4]))
      #expect(pixels[y * stride + width * 4..<(y + 1) * stride].allSatisfy { $0 == 7 })
    }
    // The last row needs no gap after it.
    unsafe try pixels.withUnsafeMutableBytes {
      let exact = unsafe UnsafeMutableRawBufferPointer(rebasing: $0.dropLast(12))
      unsafe try composition.draw(at: 0.5, into: exact, stride: stride)
    }
    let refused: [(count: Int, stride: Int?)] = [
      (width * height * 4 - 1, nil), (stride * height, width * 4 - 1),
    ]
    func draw(_ count: Int, _ stride: Int?) throws {
      unsafe try pixels.withUnsafeMutableBytes {
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: $0.prefix(count))
        unsafe try composition.draw(at: 0, into: part, stride: stride)
      }
    }
    for (count, stride) in refused {
      let error = #expect(throws: PipelineError.self) { try draw(count, stride) }
      #expect(error?.kind == .usage)
    }
  }

  @Test func alphaIsPremultipliedOrStraight() throws {
    let text = """
      { "version": 1, "canvas": { "size": [2, 1], "scale": 1, "background": "#00000000" },
        "duration": 1,
        "layers": [{ "id": "a", "frame": [0, 0, 2, 1], "backgroundColor": "#ff000080" }] }
      """
    let composition = try Self.composition(text)
    let (width, height) = composition.pixelSize
    let frame = try composition.frame(at: 0)
    let straight = try composition.frame(at: 0, alpha: .straight)
    #expect(Array(frame.bytes[0..<4]) == [128, 0, 0, 128])
    #expect(Array(straight.bytes[0..<4]) == [255, 0, 0, 128])
    #expect(straight.bytes.count == width * height * 4 && straight.alpha == .straight)
  }

  @Test func aFileCanBeBytes() throws {
    let folder = try Scratch()
    let composition = try Self.composition()
    var asked = RenderOptions()
    asked.files = [folder.path("a.gif"), folder.path("a.png"), folder.path("a.y4m")]
    try composition.render(asked)
    for ending in ["gif", "png", "y4m"] {
      #expect(try composition.encoded(as: ending) == Array(folder.data("a.\(ending)")), "\(ending)")
    }
    for ending in ["", "nothing", "png/a"] {
      let error = #expect(throws: PipelineError.self) { try composition.encoded(as: ending) }
      #expect(error?.kind == .usage, "\(ending)")
    }
  }

  // MARK: Ends

  @Test func aFrameCanBeCancelled() throws {
    let composition = try Self.composition()
    let whole = try composition.frame(number: 3)
    let error = #expect(throws: PipelineError.self) {
      try composition.frame(number: 4, isCancelled: { true })
    }
    #expect(error?.kind == .cancelled)
    #expect(try composition.frame(number: 3) == whole)
  }

  @Test func aTimeoutIsAKindOfItsOwn() {
    let error = #expect(throws: PipelineError.self) {
      try Self.composition { $0.timeout = 1e-9 }
    }
    #expect(error?.kind == .timeout)
  }

  @Test func tasksDrawAndEnd() async throws {
    let composition = try Self.composition()
    var numbers: [Frame] = []
    for try await frame in composition.frames(2..<5) { numbers.append(frame) }
    #expect(try numbers == (2..<5).map { try composition.frame(number: $0) })
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await composition.frame(at: 0)
    }
    task.cancel()
    await #expect(throws: PipelineError.self) { try await task.value }
  }

  @Test func whatItCallsCannotCallIt() throws {
    let composition = try Self.composition()
    let kinds = Mutex<Set<PipelineError.Kind>>([])
    _ = try composition.frame(
      at: 0,
      isCancelled: {
        do { _ = try composition.frame(at: 0) } catch {
          kinds.withLock { if let kind = (error as? PipelineError)?.kind { $0.insert(kind) } }
        }
        return false
      })
    #expect(kinds.withLock { $0 } == [.usage])
  }

  // MARK: Settings

  @Test func limitsAndStrictness() throws {
    let many = #expect(throws: PipelineError.self) {
      try Self.composition { $0.limits = [.keyframes: 1] }
    }
    #expect(many?.kind == .content && many?.problems.isEmpty == false)
    for change: (inout OpenOptions) -> Void in [
      { $0.limits = [.layers: 0] }, { $0.scale = .nan }, { $0.threads = 0 },
      { $0.pluginTimeout = -1 }, { $0.mediaTimeout = 0 }, { $0.timeout = .infinity },
    ] {
      #expect(throws: PipelineError.self) { try Self.composition(Sample.moving, change) }
    }
  }

  // MARK: State of their own

  /// A composition may write a file that another composition has read, but never its own input.
  @Test func twoKnowNothingOfEachOther() throws {
    let folder = try Scratch()
    try folder.write(Sample.moving, to: "a.json")
    try folder.write(Sample.moving, to: "b.json")
    let a = try Composition(file: folder.path("a.json"))
    let b = try Composition(file: folder.path("b.json"))
    var asked = RenderOptions()
    // The file name has the extension of a film, but is a link to the document of A.
    try FileManager.default.linkItem(atPath: folder.path("a.json"), toPath: folder.path("a.y4m"))
    asked.files = [folder.path("a.y4m")]
    let error = #expect(throws: PipelineError.self) { try a.render(asked) }
    #expect(error?.kind == .usage && error?.lines.first?.contains("an input") == true)
    try b.render(asked)
    #expect(try folder.data("a.y4m").starts(with: Data("YUV4MPEG2".utf8)))
    for number in 0..<4 {
      #expect(try a.frame(number: number) == b.frame(number: number))
    }
  }

  @Test func aWrongPrefixIsUnavailableWithThePlaces() throws {
    let missing = EngineContext(Installation(prefix: "/nowhere"))
    _ = missing.find("pipeline-none")
    let error = PipelineError(EngineError("x", .unavailable), in: missing)
    #expect(error.kind == .unavailable)
    #expect(error.placesTried == missing.installation.candidates(of: "pipeline-none"))
    #expect(error.placesTried.first == "/nowhere/lib/pipeline/pipeline-none")
    #expect(PipelineError(EngineError("x", .content), in: missing).placesTried.isEmpty)
  }

  // MARK: Words and numbers

  /// Returns the exit status and the words of a refusal; nil if the work succeeded.
  private static func refusal(_ work: () throws -> Void) -> (
    kind: PipelineError.Kind, text: String
  )? {
    do { try work() } catch {
      let error = error as? PipelineError
      return error.map { ($0.kind, $0.description) }
    }
    return nil
  }

  @Test(arguments: [-1, 0, 0.0001, 5_000, 1e9, .nan, .infinity] as [Double])
  func aRateIsJudged(_ rate: Double) throws {
    let folder = try Scratch()
    var asked = RenderOptions()
    asked.files = [folder.path("a.gif")]
    asked.framesPerSecond = rate
    let found = Self.refusal { try Self.composition().render(asked) }
    #expect(
      found?.kind == .usage && found?.text.contains("the frame rate takes 0.001 to 1000") == true)
    #expect(try folder.files().isEmpty)
  }

  @Test(arguments: [-3, 7, .nan] as [Double]) func aQualityIsJudged(_ quality: Double) throws {
    let folder = try Scratch()
    var asked = RenderOptions()
    asked.files = [folder.path("a.jpg")]
    asked.quality = quality
    let found = Self.refusal { try Self.composition().render(asked) }
    #expect(found?.kind == .usage && found?.text.contains("quality must be from 0 to 1") == true)
  }

  @Test func aFilmRunsAtASpeed() throws {
    let folder = try Scratch()
    var asked = RenderOptions()
    asked.files = [folder.path("f-%03d.png")]
    let composition = try Self.composition()
    try composition.render(asked)
    let count = try folder.files().count
    asked.files = [folder.path("g-%03d.png")]
    asked.speed = 0.5
    try composition.render(asked)
    #expect(abs(try folder.files().count - count - 2 * count) <= 2)
    asked.speed = 0
    #expect(
      Self.refusal { try composition.render(asked) }?.text.contains("speed takes 0.01 to 100")
        == true)
  }

  @Test func itSpeaksOfNoOptions() throws {
    let folder = try Scratch()
    var gif = RenderOptions()
    gif.files = [folder.path("a.gif")]
    gif.quality = 0.5
    var codec = gif
    (codec.quality, codec.codec) = (nil, "nosuch")
    let composition = try Self.composition()
    let found = [
      Self.refusal { try composition.render(gif) },
      Self.refusal { try composition.render(codec) },
      Self.refusal { _ = try Self.composition { $0.variables = ["nosuch": "1"] } },
      Self.refusal { _ = try Self.composition { $0.limits = [.keyframes: 1] } },
      Self.refusal { _ = try Self.composition { $0.limits = [.bytes: 10] } },
      Self.refusal { _ = try Self.composition { $0.limits = [.depth: 2] } },
      Self.refusal { _ = try Self.composition { $0.limits = [.frames: 5] }.render(gif) },
    ]
    for one in found {
      #expect(one != nil && one?.text.contains("--") == false, "\(String(describing: one))")
    }
  }
}
