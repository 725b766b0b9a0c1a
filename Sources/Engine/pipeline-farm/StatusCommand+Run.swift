import ArgumentParser
import CommandLine
import Farm
import Files
import Glibc
import Reporting

extension StatusCommand {
  func perform() throws {
    var status = try JobStatus(job)
    var shown = ""
    while true {
      let json = status.json
      if json != shown { self.json ? Console.result(json: json) : Console.result(status.lines) }
      shown = json
      guard watch, [.running, .waiting].contains(status.condition) else { break }
      for _ in 0..<20 {
        try Interruption.cancellation.check()
        usleep(100_000)
      }
      status = try JobStatus(job)
    }
    switch status.condition {
    case .done: break
    case .failed: throw ExitCode(ExitStatus.difference.rawValue)
    case .running, .waiting: throw ExitCode(ExitStatus.temporary.rawValue)
    }
  }
}
