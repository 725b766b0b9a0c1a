import Assets
import Documents
import Encoding
import EngineSupport
import Foundation
import JSON
import Media
import Planning
import Rendering
import Reporting
import Scenes
import Synchronization
import TestSupport
import Testing

/// Tests rendering from a plan to files without a process; PNG and Y4M are written in the test's process.
@Suite struct RenderRunTests {
  private static func run(
    _ planned: PlannedDocument, _ paths: [String], threads: Int = 1,
    frames: FrameSelection = .all, _ diagnostics: Diagnostics = .silent,
    _ cancellation: Cancellation = .never
  ) throws -> RenderRun {
    RenderRun(
      planned: planned,
      jobs: try OutputRequest.jobs(
        of: planned, commandLine: paths, framesPerSecond: nil, scale: nil),
      threads: threads, media: MediaSettings(), frames: frames, diagnostics: diagnostics,
      cancellation: cancellation)
  }

  @Test(arguments: [1, 3])
  func aSequenceHasAFileForEachFrame(_ threads: Int) throws {
    let folder = try Scratch()
    let planned = try Sample.planned(in: folder)
    let lines = try Self.run(planned, [folder.path("out/%02d.png")], threads: threads).run()
    #expect(lines.count == 1)
    #expect(try folder.files(in: "out").filter { $0.hasSuffix(".png") }.count == 10)
  }

  @Test func threadsChangeNoByte() throws {
    let folder = try Scratch()
    let planned = try Sample.planned(in: folder)
    try Self.run(planned, [folder.path("a.y4m")]).run()
    try Self.run(planned, [folder.path("b.y4m")], threads: 4).run()
    #expect(try folder.data("a.y4m") == folder.data("b.y4m"))
  }

  @Test func outputsOfOneLookShareTheirFrames() throws {
    let folder = try Scratch()
    let told = Told()
    let planned = try Sample.planned(in: folder)
    try Self.run(planned, [folder.path("a.y4m"), folder.path("b.y4m")], told.diagnostics).run()
    #expect(told.progress == Array(0...10))
    #expect(told.ends == 1)
  }

  @Test func aPartOfTheFramesKeepsTheirNumbers() throws {
    let folder = try Scratch()
    let planned = try Sample.planned(in: folder)
    try Self.run(planned, [folder.path("out/%d.png")], frames: .range(3...5)).run()
    #expect(try folder.files(in: "out") == ["3.png", "4.png", "5.png"])
  }

  @Test func cancellingLeavesNoHalfFile() throws {
    let folder = try Scratch()
    let planned = try Sample.planned(in: folder)
    // The cancellation is tested between frames and inside frames: the run ends after four reported frames.
    let told = Told()
    let cancellation = Cancellation { (told.progress.last ?? 0) >= 4 }
    let error = #expect(throws: EngineError.self) {
      try Self.run(planned, [folder.path("a.y4m")], told.diagnostics, cancellation).run()
    }
    #expect(error?.cause == .cancelled)
    #expect((4...6).contains(told.progress.last ?? 0))
    #expect(told.ends == 1)
    #expect(try folder.files() == ["pipeline.json"])
  }

  @Test func recordsAreMadeForAResumedRun() throws {
    let folder = try Scratch()
    let planned = try Sample.planned(in: folder)
    var run = try Self.run(planned, [folder.path("out/%02d.png")])
    let id = String(repeating: "0a", count: 32)
    run.record = { _, _ in JobRecord(id: id, line: "{\"job\":\"\(id)\",\"facts\":[]}") }
    run.resumes = true
    try run.run()
    try FileManager.default.removeItem(atPath: folder.path("out/04.png"))
    let told = Told()
    var again = try Self.run(planned, [folder.path("out/%02d.png")], told.diagnostics)
    again.record = run.record
    again.resumes = true
    try again.run()
    #expect(told.progress == [0, 1])
  }
}

/// Tests the settings of outputs.
@Suite struct OutputJobTests {
  private static func jobs(
    _ paths: [String], _ encoding: EncodingSettings? = nil, text: String = Sample.moving
  ) throws -> [OutputRequest] {
    let folder = try Scratch()
    return try OutputRequest.jobs(
      of: try Sample.planned(text, in: folder), commandLine: paths, framesPerSecond: nil,
      scale: nil, encoding: encoding)
  }

  @Test func theCanvasSaysWhatTheLineDoesNot() throws {
    let job = try #require(try Self.jobs(["a.png"]).first)
    #expect(job.framesPerSecond == 10)
    #expect(job.scale == 1)
    #expect(!job.dithers)
    #expect(job.look == RenderSettings(job: job))
  }

  @Test func onlyASequenceGoesOn() throws {
    let jobs = try Self.jobs(["out/%03d.png", "a.png", "a.mp4"])
    #expect(jobs.map(\.canResume) == [true, false, false])
  }

  @Test func encodersAreProcesses() throws {
    #expect(
      try Self.jobs(["a.mp4", "a.gif", "-.mp4", "a.y4m"]).map(\.isEncoded) == [
        true, false, false, false,
      ])
  }

  @Test func theDocumentsOutputsAreTaken() throws {
    let text = Sample.document(
      ", \"outputs\": [{ \"path\": \"out/a.gif\", \"scale\": 2, \"loop\": 3 }]")
    let job = try #require(try Self.jobs([], text: text).first)
    #expect(job.scale == 2)
    #expect(job.options.loop == 3)
    #expect(job.path.hasSuffix("out/a.gif"))
  }

  @Test func everyProblemOfTheOutputsIsTold() {
    let text = Sample.document(
      ", \"outputs\": [{ \"path\": \"a.png\", \"loop\": 3 }, { \"path\": \"b.xyz\" }]")
    let error = #expect(throws: EngineError.self) { try Self.jobs([], text: text) }
    #expect(error?.problems.count == 2)
    #expect(error?.problems.first?.message.contains("\"loop\" is for") == true)
  }

  @Test func encodingCountsForThoseThatKnowIt() throws {
    let jobs = try Self.jobs(["a.mp4", "a.png"], EncodingSettings(codec: .h265, quality: 0.5))
    #expect(jobs[0].options.codec == .h265)
    #expect(jobs[0].options.quality == 0.5)
    #expect(jobs[1].options.codec == nil)
  }

  @Test func encodingThatNobodyKnowsIsAnError() {
    let error = #expect(throws: EngineError.self) {
      try Self.jobs(["a.png"], EncodingSettings(quality: 0.5))
    }
    #expect(error?.cause == .usage)
    #expect(error?.lines == ["--quality: none of the outputs of -o supports this option"])
  }

  @Test func aCodecOfAnotherFormatIsAnError() {
    let error = #expect(throws: EngineError.self) {
      try Self.jobs(["a.mp4"], EncodingSettings(codec: .prores))
    }
    #expect(error?.lines.first?.hasPrefix("--codec: the codecs of a.mp4 are") == true)
  }

  @Test func encodingIsSaidInTheWordsOfTheProgram() {
    let settings = EncodingSettings(codec: .av1, quality: 0.25, effort: .best)
    #expect(settings.words == ["--codec", "av1", "--quality", "0.25", "--effort", "best"])
    #expect(EncodingSettings().words.isEmpty)
  }

  @Test func itSurvivesJSON() throws {
    let settings = EncodingSettings(codec: .av1, quality: 0.25, effort: .best)
    let text = try JSONEncoder().encode(settings)
    #expect(try JSONDecoder().decode(EncodingSettings.self, from: text) == settings)
  }
}

extension RenderSettings {
  fileprivate init(job: OutputRequest) { self.init(scale: job.scale, dithers: job.dithers) }
}

/// Tests drawing one moment into a bitmap.
@Suite struct FrameSourceTests {
  @Test func aFrameIsWhereItsTimeIs() throws {
    let folder = try Scratch()
    let planned = try Sample.planned(in: folder)
    let source = try FrameRenderer(planned, scale: 1, threads: 1, .silent)
    let bitmap = Bitmap(width: 8, height: 4)
    try source.draw(.zero, frame: 0, into: bitmap)
    #expect(
      Self.colors(bitmap) == [255, 255, 0, 0, 0, 0, 0, 0].map { $0 == 255 ? "red" : "white" })
    try source.draw(FrameTime(seconds: 0.5), frame: 5, into: bitmap)
    #expect(
      Self.colors(bitmap) == ["white", "white", "white", "red", "red", "white", "white", "white"])
  }

  /// Returns the colours of the first row.
  private static func colors(_ bitmap: Bitmap) -> [String] {
    (0..<8).map { x in
      // Safety: the pixel is in the first row.
      let green = unsafe bitmap.pixels[x * 4 + 1]
      return green == 0 ? "red" : green == 255 ? "white" : "mixed"
    }
  }

  @Test func itSaysWhatChanged() throws {
    let folder = try Scratch()
    let source = try FrameRenderer(try Sample.planned(in: folder), scale: 1, threads: 1, .silent)
    let bitmap = Bitmap(width: 8, height: 4)
    try source.draw(.zero, frame: 0, into: bitmap)
    let changed = try source.draw(FrameTime(seconds: 0.5), frame: 5, into: bitmap)
    #expect(changed?.isEmpty == false)
    #expect(try source.draw(FrameTime(seconds: 0.5), frame: 5, into: bitmap)?.isEmpty == true)
  }

  @Test(arguments: [0.01, 4000.0])
  func aCanvasOfNoOrTooManyPixelsIsRefused(_ scale: Double) throws {
    let folder = try Scratch()
    let planned = try Sample.planned(in: folder)
    let error = #expect(throws: EngineError.self) {
      try FrameRenderer(planned, scale: scale, threads: 1, .silent)
    }
    #expect(error?.cause == .usage)
  }

  /// A document's own limit of work applies to its frames: a document that was read with a lower limit is refused, and
  /// another one is drawn.
  @Test func framesAreHeldToTheLimitTheyWereReadWith() throws {
    let folder = try Scratch()
    let soft = """
      {
        "version": 1, "canvas": { "size": [400, 400], "fps": 10 }, "duration": 1,
        "layers": [
          { "id": "a", "frame": [0, 0, 400, 400], "backgroundColor": "#ff0000", "blur": 30 },
          { "id": "b", "frame": [0, 0, 400, 400], "backgroundColor": "#00ff0080", "blur": 30 }
        ]
      }
      """
    var narrow = ReadingSettings()
    narrow.limits = [.init(name: "work", value: 1_000_000)]
    let refused = try FrameRenderer(
      try Sample.project(soft, in: folder, narrow).planned, scale: 1, threads: 1, .silent)
    let drawn = try FrameRenderer(
      try Sample.project(soft, in: folder).planned, scale: 1, threads: 1, .silent)
    let bitmap = Bitmap(width: 400, height: 400)
    for _ in 0..<2 {
      let error = #expect(throws: EngineError.self) {
        try refused.draw(.zero, frame: 0, into: bitmap)
      }
      #expect(error?.lines[0].contains("the limit is 0.0 G") == true, "\(error?.lines ?? [])")
      try drawn.draw(.zero, frame: 0, into: bitmap)
    }
  }

  private final class Store: RenderedFrames {
    let look = RenderSettings(scale: 1)
    var asked: [Int] = []
    func number(at time: FrameTime) -> Int? { time == .zero ? 7 : nil }
    func read(_ number: Int, into bitmap: Bitmap) { asked.append(number) }
  }

  @Test func framesThatWereRenderedAreNotDrawn() throws {
    let folder = try Scratch()
    let store = Store()
    let planned = try Sample.planned(in: folder)
    let source = try FrameRenderer(
      planned, look: RenderSettings(scale: 1), threads: 1, store: store, .silent)
    let bitmap = Bitmap(width: 8, height: 4)
    #expect(try source.draw(.zero, frame: 0, into: bitmap) == nil)
    #expect(store.asked == [7])
    // Safety: the index addresses the first pixel.
    #expect(unsafe bitmap.pixels[3] == 0)
    try source.draw(FrameTime(seconds: 0.1), frame: 1, into: bitmap)
    #expect(store.asked == [7])
    let other = try FrameRenderer(
      planned, look: RenderSettings(scale: 2), threads: 1, store: store, .silent)
    try other.draw(.zero, frame: 0, into: Bitmap(width: 16, height: 8))
    #expect(store.asked == [7])
  }
}
