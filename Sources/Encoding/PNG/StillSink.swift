package import Files
internal import Scenes

/// One PNG or JPEG of the first frame that comes, with the bytes that a sequence gives it.
package final class StillSink: FrameSink {
  private let path: String
  private let root: RootFolder?
  private let clip: StreamFormat
  private let prefersSmall: Bool
  private let jpeg: JPEGForm?
  private var file: AtomicFile?

  /// `prefersSmall` trades speed for size.
  package convenience init(
    path: String, clip: StreamFormat, prefersSmall: Bool = false, beneath root: RootFolder? = nil
  ) {
    self.init(path: path, clip: clip, prefersSmall: prefersSmall, jpeg: nil, beneath: root)
  }

  /// `jpeg` is nil for PNG.
  init(
    path: String, clip: StreamFormat, prefersSmall: Bool, jpeg: JPEGForm?,
    beneath root: RootFolder?
  ) {
    self.root = root
    self.jpeg = jpeg
    self.path = path
    self.clip = clip
    self.prefersSmall = prefersSmall
  }

  package func begin() throws(EncodingError) { file = try AtomicFile(path, beneath: root) }

  package func write(_ frame: RenderedFrame) throws(EncodingError) {
    guard let file else { return }
    try file.write(
      jpeg?.encode(frame.bitmap) ?? clip.png(of: frame.bitmap, prefersSmall: prefersSmall))
    try file.commit()
    self.file = nil
  }

  package func finish() throws(EncodingError) { try Folder.sync(Folder.of(path), beneath: root) }

  package func cancel() {
    file?.discard()
    file = nil
  }
}

extension StreamFormat {
  /// A whole PNG of one frame.
  fileprivate func png(of bitmap: Bitmap, prefersSmall: Bool) -> [UInt8] {
    if prefersSmall {
      return SmallPNG.encode(bitmap, isOpaque: isOpaque, scale: scale, level: 12)
    }
    let form = PNGForm(width: width, height: height, hasAlpha: !isOpaque, scale: scale)
    var whole: [UInt8] = []
    BandedPNG(form, jobs: jobs).encode(bitmap, changed: nil) { whole += $0 }
    return whole
  }
}
