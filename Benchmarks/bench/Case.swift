import Glibc
import Scenes

/// One thing that is measured.
protocol Case: AnyObject {
  var clock: Clock { get }
  /// Does it once; `index` says which frame, where that matters.
  func run(_ index: Int) throws
}

/// A case whose frames can be compared with plain repaints.
protocol CheckedCase: Case {
  func hashes() throws -> (drawn: String, plain: String, count: Int)
}

/// What time is read from: that of one thread, so that other programs do not count, or the wall.
enum Clock {
  case thread, wall

  var nanoseconds: Int {
    var time = timespec()
    unsafe clock_gettime(self == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// All streams.
func flushOutput() { fflush(nil) }
func exit(_ status: Int32) -> Never { Glibc.exit(status) }

/// FNV-1a, 64 bits, over the pixels of bitmaps.
struct PixelHash {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bitmap: Bitmap) {
    for y in 0..<bitmap.height {
      let row = unsafe UnsafeRawBufferPointer(
        start: bitmap.pixels + y * bitmap.strideBytes, count: bitmap.width * 4)
      for x in 0..<bitmap.width {
        value ^= UInt64(unsafe row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self))
        value &*= 0x100_0000_01b3
      }
    }
  }

  var text: String { String(value, radix: 16) }
}
