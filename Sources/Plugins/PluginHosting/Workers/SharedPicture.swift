internal import CHosting
internal import CProcess
internal import Glibc
internal import Scenes
internal import Synchronization

/// An immutable copy of a bitmap's pixels that workers map.
final class SharedPicture: SharedImage {
  let number: UInt64
  let descriptor: Int32
  let byteCount: Int

  /// Copies a bitmap; nil if the system has too little memory or no descriptor left.
  init?(of bitmap: Bitmap) {
    let room = Int(worker_image_bytes(UInt64(bitmap.byteCount)))
    var made: Int32 = -1
    // Safety: the shim reads the pixels of the bitmap before it returns.
    let problem = unsafe process_sealed_copy(
      "animator-picture", bitmap.pixels, bitmap.byteCount, room, &made)
    guard problem == 0 else { return nil }
    descriptor = made
    byteCount = bitmap.byteCount
    number = SharedImages.newNumber()
    MemoryAccount.take(byteCount)
  }

  deinit {
    close(descriptor)
    MemoryAccount.giveBack(byteCount)
  }
}

/// The copies of bitmaps, one for each bitmap, which all workers and steps share. A step reads the same
/// pictures in every frame, and a shared bitmap is never written again, so each picture is copied only once.
/// A copy is released with its bitmap, or when other copies have been used more recently.
final class SharedPictures: Sendable {
  static let all = SharedPictures()
  static let limitCount = 64
  static let limitBytes = 512 << 20

  private struct Entry {
    weak var bitmap: Bitmap?
    let picture: SharedPicture
    var lastUse = PurgeableCaches.now()
  }
  /// The copies, of which the most recently used one is last.
  private let entries = Mutex<[Entry]>([])

  private init() { PurgeableCaches.add(self) }

  /// The copy of a bitmap; nil if the system has too little memory or no descriptor left.
  func copy(of bitmap: Bitmap) -> SharedPicture? {
    entries.withLock { entries in
      entries.removeAll { $0.bitmap == nil }
      if let known = entries.firstIndex(where: { $0.bitmap === bitmap }) {
        var entry = entries.remove(at: known)
        entry.lastUse = PurgeableCaches.now()
        entries.append(entry)
        return entry.picture
      }
      guard let picture = SharedPicture(of: bitmap) else { return nil }
      entries.append(Entry(bitmap: bitmap, picture: picture))
      var bytes = entries.reduce(0) { $0 + $1.picture.byteCount }
      while entries.count > 1, entries.count > Self.limitCount || bytes > Self.limitBytes {
        bytes -= entries.removeFirst().picture.byteCount
      }
      return picture
    }
  }
}

/// Copies can be released like cached data, because the next call creates them again.
extension SharedPictures: PurgeableCaches.Keeper {
  var oldestUse: Int? { entries.withLock { $0.first?.lastUse } }

  func letGoOfOldest() { entries.withLock { if !$0.isEmpty { $0.removeFirst() } } }
}
