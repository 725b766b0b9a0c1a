internal import CEncoding
internal import Scenes
internal import Synchronization

/// A fast PNG encoder for consecutive frames, which compresses bands of fixed height on several threads. Bands are
/// independent: the filter of a band's first row uses no row above, and the band's deflate blocks refer to no earlier
/// data and end on a byte boundary. A band that is unchanged since the previous frame therefore keeps its bytes, and
/// neither the number of threads nor the reuse of bands changes the file.
final class BandedPNG {
  private struct Band {
    /// The complete IDAT chunk of a band.
    var chunk: [UInt8] = []
    /// The Adler-32 checksum of the band's filtered rows.
    var adler: UInt32 = 1
  }

  static let bandRows = 32
  private let form: PNGForm
  private let jobs: Int
  private let head: [UInt8]
  private var bands: [Band]
  private let works: BandCompressorPool
  private var isFirst = true

  init(_ form: PNGForm, jobs: Int) {
    self.form = form
    self.jobs = jobs
    // The zlib header declares deflate, a window of 32 KiB and the fastest level.
    head = form.head + PNGForm.chunk("IDAT", [0x78, 0x01])
    bands = Array(repeating: Band(), count: (form.height + Self.bandRows - 1) / Self.bandRows)
    works = BandCompressorPool { BandCompressor(form, rows: Self.bandRows) }
  }

  /// Compresses the bands that `changed` touches, or all bands if `changed` is nil, and passes the parts of the file to
  /// `write` in order.
  func encode<E: Error>(
    _ bitmap: Bitmap, changed: [PixelRect]?, write: ([UInt8]) throws(E) -> Void
  ) throws(E) {
    let touched = bands.indices.filter { mayDiffer($0, changed) }
    let made = Mutex([Band](repeating: Band(), count: touched.count))
    let (form, works) = (form, works)
    parallel(touched.count, jobs: jobs) { index in
      let (chunk, adler) = works.compress(bitmap, rows: Self.rows(touched[index], form))
      made.withLock { $0[index] = Band(chunk: chunk, adler: adler) }
    }
    isFirst = false
    for (index, band) in made.withLock({ $0 }).enumerated() { bands[touched[index]] = band }
    try write(head)
    var adler: UInt32 = 1
    for (index, band) in bands.enumerated() {
      try write(band.chunk)
      let count = Self.rows(index, form).count * (form.rowBytes + 1)
      adler = deflate_combine_adler(adler, band.adler, UInt64(count))
    }
    // The last deflate block is empty; the checksum of all rows follows it.
    try write(PNGForm.chunk("IDAT", [0x03, 0x00] + bytes(adler)) + PNGForm.end)
  }

  private static func rows(_ band: Int, _ form: PNGForm) -> Range<Int> {
    (band * bandRows)..<min(form.height, (band + 1) * bandRows)
  }

  /// Returns whether a band may have changed according to `changed`.
  private func mayDiffer(_ band: Int, _ changed: [PixelRect]?) -> Bool {
    guard !isFirst, let changed else { return true }
    let rows = Self.rows(band, form)
    let whole = PixelRect(0, rows.lowerBound, form.width, rows.count)
    return changed.contains { !$0.intersection(whole).isEmpty }
  }
}
