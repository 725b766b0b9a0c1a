import Foundation
import Synchronization
import Testing

/// Observes a run, and the processes that it has started, repeatedly while it is running.
final class RunWatch: Sendable {
  struct Seen: Sendable {
    /// The maximum number of descriptors of one process, and how many of them were unnamed memory.
    var descriptors = 0
    var memories = 0
    /// The files to which the descriptors of that process referred.
    var open: [String] = []
    /// All processes that the run has started.
    var started: Set<ProcessLook> = []
    /// The processes that had ended a second before and were not reaped.
    var zombies: Set<ProcessLook> = []
  }

  private let state = Mutex((seen: Seen(), isOver: false))
  private let ended = DispatchSemaphore(value: 0)
  /// The path of the test program.
  private static let own = ProcessLook.program(of: getpid())
  /// The microseconds between two observations, each of which makes the kernel read through /proc.
  private static let pause: UInt32 = HostRun.isSoak ? 10_000 : 25_000

  init(_ process: pid_t) {
    let thread = Thread { [self] in
      var deadSince: [ProcessLook: ContinuousClock.Instant] = [:]
      while !state.withLock({ $0.isOver }) {
        let started = ProcessLook.descendants(of: process)
        let dead = started.filter(\.canBeReaped)
        deadSince = deadSince.filter { dead.contains($0.key) }
        for child in dead where deadSince[child] == nil { deadSince[child] = .now }
        let zombies = deadSince.filter { $0.value.duration(to: .now) > .seconds(1) }.keys
        // Between fork and exec, which take long under a sanitizer, a process has the descriptors of its parent.
        let running = ([process] + started.map(\.id)).filter {
          ProcessLook.program(of: $0) != Self.own
        }
        let open = running.map(ProcessLook.descriptors)
        state.withLock { state in
          state.seen.started.formUnion(started)
          state.seen.zombies.formUnion(zombies)
          let most = open.max { $0.count < $1.count } ?? []
          if most.count > state.seen.descriptors { state.seen.open = most }
          state.seen.descriptors = max(state.seen.descriptors, most.count)
          state.seen.memories = max(
            state.seen.memories, open.map { $0.count { $0.hasPrefix("/memfd:") } }.max() ?? 0)
        }
        usleep(Self.pause)
      }
      ended.signal()
    }
    thread.start()
  }

  /// Ends the observation; it must be called before the process is reaped, because its number may then be reused.
  func end() -> Seen {
    state.withLock { $0.isOver = true }
    ended.wait()
    return state.withLock { $0.seen }
  }
}

/// A process as /proc shows it; two values are the same process if number and start are equal.
struct ProcessLook: Hashable, Sendable {
  let id: pid_t
  let startTicks: Int
  let state: Character
  /// Whether the process has ended with all its threads: while a thread is still ending, the process cannot be reaped,
  /// although its state says that it is dead.
  let canBeReaped: Bool
  /// The processor time that the process has used, in seconds.
  let workedSeconds: Double

  static func == (a: Self, b: Self) -> Bool { a.id == b.id && a.startTicks == b.startTicks }
  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(startTicks)
  }

  init?(_ id: pid_t) {
    let stat = ProcFile.text("/proc/\(id)/stat")
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    guard fields.count > 20, let state = fields[1].first, let start = Int(fields[20]),
      let user = Int(fields[12]), let system = Int(fields[13]), let threads = Int(fields[18])
    else { return nil }
    self.id = id
    self.state = state
    canBeReaped = state == "Z" && threads < 2
    startTicks = start
    workedSeconds = Double(user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  static func children(of process: pid_t) -> [ProcessLook] {
    let tasks = "/proc/\(process)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return names.flatMap { task in
      ProcFile.text("\(tasks)/\(task)/children").split(separator: " ")
        .compactMap { pid_t($0).flatMap { ProcessLook($0) } }
    }
  }

  static func descendants(of process: pid_t) -> [ProcessLook] {
    children(of: process).flatMap { [$0] + descendants(of: $0.id) }
  }

  /// Returns the file that a process executes; nil if the process no longer exists.
  static func program(of process: pid_t) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
  }

  /// Returns the files to which a process's descriptors refer.
  static func descriptors(of process: pid_t) -> [String] {
    let folder = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }

  var isGone: Bool { ProcessLook(id).map { $0 != self || $0.state == "Z" } ?? true }
}

extension HostRun.Result {
  /// The limit allows for a few workers, each with a socket, its shared buffer, its output, the file's copy and
  /// pictures; and for the outputs.
  static let descriptorLimit = 57
  /// The limit allows for a copy of each animator of the program, and for a few workers.
  static let memoryLimit = 41

  /// Expects the invariants of every run: the processes that it started have ended within five seconds of it, it has
  /// reaped them while it was running, and it never had more descriptors than a few workers need.
  func expectNothingLeft(at location: SourceLocation) {
    var left = seen.started
    for _ in 0..<100 {
      left = left.filter { !$0.isGone }
      if left.isEmpty { break }
      usleep(50_000)
    }
    #expect(left.isEmpty, "\(summary)", sourceLocation: location)
    #expect(seen.zombies.isEmpty, "\(summary)", sourceLocation: location)
    #expect(
      seen.descriptors <= Self.descriptorLimit && seen.memories <= Self.memoryLimit,
      "\(seen.descriptors) descriptors, \(seen.memories) of them memory: \(seen.open.sorted())",
      sourceLocation: location)
  }
}
