internal import Dispatch
internal import Files
internal import Synchronization
internal import Threading

/// Moves files into place in order on its own thread, while the next files are compressed, because moving mostly waits
/// for the disk. After the first failure, the queue writes no more files.
final class FileQueue: Sendable {
  /// The maximum number of waiting files, which limits the queue's memory.
  private static let depth = 8

  private let queue = SerialQueue()
  private let room = DispatchSemaphore(value: depth)
  private let failure = Mutex<EncodingError?>(nil)

  /// Adds a file that will replace the given version and then be recorded; throws the errors of earlier files.
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

  /// Waits until all files are in place; throws their errors.
  func drain() throws(EncodingError) {
    queue.finish()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
