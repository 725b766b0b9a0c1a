internal import CEncoding
internal import Scenes

/// Encodes uncompressed video for other encoders (https://wiki.multimedia.cx/index.php/YUV4MPEG2): Y'CbCr 4:4:4, 8
/// bits, BT.709, limited range. Transparent parts of a frame are black. The format cannot declare its colour matrix;
/// players assume BT.709 for pictures with at least 720 lines.
package final class Y4MEncoder: StreamEncoder {
  private let clip: StreamFormat
  private var planes: [UInt8] = []

  package init(_ clip: StreamFormat) { self.clip = clip }

  package func begin(_ output: any Destination) throws(EncodingError) {
    let rate = FrameRate(clip.framesPerSecond)
    let header = "YUV4MPEG2 W\(clip.width) H\(clip.height) F\(rate.numerator):\(rate.denominator)"
    try output.write(Array("\(header) Ip A1:1 C444 XCOLORRANGE=LIMITED\n".utf8))
    planes = [UInt8](repeating: 0, count: clip.width * clip.height * 3)
  }

  package func write(
    _ frame: RenderedFrame, to output: any Destination
  ) throws(EncodingError) {
    let bitmap = frame.bitmap
    precondition(bitmap.width == clip.width && bitmap.height == clip.height)
    let plane = clip.width * clip.height
    // Safety: the array contains three planes of the clip's size.
    unsafe planes.withUnsafeMutableBufferPointer { all in
      for row in 0..<bitmap.height {
        let y = unsafe all.baseAddress! + row * clip.width
        unsafe encoding_yuv444(
          bitmap.pixels + row * bitmap.strideBytes, bitmap.width, y, y + plane, y + 2 * plane)
      }
    }
    try output.write(Array("FRAME\n".utf8))
    try output.write(planes)
  }
}
