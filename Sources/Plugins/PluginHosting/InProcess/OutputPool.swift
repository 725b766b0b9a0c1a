internal import Scenes
internal import Synchronization

/// A pool that reuses the memory of pictures that are no longer shown. A step draws a picture for each frame,
/// and the picture is released some frames later. New memory would have to be allocated, cleared and mapped
/// page by page, which takes as long as drawing.
final class OutputPool: Sendable {
  static let shared = OutputPool()
  /// The maximum number of bitmaps in the pool, which is balanced because frames return as many bitmaps as
  /// they take.
  private static let limitCount = 8
  private static let limitBytes = 256 << 20

  /// The bitmaps in the pool; the one that was returned last is at the end, because it is the most likely to
  /// be in a cache.
  private let waiting = Mutex<[Bitmap]>([])

  /// Returns a bitmap with undefined contents, which the caller must fill. When the bitmap is released, its
  /// memory returns to the pool.
  func bitmap(width: Int, height: Int) -> Bitmap {
    let byteCount = Bitmap.byteCount(width: width, height: height)
    let used = waiting.withLock { waiting in
      waiting.lastIndex { $0.byteCount == byteCount }.map { waiting.remove(at: $0) }
    }
    let lender = Lender(memory: used ?? Bitmap(width: width, height: height), pool: self)
    // Safety: the lender retains the memory, which has the size of the picture.
    return unsafe Bitmap(width: width, height: height, at: lender.memory.pixels, of: lender)
  }

  private func giveBack(_ memory: Bitmap) {
    // Memory is released after the lock, because releasing it takes time.
    let gone = waiting.withLock { waiting in
      waiting.append(memory)
      var bytes = waiting.reduce(0) { $0 + $1.byteCount }
      var count = 0
      while waiting.count - count > Self.limitCount || bytes > Self.limitBytes {
        bytes -= waiting[count].byteCount
        count += 1
      }
      defer { waiting.removeFirst(count) }
      return Array(waiting.prefix(count))
    }
    withExtendedLifetime(gone) {}
  }

  private final class Lender: Sendable {
    let memory: Bitmap
    private let pool: OutputPool

    init(memory: Bitmap, pool: OutputPool) {
      self.memory = memory
      self.pool = pool
    }

    deinit { pool.giveBack(memory) }
  }
}
