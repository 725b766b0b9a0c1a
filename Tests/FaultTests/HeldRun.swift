import Foundation
import Testing

/// A run that writes raw frames into a pipe, so that it goes no further than they are read.
final class HeldRun {
  let run: HostRun
  private var reading: Int32
  /// Frames that fit into the pipe and the host's queue.
  static let ahead = 8

  init(_ words: [String]) throws {
    var ends: [Int32] = [-1, -1]
    // Safety: the kernel fills in both.
    let made = unsafe pipe(&ends)
    try #require(made == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // F_SETPIPE_SZ, which Swift does not see: four frames.
    _ = fcntl(ends[1], 1031, 4096)
    reading = ends[0]
    defer { close(ends[1]) }
    run = try HostRun(words, output: ends[1])
  }

  deinit { if reading >= 0 { close(reading) } }

  /// Whether one of its threads waits until the pipe takes more.
  var isHeld: Bool {
    let tasks = "/proc/\(run.process)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    // pipe_write, anon_pipe_write or pipe_wait, by the kernel's version.
    return names.contains { ProcFile.text("\(tasks)/\($0)/wchan").contains("pipe_w") }
  }

  /// The next frames; fewer when the run ends before.
  func read(_ frames: Int) throws -> Data { try read(bytes: frames * FaultRig.frameBytes) }

  private func read(bytes: Int) throws -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: FaultRig.frameBytes)
    while data.count < bytes {
      // Safety: reads into the array's own storage.
      let count = unsafe Foundation.read(reading, &buffer, min(buffer.count, bytes - data.count))
      if count <= 0 { break }
      data += buffer.prefix(count)
    }
    return data
  }

  /// What the host has open when it has nothing left to do: the least of several looks.
  func descriptors() -> [String] {
    var least = run.descriptors
    for _ in 0..<10 {
      usleep(10_000)
      let now = run.descriptors
      if now.count < least.count { least = now }
    }
    return least
  }

  /// Reads no more.
  func abandon() -> HostRun.Result {
    close(reading)
    reading = -1
    return run.wait()
  }

  /// Reads the rest.
  func finish() throws -> (result: HostRun.Result, rest: Data) {
    let rest = try read(bytes: Int.max)
    close(reading)
    reading = -1
    return (run.wait(), rest)
  }
}
