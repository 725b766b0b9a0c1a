internal import CMedia
package import Files

/// Puts videos one after the other into an open file, without encoding them anew, through a
/// `pipeline-media` of its own.
package final class VideoJoiner {
  private let path: String
  private var helper: Helper
  private let seconds: Int
  private var frames = 0

  /// `file` is open for reading and writing and is only used, not closed; `path` is for messages. MP4,
  /// WebM and QuickTime can be joined.
  package init(
    _ container: VideoContainer, rate: (numerator: Int, denominator: Int), file: Int32,
    path: String, helperPath: String? = nil
  ) throws(MediaError) {
    self.path = path
    seconds = MediaSettings.current.seconds ?? 300
    helper = try Helper(.media, path: helperPath)
    var message = media_message(MEDIA_JOIN)
    message.container = container.number.rawValue
    message.rate_numerator = UInt32(rate.numerator)
    message.rate_denominator = UInt32(rate.denominator)
    let answer = try helper.ask(message, passing: [file], seconds: seconds, for: path)
    guard answer.is(MEDIA_READY) else { throw refusal(answer, path) }
  }

  /// Adds a part that has so many frames.
  package func add(_ part: PlainFile, frames count: Int) throws(MediaError) {
    var message = media_message(MEDIA_PART)
    message.count = UInt64(count)
    let answer = try helper.ask(
      message, passing: [part.descriptor], seconds: seconds, for: part.path)
    guard answer.is(MEDIA_READY) else { throw refusal(answer, part.path) }
    frames += count
  }

  /// Ends the video: the file holds every frame when this returns.
  package func finish() throws(MediaError) {
    let answer = try helper.ask(
      media_message(MEDIA_FINISH), passing: [], seconds: seconds, for: path)
    guard answer.is(MEDIA_FINISHED) else { throw refusal(answer, path) }
    guard answer.count == UInt64(frames) else {
      throw .helper(path: path, reason: "pipeline-media wrote \(answer.count) of \(frames) frames")
    }
  }

  private func refusal(_ answer: media_message, _ place: String) -> MediaError {
    guard answer.is(MEDIA_FAILED) else { return helper.fail(.protocolBroken, place) }
    switch media_reason(answer.reason) {
    case MEDIA_BAD_INPUT: return .unusable(path: place, reason: answer.words)
    case MEDIA_MISSING_CODEC: return .unavailable("\(place): \(answer.words)")
    case MEDIA_WRITE: return .unwritable(path: path, reason: answer.words)
    default: return .helper(path: place, reason: "pipeline-media failed: \(answer.words)")
    }
  }
}
