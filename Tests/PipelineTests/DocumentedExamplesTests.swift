import EngineSupport
import Foundation
import Pipeline
import TestSupport
import Testing

/// Tests the examples in the comments of the library; each is in a test of this file, line for line.
@Suite struct DocumentedExamplesTests {
  private static func sample(_ options: OpenOptions = OpenOptions()) throws -> Composition {
    try Composition(
      bytes: Array(Sample.moving.utf8), folder: ".", name: "a.json", options: options)
  }

  @Test func aDocumentIsOpened() throws {
    var options = OpenOptions()
    options.scale = 0.5
    let composition = try Composition(file: "pipeline.json", options: options)
    let frame = try composition.frame(at: 0.5)
    let firstRow = frame.bytes.prefix(frame.width * 4)
    #expect(firstRow.count * frame.height == frame.bytes.count)
    #expect(Set(frame.bytes).count > 16)
  }

  @Test func aServerHasLimits() throws {
    var options = OpenOptions()
    options.limits = [.layers: 500, .pixels: 4_000_000, .work: 2_000_000_000]
    options.sandbox = .required
    options.isolation = .always
    options.pluginTimeout = 2
    options.mediaTimeout = 5
    options.timeout = 30
    #expect(try Self.sample(options).frame(at: 0.5) == Self.sample().frame(at: 0.5))
  }

  @Test func pixelsAreDrawnIntoMemory() throws {
    let composition = try Self.sample()
    let (width, height) = composition.pixelSize
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    unsafe try pixels.withUnsafeMutableBytes { buffer in
      unsafe try composition.draw(at: 0.5, into: buffer, alpha: .straight)
    }
    #expect(try pixels == Array(composition.frame(at: 0.5).bytes))
  }

  @Test func bytesAreEncoded() throws {
    let composition = try Self.sample()
    let gif = try composition.encoded(as: "gif")
    #expect(gif.starts(with: Array("GIF89a".utf8)))
  }

  @Test func framesAreAwaited() async throws {
    let composition = try Self.sample()
    let frame = try await composition.frame(at: 0.5)
    var total = 0
    for try await frame in composition.frames() { total += frame.bytes.count }
    #expect(total == 10 * frame.bytes.count)
  }

  /// This file contains every example.
  @Test func allStandHere() throws {
    func lines(_ file: URL) throws -> [String] {
      try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let tested = try lines(URL(filePath: #filePath)).joined(separator: "\n")
    let sources = Program.root.appending(path: "Sources/Engine/Pipeline")
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: sources.path()) {
      let mark = "///     "
      let examples = try lines(sources.appending(path: name)).split { !$0.hasPrefix(mark) }
      for example in examples {
        let code = example.map {
          $0.dropFirst(mark.count).trimmingCharacters(in: .whitespaces)
        }.joined(separator: "\n")
        #expect(tested.contains(code), "\(name): no test has\n\(code)")
        count += 1
      }
    }
    #expect(count >= 6)
  }

  /// The library draws the same frames as `pipeline run`.
  @Test func framesAreThoseOfTheProgram() throws {
    struct Manifest: Decodable {
      struct Frame: Decodable { var sha256: String }
      struct Output: Decodable { var frames: [Frame] }
      var outputs: [Output]
    }
    let document = "Examples/circle-pop/pipeline.json"
    let folder = try Folder()
    let run = try Program.pipeline([
      "run", document, "-o", folder.path("a.y4m"), "--scale", "0.5", "--manifest",
      folder.path("m.json"), "-q",
    ])
    try #require(run.status == 0, "\(run.summary)")
    let expected = try JSONDecoder().decode(
      Manifest.self, from: Data(contentsOf: URL(filePath: folder.path("m.json")))
    ).outputs[0].frames.map(\.sha256)
    var options = OpenOptions()
    options.scale = 0.5
    let composition = try Composition(file: document, options: options)
    for number in 0..<composition.frameCount {
      try Data(composition.frame(number: number).bytes).write(
        to: URL(filePath: folder.path("\(number)")))
    }
    let sums = try Program.tool(
      "sha256sum", (0..<composition.frameCount).map { folder.path("\($0)") })
    #expect(sums.output.split(separator: "\n").map { String($0.prefix(64)) } == expected)
  }
}
