internal import CMedia
package import Files

/// Joins videos into an open file without re-encoding, in a separate `pipeline-media` process; the sound of the whole
/// video is encoded with them.
package final class VideoJoiner: SoundTaking {
  private let path: String
  private var helper: Helper
  private let seconds: Int
  private var frames = 0
  /// The path of the current part.
  private var partPath = ""
  /// The memory through which samples are passed to the helper.
  private let memory: SharedMemory

  /// Creates a joiner. `file` is open for reading and writing, and the joiner does not close it; `path` is for
  /// messages. MP4, WebM, QuickTime and Matroska can be joined.
  package init(
    _ container: VideoContainer, rate: (numerator: Int, denominator: Int), hasSound: Bool,
    file: Int32, path: String, media: MediaSettings = MediaSettings(), helperPath: String? = nil
  ) throws(MediaError) {
    self.path = path
    seconds = media.seconds ?? 300
    helper = try Helper(.media, media, path: helperPath, writes: true)
    guard let memory = SharedMemory(byteCount: SoundBlock.byteCount) else {
      throw .shortage("\(path): pipeline-media has no memory for sound")
    }
    let descriptor = memory.descriptor
    self.memory = memory
    var message = media_message(MEDIA_JOIN)
    message.video.container = container.rawValue
    message.video.rate_numerator = UInt32(rate.numerator)
    message.video.rate_denominator = UInt32(rate.denominator)
    try ask(message, passing: [file])
    guard hasSound else { return }
    var hearing = media_message(MEDIA_HEARING)
    hearing.video.samples = UInt64(SoundBlock.samples)
    try ask(hearing, passing: [descriptor])
  }

  /// Opens the next part, which has `count` frames.
  package func open(_ part: RegularFile, frames count: Int) throws(MediaError) {
    partPath = part.path
    var message = media_message(MEDIA_PART)
    message.video.frames = UInt64(count)
    try ask(message, passing: [part.descriptor])
  }

  /// Writes the next `count` frames of the part.
  package func copy(frames count: Int) throws(MediaError) {
    var message = media_message(MEDIA_COPY)
    message.video.frames = UInt64(count)
    try ask(message)
    frames += count
  }

  /// Writes samples of the sound; a part must be open.
  package func write(
    samples count: Int, _ fill: (UnsafeMutablePointer<Float>) throws(MediaError) -> Void
  ) throws(MediaError) {
    // Safety: the memory has room for a block.
    precondition((1...SoundBlock.samples).contains(count))
    try unsafe fill(memory.address.assumingMemoryBound(to: Float.self))
    var message = media_message(MEDIA_HEARD)
    message.video.samples = UInt64(count)
    try ask(message, for: MEDIA_RELEASED)
  }

  private func ask(
    _ message: media_message, passing: [Int32] = [], for kind: some MessageKind = MEDIA_READY
  ) throws(MediaError) {
    let place = partPath.isEmpty ? path : partPath
    let answer = try helper.ask(message, passing: passing, seconds: seconds, for: place)
    guard answer.is(kind) else { throw refusal(answer, place) }
  }

  /// Finishes the video; when this function returns, the file contains every frame.
  package func finish() throws(MediaError) {
    let answer = try helper.ask(
      media_message(MEDIA_FINISH), passing: [], seconds: seconds, for: path)
    guard answer.is(MEDIA_FINISHED) else { throw refusal(answer, path) }
    guard answer.video.frames == UInt64(frames) else {
      throw .helper(
        path: path, reason: "pipeline-media wrote \(answer.video.frames) of \(frames) frames")
    }
  }

  private func refusal(_ answer: media_message, _ place: String) -> MediaError {
    guard answer.is(MEDIA_FAILED) else { return helper.fail(.protocolBroken, place) }
    switch media_reason(answer.reason) {
    case MEDIA_BAD_INPUT: return .unusable(path: place, reason: answer.words)
    case MEDIA_MISSING_CODEC: return .unavailable("\(place): \(answer.words)")
    case MEDIA_WRITE: return .unwritable(path: path, reason: answer.words)
    case MEDIA_NO_MEMORY: return HelperMemory.refusal(place, .media)
    default: return .helper(path: place, reason: "pipeline-media failed: \(answer.words)")
    }
  }
}
