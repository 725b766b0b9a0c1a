import Compositing
import Encoding
import Foundation
import Scenes
import TestSupport
import Testing

/// Draws frames of the examples again only from the output of `inspect --at T --json` and the pictures that it names:
/// the bits equal those of `pipeline frame`.
@Suite struct RedrawTests {
  private struct Example: Hashable, Comparable {
    let folder: String
    let file: String
    static func < (a: Example, b: Example) -> Bool { (a.folder, a.file) < (b.folder, b.file) }
  }

  private static let examples = Program.root.appending(path: "Examples")

  /// Returns every document of every example.
  private static func documents() throws -> [Example] {
    try FileManager.default.contentsOfDirectory(atPath: examples.path()).flatMap { folder in
      let files = try? FileManager.default.contentsOfDirectory(
        atPath: examples.appending(path: folder).path())
      // The contents of a Lottie file cannot be drawn from the report, so such documents are left out.
      return try (files ?? []).filter { $0.hasSuffix(".json") }.map {
        Example(folder: folder, file: $0)
      }.filter {
        let path = examples.appending(path: "\($0.folder)/\($0.file)")
        return try !String(contentsOf: path, encoding: .utf8).contains("\"lottie\"")
      }
    }.sorted()
  }

  /// Returns moments of the documents, one of each document before a second of any; a sample has at most one of each of
  /// ten documents.
  private static func moments(atLeast count: Int) throws -> [(Example, [String])] {
    var random = SeededRandom(15)
    var documents = try documents().shuffled(using: &random)
    // A sample includes a document with produced pixels, and one with a text.
    for (place, folder) in ["heat-haze", "headline"].enumerated() {
      documents.swapAt(place, documents.firstIndex { $0.folder == folder } ?? place)
    }
    var moments: [Example: [String]] = [:]
    let least = Effort.current == .test ? 10 : documents.count
    for i in 0..<max(count, least) {
      moments[documents[i % documents.count], default: []].append(
        "\(Double(random.below(10_001)) / 100)%")
    }
    return moments.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  @Test func theReportSaysAll() throws {
    let moments = try Self.moments(atLeast: Effort.count(test: 0, long: 200, soak: 2000))
    var kinds: Set<String> = []
    for (example, times) in moments {
      let folder = Self.examples.appending(path: example.folder)
      let report = try Program.pipeline(
        ["inspect", example.file, "--json"] + times.flatMap { ["--at", $0] }, in: folder)
      try #require(report.status == 0, "\(report.summary)")
      let objects = report.output.split(separator: "\n")
      try #require(objects.count == times.count)
      let pictures = ReportedPictures(folder)
      for (time, object) in zip(times, objects) {
        let reported = try ReportedScene(String(object), pictures: pictures)
        kinds.formUnion(reported.kinds)
        let ours = try Self.drawing(reported)
        let theirs = try Self.frame(example, at: time, in: folder)
        if let difference = Self.difference(ours, theirs) {
          Issue.record("\(example.folder)/\(example.file) at \(time): \(difference)")
        }
      }
    }
    // The kinds that are difficult to report must be among the contents.
    #expect(kinds.isSuperset(of: ["image", "snapshot", "produced", "text"]), "\(kinds)")
  }

  private static func drawing(_ reported: ReportedScene) throws -> Data {
    let (scene, scale) = (reported.scene, reported.scale)
    let size = Compositor.size(of: scene.stage, scale: scale)
    let bitmap = Bitmap(width: size.width, height: size.height)
    try Compositor(threads: 1, dithers: reported.dithers).draw(scene, scale: scale, into: bitmap)
    let folder = try TestSupport.Folder()
    let file = folder.url.appending(path: "ours.rgba")
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    let clip = StreamFormat(
      width: size.width, height: size.height, framesPerSecond: 60, frameCount: 1,
      isOpaque: false, scale: scale)
    let sink = StreamSink(
      RawEncoder(clip), to: StandardOutput(descriptor: handle.fileDescriptor))
    try sink.write(RenderedFrame(index: 0, time: .zero, bitmap: bitmap))
    try handle.close()
    return try folder.data("ours.rgba")
  }

  /// Motion blur is off, because a report describes a single moment.
  private static func frame(_ example: Example, at time: String, in folder: URL) throws -> Data {
    let result = try Program.pipeline(
      ["frame", example.file, "--at", time, "--motion-blur", "0", "-o", "-"], in: folder)
    try #require(result.status == 0, "\(result.errors)")
    return result.data
  }

  /// Returns the difference; nil for the same bytes. (The message of `#expect` about two lists takes minutes to compute.)
  private static func difference(_ a: Data, _ b: Data) -> String? {
    if a == b { return nil }
    guard a.count == b.count else { return "\(a.count) bytes, not \(b.count)" }
    let differences = zip(a, b).map { abs(Int($0) - Int($1)) }
    let places = differences.indices.filter { differences[$0] > 0 }
    return "\(places.count) bytes differ, by \(differences.max() ?? 0) at most, from "
      + places.prefix(4).map { "byte \($0): \(a[$0]), not \(b[$0])" }.joined(separator: ", ")
  }
}
