import CProcess
import Dispatch
import Files
import FoundationEssentials
import Glibc
import StudioProtocol
import Synchronization

/// Runs commands of `pipeline` that a page starts. The page shows each command with the arguments that a person would type.
final class BackgroundTasks: Sendable {
  private let job: Job
  private let document: OpenDocument
  private let messages: MessageQueue
  /// The queue that runs one command at a time.
  private let queue = DispatchQueue(label: "tasks")
  private struct Export {
    let path: String
    var isWanted = true
    var isDone = false
  }
  private struct State {
    var number = 0
    var waiting = 0
    var exports: [Int: Export] = [:]
  }
  private let state = Mutex(State())
  private let isLeaving = Atomic(false)
  /// The maximum number of waiting tasks.
  private static let limit = 8

  init(_ job: Job, _ document: OpenDocument, _ messages: MessageQueue) {
    self.job = job
    self.document = document
    self.messages = messages
  }

  func leave() { isLeaving.store(true, ordering: .relaxed) }

  /// Runs the checks of the document; the answer is the output of `check --json`.
  func check(for pending: PendingResponse) {
    guard enter() != nil else { return pending.send(Self.busy) }
    queue.async { [self] in
      defer { exit() }
      // The command fails with a message if the document has no checks.
      guard let folder = try? TemporaryFolder(.checks) else {
        return pending.send(
          .refusal(.unprocessableContent, "no folder could be created for the checks' pictures"))
      }
      defer { folder.remove() }
      let result = run(
        ["check", document.path, "--json", "-o", "\(folder.path)/report"] + job.reading
      ) { _ in pending.isWaiting }
      if let result, result.status <= 1, result.output.first == UInt8(ascii: "{") {
        pending.send(StudioAnswer(.json, Array(result.output)))
      } else {
        pending.send(.refusal(.unprocessableContent, CommandRun.lastLine(result?.errors)))
      }
    }
  }

  // MARK: Exports

  /// Renders an output of the document, and reports progress to all pages. The answer contains the task's number and
  /// the command.
  func export(_ body: [UInt8]) -> StudioAnswer {
    // An export request; an output of the document keeps the document's settings.
    struct ExportRequest: Decodable { var path: String, isOwn: Bool? }
    guard let asked = try? JSONDecoder().decode(ExportRequest.self, from: Data(body)) else {
      return .refusal(.badRequest, "an export needs a path")
    }
    let shown = document.path
    guard let path = document.place(of: asked.path) else {
      return .refusal(
        .unprocessableContent,
        "an export must be written below the document's folder, and not through a link")
    }
    guard let number = enter() else { return Self.busy }
    let words = asked.isOwn == true ? ["--only", asked.path] : ["-o", path]
    let command =
      "pipeline run \(CommandRun.word(shown)) \(words[0]) \(CommandRun.word(words[1]))"
    state.withLock { $0.exports[number] = Export(path: path) }
    queue.async { [self] in
      defer { exit() }
      render(
        Progress(id: number, path: asked.path, state: "running", command: command), shown,
        words, path)
    }
    struct Answer: Encodable { var id: Int, command: String }
    let answer = try? JSONEncoder().encode(Answer(id: number, command: command))
    return StudioAnswer(.json, Array(answer ?? Data("{}".utf8)))
  }

  private func render(_ begun: Progress, _ shown: String, _ words: [String], _ path: String) {
    var progress = begun
    tell(progress)
    let result = run(
      ["run", shown] + words + ["--progress", "json"] + job.reading
    ) { errors in
      if let (done, total) = CommandRun.progress(errors) {
        (progress.done, progress.of) = (done, total)
        tell(progress)
      }
      return state.withLock { $0.exports[begun.id]?.isWanted ?? false }
    }
    let isDone = result?.status == 0
    let isWanted = state.withLock { state in
      state.exports[begun.id]?.isDone = isDone
      return state.exports[begun.id]?.isWanted ?? false
    }
    progress.state = isDone ? "done" : isWanted ? "failed" : "cancelled"
    progress.message =
      isDone ? CommandRun.remarks(result?.errors) : CommandRun.lastLine(result?.errors)
    if isDone { progress.facts = CommandRun.facts(result?.output) }
    progress.bytes = isDone ? Self.size(of: path) : nil
    tell(progress)
  }

  /// Returns the size of an output file; nil for a series of files.
  private static func size(of path: String) -> Int? {
    var about = stat()
    // Safety: the call reads the path, and fills the struct.
    guard unsafe stat(path, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(about.st_size)
  }

  private struct Progress: Encodable {
    var id: Int
    var path: String
    var done = 0
    var of = 0
    var state: String
    var message = ""
    var facts: [String] = []
    var bytes: Int?
    var command: String
  }

  private func tell(_ progress: Progress) {
    messages.put(.event("export", Array((try? JSONEncoder().encode(progress)) ?? Data())))
  }

  func cancelExport(_ number: Int) -> StudioAnswer {
    state.withLock { $0.exports[number]?.isWanted = false }
    return .done
  }

  private static let contents: [String: StudioAnswer.Content] = [
    "mp4": .mp4, "gif": .gif, "webm": .webm, "png": .png, "apng": .png, "webp": .webp,
  ]
  private static let largestFile = 512 << 20

  /// Returns the file that an export has written.
  func exportedFile(_ number: Int) -> StudioAnswer {
    guard let path = exported(number), let size = Self.size(of: path) else {
      return .refusal(.notFound, "there is no such file")
    }
    guard size <= Self.largestFile, let bytes = try? Data(contentsOf: URL(filePath: path)) else {
      return .refusal(
        .unprocessableContent, "the file \(path) is too large for the page")
    }
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return StudioAnswer(Self.contents[ending] ?? .file, Array(bytes))
  }

  /// Shows the folder of an export in the system's file manager.
  func showFolder(_ number: Int) -> StudioAnswer {
    guard let path = exported(number) else {
      return .refusal(.notFound, "there is no such file")
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    let opener = "/usr/bin/xdg-open"
    guard FileManager.default.isExecutableFile(atPath: opener),
      let process = Child.start(
        opener, [opener, folder], input: -1, output: -1, error: -1, passed: [],
        diesWithParent: false)
    else {
      return .refusal(
        .unprocessableContent,
        "this machine has no program that shows a folder in a window; the folder is \(folder)")
    }
    // The process is waited for on another thread; it ends after it has requested the window.
    DispatchQueue.global().async {
      var status: Int32 = 0
      // Safety: the call writes the status.
      if unsafe process_wait(process, 10_000, &status) != 0 {
        _ = unsafe process_kill(process, &status)
      }
    }
    return .done
  }

  private func exported(_ number: Int) -> String? {
    state.withLock { $0.exports[number].flatMap { $0.isDone ? $0.path : nil } }
  }

  private static let busy = StudioAnswer.refusal(
    .serviceUnavailable, "too many tasks are waiting already")

  /// Returns the number of a new task; nil if too many tasks are waiting.
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
