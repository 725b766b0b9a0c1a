import Glibc
import Scenes

/// memcpy of one frame, from `sets` pictures to as many others in turn: with one set, hot in the
/// cache; with many, from memory.
final class CopyCase: Case {
  let clock: Clock
  private let from: [Bitmap]
  private let to: [Bitmap]
  private var next = 0

  init(width: Int, height: Int, sets: Int, clock: Clock = .thread) {
    self.clock = clock
    from = (0..<sets).map { _ in Bitmap(width: width, height: height) }
    to = (0..<sets).map { _ in Bitmap(width: width, height: height) }
  }

  func run(_ index: Int) {
    next = (next + 1) % from.count
    // Safety: two bitmaps of one size.
    unsafe memcpy(to[next].pixels, from[next].pixels, from[next].byteCount)
  }
}
