import Foundation
import FoundationNetworking
import Testing

/// `pipeline preview`, asked as its page asks it.
@Suite struct PreviewTests {
  private struct Status: Decodable {
    struct Timeline: Decodable {
      var duration: Double
      var fps: Double
    }
    var version: Int
    var state: String
    var done: Int
    var message: String
    var timeline: Timeline?
  }

  private static let document = """
    { "version": 1, "canvas": { "size": [40, 30], "scale": 1, "fps": 10, "background": "#204060" },
      "layers": [ { "id": "box", "frame": [0, 0, 10, 10], "backgroundColor": "#f80" } ],
      "timeline": { "targets": "box", "duration": 0.5,
        "keyframes": [ { "translate": [0, 0] }, { "translate": [30, 20] } ] } }
    """

  /// The preview of a document, and where it answers.
  private final class Running {
    let process = Process()
    let address: URL

    init(_ folder: Folder, temporary: Folder) throws {
      process.executableURL = Program.folder.appending(path: "pipeline")
      process.arguments = ["preview", "doc.json", "--port", "0"]
      process.currentDirectoryURL = folder.url
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["TMPDIR": temporary.url.path(percentEncoded: false)]
      ) { $1 }
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      let match = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+\//), "\(line)")
      address = try #require(URL(string: String(match.0)))
    }

    func get(_ path: String, host: String? = nil) async throws -> (Data, Int) {
      var request = URLRequest(url: address.appending(path: path))
      if path.contains("?") { request.url = URL(string: address.absoluteString + path) }
      if let host { request.setValue(host, forHTTPHeaderField: "Host") }
      let (data, response) = try await URLSession.shared.data(for: request)
      return (data, (response as? HTTPURLResponse)?.statusCode ?? 0)
    }

    /// The first status of which this holds; the last one when none came.
    func status(until holds: (Status) -> Bool) async throws -> Status {
      var last = try JSONDecoder().decode(Status.self, from: try await get("status").0)
      for _ in 0..<600 where !holds(last) {
        try await Task.sleep(for: .milliseconds(50))
        last = try JSONDecoder().decode(Status.self, from: try await get("status").0)
      }
      return last
    }
  }

  @Test func showsWhatTheDocumentSaysNow() async throws {
    let (folder, temporary) = (try Folder(), try Folder())
    try folder.write(Self.document, to: "doc.json")
    let running = try Running(folder, temporary: temporary)
    defer { if running.process.isRunning { running.process.terminate() } }

    let (page, code) = try await running.get("")
    #expect(code == 200 && String(decoding: page, as: UTF8.self).contains("<canvas"))
    #expect(try await running.get("", host: "evil.example").1 == 403)

    let first = try await running.status { $0.state == "ready" }
    #expect(first.state == "ready" && first.done == 5 && first.timeline?.duration == 0.5)
    try Program.pipeline(
      ["run", "doc.json", "--frames", "3-3", "-o", "out/%d.png"], in: folder.url)
    #expect(try await running.get("frames/\(first.version)/3").0 == folder.data("out/3.png"))
    #expect(try await running.get("frames/\(first.version)/5").1 == 404)
    let (layers, found) = try await running.get("layers?at=0.25")
    #expect(found == 200)
    let inspection = try JSONDecoder().decode(Inspection.self, from: layers)
    #expect(inspection["box"]?.frame == [15, 10, 10, 10])

    // A fault is shown as `run` tells it; mending it shows the frames again.
    try folder.write(
      Self.document.replacingOccurrences(of: "\"targets\"", with: "\"tragets\""), to: "doc.json")
    let broken = try await running.status { $0.state == "failed" }
    #expect(broken.message.contains("did you mean \"targets\"?"), "\(broken)")
    try folder.write(
      Self.document.replacingOccurrences(of: "0.5", with: "0.7"), to: "doc.json")
    let mended = try await running.status { $0.state == "ready" && $0.done == 7 }
    #expect(mended.done == 7 && mended.message.isEmpty)

    running.process.terminate()
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 143)
    #expect(try temporary.files() == [])
  }

  @Test func saysWhenThereIsNoDocument() throws {
    let result = try Program.pipeline(["preview", "nowhere.json"])
    #expect(result.status == 66 && result.errors == "error: nowhere.json: no such file\n")
  }
}
