import FoundationEssentials
import Glibc

/// Reads the processor time that processes have used.
enum ProcessorUse {
  /// Returns the processor seconds of a process and of all processes that it started, including ended ones; nil if the
  /// process has ended.
  static func seconds(of process: pid_t) -> Double? {
    guard let own = ticks(of: process) else { return nil }
    var ticks = own
    var open = children(of: process)
    // The search stops at a limit, because a process has few helpers.
    var seen = 0
    while let next = open.popLast(), seen < 4_096 {
      seen += 1
      ticks += self.ticks(of: next) ?? 0
      open += children(of: next)
    }
    return Double(ticks) / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
  }

  /// Returns the processor time of the process and of its children that were reaped.
  private static func ticks(of process: pid_t) -> Int? {
    guard let text = text("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else {
      return nil
    }
    // The state is the third field, and the times are the fourteenth to the seventeenth.
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 14 else { return nil }
    return fields[11...14].reduce(0) { $0 + (Int($1) ?? 0) }
  }

  private static func children(of process: pid_t) -> [pid_t] {
    let tasks =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return tasks.flatMap { task in
      (text("/proc/\(process)/task/\(task)/children") ?? "").split(separator: " ")
        .compactMap { pid_t($0) }
    }
  }

  private static func text(_ path: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
  }
}
