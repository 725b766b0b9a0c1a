internal import Scenes

/// One PNG of the first frame that comes.
package final class StillSink: FrameSink {
  private let path: String
  private let clip: Clip
  private var file: WholeFile?

  package init(path: String, clip: Clip) {
    self.path = path
    self.clip = clip
  }

  package func begin() throws(EncodingError) { file = try WholeFile(path) }

  package func write(_ frame: RenderedFrame) throws(EncodingError) {
    guard let file else { return }
    try file.write(SmallPNG.encode(frame.bitmap, isOpaque: clip.isOpaque, scale: clip.scale))
    try file.commit()
    self.file = nil
  }

  package func finish() throws(EncodingError) { try Folder.sync(Folder.of(path)) }

  package func cancel() {
    file?.discard()
    file = nil
  }
}
