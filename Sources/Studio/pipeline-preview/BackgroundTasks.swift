import Dispatch
import FoundationEssentials
import Synchronization

/// Commands of `pipeline` that a page asks for: the same that a person would type, and that the page says.
final class BackgroundTasks: Sendable {
  private let job: Job
  private let document: OpenDocument
  private let messages: MessageQueue
  /// One at a time, whoever asks.
  private let queue = DispatchQueue(label: "errands")
  private let state = Mutex((number: 0, waiting: 0))
  private let isLeaving = Atomic(false)
  /// The most errands that wait.
  private static let limit = 8

  init(_ job: Job, _ document: OpenDocument, _ messages: MessageQueue) {
    self.job = job
    self.document = document
    self.messages = messages
  }

  func leave() { isLeaving.store(true, ordering: .relaxed) }

  /// Runs the checks of the document; the answer is what `check --json` prints.
  func check(for asker: PendingResponse) {
    guard enter() != nil else { return asker.send(Self.busy) }
    queue.async { [self] in
      defer { exit() }
      // The checks of a document that has none fail, and say so.
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "pipeline-checks-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let result = run(
        ["check", document.path, "--json", "-o", folder.path(percentEncoded: false)] + job.reading
      ) { _ in asker.isWaiting }
      if let result, result.status <= 1, result.output.first == UInt8(ascii: "{") {
        asker.send(.ok("application/json", Array(result.output)))
      } else {
        asker.send(.refusal("422 Unprocessable Content", CommandRun.lastLine(result?.errors)))
      }
    }
  }

  /// Renders an output of the document, and tells all pages how far it is. The answer is its number and
  /// the command.
  func export(_ body: [UInt8]) -> Response {
    struct ExportRequest: Decodable { var path: String }
    guard let wish = try? JSONDecoder().decode(ExportRequest.self, from: Data(body)) else {
      return .refusal("400 Bad Request", "an export has a path")
    }
    let shown = document.path
    guard let path = document.place(of: wish.path) else {
      return .refusal(
        "422 Unprocessable Content", "an export goes below the document's folder, through no link")
    }
    guard let number = enter() else { return Self.busy }
    let command = "pipeline run \(CommandRun.word(shown)) -o \(CommandRun.word(path))"
    queue.async { [self] in
      defer { exit() }
      tell(Progress(id: number, path: wish.path, state: "running", command: command))
      let result = run(
        ["run", shown, "-o", path, "--progress", "json"] + job.reading
      ) { errors in
        if let (done, total) = CommandRun.progress(errors) {
          tell(
            Progress(
              id: number, path: wish.path, done: done, of: total, state: "running",
              command: command))
        }
        return true
      }
      let isDone = result?.status == 0
      tell(
        Progress(
          id: number, path: wish.path, state: isDone ? "done" : "failed",
          message: isDone ? "" : CommandRun.lastLine(result?.errors), command: command))
    }
    struct Answer: Encodable { var id: Int, command: String }
    let answer = try? JSONEncoder().encode(Answer(id: number, command: command))
    return .ok("application/json", Array(answer ?? Data("{}".utf8)))
  }

  private struct Progress: Encodable {
    var id: Int
    var path: String
    var done = 0
    var of = 0
    var state: String
    var message = ""
    var command: String
  }

  private func tell(_ progress: Progress) {
    messages.put(.event("export", Array((try? JSONEncoder().encode(progress)) ?? Data())))
  }

  private static let busy = Response.refusal(
    "503 Service Unavailable", "too many things are to be done already")

  /// The number of a new errand; nil when too many wait.
  private func enter() -> Int? {
    state.withLock { state in
      guard state.waiting < Self.limit else { return nil }
      state.number += 1
      state.waiting += 1
      return state.number
    }
  }

  private func exit() { state.withLock { $0.waiting -= 1 } }

  private func run(_ words: [String], while look: (Data) -> Bool) -> CommandRun? {
    CommandRun(job.pipeline, words) { look($0) && !isLeaving.load(ordering: .relaxed) }
  }
}
