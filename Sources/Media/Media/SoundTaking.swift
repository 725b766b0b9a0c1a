/// A writer that adds a sound to the file of a video.
package protocol SoundTaking: AnyObject {
  /// Takes `count` samples, at most as many as a block has, which `fill` writes: left and right in turn.
  func write(
    samples count: Int, _ fill: (UnsafeMutablePointer<Float>) throws(MediaError) -> Void
  ) throws(MediaError)
}

/// The samples that a helper takes at a time; each is two floats.
package enum SoundBlock {
  package static let samples = 24_000
  static let byteCount = samples * 2 * MemoryLayout<Float>.size
}
