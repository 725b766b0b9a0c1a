internal import CEncoding
internal import Files
internal import Glibc
internal import Scenes

/// Raw RGBA to a descriptor, usually standard output: rows without gaps, straight alpha.
package final class RawSink: FrameSink {
  private let clip: StreamFormat
  private let descriptor: Int32
  private var rows: [UInt8]

  package init(clip: StreamFormat, descriptor: Int32 = 1) {
    self.clip = clip
    self.descriptor = descriptor
    rows = [UInt8](repeating: 0, count: clip.width * clip.height * 4)
  }

  package func begin() throws(EncodingError) {}

  package func write(_ frame: RenderedFrame) throws(EncodingError) {
    let bitmap = frame.bitmap
    precondition(bitmap.width == clip.width && bitmap.height == clip.height)
    let rowBytes = clip.width * 4
    // Unsafe: both hold `height` rows of `width` pixels.
    let problem = unsafe rows.withUnsafeMutableBytes { all in
      let target = unsafe all.baseAddress!.assumingMemoryBound(to: UInt8.self)
      for y in 0..<bitmap.height {
        unsafe encoding_unpremultiply(
          bitmap.pixels + y * bitmap.strideBytes, target + y * rowBytes, bitmap.width)
      }
      return unsafe FileBytes.write(UnsafeRawBufferPointer(all), to: descriptor)
    }
    if problem == EPIPE { throw .closed(path: "standard output") }
    if problem != 0 { throw .unwritable(path: "standard output", reason: Errno.words(problem)) }
  }

  package func finish() throws(EncodingError) {}
  package func cancel() {}
}
