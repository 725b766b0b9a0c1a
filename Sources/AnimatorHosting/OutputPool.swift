internal import Scenes
internal import Synchronization

/// Memory that a picture can lie in.
protocol OutputMemory: AnyObject, Sendable {
  var byteCount: Int { get }
  /// Aligned to 64.
  var pixels: UnsafeMutablePointer<UInt8> { get }
  /// Whether another picture may be drawn into it.
  var isUsable: Bool { get }
}

extension Bitmap: OutputMemory {
  var isUsable: Bool { true }
}

/// Memory of pictures that nobody shows any more, for those that are drawn next.
///
/// A step draws a picture a frame, and each goes some frames later. New memory would have to be found,
/// cleared and mapped page by page, which takes as long as drawing.
final class OutputPool<Memory: OutputMemory>: Sendable {
  /// What one pool keeps waiting; one picture a frame goes for each that comes.
  static var limitCount: Int { 3 }

  private struct State {
    /// The last one came back last: its bytes are the likeliest in a cache.
    var waiting: [Memory] = []
    var isClosed = false
  }
  private let state = Mutex(State())

  deinit { close() }

  /// Memory of this size that was used before; nil when there is none.
  func take(_ byteCount: Int) -> Memory? {
    let found = state.withLock { state in
      state.waiting.lastIndex { $0.byteCount == byteCount && $0.isUsable }
        .map { state.waiting.remove(at: $0) }
    }
    if let found { OutputWaiting.bytes.subtract(found.byteCount, ordering: .relaxed) }
    return found
  }

  /// A picture in `memory`, which comes back when the picture goes.
  func bitmap(width: Int, height: Int, in memory: Memory) -> Bitmap {
    precondition(memory.byteCount == Bitmap.byteCount(width: width, height: height))
    let lender = Lender(memory: memory, pool: self)
    // Unsafe: the lender keeps the memory, which has the picture's size.
    return unsafe Bitmap(width: width, height: height, at: memory.pixels, of: lender)
  }

  /// Gives up what waits.
  func empty() { giveUp(thenClosed: false) }

  /// Gives up what waits, and from now on what comes back.
  func close() { giveUp(thenClosed: true) }

  private func giveUp(thenClosed isClosed: Bool) {
    let waiting = state.withLock { state in
      defer { state = State(isClosed: isClosed) }
      return state.waiting
    }
    for memory in waiting {
      OutputWaiting.bytes.subtract(memory.byteCount, ordering: .relaxed)
    }
  }

  private func giveBack(_ memory: Memory) {
    guard memory.isUsable, OutputWaiting.hasRoom(for: memory.byteCount) else { return }
    // What goes, goes when the lock is free: giving up memory takes time.
    let gone: Memory? = state.withLock { state in
      if state.isClosed { return memory }
      state.waiting.append(memory)
      return state.waiting.count > Self.limitCount ? state.waiting.removeFirst() : nil
    }
    if let gone { OutputWaiting.bytes.subtract(gone.byteCount, ordering: .relaxed) }
  }

  private final class Lender: Sendable {
    private let memory: Memory
    private let pool: OutputPool

    init(memory: Memory, pool: OutputPool) {
      self.memory = memory
      self.pool = pool
    }

    deinit { pool.giveBack(memory) }
  }
}

/// What waits in all pools together.
private enum OutputWaiting {
  static let limitBytes = 256 << 20
  static let bytes = Atomic(0)

  /// Counts the bytes when there is room for them.
  static func hasRoom(for count: Int) -> Bool {
    if bytes.add(count, ordering: .relaxed).newValue <= limitBytes { return true }
    bytes.subtract(count, ordering: .relaxed)
    return false
  }
}
