import EngineSupport
import Files
import Foundation
import Pipeline
import Reporting
import Synchronization
import TestSupport
import Testing

/// What others import.
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

  /// Here all helpers lie beside the tests, so that only what is made of the error can be seen.
  @Test func aHelperThatIsMissingIsAnErrorWithThePlacesTried() {
    let line =
      "a.json:2:62: /layers/0/contents/image: pipeline-png is not installed beside pipeline or in ../lib/pipeline"
    let error = PipelineError(EngineError(line, .content), finding: { _ in nil })
    #expect(error.kind == .unavailable)
    #expect(error.placesTried == Installation.candidates(of: "pipeline-png"))
    #expect(error.lines == [line])
    let found = PipelineError(EngineError(line, .content), finding: { "/usr/lib/\($0)" })
    #expect(found.kind == .content)
    #expect(found.placesTried.isEmpty)
  }
}
