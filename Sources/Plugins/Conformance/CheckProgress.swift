import CProcess
import Glibc
package import Scenes
import Synchronization

/// The expected and the actual picture, which have the same size.
package struct CheckPicture: Sendable {
  package let expected: Bitmap
  package let seen: Bitmap

  package init(expected: Bitmap, seen: Bitmap) {
    self.expected = expected
    self.seen = seen
  }
}

/// Memory that the process of a check shares with its parent: the progress of the check, so that a crash can
/// be located, and the picture of a failure. The memory contains a mark, the progress, a text of at most 192
/// bytes, the width and height of a picture, and its two images row after row.
@safe package final class CheckProgress: @unchecked Sendable {
  static let bytes = 4 << 20
  private static let textAt = 16
  private static let textBytes = 192
  private static let pictureAt = 256
  /// The number of the memory's descriptor in the process of the check.
  package static let descriptor: Int32 = 4
  /// The beginning of the first message from the process of a check, which the number of its sandbox features
  /// follows.
  package static let locked = "locked "

  // Safety: the pointer refers to a shared mapping of `bytes` bytes, which deinit unmaps. The process at the
  // other end may write any bytes to the shared memory.
  private let memory: UnsafeMutableRawPointer

  package init?(descriptor: Int32) {
    guard let memory = unsafe process_map(descriptor, Self.bytes) else { return nil }
    unsafe self.memory = memory
  }

  deinit { unsafe process_unmap(memory, Self.bytes) }

  // Safety: the pointer refers to a word of the mapping, which both processes access only atomically.
  private var mark: UnsafeMutablePointer<Atomic<UInt32>> {
    unsafe memory.assumingMemoryBound(to: Atomic<UInt32>.self)
  }
  private var progress: UnsafeMutablePointer<Atomic<UInt64>> {
    unsafe (memory + 8).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  // MARK: In the check's process

  /// Records the name of the animator or function that the check starts to test.
  package func begin(_ name: String) {
    let text = Array(name.utf8.prefix(Self.textBytes - 1)) + [0]
    unsafe (memory + Self.textAt).copyMemory(from: text, byteCount: text.count)
    unsafe mark.pointee.store(1, ordering: .releasing)
  }

  /// Records the progress; if several threads call this method, the last call wins.
  package func move(to progress: Double) {
    unsafe self.progress.pointee.store(progress.bitPattern, ordering: .relaxed)
    unsafe mark.pointee.store(2, ordering: .releasing)
  }

  /// Stores a check's picture if the picture is small enough.
  package func leave(_ picture: CheckPicture) {
    let (width, height) = (picture.seen.width, picture.seen.height)
    guard width == picture.expected.width, height == picture.expected.height,
      width * height * 8 <= Self.bytes - Self.pictureAt - 8
    else { return }
    var place = Self.pictureAt + 8
    for bitmap in [picture.expected, picture.seen] {
      for y in 0..<height {
        unsafe (memory + place).copyMemory(
          from: bitmap.pixels + y * bitmap.strideBytes, byteCount: width * 4)
        place += width * 4
      }
    }
    unsafe memory.storeBytes(of: UInt32(width), toByteOffset: Self.pictureAt, as: UInt32.self)
    unsafe memory.storeBytes(of: UInt32(height), toByteOffset: Self.pictureAt + 4, as: UInt32.self)
  }

  // MARK: In the process that started it

  /// The state of the check, such as `acme.mix at progress 0.5`; empty if the check has not started.
  var whereabouts: String {
    let mark = unsafe mark.pointee.load(ordering: .acquiring)
    guard mark > 0 else { return "" }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: memory + Self.textAt, count: Self.textBytes)
    let name = unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    let progress = Double(bitPattern: unsafe progress.pointee.load(ordering: .relaxed))
    return mark == 2 && progress.isFinite ? "\(name) at progress \(progress)" : name
  }

  var picture: CheckPicture? {
    let width = Int(unsafe memory.load(fromByteOffset: Self.pictureAt, as: UInt32.self))
    let height = Int(unsafe memory.load(fromByteOffset: Self.pictureAt + 4, as: UInt32.self))
    guard width > 0, height > 0, width <= 4096, height <= 4096,
      width * height * 8 <= Self.bytes - Self.pictureAt - 8
    else { return nil }
    let images = (0..<2).map { image in
      let bitmap = Bitmap(width: width, height: height)
      for y in 0..<height {
        let row = unsafe memory + Self.pictureAt + 8 + (image * height + y) * width * 4
        for x in 0..<width {
          let from = unsafe row + x * 4
          let to = unsafe bitmap.pixels + y * bitmap.strideBytes + x * 4
          let alpha = unsafe from.load(fromByteOffset: 3, as: UInt8.self)
          for c in 0..<4 {
            // Each channel is limited to alpha, so the result is a valid premultiplied pixel.
            unsafe to[c] = min(from.load(fromByteOffset: c, as: UInt8.self), alpha)
          }
        }
      }
      return bitmap
    }
    return CheckPicture(expected: images[0], seen: images[1])
  }
}
