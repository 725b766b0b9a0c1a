import Foundation
import Synchronization

/// One run of `pipeline`, that can be ended before it is over.
final class Tool: Sendable {
  struct Result: Sendable {
    var status: Int32
    var output: Data
    var errors: String
  }

  private let process = Mutex<Process?>(nil)

  /// Ends the run; its result has a status other than 0.
  func end() { process.withLock { $0?.terminate() } }

  func run(_ job: Job, _ command: String, _ more: [String]) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "pipeline-preview-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, not pipes: a pipe that nobody empties stops the program.
    let (output, errors) = (folder.appending(path: "out"), folder.appending(path: "err"))
    for file in [output, errors] { try Data().write(to: file) }
    let child = Process()
    child.executableURL = URL(filePath: job.pipeline)
    child.arguments = [command, job.document] + job.options + more
    child.standardInput = FileHandle.nullDevice
    child.standardOutput = try FileHandle(forWritingTo: output)
    child.standardError = try FileHandle(forWritingTo: errors)
    let status: Int32 = try await withCheckedThrowingContinuation { continuation in
      child.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try child.run()
        process.withLock { $0 = child }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    process.withLock { $0 = nil }
    return Result(
      status: status, output: try Data(contentsOf: output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
