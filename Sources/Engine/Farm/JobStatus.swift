internal import Documents
internal import Encoding
internal import Files
internal import Glibc
import JSON
package import Reporting
internal import Scenes

/// The progress of a job, determined from the records that its tasks wrote and from the records of its
/// frames. Times that other machines recorded are not compared with the clock of this machine. The running
/// time of a task is computed from the file system's modification time of its record.
package struct JobStatus {
  /// The overall state of a farm job.
  package enum Condition: String { case done, running, failed, waiting }

  /// A task of the job: a chunk or the join.
  private struct Task {
    var name: String
    var begin: Int?
    var host = ""
    /// The path of the log file of a Slurm task.
    var log: String?
    var end: Int?
    var status: Int?
    var tries = 0
    /// The modification time of the task's records, by the clock of the file system, in seconds.
    var noted: Int64 = 0
    /// Whether the task has recorded no end although it no longer runs: its process on this machine does not
    /// exist, or the whole job has ended.
    var isGone = false

    var isDone: Bool { status == 0 }
    var isRunning: Bool { begin != nil && status == nil && !isGone }
    var hasFailed: Bool { status.map { $0 != 0 } ?? false }
  }
  /// A chunk of the farm job's frames or rows.
  private struct Chunk {
    let range: ClosedRange<Int>
    let task: Task
    /// The number of the chunk's frames that exist and have records; nil if the job has no records.
    let recorded: Int?

    var name: String { "\(range.lowerBound)-\(range.upperBound)" }
    var made: Int { recorded ?? (task.isDone ? range.count : 0) }
    var isDone: Bool { !task.isRunning && made == range.count }
    /// Whether the task has ended successfully, but some of its frames no longer exist.
    var isLost: Bool { task.isDone && !isDone }
    var isGone: Bool { task.isGone && !isDone }
    var hasFailed: Bool { task.hasFailed && !isDone }
  }
  private let folder: String
  private let total: Int
  private let unit: String
  private let chunks: [Chunk]
  private let join: Task
  /// The process that started the tasks and waits for their end: a script, or the tasks of a scheduler.
  private let leader: Task
  private let isJoined: Bool
  /// The current time by the clock of the file system.
  private let now: Int64

  /// Reads the state of a job from the job's folder.
  package init(_ path: String) throws(EngineError) {
    folder = path
    now = Self.clock(in: path)
    guard let text = Self.text("\(path)/job.json"), let job = JSONNode(json: text) else {
      throw EngineError(
        "\(path): the folder is not the folder of a job, because it has no job.json", .missing)
    }
    let rows = job["data"]?["count"]?.number
    isJoined = rows == nil
    unit = isJoined ? "frame" : "row"
    let source = job["frames"]?["count"] == nil ? job["data"] : job["frames"]
    guard let count = source?["count"]?.number, let chunk = source?["chunk"]?.number, count >= 1,
      chunk >= 1
    else {
      throw EngineError("\(path)/job.json: the job contains neither frames nor rows", .content)
    }
    total = Int(clamped: count, rounded: .down, to: 1...FrameRangeText.limit)
    let size = Int(clamped: chunk, rounded: .down, to: 1...total)
    let first = rows == nil ? 0 : 1
    let end = first + total
    join = Self.task("join", in: path)
    leader = Self.task("job", in: path)
    let hasEnded = leader.begin != nil && !leader.isRunning
    let records = join.isDone ? nil : RecordedFrames(job)
    let ended = leader.noted
    chunks = stride(from: first, to: end, by: size).map { start in
      let range = start...min(start + size, end) - 1
      var task = Self.task("\(range.lowerBound)-\(range.upperBound)", in: path)
      if hasEnded, task.isRunning, task.noted <= ended { task.isGone = true }
      return Chunk(
        range: range, task: task, recorded: records?.count(range, ofAnyJob: task.isDone))
    }
  }

  /// The current time of the clock by which a folder's files are dated, in seconds.
  private static func clock(in folder: String) -> Int64 {
    let path = "\(folder)/state/.clock-\(getpid())"
    // Safety: open and unlink read the path up to its terminating zero byte.
    let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    defer {
      if file >= 0 {
        close(file)
        _ = unsafe unlink(path)
      }
    }
    let version = file < 0 ? nil : FileVersion(path: path)
    return version.map { $0.written / 1_000_000_000 } ?? Int64(time(nil))
  }

  private static func text(_ path: String) -> String? {
    guard let file = try? RegularFile(path, own: true),
      let bytes = try? file.read(limitBytes: 16 << 20)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the record of a task, which has lines of the form "begin SECONDS HOST JOB TASK PROCESS" and "end
  /// SECONDS STATUS".
  private static func task(_ name: String, in folder: String) -> Task {
    var task = Task(name: name)
    var process: pid_t?
    for line in (text("\(folder)/state/\(name)") ?? "").split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      guard words.count >= 3, let seconds = Int(words[1]) else { continue }
      if words[0] == "begin" {
        task.begin = seconds
        task.host = words[2]
        task.status = nil
        task.tries += 1
        process = words.count > 5 ? pid_t(words[5]) : nil
        if words.count > 4, !words[3].isEmpty {
          task.log = "logs/\(words[3])-\(words[4]).log"
        }
      } else if words[0] == "end" {
        task.end = seconds
        task.status = Int(words[2])
      }
    }
    task.noted = (FileVersion(path: "\(folder)/state/\(name)")?.written ?? 0) / 1_000_000_000
    if let process, process > 0, task.isRunning, task.host == System.hostName {
      task.isGone = kill(process, 0) != 0 && errno == ESRCH
    }
    return task
  }

  private var made: Int { chunks.reduce(0) { $0 + $1.made } }

  /// Whether a task of the job is running or about to start, and the job was not cancelled.
  package var isRunning: Bool { condition == .running }

  private var isCancelled: Bool { FileVersion(path: "\(folder)/state/cancelled") != nil }

  package var condition: Condition {
    if isJoined ? join.isDone : chunks.allSatisfy(\.isDone) { return .done }
    if isCancelled { return .failed }
    if leader.isRunning || join.isRunning || chunks.contains(where: \.task.isRunning) {
      return .running
    }
    let hasFailed =
      leader.hasFailed || join.hasFailed || join.isGone
      || chunks.contains { $0.hasFailed || $0.isGone || $0.isLost }
    return hasFailed ? .failed : .waiting
  }

  package var lines: [String] {
    let condition = condition
    let done = chunks.filter(\.isDone)
    let running = chunks.filter(\.task.isRunning)
    let failed = chunks.filter(\.hasFailed)
    let gone = chunks.filter(\.isGone)
    let lost = chunks.filter(\.isLost)
    var lines = [
      "\(folder): \(done.count) of \(Text.count(chunks.count, "chunk")) \(chunks.count == 1 ? "is" : "are") done, "
        + "\(made) of \(Text.count(total, unit))"
    ]
    for chunk in running {
      let task = chunk.task
      lines.append(
        "running: \(chunk.name) on \(task.host), for "
          + "\(Self.words(seconds: Int(clamping: now - task.noted)))\(tries(task))"
          + doubt(chunk, done))
    }
    for chunk in gone { lines.append(told(gone: chunk.task, chunk.name)) }
    for chunk in failed { lines += told(chunk.task, chunk.name) }
    for chunk in lost {
      lines.append(
        "lost: \(chunk.name), done on \(chunk.task.host): "
          + "\(Text.count(chunk.range.count - chunk.made, "frame")) of it "
          + "\(chunk.range.count - chunk.made == 1 ? "is" : "are") missing or not recorded")
    }
    let waiting =
      chunks.count - done.count - running.count - failed.count - gone.count - lost.count
    if waiting > 0 { lines.append("to go: \(Text.count(waiting, "chunk"))") }
    lines += speed(done, running.count)
    if isJoined {
      if join.isDone { lines.append("joined") }
      if join.isRunning { lines.append("joining on \(join.host)") }
      if join.hasFailed { lines += told(join, "the join") }
      if join.isGone { lines.append(told(gone: join, "the join")) }
    }
    if leader.isRunning, running.isEmpty, !join.isRunning, condition == .running {
      lines.append("no task runs at this moment; the job was submitted from \(leader.host)")
    }
    if leader.hasFailed, condition == .failed {
      lines.append("the job gave up on \(leader.host), with status \(leader.status ?? 0)")
    }
    if isCancelled, condition != .done { lines.append("cancelled") }
    if condition == .failed || condition == .waiting {
      lines.append("to continue, run \(folder)/submit-slurm or submit-local; finished work is kept")
    }
    return lines
  }

  private func tries(_ task: Task) -> String {
    task.tries > 1 ? ", try \(task.tries)" : ""
  }

  private func told(gone task: Task, _ name: String) -> String {
    "gone: \(name) on \(task.host) did not record its end: it was killed, "
      + "or the machine was restarted"
      + tries(task)
  }

  /// A remark about a task on another machine that takes much longer than the finished tasks took.
  private func doubt(_ chunk: Chunk, _ done: [Chunk]) -> String {
    guard let each = seconds(done) else { return "" }
    let usual = Int(clamped: each * Double(chunk.range.count), rounded: .up)
    guard now - chunk.task.noted > max(120, 10 * usual) else { return "" }
    return
      "; the others took about \(Self.words(seconds: usual)): check whether \(chunk.task.host) is running"
  }

  /// The mean time of a finished frame in seconds; nil if the total is below one second, because times are
  /// recorded in whole seconds.
  private func seconds(_ done: [Chunk]) -> Double? {
    let timed = done.filter(\.task.isDone)
    let spent = timed.reduce(0) { $0 + max(0, ($1.task.end ?? 0) - ($1.task.begin ?? 0)) }
    let made = timed.reduce(0) { $0 + $1.range.count }
    return made > 0 && spent > 0 ? Double(spent) / Double(made) : nil
  }

  /// The lines about a failed task, with the end of its log.
  private func told(_ task: Task, _ name: String) -> [String] {
    let log = task.log.map { ": \(folder)/\($0)" } ?? ""
    let last =
      task.log.flatMap { Self.text("\(folder)/\($0)") }?
      .split(separator: "\n").suffix(3).map { "  \($0)" } ?? []
    return [
      "failed: \(name) on \(task.host), status \(task.status ?? 0)\(tries(task))\(log)"
    ] + last
  }

  private func speed(_ done: [Chunk], _ running: Int) -> [String] {
    guard let each = seconds(done) else { return [] }
    var line = "\(Text.number((each * 1000).rounded())) ms a \(unit)"
    if made < total {
      let left = each * Double(total - made) / Double(max(1, running))
      line += "; about \(Self.words(seconds: Int(clamped: left, rounded: .up))) to go"
      if running > 1 { line += " with \(running) at a time" }
    }
    let hosts = Set(done.map(\.task.host)).subtracting([""]).sorted()
    return ["\(line); on \(hosts.prefix(8).joined(separator: ", "))"]
  }

  private static func words(seconds: Int) -> String {
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }

  package var json: String {
    func object(_ name: String, _ task: Task) -> JSONObject {
      [
        "name": name, "begin": task.begin, "end": task.end, "status": task.status,
        "tries": task.tries, "gone": task.isGone, "host": task.host,
      ]
    }
    let all: JSONObject = [
      "state": "\(condition)", "\(unit)s": total, "made": made,
      "tasks": chunks.map { object($0.name, $0.task) },
      "join": isJoined ? object("join", join) : nil,
    ]
    return all.json
  }
}
