internal import Glibc

/// Which frames of a sequence are done, so that an interrupted render can go on: `frames.jsonl` in
/// their folder, one object a line: `{"file":…,"sha256":…,"job":…}`.
///
/// A frame counts as done only when its file has the recorded hash and the job is the same: the
/// document, its pictures, the plugins and the program. A line that was torn by a crash says nothing.
package final class FrameRecords {
  private let path: String
  private let folder: String
  private let job: String
  private let hash: ([UInt8]) -> String
  /// The recorded hash of each file name of this job.
  private var known: [String: String] = [:]
  private var descriptor: Int32 = -1

  /// `job` and `hash` give hexadecimal text.
  package init(folder: String, job: String, hash: @escaping ([UInt8]) -> String) {
    self.folder = folder
    path = folder + "/frames.jsonl"
    self.job = job
    self.hash = hash
    for line in (Self.read(path) ?? []).split(separator: UInt8(ascii: "\n")) {
      let fields = String(decoding: line, as: UTF8.self).split(separator: "\"")
      // {, file, :, NAME, ,, sha256, :, HASH, ,, job, :, JOB, }
      guard fields.count == 13, fields[1] == "file", fields[5] == "sha256", fields[9] == "job",
        fields[11] == job, fields[12] == "}"
      else { continue }
      known[String(fields[3])] = String(fields[7])
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether a file of the folder is there as this job made it.
  package func isDone(_ name: String) -> Bool {
    guard let recorded = known[name], let bytes = Self.read("\(folder)/\(name)") else {
      return false
    }
    return hash(bytes) == recorded
  }

  /// Notes a file that is in place.
  func add(_ name: String, _ bytes: [UInt8]) throws(EncodingError) {
    if descriptor < 0 {
      // Unsafe: open reads the path as a C string.
      descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw unwritable() }
    }
    let line = "{\"file\":\"\(name)\",\"sha256\":\"\(hash(bytes))\",\"job\":\"\(job)\"}\n"
    // One write, so that runs that share a folder do not tear each other's lines.
    // Unsafe: the count is the array's own.
    let count = unsafe Array(line.utf8).withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    guard count == line.utf8.count else { throw unwritable() }
  }

  private func unwritable() -> EncodingError {
    // Unsafe: strerror's text is copied at once.
    .unwritable(path: path, reason: unsafe String(cString: strerror(errno)))
  }

  private static func read(_ path: String) -> [UInt8]? {
    // Unsafe: open reads the path as a C string.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      // Unsafe: the count is the chunk's own.
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Glibc.read(file, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}
