internal import PluginModel
internal import Glibc
internal import Scenes
internal import Synchronization

/// A table that an animator has computed for its parameters and an image size. The table ends at an
/// inaccessible page and becomes read-only when it is complete, so that a plugin that writes beyond it, or
/// into it while drawing, crashes immediately instead of changing another frame.
@safe final class PreparedTable: Sendable {
  let byteCount: Int
  // Safety: the pages come from mmap, and the plugin writes to them until `protect` is called.
  private nonisolated(unsafe) let pages: UnsafeMutableRawPointer
  private let dataBytes: Int
  private static let page = 4096

  /// Allocates zero bytes, aligned to 64; nil if there is too little memory.
  init?(_ byteCount: Int) {
    let room = (byteCount + 63) / 64 * 64
    dataBytes = (room + Self.page - 1) / Self.page * Self.page
    let mapped = unsafe mmap(
      nil, dataBytes + Self.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED,
      unsafe mprotect(mapped + dataBytes, Self.page, PROT_NONE) == 0
    else { return nil }
    unsafe pages = mapped
    self.byteCount = byteCount
    MemoryAccount.take(dataBytes)
  }

  deinit {
    unsafe munmap(pages, dataBytes + Self.page)
    MemoryAccount.giveBack(dataBytes)
  }

  var writable: UnsafeMutableRawPointer { unsafe pages + (dataBytes - (byteCount + 63) / 64 * 64) }
  var base: UnsafeRawPointer { unsafe UnsafeRawPointer(writable) }

  func protect() { unsafe mprotect(pages, dataBytes, PROT_READ) }
}

/// The tables of a bound animator, one for each recently used size.
final class PreparedTables: Sendable {
  private struct Key: Equatable {
    let width: Int32
    let height: Int32
    let scale: Double
  }
  private struct Entry {
    let key: Key
    let table: PreparedTable?
  }
  /// The number of tables that are kept; two outputs of different scales share the frames of a step.
  private static let limit = 2
  private let entries = Mutex<[Entry]>([])
  /// The lock for creating a table; other calls wait for it.
  private let making = Mutex(())

  /// The table for this size, which `make` creates if it does not exist.
  func table(
    _ width: Int32, _ height: Int32, scale: Double,
    _ make: () -> (table: PreparedTable?, answer: CallAnswer)
  ) -> (table: PreparedTable?, answer: CallAnswer) {
    let key = Key(width: width, height: height, scale: scale)
    func known() -> Entry? { entries.withLock { $0.first { $0.key == key } } }
    let fine = CallAnswer(status: 0)
    if let known = known() { return (known.table, fine) }
    return making.withLock { _ in
      if let known = known() { return (known.table, fine) }
      let made = make()
      guard made.answer.status == 0 else { return made }
      entries.withLock { entries in
        entries.append(Entry(key: key, table: made.table))
        if entries.count > Self.limit { entries.removeFirst() }
      }
      return made
    }
  }
}
