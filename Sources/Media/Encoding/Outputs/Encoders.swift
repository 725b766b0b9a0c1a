package import Scenes

/// Makes a whole file of each frame.
package protocol FrameEncoder: AnyObject {
  /// Encodes one picture of a sequence. Outside `changed`, the picture equals the previous one; nil if the
  /// differences are unknown.
  func encode(_ bitmap: Bitmap, changed: [PixelRect]?) throws(EncodingError) -> [UInt8]
}

/// Encodes all frames into one output, at any destination; one caller at a time.
package protocol StreamEncoder: AnyObject {
  /// Checks whether such an output is possible, before anything is opened; `name` is its name in messages.
  func check(_ name: String) throws(EncodingError)
  /// Writes the data before the frames.
  func begin(_ output: any Destination) throws(EncodingError)
  /// Encodes the next frame; its bitmap is not retained.
  func write(_ frame: RenderedFrame, to output: any Destination) throws(EncodingError)
  /// Writes the data after the frames.
  func finish(_ output: any Destination) throws(EncodingError)
  /// Releases all of its resources.
  func cancel()
}

extension StreamEncoder {
  package func check(_ name: String) throws(EncodingError) {}
  package func begin(_ output: any Destination) throws(EncodingError) {}
  package func finish(_ output: any Destination) throws(EncodingError) {}
  package func cancel() {}
}

/// Writes the first frame, with the bytes that it would have in a sequence.
package final class StillEncoder: StreamEncoder {
  private let encoder: any FrameEncoder
  private var isWritten = false

  package init(_ encoder: any FrameEncoder) { self.encoder = encoder }

  package func write(
    _ frame: RenderedFrame, to output: any Destination
  ) throws(EncodingError) {
    if isWritten { return }
    try output.write(try encoder.encode(frame.bitmap, changed: nil))
    isWritten = true
  }

  package func finish(_ output: any Destination) throws(EncodingError) {
    if !isWritten { throw .format(path: output.name, reason: "there are no frames") }
  }
}
