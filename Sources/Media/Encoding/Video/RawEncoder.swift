internal import CEncoding
internal import Scenes

/// Writes raw RGBA pixels with straight alpha, in rows without gaps.
package final class RawEncoder: StreamEncoder {
  private let clip: StreamFormat
  private var rows: [UInt8]

  package init(_ clip: StreamFormat) {
    self.clip = clip
    rows = [UInt8](repeating: 0, count: clip.width * clip.height * 4)
  }

  package func write(
    _ frame: RenderedFrame, to output: any Destination
  ) throws(EncodingError) {
    let bitmap = frame.bitmap
    precondition(bitmap.width == clip.width && bitmap.height == clip.height)
    let rowBytes = clip.width * 4
    // Safety: both buffers have `height` rows of `width` pixels.
    unsafe rows.withUnsafeMutableBufferPointer { all in
      for y in 0..<bitmap.height {
        unsafe encoding_unpremultiply(
          bitmap.pixels + y * bitmap.strideBytes, all.baseAddress! + y * rowBytes, bitmap.width)
      }
    }
    try output.write(rows)
  }
}
