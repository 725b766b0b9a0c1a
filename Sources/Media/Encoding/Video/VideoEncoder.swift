internal import CEncoding
package import Media
internal import Scenes

/// Encodes MP4, WebM, QuickTime or animated WebP through `pipeline-media`.
package final class VideoEncoder: StreamEncoder {
  private let clip: StreamFormat
  private let layout: PlaneLayout
  private let settings: VideoSettings
  private let media: MediaSettings
  private let helperPath: String?
  private let sound: SoundOutput?
  private var feed: SoundFeed?
  /// The number of frames that were written so far.
  private var frames = 0
  private var writer: VideoWriter?
  /// For each slot, the rows in which the slot's frame differs from the frame that was written last.
  private var stale: [DirtyRows]

  package init(
    _ clip: StreamFormat, in container: VideoContainer,
    settings: VideoSettings = VideoSettings(), sound: SoundOutput? = nil,
    media: MediaSettings = MediaSettings(), helperPath: String? = nil
  ) {
    self.media = media
    self.clip = clip
    self.settings = settings
    self.helperPath = helperPath
    self.sound = container.hasSound ? sound : nil
    layout = PlaneLayout(
      container: container, width: clip.width, height: clip.height, hasAlpha: !clip.isOpaque)
    stale = Array(repeating: DirtyRows(height: layout.height), count: VideoWriter.slotCount)
  }

  /// Checks that the format supports the width and height, before anything is written.
  package func check(_ path: String) throws(EncodingError) {
    guard let problem = layout.container.problem(width: clip.width, height: clip.height) else {
      return
    }
    throw .size(path: path, reason: "\(problem), but its frames are \(clip.width)×\(clip.height)")
  }

  package func begin(_ output: any Destination) throws(EncodingError) {
    if layout.container == .webmLossless, !clip.isOpaque {
      throw .format(
        path: output.name,
        reason:
          "vp9-lossless has no alpha, but the frames do: the codec ffv1 in .mkv, "
          + ".apng and .webp with quality 1 keep every pixel with its alpha; "
          + "an opaque background makes the frames opaque"
      )
    }
    let rate = FrameRate(clip.framesPerSecond)
    do {
      if let sound {
        feed = try SoundFeed(
          sound, isLossy: layout.container.losesSound, frames: clip.frameCount,
          framesPerSecond: clip.framesPerSecond)
      }
      writer = try VideoWriter(
        layout, settings, rate: (rate.numerator, rate.denominator), hasSound: sound != nil,
        file: output.descriptor, path: output.name, media: media,
        helperPath: helperPath)
    } catch { throw .media(error) }
  }

  package func write(
    _ frame: RenderedFrame, to output: any Destination
  ) throws(EncodingError) {
    let bitmap = frame.bitmap
    precondition(bitmap.width == clip.width && bitmap.height == clip.height)
    // A WebP slot is always filled completely, because libwebp modifies the memory that it receives.
    let changed = layout.container == .webp ? nil : frame.changed
    for slot in stale.indices { stale[slot].add(changed) }
    do {
      try unsafe writer!.write { memory, slot in
        unsafe VideoPixels.fill(memory, from: bitmap, layout, rows: stale[slot].take())
      }
      frames += 1
      try feed?.give(upTo: frames, to: writer!)
    } catch { throw .media(error) }
  }

  package func finish(_ output: any Destination) throws(EncodingError) {
    do { try writer!.finish() } catch { throw .media(error) }
    writer = nil
    feed = nil
  }

  package func cancel() {
    writer = nil
    feed = nil
  }
}
