internal import Synchronization

/// The stored pixels of a paint that samples an image and stays in place: 8.8 channels, and rows without
/// padding, as in a group's picture.
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

  /// Counts pixels; returns true if more than `limit` pixels have been counted and no pixels are stored yet.
  func uses(_ count: Int, before limit: Int) -> Bool {
    state.withLock { state in
      if state.pixels != nil { return false }
      state.used += count
      return state.used > limit
    }
  }
}
