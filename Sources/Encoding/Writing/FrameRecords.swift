package import Files
internal import Glibc

/// The frames of a sequence that are done, so that an interrupted render can go on: `frames.jsonl` in
/// their folder, one object a line: `{"file":…,"sha256":…,"job":…}`.
///
/// A frame counts as done only when its file has the recorded hash and the job is the same: the
/// document, its pictures, the plugins and the program. A line that was torn by a crash says nothing.
/// The records, and the frames that they speak of, are plain files of this folder alone, never links.
package final class FrameRecords {
  private static let name = "frames.jsonl"
  /// A million frames have a third of it.
  private static let limitBytes = 512 << 20
  private let folder: OpenFolder
  private let job: String
  /// The recorded hash of each file name of this job.
  private var known: [String: String] = [:]
  private var descriptor: Int32 = -1

  /// `job` is hexadecimal text. With a root the folder lies below that.
  package init(
    folder path: String, beneath root: RootFolder? = nil, job: String
  ) throws(EncodingError) {
    self.job = job
    do throws(FileError) {
      folder = try OpenFolder(path, beneath: root)
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
    let place = "\(path)/\(Self.name)"
    do throws(FileError) {
      descriptor = try folder.ownLog(Self.name, making: false)
    } catch {
      throw Self.refusal(place, error)
    }
    guard descriptor >= 0 else { return }
    guard let bytes = FileBytes.read(descriptor, limit: Self.limitBytes) else {
      throw .unwritable(path: place, reason: "it cannot be read")
    }
    guard bytes.count <= Self.limitBytes else {
      throw .unwritable(path: place, reason: "it is larger than \(Self.limitBytes) bytes")
    }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = String(decoding: line, as: UTF8.self).split(separator: "\"")
      // {, file, :, NAME, ,, sha256, :, HASH, ,, job, :, JOB, }
      guard fields.count == 13, fields[1] == "file", fields[5] == "sha256", fields[9] == "job",
        fields[11] == job, fields[12] == "}"
      else { continue }
      known[String(fields[3])] = String(fields[7])
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Tells whether a file of the folder is there as this job made it; one of more bytes is not.
  package func isDone(_ name: String, limitBytes: Int) -> Bool {
    guard let recorded = known[name], let file = try? folder.ownFile(name),
      let bytes = try? file.read(limitBytes: limitBytes)
    else { return false }
    return Self.hash(bytes) == recorded
  }

  /// Notes a file that is in place.
  func add(_ name: String, _ bytes: [UInt8]) throws(EncodingError) {
    let place = "\(folder.path)/\(Self.name)"
    if descriptor < 0 {
      do throws(FileError) {
        descriptor = try folder.ownLog(Self.name, making: true)
      } catch {
        throw Self.refusal(place, error)
      }
    }
    let line = "{\"file\":\"\(name)\",\"sha256\":\"\(Self.hash(bytes))\",\"job\":\"\(job)\"}\n"
    // One write, so that runs that share a folder do not tear each other's lines.
    // Unsafe: the count is the array's own.
    let count = unsafe Array(line.utf8).withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    guard count == line.utf8.count else {
      throw .unwritable(path: place, reason: Errno.words(count < 0 ? errno : ENOSPC))
    }
  }

  private static func refusal(_ place: String, _ error: FileError) -> EncodingError {
    var reason = error.reason
    if case .notPlain = error { reason = "it \(reason), and records are not; remove it" }
    return .unwritable(path: place, reason: reason)
  }

  private static func hash(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.add(bytes)
    return hash.hexadecimal()
  }
}
