package import Scenes

/// Encodes each frame as a complete file.
package protocol FrameEncoder: AnyObject {
  /// Encodes one picture of a sequence. Outside `changed`, the picture equals the previous picture; `changed` is nil if
  /// the differences are unknown.
  func encode(_ bitmap: Bitmap, changed: [PixelRect]?) throws(EncodingError) -> [UInt8]
}

/// Encodes all frames into one output with any destination; only one thread at a time may call the encoder.
package protocol StreamEncoder: AnyObject {
  /// Checks before anything is opened whether the output is possible; `name` is the output's name in messages.
  func check(_ name: String) throws(EncodingError)
  /// Writes the data that precedes the frames.
  func begin(_ output: any Destination) throws(EncodingError)
  /// Encodes the next frame; the encoder does not keep the frame's bitmap.
  func write(_ frame: RenderedFrame, to output: any Destination) throws(EncodingError)
  /// Writes the data that follows the frames.
  func finish(_ output: any Destination) throws(EncodingError)
  /// Releases all resources of the encoder.
  func cancel()
}

extension StreamEncoder {
  package func check(_ name: String) throws(EncodingError) {}
  package func begin(_ output: any Destination) throws(EncodingError) {}
  package func finish(_ output: any Destination) throws(EncodingError) {}
  package func cancel() {}
}

/// Writes only the first frame, with the same bytes that the frame has in a sequence.
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
