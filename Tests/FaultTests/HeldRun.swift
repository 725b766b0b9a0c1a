import Foundation
import Testing

/// A run that writes raw frames into a pipe, so that it continues only as far as they are read.
final class HeldRun {
  let run: HostRun
  private var reading: Int32
  /// The number of frames that fit into the pipe and the host's queue.
  static let ahead = 8

  init(_ words: [String]) throws {
    var ends: [Int32] = [-1, -1]
    // Safety: the kernel fills in both numbers.
    let made = unsafe pipe(&ends)
    try #require(made == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The number 1031 is F_SETPIPE_SZ, which Swift does not import; the pipe has room for four frames.
    _ = fcntl(ends[1], 1031, 4096)
    reading = ends[0]
    defer { close(ends[1]) }
    run = try HostRun(words, output: ends[1])
  }

  deinit { if reading >= 0 { close(reading) } }

  /// Whether a thread of the run waits for room in the pipe.
  var isHeld: Bool {
    let tasks = "/proc/\(run.process)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    // The kernel's function is pipe_write, anon_pipe_write or pipe_wait, depending on its version.
    return names.contains { ProcFile.text("\(tasks)/\($0)/wchan").contains("pipe_w") }
  }

  /// Returns the next frames; fewer if the run ends before.
  func read(_ frames: Int) throws -> Data { try read(bytes: frames * FaultRig.frameBytes) }

  private func read(bytes: Int) throws -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: FaultRig.frameBytes)
    while data.count < bytes {
      // Safety: the read fills the array's own storage.
      let count = unsafe Foundation.read(reading, &buffer, min(buffer.count, bytes - data.count))
      if count <= 0 { break }
      data += buffer.prefix(count)
    }
    return data
  }

  /// Returns the open descriptors of the host when it is idle, which is the smallest of several observations.
  func descriptors() -> [String] {
    var least = run.descriptors
    for _ in 0..<10 {
      usleep(10_000)
      let now = run.descriptors
      if now.count < least.count { least = now }
    }
    return least
  }

  /// Stops reading and waits for the end.
  func abandon() -> HostRun.Result {
    close(reading)
    reading = -1
    return run.wait()
  }

  /// Reads the remaining output and waits for the end.
  func finish() throws -> (result: HostRun.Result, rest: Data) {
    let rest = try read(bytes: Int.max)
    close(reading)
    reading = -1
    return (run.wait(), rest)
  }
}
