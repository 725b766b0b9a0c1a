internal import Documents
package import Files
package import Media
internal import Reporting
internal import Scenes

/// The cache of moving pictures by the paths of their files.
private final class MovingCache: ReaderCache {
  private var readers: [String: SeekableVideo] = [:]
  private let media: MediaSettings
  private let diagnostics: Diagnostics

  init(_ media: MediaSettings, _ diagnostics: Diagnostics) {
    self.media = media
    self.diagnostics = diagnostics
  }

  func forget(_ path: String) { readers[path] = nil }

  func reader(_ file: RegularFile) throws(MediaError) -> SeekableVideo {
    if let reader = readers[file.path] { return reader }
    let reader = try SeekableVideo(file, media)
    readers[file.path] = reader
    diagnostics.detail(
      "\(file.path): \(reader.starts.count) frames of \(reader.width)×\(reader.height) pixels in "
        + "\(Text.number(reader.duration.seconds)) s; at most \(reader.keptFrames) of these "
        + "frames are kept in memory"
    )
    if reader.isGuess, let remark = reader.remark {
      diagnostics.detail("\(file.path): \(remark)")
    }
    return reader
  }
}

extension AssetLoader {
  /// The frames of a video file; one helper reads them for all layers.
  package func moving(_ file: RegularFile) throws(MediaError) -> SeekableVideo {
    try cache(MovingCache.self).reader(file)
  }
}
