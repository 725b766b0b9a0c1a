import Assets
import Documents
import Encoding
import EngineSupport
import Farm
import Foundation
import JSON
import Planning
import Rendering
import Reporting
import Scenes
import TestSupport
import Testing

/// Tests rendered frames, and the records that confirm them.
@Suite struct FrameStoreTests {
  private static func rendered(_ project: Project, scale: Double = 1) throws -> RenderedDocument {
    RenderedDocument(
      planned: project.planned, facts: try JobInputsRecord(project, fonts: []),
      media: project.media, framesPerSecond: 10, scale: scale, motionBlur: nil)
  }

  /// Renders ten frames into `out`, with their records.
  private static func render(_ project: Project, in folder: Scratch) throws {
    var run = RenderRun(
      planned: project.planned,
      jobs: [try OutputRequest(path: folder.path("out/%02d.png"), framesPerSecond: 10, scale: 1)],
      threads: 1, media: project.media, diagnostics: .silent, cancellation: .never)
    run.record = try JobInputsRecord(project, fonts: []).record
    run.resumes = true
    try run.run()
  }

  private static func store(
    _ folder: Scratch, _ project: Project, scale: Double = 1, _ cancellation: Cancellation = .never
  ) throws -> FrameStore {
    try FrameStore([folder.path("out/%02d.png")], of: rendered(project, scale: scale), cancellation)
  }

  @Test func whatWasRenderedIsWhole() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    try Self.render(project, in: folder)
    let store = try Self.store(folder, project)
    #expect(store.total == 10)
    #expect(try store.check().isEmpty)
  }

  @Test func itKnowsItsMoments() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    try Self.render(project, in: folder)
    let store = try Self.store(folder, project)
    #expect(store.number(at: FrameTime(frame: 4, framesPerSecond: 10)) == 4)
    #expect(store.number(at: FrameTime(seconds: 0.05)) == nil)
    #expect(store.time(of: 4) == FrameTime(frame: 4, framesPerSecond: 10))
  }

  @Test func whatIsMissingOrDamagedIsFound() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    try Self.render(project, in: folder)
    try FileManager.default.removeItem(atPath: folder.path("out/03.png"))
    try folder.write("no picture", to: "out/05.png")
    let findings = try Self.store(folder, project).check()
    #expect(findings.map(\.number) == [3, 5])
    #expect(findings.map(\.isMissing) == [true, false])
    #expect(findings[1].words.hasPrefix("damaged"))
    #expect(try Self.store(folder, project).check(6...9).isEmpty)
  }

  @Test func framesOfAnotherJobSayWhatDiffers() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    try Self.render(project, in: folder)
    let findings = try Self.store(folder, project, scale: 2).check()
    #expect(findings.count == 10)
    #expect(findings.first?.words == "made with scale 1, not 2")
  }

  @Test func framesWithoutARecordAreRefused() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    try Self.render(project, in: folder)
    try FileManager.default.removeItem(atPath: folder.path("out/frames.jsonl"))
    let words = try Self.store(folder, project).check().map(\.words)
    #expect(Set(words) == ["no record exists: pipeline run writes records with --resume"])
  }

  @Test func aFolderThatIsNotThereIsMissing() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    let error = #expect(throws: EngineError.self) { try Self.store(folder, project) }
    #expect(error?.cause == .missing)
  }

  @Test func checkingEndsWhenNobodyWantsIt() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    try Self.render(project, in: folder)
    let store = try Self.store(folder, project, Cancellation { true })
    let error = #expect(throws: EngineError.self) { try store.check() }
    #expect(error?.cause == .cancelled)
  }

  @Test func neighboursWithTheSameWordsAreOneLine() {
    let findings = [1, 2, 3, 7].map {
      FrameStore.Finding(number: $0, words: "missing", isMissing: true)
    }
    let error = EngineError(findings: findings)
    #expect(error.lines == ["frames 1-3: missing", "frame 7: missing"])
    #expect(error.cause == .missing)
    let worse = findings + [FrameStore.Finding(number: 8, words: "damaged", isMissing: false)]
    #expect(EngineError(findings: worse).cause == .content)
  }
}
