package import Files
internal import Scenes

/// One PNG or JPEG a frame, named by its number; each appears whole as soon as it is done.
package final class SequenceSink: FrameSink {
  private let name: NumberedName
  private let root: RootFolder?
  /// The folder of all its files, from `begin` on.
  private var folder: OpenFolder?
  private let clip: StreamFormat
  private let banded: BandedPNG?
  private let jpeg: JPEGForm?
  private var synced = ContinuousClock.now
  private var pending = false
  private let files = FileQueue()
  private let records: Records

  /// The records of the frames; only the queue's thread touches them.
  private struct Records: @unchecked Sendable {
    let list: FrameRecords?
  }

  /// `prefersSmall` trades speed for size.
  package convenience init(
    name: NumberedName, clip: StreamFormat, prefersSmall: Bool = false,
    records: FrameRecords? = nil, beneath root: RootFolder? = nil
  ) {
    self.init(
      name: name, clip: clip, prefersSmall: prefersSmall, jpeg: nil, records: records,
      beneath: root)
  }

  /// `jpeg` is nil for PNG.
  init(
    name: NumberedName, clip: StreamFormat, prefersSmall: Bool, jpeg: JPEGForm?,
    records: FrameRecords?, beneath root: RootFolder?
  ) {
    self.root = root
    self.jpeg = jpeg
    self.name = name
    self.records = Records(list: records)
    self.clip = clip
    let form = PNGForm(
      width: clip.width, height: clip.height, hasAlpha: !clip.isOpaque, scale: clip.scale)
    banded = prefersSmall || jpeg != nil ? nil : BandedPNG(form, jobs: clip.jobs)
  }

  package func begin() throws(EncodingError) {
    let first = name.path(0)
    let opened: OpenFolder
    do { opened = try OpenFolder(Folder.of(first), beneath: root) } catch {
      throw .unwritable(path: first, reason: error.reason)
    }
    try AtomicFile(first, in: opened).discard()
    folder = opened
  }

  package func write(_ frame: RenderedFrame) throws(EncodingError) {
    precondition(frame.bitmap.width == clip.width && frame.bitmap.height == clip.height)
    var whole: [UInt8] = []
    if let jpeg {
      whole = try jpeg.encode(frame.bitmap)
    } else if let banded {
      banded.encode(frame.bitmap, changed: frame.changed) { whole += $0 }
    } else {
      whole = SmallPNG.encode(
        frame.bitmap, isOpaque: clip.isOpaque, scale: clip.scale, level: 12)
    }
    let records = records
    try files.add(name.path(frame.index), in: folder!, whole) {
      path, bytes throws(EncodingError) in
      try records.list?.add(Folder.name(of: path), bytes)
    }
    pending = true
    // Syncing the folder costs milliseconds; once a second bounds what a crash can lose.
    if synced.duration(to: .now) > .seconds(1) {
      try files.drain()
      try syncFolder()
    }
  }

  package func finish() throws(EncodingError) {
    try files.drain()
    if pending { try syncFolder() }
  }

  package func cancel() {
    try? files.drain()
    if pending { try? syncFolder() }
  }

  private func syncFolder() throws(EncodingError) {
    do { try folder?.sync() } catch {
      throw .unwritable(path: name.path(0), reason: error.reason)
    }
    synced = .now
    pending = false
  }
}
