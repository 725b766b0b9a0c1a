internal import CDeflate
internal import CEncoding
internal import Scenes
internal import Synchronization

/// The memory for compressing a band, reused for further bands because allocation takes time. Only one thread at a time
/// uses a compressor.
@safe final class BandCompressor: @unchecked Sendable {
  private let form: PNGForm
  private let deflate: OpaquePointer
  /// The rows of the band, each after its filter number, and two unfiltered rows.
  private var filtered: [UInt8]
  private var lines: [UInt8]
  /// The IDAT chunk that is being written.
  private var chunk: [UInt8]

  init(_ form: PNGForm, rows: Int) {
    self.form = form
    guard let deflate = unsafe deflate_begin() else { preconditionFailure("no memory") }
    unsafe self.deflate = deflate
    filtered = Array(repeating: 0, count: PNGRows.byteCount(form, rows: rows))
    lines = Array(repeating: 0, count: PNGRows.lineByteCount(form))
    chunk = Array(repeating: 0, count: deflate_part_bound(filtered.count) + 12)
  }

  deinit { unsafe deflate_end(deflate) }

  /// Returns the IDAT chunk of some rows, and the Adler-32 checksum of their filtered bytes.
  func compress(_ bitmap: Bitmap, rows: Range<Int>) -> (chunk: [UInt8], adler: UInt32) {
    let count = PNGRows.byteCount(form, rows: rows.count)
    // Safety: all three buffers have room for the rows of a band.
    return unsafe filtered.withUnsafeMutableBufferPointer { filtered in
      unsafe lines.withUnsafeMutableBufferPointer { lines in
        unsafe PNGRows(form: form, thorough: false).filter(
          bitmap, rows: rows, lines: lines.baseAddress!, to: filtered.baseAddress!)
      }
      let adler = unsafe libdeflate_adler32(1, filtered.baseAddress!, count)
      let size = unsafe chunk.withUnsafeMutableBufferPointer { chunk in
        // A chunk consists of the length, the name, the data, and the CRC of name and data.
        let start = chunk.baseAddress!
        let size = unsafe deflate_part(deflate, filtered.baseAddress!, count, start + 8)
        for (offset, byte) in (bytes(UInt32(size)) + Array("IDAT".utf8)).enumerated() {
          unsafe start[offset] = byte
        }
        let crc = unsafe libdeflate_crc32(0, start + 4, size + 4)
        for (offset, byte) in bytes(crc).enumerated() { unsafe start[8 + size + offset] = byte }
        return size + 12
      }
      return (Array(chunk[..<size]), adler)
    }
  }
}

/// The compressors that no thread uses at the moment.
final class BandCompressorPool: Sendable {
  /// Each compressor is either in this list or used by one thread.
  private let waiting = Mutex<[BandCompressor]>([])
  private let make: @Sendable () -> BandCompressor

  init(_ make: @escaping @Sendable () -> BandCompressor) { self.make = make }

  func compress(_ bitmap: Bitmap, rows: Range<Int>) -> (chunk: [UInt8], adler: UInt32) {
    let work = waiting.withLock { $0.popLast() } ?? make()
    defer { waiting.withLock { $0.append(work) } }
    return work.compress(bitmap, rows: rows)
  }
}
