package import Files
internal import Scenes

/// One file a frame, named by its number; each appears whole as soon as it is done.
package final class SequenceSink: FrameSink {
  private let name: NumberedName
  private let root: RootFolder?
  private let encoder: any FrameEncoder
  private var synced = ContinuousClock.now
  private var pending = false
  private let files = FileQueue()
  private let records: Records

  /// The records of the frames; only the queue's thread touches them.
  private struct Records: @unchecked Sendable {
    let list: FrameRecords?
  }

  package init(
    _ encoder: any FrameEncoder, to name: NumberedName, records: FrameRecords? = nil,
    beneath root: RootFolder? = nil
  ) {
    self.encoder = encoder
    self.name = name
    self.records = Records(list: records)
    self.root = root
  }

  package func begin() throws(EncodingError) {
    try AtomicFile(name.path(0), beneath: root).discard()
  }

  package func write(_ frame: RenderedFrame) throws(EncodingError) {
    let whole = try encoder.encode(frame.bitmap, changed: frame.changed)
    let records = records
    try files.add(name.path(frame.index), beneath: root, whole) {
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
    try Folder.sync(Folder.of(name.path(0)), beneath: root)
    synced = .now
    pending = false
  }
}
