internal import Files
package import Media
package import Scenes

package struct FootageFrame: Sendable {
  /// The index of the frame in the footage, counted from 0.
  package let index: Int
  /// The name of the frame's file, or the number and time of a frame of a clip.
  package let name: String
  package let bitmap: Bitmap
  /// The time since the start; nil if the footage has no times.
  package let start: FrameTime?
  package let duration: FrameTime?
}

/// Reads footage frame by frame; only one frame is in memory at a time.
package final class FootageReader {
  private let footage: FrameSequence
  private var index = 0
  /// The bytes of a TIFF file with several pages.
  private var file: [UInt8]?
  private static let limitBytes = 512 << 20
  private let pictures: ImageReader?
  private let clip: ClipReader?

  /// The codec of a video or an animated picture, by its name in FFmpeg; nil for pictures.
  package var codec: String? { clip?.codec }

  init(_ footage: FrameSequence) throws(MediaError) {
    self.footage = footage
    let isClip = footage.kind == .clip
    pictures = isClip || footage.kind == .sound ? nil : ImageReader(footage.media)
    clip = isClip ? try ClipReader(footage.path, footage.media) : nil
  }

  /// Reads the next frame of the footage; nil after the last frame.
  package func next() throws(MediaError) -> FootageFrame? {
    defer { index += 1 }
    switch footage.kind {
    case .folder(let names):
      guard index < names.count else { return nil }
      return still(names[index], try pictures!.read(footage.path + "/" + names[index]))
    case .picture:
      guard index == 0 else { return nil }
      let name = footage.path.split(separator: "/").last.map(String.init) ?? footage.path
      return still(name, try pictures!.read(footage.path))
    case .pages(let pages):
      guard index < pages.count else { return nil }
      if file == nil {
        let opened = try RegularFile.media(footage.path, in: footage.media.context)
        do { file = try opened.read(limitBytes: Self.limitBytes) } catch { throw MediaError(error) }
      }
      let bytes = TIFFPages.bytes(file ?? [], from: pages[index])
      return still("page \(index + 1)", try pictures!.read(bytes, path: footage.path))
    case .sound: return nil
    case .clip:
      guard let frame = try clip!.next() else { return nil }
      let milliseconds = Int(
        clamped: frame.start.seconds * 1000, rounded: .toNearestOrAwayFromZero)
      return FootageFrame(
        index: index, name: "frame \(index) (at \(milliseconds) ms)", bitmap: frame.bitmap,
        start: frame.start, duration: frame.duration)
    }
  }

  private func still(_ name: String, _ bitmap: Bitmap) -> FootageFrame {
    FootageFrame(index: index, name: name, bitmap: bitmap, start: nil, duration: nil)
  }
}
