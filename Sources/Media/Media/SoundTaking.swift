/// An encoder or joiner that adds a sound to the file of a video.
package protocol SoundTaking: AnyObject {
  /// Adds `count` samples that `fill` writes, left and right alternating; `count` is at most the size of a block.
  func write(
    samples count: Int, _ fill: (UnsafeMutablePointer<Float>) throws(MediaError) -> Void
  ) throws(MediaError)
}

/// The maximum number of samples that a helper accepts at a time; each sample is two floats.
package enum SoundBlock {
  package static let samples = 24_000
  static let byteCount = samples * 2 * MemoryLayout<Float>.size
}
