import Foundation
import Synchronization
import Testing

/// Looks again and again at a run, and at those that it has started, while it lives.
final class RunWatch: Sendable {
  struct Seen: Sendable {
    /// The most that one process had open at a time, and how much of that was memory without a name.
    var descriptors = 0
    var memories = 0
    /// What that process's descriptors led to.
    var open: [String] = []
    /// Everyone that it has started.
    var started: Set<ProcessLook> = []
    /// Those that had ended a second before and that nobody had reaped.
    var zombies: Set<ProcessLook> = []
  }

  private let state = Mutex((seen: Seen(), isOver: false))
  private let ended = DispatchSemaphore(value: 0)
  /// The program of the tests.
  private static let own = ProcessLook.program(of: getpid())
  /// Microseconds between two looks, each of which makes the kernel walk through /proc.
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
        // Between fork and exec, which under a sanitizer lie apart, a process has what its parent has.
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

  /// To be called before the process is reaped, whose number may then be another's.
  func end() -> Seen {
    state.withLock { $0.isOver = true }
    ended.wait()
    return state.withLock { $0.seen }
  }
}

/// A process as /proc shows it; the same one when number and start are the same.
struct ProcessLook: Hashable, Sendable {
  let id: pid_t
  let startTicks: Int
  let state: Character
  /// It has ended, with all its threads: while one of them is still on its way out, nobody can reap the
  /// process, though its state says that it is dead.
  let canBeReaped: Bool
  /// What it has had of the processor.
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

  /// The file that a process runs; nil when it is gone.
  static func program(of process: pid_t) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
  }

  /// What a process's descriptors lead to.
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
  /// A few workers, each with a socket, its shared buffer, what it prints, the file's copy and pictures;
  /// beside them the outputs.
  static let descriptorLimit = 57
  /// A copy of each animator that comes with the program, and what a few workers need.
  static let memoryLimit = 41

  /// What holds of every run, whatever it went through: those that it started ended within five
  /// seconds of it, it has reaped them while it lived, and it never had more open than a few workers need.
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
