package import Files
internal import Synchronization
internal import Threading

/// Decodes several PNGs at the same time; each thread has its own helper.
package enum PicturesAhead {
  /// The maximum number of pixels in all pictures together, so that unused pictures cost little.
  private static let pixelLimit = 16_000_000
  private static let threads = 2

  /// Returns the results of `read` for the files, by their paths, or the errors that `read` throws. Files that are not
  /// PNG, files that do not fit in memory, and a single file are left out.
  package static func read<Value: Sendable>(
    _ files: [RegularFile], _ settings: MediaSettings,
    _ read: @Sendable (ImageReader, RegularFile) throws(MediaError) -> Value
  ) -> [String: Result<Value, MediaError>] {
    var sizes: [(file: RegularFile, pixels: Int)] = []
    var room = pixelLimit
    for file in files {
      guard let size = try? ImageHeader.size(of: file, settings.limits) else { continue }
      let pixels = size.width * size.height
      guard pixels <= room else { continue }
      room -= pixels
      sizes.append((file, pixels))
    }
    guard sizes.count > 1 else { return [:] }
    // The largest files come first, so that no large file remains for a single thread at the end.
    let work = sizes.sorted { $0.pixels > $1.pixels }.map(\.file)
    let next = Atomic<Int>(0)
    let results = Mutex<[String: Result<Value, MediaError>]>([:])
    Threads.run(threads) {
      let reader = ImageReader(settings)
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < work.count else { return }
        let result = Result { () throws(MediaError) in try read(reader, work[index]) }
        results.withLock { $0[work[index].path] = result }
      }
    }
    return results.withLock { $0 }
  }
}
