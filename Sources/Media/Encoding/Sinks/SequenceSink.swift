package import Media
package import Files
internal import Scenes

/// Writes one file for each frame, named by the frame's number; each file appears as soon as it is complete.
package final class SequenceSink: FrameSink {
  private let name: NumberedName
  private let root: RootFolder?
  private let context: EngineContext?
  private let encoder: any FrameEncoder
  /// The folder that contains all files of the sequence, open after `begin`.
  private var folder: OpenFolder?
  private var synced = ContinuousClock.now
  private var pending = false
  private let files = FileQueue()
  private let records: Records
  /// The versions of existing files that were read before the sequence replaces them.
  private let seen: [String: SeenFile]

  /// The records of the frames; only the thread of the file queue uses them.
  private struct Records: @unchecked Sendable {
    let list: FrameRecords?
  }

  package init(
    _ encoder: any FrameEncoder, to name: NumberedName, records: FrameRecords? = nil,
    beneath root: RootFolder? = nil, context: EngineContext? = nil
  ) {
    self.context = context
    self.encoder = encoder
    self.name = name
    self.records = Records(list: records)
    self.root = root
    seen = records?.seen ?? [:]
  }

  package func begin() throws(EncodingError) {
    let first = name.path(0)
    let opened: OpenFolder
    do { opened = try OpenFolder(Folder.of(first), beneath: root, context: context) } catch {
      throw .unwritable(path: first, reason: error.reason)
    }
    try AtomicFile(first, in: opened).discard()
    folder = opened
  }

  package func write(_ frame: RenderedFrame) throws(EncodingError) {
    let whole = try encoder.encode(frame.bitmap, changed: frame.changed)
    let records = records
    let path = name.path(frame.index)
    try files.add(path, in: folder!, replacing: seen[Folder.name(of: path)], whole) {
      path, bytes throws(EncodingError) in
      try records.list?.add(Folder.name(of: path), bytes)
    }
    pending = true
    // The folder is synced at most once a second, which takes milliseconds and limits the loss after a crash.
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
