internal import CDeflate
internal import CEncoding
internal import Glibc
internal import Scenes
internal import Synchronization

/// A fast PNG of one frame after another: bands of fixed height, compressed on several threads.
///
/// A band stands alone: its first row's filter looks at no row above, its deflate blocks refer to
/// nothing before them and end on a byte. So a band that did not change since the frame before keeps
/// its bytes, and no byte depends on the threads or on which bands were kept.
final class BandedPNG {
  private struct Band {
    /// A whole IDAT chunk.
    var chunk: [UInt8] = []
    /// Of its filtered rows.
    var adler: UInt32 = 1
  }

  static let bandRows = 32
  private let form: PNGForm
  private let jobs: Int
  private let head: [UInt8]
  private var bands: [Band]
  private let previous: Bitmap
  private var isFirst = true

  init(_ form: PNGForm, jobs: Int) {
    self.form = form
    self.jobs = jobs
    // The zlib header: deflate, a window of 32 KiB, fastest.
    head = form.head + PNGForm.chunk("IDAT", [0x78, 0x01])
    bands = Array(repeating: Band(), count: (form.height + Self.bandRows - 1) / Self.bandRows)
    previous = Bitmap(width: form.width, height: form.height)
  }

  /// Compresses what changed and gives the file in parts, in order.
  func encode<E: Error>(
    _ bitmap: Bitmap, changed: [PixelRect]?, write: ([UInt8]) throws(E) -> Void
  ) throws(E) {
    let candidates = bands.indices.filter { mayDiffer($0, changed) }
    let made = Mutex([Band?](repeating: nil, count: candidates.count))
    let (form, previous, isFirst) = (form, previous, isFirst)
    parallel(candidates.count, jobs: jobs) { index in
      let rows = Self.rows(candidates[index], form)
      if !isFirst && Self.isSame(bitmap, previous, rows, form) { return }
      let band = Self.encode(bitmap, rows: rows, form)
      // Each band copies rows of its own.
      previous.copy(PixelRect(0, rows.lowerBound, form.width, rows.count), from: bitmap)
      made.withLock { $0[index] = band }
    }
    self.isFirst = false
    for (index, band) in made.withLock({ $0 }).enumerated() {
      if let band { bands[candidates[index]] = band }
    }
    try write(head)
    var adler: UInt32 = 1
    for (index, band) in bands.enumerated() {
      try write(band.chunk)
      let count = Self.rows(index, form).count * (form.rowBytes + 1)
      adler = deflate_combine_adler(adler, band.adler, UInt64(count))
    }
    // The last block is empty; then the checksum of all rows.
    try write(PNGForm.chunk("IDAT", [0x03, 0x00] + bytes(adler)) + PNGForm.end)
  }

  private static func rows(_ band: Int, _ form: PNGForm) -> Range<Int> {
    (band * bandRows)..<min(form.height, (band + 1) * bandRows)
  }

  /// Whether the hints leave it open that a band changed.
  private func mayDiffer(_ band: Int, _ changed: [PixelRect]?) -> Bool {
    guard !isFirst, let changed else { return true }
    let rows = Self.rows(band, form)
    let whole = PixelRect(0, rows.lowerBound, form.width, rows.count)
    return changed.contains { !$0.intersection(whole).isEmpty }
  }

  private static func isSame(
    _ a: Bitmap, _ b: Bitmap, _ rows: Range<Int>, _ form: PNGForm
  ) -> Bool {
    rows.allSatisfy { y in
      // Unsafe: rows of two bitmaps of the form's size.
      unsafe memcmp(a.pixels + y * a.strideBytes, b.pixels + y * b.strideBytes, form.width * 4)
        == 0
    }
  }

  private static func encode(_ bitmap: Bitmap, rows: Range<Int>, _ form: PNGForm) -> Band {
    let filtered = PNGRows(form: form, thorough: false).filtered(bitmap, rows: rows)
    var band = Band()
    let bound = deflate_part_bound(filtered.count)
    band.chunk = unsafe [UInt8](unsafeUninitializedCapacity: bound + 12) { buffer, size in
      // Unsafe: length and name, the part within its bound, then the CRC of name and part.
      let start = buffer.baseAddress!
      let count = unsafe deflate_part(filtered, filtered.count, start + 8)
      precondition(count > 0, "no memory")
      for (offset, byte) in (bytes(UInt32(count)) + Array("IDAT".utf8)).enumerated() {
        unsafe start[offset] = byte
      }
      let crc = unsafe libdeflate_crc32(0, start + 4, count + 4)
      for (offset, byte) in bytes(crc).enumerated() { unsafe start[8 + count + offset] = byte }
      size = count + 12
    }
    band.adler = unsafe libdeflate_adler32(1, filtered, filtered.count)
    return band
  }
}
