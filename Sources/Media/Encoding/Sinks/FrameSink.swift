package import Scenes

/// The properties of an output: its size, its rate and its number of frames.
package struct StreamFormat: Hashable, Sendable {
  /// The width of each frame in pixels.
  package var width: Int
  package var height: Int
  package var framesPerSecond: Double
  /// The number of times that `write` will be called.
  package var frameCount: Int
  /// Whether every pixel of every frame has alpha 255, so that the file needs no alpha.
  package var isOpaque: Bool
  /// The number of pixels for each point, which PNG stores as 72 · scale dots per inch.
  package var scale: Double
  /// The maximum number of threads of an encoder, which does not affect the encoded bytes.
  package var jobs: Int

  package init(
    width: Int, height: Int, framesPerSecond: Double, frameCount: Int, isOpaque: Bool,
    scale: Double = 1, jobs: Int = 1
  ) {
    self.width = width
    self.height = height
    self.framesPerSecond = framesPerSecond
    self.frameCount = frameCount
    self.isOpaque = isOpaque
    self.scale = scale
    self.jobs = max(1, jobs)
  }
}

/// A rendered frame for the outputs.
package struct RenderedFrame: Sendable {
  /// The frame's number, which is part of the file names of a sequence.
  package var index: Int
  package var time: FrameTime
  /// The frame's pixels, with the size of the clip.
  package var bitmap: Bitmap
  /// Outside these rectangles, every pixel equals the same pixel of the previously written frame; nil if the
  /// differences are unknown.
  package var changed: [PixelRect]?

  package init(index: Int, time: FrameTime, bitmap: Bitmap, changed: [PixelRect]? = nil) {
    self.index = index
    self.time = time
    self.bitmap = bitmap
    self.changed = changed
  }
}

/// Encodes frames in order into files; only one thread at a time may call a sink.
package protocol FrameSink: AnyObject {
  /// Checks whether the output can be written, before anything is rendered.
  func begin() throws(EncodingError)
  /// Encodes the next frame; the sink does not keep the frame's bitmap.
  func write(_ frame: RenderedFrame) throws(EncodingError)
  /// Moves the finished files into place.
  func finish() throws(EncodingError)
  /// Removes unfinished files; finished frames of a sequence remain.
  func cancel()
}
