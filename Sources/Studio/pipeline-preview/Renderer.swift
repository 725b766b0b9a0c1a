import CProcess
import Dispatch
import Files
import FoundationEssentials
import Glibc
import StudioProtocol
import Synchronization

/// Runs the process `pipeline serve`, which draws pictures and writes the document. The process is restarted whenever
/// it ends, so that a crash loses only its pending answers.
final class Renderer: Sendable {
  private struct State {
    var process: pid_t?
    var input: Int32 = -1
    var owed: [Int: PendingResponse] = [:]
    /// The requests that arrived before the renderer was ready.
    var early: [PipeMessage] = []
    var lastNumber = 0
    /// The last version of the plan that pages have received.
    var version = 0
    /// The number of messages from the renderer, plus one for the first request to it.
    var hearings = 0
    /// The reason why the process was ended because it hung; it is not restarted until a file of the document changes.
    var hang: String?
    /// Whether the process has sent a message since it started, or sends none without a request.
    var hasSpoken = false
    /// The last events about the document and about its problems, which new pages receive.
    var document: [UInt8]?
    var problems: [UInt8]?
    /// Whether the process ends because another document is opened.
    var isChanging = false
  }

  private let job: Job
  private let document: OpenDocument
  private let messages: MessageQueue
  private let state = Mutex(State())
  private let isLeaving = Atomic(false)
  private let group = DispatchGroup()
  /// The maximum processor seconds for one answer, including all helpers, and the maximum seconds without any use of a
  /// processor, after which the process counts as hanging. Neither limit depends on how busy the machine is.
  private static let (mostSpent, mostIdle) = (120.0, 10)
  private static let limitBytes = 512 << 20
  /// An unnamed file for the undo history, which a crash does not lose; nil if the file cannot be created.
  private let history: Int32?

  init(_ job: Job, _ document: OpenDocument, _ messages: MessageQueue) {
    self.job = job
    self.document = document
    self.messages = messages
    history = Self.namelessFile()
    // The renderer receives its death signal when the thread that started it ends, so this thread never ends.
    DispatchQueue(label: "renderer").async { self.live() }
    DispatchQueue(label: "renderer-watch").async { self.watch() }
  }

  /// Forwards a request to the renderer; the answer is sent to the pending response, if there is one.
  func ask(_ request: Request, _ body: [UInt8], for pending: PendingResponse?) {
    var refusal = Self.gone
    let sent = state.withLock { state -> (input: Int32, message: PipeMessage)? in
      if let hang = state.hang {
        refusal = .refusal(.serviceUnavailable, "\(document.path): \(hang)")
        return nil
      }
      guard state.input >= 0 || state.early.count < Self.earlyLimit else { return nil }
      if state.owed.isEmpty { state.hearings += 1 }
      state.lastNumber += 1
      state.owed[state.lastNumber] = pending
      let message = PipeMessage(
        ["\(state.lastNumber)", request.method, request.path, request.query], body)
      if state.input < 0 { state.early.append(message) }
      return (state.input, message)
    }
    guard let sent else {
      pending?.send(refusal)
      return
    }
    // Another thread writes the request, because the pipe may be full while a frame is drawn.
    if sent.input >= 0 { writing.async { _ = sent.message.send(to: sent.input) } }
  }
  private static let earlyLimit = 16
  private let writing = DispatchQueue(label: "writing")

  /// The events that a page receives when it starts to listen.
  var greeting: [(event: String, json: [UInt8])] {
    state.withLock { state in
      [("document", state.document), ("problems", state.problems)].compactMap { event, json in
        json.map { (event, $0) }
      }
    }
  }

  /// The document and its problems as one JSON object.
  var report: [UInt8] {
    let (document, problems) = state.withLock { ($0.document, $0.problems) }
    let null = Array("null".utf8)
    let isGallery = self.document.isGallery && document == nil
    return Array("{\"document\":".utf8) + (document ?? null) + Array(",\"problems\":".utf8)
      + (problems ?? null) + Array(",\"gallery\":\(isGallery)}".utf8)
  }

  /// Ends the renderer within a second and a half; it usually ends because its connection is closed.
  func leave() {
    isLeaving.store(true, ordering: .relaxed)
    hangUp()
    if group.wait(timeout: .now() + 0.5) == .success { return }
    if let process = state.withLock(\.process) { kill(process, SIGTERM) }
    if group.wait(timeout: .now() + 1) == .success { return }
    if let process = state.withLock(\.process) { kill(process, SIGKILL) }
  }

  /// Opens another document.
  func open(_ path: String) {
    let old = state.withLock { state in
      document.choose(path)
      state.isChanging = true
      (state.document, state.problems) = (nil, nil)
      return state.process
    }
    hangUp()
    // A renderer that is busy with the previous document is killed after a short time.
    DispatchQueue.global().asyncAfter(deadline: .now() + 1.5) { [self] in
      state.withLock { state in
        if let old, state.process == old, state.isChanging { kill(old, SIGKILL) }
      }
    }
  }

  /// Closes the pipe after the pending requests are written.
  private func hangUp() {
    let input = state.withLock { state in
      defer { state.input = -1 }
      return state.input
    }
    if input >= 0 { writing.async { _ = close(input) } }
  }

  static let gone = StudioAnswer.refusal(
    .serviceUnavailable, "the renderer has ended and is being restarted")

  // MARK: Its life

  private func live() {
    group.enter()
    defer { group.leave() }
    var failures = 0
    while !isLeaving.load(ordering: .relaxed) {
      let start = ContinuousClock.now
      let ending = serve()
      if ending == nil { giveUp() }
      let words = ending ?? "cannot be started"
      guard !isLeaving.load(ordering: .relaxed) else { return }
      let isChanging = state.withLock { state in
        defer { state.isChanging = false }
        return state.isChanging
      }
      if isChanging { continue }
      if let hang = state.withLock(\.hang) {
        waitForOtherFiles(hang)
        continue
      }
      let message = "the renderer \(words) and is being restarted"
      messages.put(.event("renderer", StudioAnswer.object(message)))
      // A renderer that ends right after its start is restarted after increasing delays.
      failures = ContinuousClock.now - start < .seconds(2) ? min(failures + 1, 5) : 0
      if failures > 1 { usleep(200_000 << UInt32(failures)) }
      if failures > 3 {
        state.withLock { $0.hang = "the renderer \(words) again and again" }
        waitForOtherFiles("the renderer \(words) again and again")
        failures = 0
      }
    }
  }

  /// Starts the process and forwards its messages until it ends; returns how it ended, or nil if it never started.
  private func serve() -> String? {
    guard let requests = Self.pipe() else { return nil }
    guard let answers = Self.pipe() else {
      for end in requests { close(end) }
      return nil
    }
    // The pipe is large enough for a picture, so that the processes do not wait for each other.
    _ = fcntl(answers[0], 1031, 1 << 20)  // F_SETPIPE_SZ
    let (first, isGallery) = state.withLock {
      ($0.version + 1, self.document.isGallery && $0.document == nil)
    }
    let process = Child.start(
      job.pipeline,
      ["pipeline", "serve", document.path, "--first-version", "\(first)"]
        + (isGallery ? ["--gallery"] : []) + (history == nil ? [] : ["--history"])
        + (job.compare.map { ["--compare", $0] } ?? []) + job.reading,
      input: requests[0], output: answers[1], error: -1, passed: history.map { [$0] } ?? [],
      diesWithParent: true)
    close(requests[0])
    close(answers[1])
    guard let process else {
      close(requests[1])
      close(answers[0])
      return nil
    }
    let early = state.withLock { state in
      defer { state.early = [] }
      (state.process, state.input) = (process, requests[1])
      state.hasSpoken = isGallery
      state.hearings += 1
      return state.early
    }
    let input = requests[1]
    writing.async { for message in early { _ = message.send(to: input) } }
    while let message = PipeMessage.receive(from: answers[0], limitBytes: Self.limitBytes) {
      take(message)
    }
    close(answers[0])
    hangUp()
    giveUp()
    var status: Int32 = 0
    // Safety of both calls: the status is written during the call.
    if unsafe process_wait(process, 1500, &status) != 0 {
      _ = unsafe process_kill(process, &status)
    }
    state.withLock { $0.process = nil }
    let signal = process_signal_of(status)
    return signal != 0
      ? "was ended by signal \(signal)" : "ended with status \(process_exit_of(status))"
  }

  /// Answers all pending requests with an error.
  private func giveUp() {
    let owed = state.withLock { state in
      defer { (state.owed, state.early) = ([:], []) }
      return state.owed.values
    }
    for pending in owed { pending.send(Self.gone) }
  }

  /// Returns the two ends of a pipe, for reading and writing; nil if the pipe cannot be created.
  private static func pipe() -> [Int32]? {
    var ends: [Int32] = [-1, -1]
    // Safety: pipe writes two numbers.
    guard unsafe Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  private static func namelessFile() -> Int32? {
    let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    var path = Array("\(folder)/pipeline-history-XXXXXX".utf8CString)
    // Safety: mkstemp replaces the last letters of the name in the array.
    let file = unsafe mkstemp(&path)
    guard file >= 0 else { return nil }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    _ = unsafe unlink(path)
    return file
  }

  private func take(_ message: PipeMessage) {
    guard let number = Int(message.word(0)) else { return }
    guard number == 0 else {
      let pending = state.withLock { state in
        state.hearings += 1
        state.hasSpoken = true
        return state.owed.removeValue(forKey: number)
      }
      pending?.send(StudioAnswer(message) ?? Self.gone)
      return
    }
    let json = message.parts.count > 3 ? message.parts[3] : []
    let event = message.word(1)
    let isCurrent = state.withLock { state in
      state.hearings += 1
      state.hasSpoken = true
      state.version = max(state.version, Int(message.word(2)) ?? 0)
      // Messages are ignored while the renderer ends, because they concern a document that is no longer shown.
      if state.isChanging { return false }
      if event == "document" { (state.document, state.problems) = (json, nil) }
      if event == "problems" { state.problems = json }
      return true
    }
    if isCurrent { messages.put(.event(event, json)) }
  }

  /// Ends the renderer if it hangs.
  private func watch() {
    var before: (hearings: Int, start: Double, last: Double)?
    var idleSeconds = 0
    while !isLeaving.load(ordering: .relaxed) {
      sleep(1)
      let (process, hearings) = state.withLock { state in
        (state.owed.isEmpty && state.hasSpoken ? nil : state.process, state.hearings)
      }
      guard let process, let spent = ProcessorUse.seconds(of: process) else {
        before = nil
        continue
      }
      guard let known = before, known.hearings == hearings else {
        before = (hearings, spent, spent)
        idleSeconds = 0
        continue
      }
      idleSeconds = spent == known.last ? idleSeconds + 1 : 0
      before = (hearings, known.start, spent)
      var reason: String?
      if spent - known.start > Self.mostSpent {
        reason =
          "an answer of the renderer took more than \(Int(Self.mostSpent)) s of processor time"
      } else if idleSeconds >= Self.mostIdle {
        reason = "the renderer made no progress for \(Self.mostIdle) s"
      }
      guard let reason else { continue }
      before = nil
      let isSame = state.withLock { state in
        guard state.process == process, !state.isChanging else { return false }
        state.hang = reason
        return true
      }
      if isSame { kill(process, SIGKILL) }
    }
  }

  // MARK: A document that hangs

  /// Reports to pages why no frame is drawn, and waits until a file of the document changes or another document is opened.
  private func waitForOtherFiles(_ reason: String) {
    let path = document.path
    let message = "\(path): \(reason); the document is loaded again when a file beside it changes"
    struct Problem: Encodable { var text, message: String, pointer = "" }
    struct Problems: Encodable { var problems: [Problem] }
    let told =
      (try? JSONEncoder().encode(Problems(problems: [Problem(text: message, message: message)])))
    let json = Array(told ?? Data("{}".utf8))
    state.withLock { $0.problems = json }
    messages.put(.event("problems", json))
    let seen = Self.versions(beside: path)
    while !isLeaving.load(ordering: .relaxed), !state.withLock(\.isChanging),
      Self.versions(beside: path) == seen
    { usleep(200_000) }
    state.withLock { ($0.hang, $0.isChanging) = (nil, false) }
  }

  /// Returns the versions of the document and of the files in its folder.
  private static func versions(beside path: String) -> [String: FileVersion?] {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var versions = Dictionary(
      names.prefix(1_000).map { ($0, FileVersion(path: "\(folder)/\($0)")) }
    ) { first, _ in first }
    versions["/"] = .some(FileVersion(path: path))
    return versions
  }
}
