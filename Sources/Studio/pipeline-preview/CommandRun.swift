import CProcess
import Files
import FoundationEssentials
import Glibc

/// A command of `pipeline` that has ended, with its output.
struct CommandRun {
  let status: Int32
  let output: Data
  let errors: Data
  /// The maximum number of bytes of a command's output.
  private static let outputLimit = 16 << 20

  /// Runs a command; nil if the command could not be started, or was cancelled. A few times a second, `look` receives
  /// the output so far; if it returns false, the command is cancelled.
  init?(_ program: String, _ words: [String], while look: (Data) -> Bool) {
    // The output goes to unnamed files, because a pipe that is not read would block the program.
    let (output, errors) = (Self.scratchFile(), Self.scratchFile())
    defer { for file in [output, errors] where file >= 0 { close(file) } }
    guard output >= 0, errors >= 0,
      let process = Child.start(
        program, ["pipeline"] + words, input: -1, output: output, error: errors, passed: [],
        diesWithParent: true)
    else { return nil }
    var status: Int32 = 0
    // Safety: the calls write the status.
    while unsafe process_wait(process, 200, &status) != 0 {
      let isTooMuch =
        lseek(output, 0, SEEK_CUR) + lseek(errors, 0, SEEK_CUR) > off_t(Self.outputLimit)
      guard look(Self.contents(of: errors)), !isTooMuch else {
        kill(process, SIGTERM)
        if unsafe process_wait(process, 1500, &status) != 0 {
          _ = unsafe process_kill(process, &status)
        }
        return nil
      }
    }
    self.status = process_exit_of(status)
    self.output = Self.contents(of: output)
    self.errors = Self.contents(of: errors)
  }

  private static func scratchFile() -> Int32 {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      .path(percentEncoded: false)
    // Safety: the calls read the path only while they run.
    let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    unsafe unlink(path)
    return file
  }

  /// Returns the contents of a file without moving the position of the file's writer.
  private static func contents(of file: Int32) -> Data {
    var about = stat()
    // Safety: fstat fills the struct.
    guard unsafe fstat(file, &about) == 0, about.st_size > 0 else { return Data() }
    var bytes = [UInt8](repeating: 0, count: min(Int(about.st_size), outputLimit))
    // Safety: pread writes at most as many bytes as the array has.
    let count = unsafe pread(file, &bytes, bytes.count, 0)
    return Data(bytes.prefix(max(0, count)))
  }

  private static func lines(_ said: Data?) -> [Substring] {
    String(decoding: said ?? Data(), as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  static func lastLine(_ said: Data?) -> String {
    lines(said).last { $0.first != "{" }.map(String.init) ?? "pipeline printed no message"
  }

  /// Returns the command's messages without its progress.
  static func remarks(_ said: Data?) -> String {
    lines(said).filter { $0.first != "{" }.joined(separator: "\n")
  }

  /// Returns the frame count, size, rate and duration of a file, which a run prints after the file's name.
  static func facts(_ output: Data?) -> [String] {
    lines(output).last?.split(separator: "  ").last?.split(separator: ", ").map(String.init) ?? []
  }

  /// Returns the last progress in the output of a run.
  static func progress(_ said: Data) -> (done: Int, total: Int)? {
    struct Line: Decodable { var frame: Int, frames: Int }
    return lines(said).reversed().lazy.compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }.first.map { ($0.frame, $0.frames) }
  }

  /// Returns a word in the notation of a shell.
  static func word(_ text: String) -> String {
    EscapedText.shellWord(text, plain: "-./_%=:,+@")
  }
}
