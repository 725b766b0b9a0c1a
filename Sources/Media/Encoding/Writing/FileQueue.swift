internal import Dispatch
internal import Files
internal import Synchronization
internal import Threading

/// Moves files into place on its own thread, in order, while the next files are compressed, because moving
/// mostly waits for the disk. After the first failure, no more files are written.
final class FileQueue: Sendable {
  /// The maximum number of waiting files, which limits the memory.
  private static let depth = 8

  private let queue = SerialQueue()
  private let room = DispatchSemaphore(value: depth)
  private let failure = Mutex<EncodingError?>(nil)

  /// Writes a file later, replacing the given version, and then records it; throws the errors of earlier
  /// files.
  func add(
    _ path: String, in folder: OpenFolder, replacing seen: SeenFile?, _ bytes: [UInt8],
    then note: @escaping @Sendable (_ path: String, _ bytes: [UInt8]) throws(EncodingError) -> Void
  ) throws(EncodingError) {
    room.wait()
    if let failure = failure.withLock({ $0 }) {
      room.signal()
      throw failure
    }
    queue.add { [self] in
      defer { room.signal() }
      if failure.withLock({ $0 != nil }) { return }
      do throws(EncodingError) {
        let file = try AtomicFile(path, in: folder, replacing: seen)
        try file.write(bytes)
        try file.commit()
        try note(path, bytes)
      } catch {
        failure.withLock { $0 = error }
      }
    }
  }

  /// Waits until every file was moved into place; throws their errors.
  func drain() throws(EncodingError) {
    queue.finish()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
