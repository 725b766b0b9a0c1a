internal import CMedia
internal import Files
package import Scenes

package struct ClipFrame: Sendable {
  package let bitmap: Bitmap
  /// The time of the frame since the start of the clip.
  package let start: FrameTime
  /// The duration of the frame; nil if the file does not contain it.
  package let duration: FrameTime?
}

/// Reads the frames of a video or an animated picture in order, in a separate `pipeline-media` process; the formats are
/// GIF, APNG, MP4 and MOV, WebM and Matroska, Y4M, and AVI.
package final class ClipReader {
  private let path: String
  private let limits: ImageLimits
  private let secondsLimit: Int
  private var helper: Helper
  /// FFmpeg's name of the codec, such as `h264`.
  package let codec: String
  private var isOver = false

  package init(
    _ path: String, _ settings: MediaSettings = MediaSettings(), helperPath: String? = nil
  ) throws(MediaError) {
    self.path = path
    limits = settings.limits
    let seconds = settings.seconds ?? 60
    secondsLimit = seconds
    let file = try RegularFile.media(path, in: settings.context)
    try file.judgeAsMedia()
    helper = try Helper(.media, settings, path: helperPath)
    let answer = try helper.ask(
      limits.message(MEDIA_READ), passing: [file.descriptor], seconds: seconds, for: path)
    guard answer.is(MEDIA_READY) else { throw helper.refusal(answer, limits, for: path) }
    codec = answer.words
  }

  /// Returns the next frame; nil after the last frame.
  package func next() throws(MediaError) -> ClipFrame? {
    if isOver { return nil }
    let answer = try helper.ask(
      media_message(MEDIA_NEXT), passing: [], seconds: secondsLimit, for: path)
    if answer.is(MEDIA_FINISHED) {
      isOver = true
      return nil
    }
    let bitmap = try helper.picture(answer, limits, seconds: secondsLimit, for: path)
    return ClipFrame(
      bitmap: bitmap, start: FrameTime(ticks: max(0, answer.clip.start)),
      duration: answer.clip.duration > 0 ? FrameTime(ticks: answer.clip.duration) : nil)
  }
}
