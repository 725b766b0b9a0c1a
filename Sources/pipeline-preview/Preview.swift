import Foundation

/// The frames of a document as it stands now, rendered anew whenever one of its files changes.
actor Preview {
  enum State: String { case rendering, ready, failed }

  private let job: Job
  private let folder: URL
  private var version = 0
  private var state = State.rendering
  private var timeline = Data("null".utf8)
  private var message = ""
  private var rendering: Tool?

  /// `folder` is ours alone.
  init(_ job: Job, folder: URL) {
    self.job = job
    self.folder = folder
  }

  /// Renders, then again after each change, until the task is cancelled.
  func follow() async {
    var seen: Int?
    var current: Task<Void, Never>?
    while !Task.isCancelled {
      let now = Watch.state(of: job.folder)
      if now != seen {
        seen = now
        rendering?.end()
        await current?.value
        current = Task { await self.render() }
      }
      try? await Task.sleep(for: .milliseconds(250))
    }
    rendering?.end()
    await current?.value
  }

  private func render() async {
    version += 1
    state = .rendering
    message = ""
    let tool = Tool()
    rendering = tool
    let frames = folder.appending(path: "\(version)")
    do {
      let inspected = try await tool.run(job, "inspect", ["--json"])
      if inspected.status == 0 { timeline = inspected.output }
      var result = inspected
      if inspected.status == 0 {
        result = try await tool.run(
          job, "run",
          [
            "-o", frames.appending(path: "%d.png").path(percentEncoded: false), "--progress",
            "none",
          ])
      }
      state = result.status == 0 ? .ready : .failed
      message = result.errors
    } catch {
      state = .failed
      message = "\(error)"
    }
    rendering = nil
    // The page may still ask for the version before; older ones are gone.
    try? FileManager.default.removeItem(at: folder.appending(path: "\(version - 2)"))
  }

  /// What the page asks for again and again, as JSON.
  var report: Data {
    let done =
      (try? FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: "\(version)").path(percentEncoded: false)))?
      .count { $0.hasSuffix(".png") } ?? 0
    struct Head: Encodable {
      var version: Int
      var state: String
      var done: Int
      var message: String
      var document: String
    }
    let head = Head(
      version: version, state: state.rawValue, done: done, message: message,
      document: job.document)
    var json = (try? JSONEncoder().encode(head)) ?? Data("{}".utf8)
    json.removeLast()
    return json + Data(",\"timeline\":".utf8) + timeline + Data("}".utf8)
  }

  /// A PNG; nil while it is not there.
  func frame(_ number: Int, of version: Int) -> Data? {
    try? Data(contentsOf: folder.appending(path: "\(version)/\(number).png"))
  }

  /// Every layer's values at a time, as `inspect --at` prints them; nil when the document is broken.
  func layers(at time: Double) async -> Data? {
    guard let result = try? await Tool().run(job, "inspect", ["--at", "\(time)", "--json"]),
      result.status == 0
    else { return nil }
    return result.output
  }
}
