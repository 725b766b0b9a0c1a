import CProcess
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Commands of `pipeline` that a page asks for: the same that a person would type, and that the page says.
final class BackgroundTasks: Sendable {
  private let job: Job
  private let messages: MessageQueue
  /// One at a time, whoever asks.
  private let queue = DispatchQueue(label: "errands")
  private let state = Mutex((number: 0, waiting: 0))
  private let isLeaving = Atomic(false)
  /// The most errands that wait.
  private static let limit = 8
  /// The most bytes that one prints.
  private static let outputLimit = 16 << 20

  init(_ job: Job, _ messages: MessageQueue) {
    self.job = job
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
        ["check", job.document, "--json", "-o", folder.path(percentEncoded: false)] + job.reading
      ) { _ in asker.isWaiting }
      if let result, result.status <= 1, result.output.first == UInt8(ascii: "{") {
        asker.send(.ok("application/json", Array(result.output)))
      } else {
        asker.send(.refusal("422 Unprocessable Content", Self.lastLine(result?.errors)))
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
    let names = wish.path.split(separator: "/", omittingEmptySubsequences: false)
    guard !names.isEmpty, !names.contains(where: { $0.isEmpty || $0 == ".." || $0.hasPrefix("-") }),
      !wish.path.utf8.contains(where: { $0 < 0x20 })
    else {
      return .refusal("422 Unprocessable Content", "an export goes below the document's folder")
    }
    let folder = URL(filePath: job.document).deletingLastPathComponent()
    guard !Self.hasLink(names.dropLast().map(String.init), below: folder) else {
      return .refusal("422 Unprocessable Content", "an export goes through no link")
    }
    guard let number = enter() else { return Self.busy }
    let path =
      job.document.contains("/")
      ? folder.appending(path: wish.path).path(percentEncoded: false) : wish.path
    let command = "pipeline run \(Self.word(job.document)) -o \(Self.word(path))"
    queue.async { [self] in
      defer { exit() }
      tell(Progress(id: number, path: wish.path, state: "running", command: command))
      let result = run(
        ["run", job.document, "-o", path, "--progress", "json"] + job.reading
      ) { errors in
        if let (done, total) = Self.progress(errors) {
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
          message: isDone ? "" : Self.lastLine(result?.errors), command: command))
    }
    struct Answer: Encodable { var id: Int, command: String }
    let answer = try? JSONEncoder().encode(Answer(id: number, command: command))
    return .ok("application/json", Array(answer ?? Data("{}".utf8)))
  }

  /// Whether one of the folders on the way is a link, which may lead anywhere.
  private static func hasLink(_ names: [String], below folder: URL) -> Bool {
    var place = folder
    for name in names {
      place.append(path: name)
      var about = stat()
      // Unsafe: lstat fills the struct.
      let isThere = unsafe lstat(place.path(percentEncoded: false), &about) == 0
      if isThere, about.st_mode & S_IFMT == S_IFLNK { return true }
    }
    return false
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

  // MARK: Running

  /// nil when it could not be started, or was not wanted any more; `look` is shown what it said so far, a
  /// few times a second.
  private func run(
    _ words: [String], while look: (Data) -> Bool
  ) -> (status: Int32, output: Data, errors: Data)? {
    // Files without a name: a pipe that nobody empties stops the program.
    let (output, errors) = (Self.scratchFile(), Self.scratchFile())
    defer { for file in [output, errors] where file >= 0 { close(file) } }
    guard output >= 0, errors >= 0,
      let process = Child.start(
        job.pipeline, ["pipeline"] + words, input: -1, output: output, error: errors, passed: [],
        diesWithParent: true)
    else { return nil }
    var status: Int32 = 0
    // Unsafe: the calls write the status.
    while unsafe process_wait(process, 200, &status) != 0 {
      let isTooMuch =
        lseek(output, 0, SEEK_CUR) + lseek(errors, 0, SEEK_CUR) > off_t(Self.outputLimit)
      guard look(Self.contents(of: errors)), !isTooMuch, !isLeaving.load(ordering: .relaxed) else {
        kill(process, SIGTERM)
        if unsafe process_wait(process, 1500, &status) != 0 {
          _ = unsafe process_kill(process, &status)
        }
        return nil
      }
    }
    return (process_exit_of(status), Self.contents(of: output), Self.contents(of: errors))
  }

  private static func scratchFile() -> Int32 {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      .path(percentEncoded: false)
    // Unsafe: the path is read during the calls.
    let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    unsafe unlink(path)
    return file
  }

  /// What is in a file, without moving where its writer stands.
  private static func contents(of file: Int32) -> Data {
    var about = stat()
    // Unsafe: fstat fills the struct.
    guard unsafe fstat(file, &about) == 0, about.st_size > 0 else { return Data() }
    var bytes = [UInt8](repeating: 0, count: min(Int(about.st_size), outputLimit))
    // Unsafe: pread writes at most as many bytes as there are.
    let count = unsafe pread(file, &bytes, bytes.count, 0)
    return Data(bytes.prefix(max(0, count)))
  }

  private static func lines(_ said: Data?) -> [Substring] {
    String(decoding: said ?? Data(), as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  private static func lastLine(_ said: Data?) -> String {
    lines(said).last { $0.first != "{" }.map(String.init) ?? "pipeline said nothing"
  }

  /// The last that a run said of its frames.
  private static func progress(_ said: Data) -> (done: Int, total: Int)? {
    struct Line: Decodable { var frame: Int, frames: Int }
    return lines(said).reversed().lazy.compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }.first.map { ($0.frame, $0.frames) }
  }

  /// A word as a shell reads it.
  private static func word(_ text: String) -> String {
    let isPlain = text.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-./_%".contains($0))
    }
    if isPlain, !text.hasPrefix("-"), !text.isEmpty { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
