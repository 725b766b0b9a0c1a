internal import Documents
internal import Encoding
internal import Files
internal import Glibc
package import Reporting
internal import Scenes

/// How far a job is, by what its tasks noted in its folder.
package struct JobStatus {
  /// A chunk, or the join.
  private struct Task {
    var name: String
    var begin: Int?
    var host = ""
    /// The log of a Slurm task.
    var log: String?
    var end: Int?
    var status: Int?
    var tries = 0
    /// It noted no end, and its process is not on this machine, where it ran.
    var isGone = false

    var isDone: Bool { status == 0 }
    var isRunning: Bool { begin != nil && status == nil && !isGone }
    var hasFailed: Bool { status.map { $0 != 0 } ?? false }
  }
  private let folder: String
  private let total: Int
  private let unit: String
  private let chunks: [(range: ClosedRange<Int>, task: Task)]
  private let join: Task
  private let isJoined: Bool
  private let now: Int

  /// Reads the folder of a job.
  package init(_ path: String) throws(EngineError) {
    folder = path
    now = time(nil)
    guard let text = Self.text("\(path)/job.json"), let job = JSONNode(json: text) else {
      throw EngineError("\(path): it is no folder of a job: there is no job.json", .missing)
    }
    let rows = job["data"]?["count"]?.number
    isJoined = rows == nil
    unit = isJoined ? "frame" : "row"
    let source = job["frames"]?["count"] == nil ? job["data"] : job["frames"]
    guard let count = source?["count"]?.number, let chunk = source?["chunk"]?.number, count >= 1,
      chunk >= 1
    else { throw EngineError("\(path)/job.json: says nothing of frames or rows", .content) }
    total = Int(clamped: count, rounded: .down, to: 1...FrameRangeText.limit)
    let size = Int(clamped: chunk, rounded: .down, to: 1...total)
    let first = rows == nil ? 0 : 1
    let end = first + total
    chunks = stride(from: first, to: end, by: size).map { start in
      let range = start...min(start + size, end) - 1
      return (range, Self.task("\(range.lowerBound)-\(range.upperBound)", in: path))
    }
    join = Self.task("join", in: path)
  }

  private static func text(_ path: String) -> String? {
    guard let file = try? RegularFile(path, own: true),
      let bytes = try? file.read(limitBytes: 16 << 20)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What a task noted: lines "begin SECONDS HOST JOB TASK PROCESS" and "end SECONDS STATUS".
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
    if let process, process > 0, task.isRunning, task.host == System.hostName {
      task.isGone = kill(process, 0) != 0 && errno == ESRCH
    }
    return task
  }

  private func count(_ tasks: [(range: ClosedRange<Int>, task: Task)]) -> Int {
    tasks.reduce(0) { $0 + $1.range.count }
  }

  /// Whether a task has noted its beginning and no end, in a job that was not cancelled.
  package var isRunning: Bool {
    !isCancelled && (join.isRunning || chunks.contains(where: \.task.isRunning))
  }

  private var isCancelled: Bool { FileVersion(path: "\(folder)/state/cancelled") != nil }

  package var lines: [String] {
    let done = chunks.filter(\.task.isDone)
    let running = chunks.filter(\.task.isRunning)
    let failed = chunks.filter(\.task.hasFailed)
    let gone = chunks.filter(\.task.isGone)
    var lines = [
      "\(folder): \(done.count) of \(Text.count(chunks.count, "chunk")) are done, "
        + "\(count(done)) of \(Text.count(total, unit))"
    ]
    for (range, task) in running {
      lines.append(
        "running: \(range.lowerBound)-\(range.upperBound) on \(task.host), for "
          + "\(Self.words(seconds: now - (task.begin ?? now)))\(tries(task))"
          + doubt(task, frames: range.count, done))
    }
    for (range, task) in gone {
      lines.append(told(gone: task, "\(range.lowerBound)-\(range.upperBound)"))
    }
    for (range, task) in failed { lines += told(task, "\(range.lowerBound)-\(range.upperBound)") }
    let waiting = chunks.count - done.count - running.count - failed.count - gone.count
    if waiting > 0 { lines.append("to go: \(Text.count(waiting, "chunk"))") }
    lines += speed(done, running.count)
    if isJoined {
      if join.isDone { lines.append("joined") }
      if join.isRunning { lines.append("joining on \(join.host)") }
      if join.hasFailed { lines += told(join, "the join") }
      if join.isGone { lines.append(told(gone: join, "the join")) }
    }
    let isWhole = done.count == chunks.count && (join.isDone || !isJoined)
    if isCancelled, !isWhole { lines.append("cancelled") }
    if !isWhole, running.isEmpty, !join.isRunning {
      lines.append("go on with: sh \(folder)/submit-slurm, or submit-local; what is done is kept")
    }
    return lines
  }

  private func tries(_ task: Task) -> String {
    task.tries > 1 ? ", try \(task.tries)" : ""
  }

  private func told(gone task: Task, _ name: String) -> String {
    "gone: \(name) on \(task.host), which noted no end: killed, or the machine was started anew"
      + tries(task)
  }

  /// What is said of a task on another machine that takes much longer than those that are done.
  private func doubt(
    _ task: Task, frames: Int, _ done: [(range: ClosedRange<Int>, task: Task)]
  ) -> String {
    guard let each = seconds(done), let begin = task.begin else { return "" }
    let usual = Int(clamped: each * Double(frames), rounded: .up)
    guard now - begin > max(120, 10 * usual) else { return "" }
    return
      "; the others took some \(Self.words(seconds: usual)): look whether \(task.host) is there"
  }

  /// What each frame took of those that are done; times are noted in whole seconds, and less says nothing.
  private func seconds(_ done: [(range: ClosedRange<Int>, task: Task)]) -> Double? {
    let spent = done.reduce(0) { $0 + max(0, ($1.task.end ?? 0) - ($1.task.begin ?? 0)) }
    let made = count(done)
    return made > 0 && spent > 0 ? Double(spent) / Double(made) : nil
  }

  /// A task that failed, with the end of its log.
  private func told(_ task: Task, _ name: String) -> [String] {
    let log = task.log.map { ": \(folder)/\($0)" } ?? ""
    let last =
      task.log.flatMap { Self.text("\(folder)/\($0)") }?
      .split(separator: "\n").suffix(3).map { "  \($0)" } ?? []
    return [
      "failed: \(name) on \(task.host), status \(task.status ?? 0)\(tries(task))\(log)"
    ] + last
  }

  private func speed(
    _ done: [(range: ClosedRange<Int>, task: Task)], _ running: Int
  ) -> [String] {
    guard let each = seconds(done) else { return [] }
    let made = count(done)
    var line = "\(Text.number((each * 1000).rounded())) ms a \(unit)"
    if made < total {
      let left = each * Double(total - made) / Double(max(1, running))
      line += "; about \(Self.words(seconds: Int(clamped: left, rounded: .up))) to go"
      if running > 1 { line += " with \(running) at a time" }
    }
    let hosts = Set(done.map(\.task.host)).sorted()
    return ["\(line); on \(hosts.prefix(8).joined(separator: ", "))"]
  }

  private static func words(seconds: Int) -> String {
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }

  package var json: String {
    func object(_ name: String, _ task: Task) -> String {
      func number(_ value: Int?) -> String { value.map { "\($0)" } ?? "null" }
      return "{\"name\":\"\(name)\",\"begin\":\(number(task.begin)),\"end\":\(number(task.end)),"
        + "\"status\":\(number(task.status)),\"tries\":\(task.tries),\"gone\":\(task.isGone),"
        + "\"host\":\(JSONWriter.string(task.host))}"
    }
    let tasks = chunks.map { object($0.task.name, $0.task) }.joined(separator: ",")
    let end = isJoined ? object("join", join) : "null"
    return "{\"\(unit)s\":\(total),\"tasks\":[\(tasks)],\"join\":\(end)}"
  }
}
