import CProcess
import Foundation
import Glibc

/// Runs `pipeline` with the document and the options that `preview` was given.
struct Tool: Sendable {
  struct Result: Sendable {
    var status: Int32
    var output: Data
    var errors: String
  }

  let job: Job
  let workshop: Workshop

  /// The most that a run prints, in bytes; one that prints more is ended.
  private static let outputLimit = 64 << 20

  /// nil when the run was not wanted any more, which is asked four times a second, or could not be
  /// started.
  func run(_ command: String, _ more: [String], while isWanted: () -> Bool) -> Result? {
    // Files, not pipes: a pipe that nobody empties stops the program.
    guard let output = scratchFile() else { return nil }
    defer { close(output) }
    guard let errors = scratchFile() else { return nil }
    defer { close(errors) }
    guard
      let process = Child.start(
        job.pipeline, ["pipeline", command, job.document] + job.options + more, input: -1,
        output: output, error: errors, passed: [workshop.life], diesWithParent: true,
        variables: ["TMPDIR": workshop.folder])
    else { return nil }
    var status: Int32 = 0
    // Unsafe: the calls write the status.
    while unsafe process_wait(process, 250, &status) != 0 {
      guard isWanted(), Self.size(of: output) + Self.size(of: errors) <= Self.outputLimit else {
        kill(process, SIGTERM)
        if unsafe process_wait(process, 1000, &status) != 0 {
          _ = unsafe process_kill(process, &status)
        }
        return nil
      }
    }
    var said = String(decoding: Self.contents(of: errors), as: UTF8.self)
    let number = process_signal_of(status)
    if number != 0 { said += "error: pipeline \(command) was ended by signal \(number)\n" }
    // On a disk that is full its own words found no room either.
    let code = process_exit_of(status)
    if code > 0, said.isEmpty {
      said = "error: pipeline \(command) ended with status \(code) and said nothing\n"
    }
    return Result(
      status: process_exit_of(status), output: Self.contents(of: output), errors: said)
  }

  /// A new file without a name.
  private func scratchFile() -> Int32? {
    let path = "\(workshop.folder)/\(UUID().uuidString)"
    // Unsafe: the path is read during the calls.
    let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    unsafe unlink(path)
    return file < 0 ? nil : file
  }

  private static func size(of file: Int32) -> Int { Int(lseek(file, 0, SEEK_END)) }

  private static func contents(of file: Int32) -> Data {
    lseek(file, 0, SEEK_SET)
    return (try? FileHandle(fileDescriptor: file, closeOnDealloc: false).readToEnd()) ?? Data()
  }
}
