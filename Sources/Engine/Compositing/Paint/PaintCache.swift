internal import Synchronization

/// The pixels of a paint that samples an image and does not move: 8.8 channels, with rows packed without
/// gaps, as in a group's picture.
final class PaintCache: Sendable {
  private struct State {
    var used = 0
    var pixels: Buffer<UInt16>?
  }
  private let state = Mutex(State())

  var pixels: Buffer<UInt16>? {
    get { state.withLock { $0.pixels } }
    set { state.withLock { $0.pixels = newValue } }
  }

  /// Counts pixels; true if there are more than `limit` and there is no picture yet.
  func uses(_ count: Int, before limit: Int) -> Bool {
    state.withLock { state in
      if state.pixels != nil { return false }
      state.used += count
      return state.used > limit
    }
  }
}
