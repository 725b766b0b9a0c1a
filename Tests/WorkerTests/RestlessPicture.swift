import CHosting
import CProcess
import Foundation
import Scenes
import Synchronization

/// A picture as a worker that means harm may leave it: between pages that nobody may touch, and written
/// over all the time with any bytes, by way of another mapping of the same memory.
final class RestlessPicture: Sendable {
  private let memory: Mapped
  private let isOver = Mutex(false)
  private let ended = DispatchSemaphore(value: 0)

  /// Two mappings of one memory; a bitmap may hold it longer than the picture lives.
  @safe private final class Mapped: @unchecked Sendable {
    // Unsafe: mappings of this object's own.
    let read: worker_image
    let write: worker_image
    init?(_ byteCount: Int) {
      var descriptor: Int32 = -1
      let room = Int(worker_image_bytes(UInt64(byteCount)))
      guard unsafe process_memory("animator-restless", room, &descriptor) == 0 else { return nil }
      unsafe read = worker_map_image(descriptor, UInt64(byteCount), true, false)
      unsafe write = worker_map_image(descriptor, UInt64(byteCount), true, true)
      close(descriptor)
      guard unsafe read.mapping != nil, unsafe write.mapping != nil else { return nil }
    }
    deinit {
      unsafe munmap(read.mapping, Int(read.mapped_bytes))
      unsafe munmap(write.mapping, Int(write.mapped_bytes))
    }
  }

  let bitmap: Bitmap

  /// `isOpaque`: it says that every pixel is.
  init?(width: Int, height: Int, seed: Int, isOpaque: Bool) {
    let byteCount = Bitmap.byteCount(width: width, height: height)
    guard let memory = Mapped(byteCount) else { return nil }
    self.memory = memory
    bitmap = unsafe Bitmap(width: width, height: height, at: memory.read.pixels, of: memory)
    scribble(SeededRandom(UInt64(seed)))
    if isOpaque { bitmap.markOpaque() } else { bitmap.scanOpacity() }
    Thread { [self] in
      var round = UInt64(seed)
      while !isOver.withLock({ $0 }) {
        usleep(20)
        round += 1000
        scribble(SeededRandom(round))
      }
      ended.signal()
    }.start()
  }

  private func scribble(_ random: SeededRandom) {
    var random = random
    // Unsafe: the memory's own bytes.
    for i in 0..<bitmap.byteCount { unsafe memory.write.pixels[i] = random.byte() }
  }

  /// Leaves it in peace.
  func end() {
    isOver.withLock { $0 = true }
    ended.wait()
  }
}

extension SeededRandom {
  /// Very often one of those at the ends.
  fileprivate mutating func byte() -> UInt8 {
    let number = next()
    return number >> 60 == 0 ? 0 : number >> 60 == 1 ? 255 : UInt8(truncatingIfNeeded: number >> 24)
  }
}
