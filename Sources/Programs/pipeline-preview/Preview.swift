import Dispatch
import Foundation
import Synchronization

/// The frames of a document as it stands now, rendered anew whenever one of its files changes.
final class Preview: Sendable {
  private enum RunState: String { case rendering, ready, failed }

  private struct State {
    var version = 0
    var stage = RunState.rendering
    /// The timeline as `inspect --json` prints it.
    var timeline = Data("null".utf8)
    var message = ""
  }

  private let tool: Tool
  private let state = Mutex(State())
  private let isLeaving = Atomic(false)
  private let work = DispatchGroup()
  private let rendering = DispatchQueue(label: "rendering")
  /// One at a time, whoever asks.
  private let inspecting = DispatchQueue(label: "inspecting")

  init(_ tool: Tool) {
    self.tool = tool
    rendering.async(group: work) { self.follow() }
  }

  /// Ends what is at work, which takes a second and a half at most.
  func leave() {
    isLeaving.store(true, ordering: .relaxed)
    _ = work.wait(timeout: .now() + 1.5)
  }

  private var isWanted: Bool { !isLeaving.load(ordering: .relaxed) }

  /// Renders, then again after each change.
  private func follow() {
    var seen: Int?
    while isWanted {
      let now = Watch.state(of: tool.job.folder)
      if now != seen {
        seen = now
        render { self.isWanted && Watch.state(of: self.tool.job.folder) == now }
      } else {
        Thread.sleep(forTimeInterval: 0.25)
      }
    }
  }

  private func render(while isCurrent: () -> Bool) {
    let version = state.withLock { state in
      state.version += 1
      state.stage = .rendering
      state.message = ""
      return state.version
    }
    let room = tool.workshop.roomBytes
    let inspected = tool.run("inspect", ["--json"], while: isCurrent)
    var result = inspected
    var tooMuch: String?
    if let inspected, inspected.status == 0 {
      state.withLock { $0.timeline = inspected.output }
      result = tool.run(
        "run", ["-o", path("\(version)/%d.png"), "--progress", "none"],
        while: {
          tooMuch = excess(of: version, room)
          return tooMuch == nil && isCurrent()
        })
    }
    if let result {
      // A disk may fill up between two looks at the frames; the run then ends by itself.
      let reason = result.status == 0 ? nil : excess(of: version, room)
      state.withLock { state in
        state.stage = result.status == 0 ? .ready : .failed
        state.message = reason ?? result.errors
      }
    } else if isCurrent() {
      state.withLock { state in
        state.stage = .failed
        state.message =
          tooMuch ?? "error: \(tool.job.pipeline) cannot be started, or prints without end\n"
      }
    }
    // The page may still ask for the version before; older ones are gone.
    try? FileManager.default.removeItem(atPath: path("\(version - 2)"))
  }

  /// The message for frames that take more than there is room for; nil when they fit.
  private func excess(of version: Int, _ room: Int) -> String? {
    guard tool.workshop.bytes(in: "\(version)") > room else { return nil }
    return "error: the frames take more than \(room >> 20) MiB, half of what is free in "
      + "\(FileManager.default.temporaryDirectory.path(percentEncoded: false)) or 2 GiB; "
      + "$TMPDIR names another place\n"
  }

  private func path(_ name: String) -> String { "\(tool.workshop.folder)/\(name)" }

  /// The report for which the page asks again and again, as JSON.
  var report: Data {
    struct Head: Encodable {
      var version: Int
      var state: String
      var done: Int
      var message: String
      var document: String
    }
    let now = state.withLock { $0 }
    let files = try? FileManager.default.contentsOfDirectory(atPath: path("\(now.version)"))
    let head = Head(
      version: now.version, state: now.stage.rawValue,
      done: files?.count { $0.hasSuffix(".png") } ?? 0, message: now.message,
      document: tool.job.document)
    var json = (try? JSONEncoder().encode(head)) ?? Data("{}".utf8)
    json.removeLast()
    return json + Data(",\"timeline\":".utf8) + now.timeline + Data("}".utf8)
  }

  /// A PNG; nil while it is not there.
  func frame(_ number: Int, of version: Int) -> [UInt8]? {
    FileManager.default.contents(atPath: path("\(version)/\(number).png")).map(Array.init)
  }

  /// Every layer's values at a time, as `inspect --at` prints them; not found when the document is
  /// broken.
  func layers(at time: Double, for asker: Asker) {
    inspecting.async(group: work) {
      let deadline = ContinuousClock.now + .seconds(60)
      guard self.isWanted && asker.isWaiting else { return }
      let result = self.tool.run("inspect", ["--at", "\(time)", "--json"]) {
        self.isWanted && asker.isWaiting && .now < deadline
      }
      let isDone = result?.status == 0
      asker.send(isDone ? .ok("application/json", Array(result?.output ?? Data())) : .notFound)
    }
  }
}
