internal import Scenes

/// One PNG a frame, named by its number; each appears whole as soon as it is done.
package final class PNGSequenceSink: FrameSink {
  private let name: NumberedName
  private let clip: Clip
  private var synced = ContinuousClock.now
  private var pending = false

  package init(name: NumberedName, clip: Clip) {
    self.name = name
    self.clip = clip
  }

  package func begin() throws(EncodingError) {
    try WholeFile(name.path(0)).discard()
  }

  package func write(_ frame: RenderedFrame) throws(EncodingError) {
    let file = try WholeFile(name.path(frame.index))
    try file.write(SmallPNG.encode(frame.bitmap, isOpaque: clip.isOpaque, scale: clip.scale))
    try file.commit()
    pending = true
    if synced.duration(to: .now) > .seconds(1) { try syncFolder() }
  }

  package func finish() throws(EncodingError) { if pending { try syncFolder() } }
  package func cancel() { if pending { try? syncFolder() } }

  private func syncFolder() throws(EncodingError) {
    try Folder.sync(Folder.of(name.path(0)))
    synced = .now
    pending = false
  }
}
