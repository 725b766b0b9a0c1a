package import Files
internal import Media
internal import Scenes

/// Joins the parts of a video in order, without re-encoding.
package protocol PartJoining: AnyObject {
  /// Appends a part that has the given number of frames.
  func add(_ part: RegularFile, frames: Int) throws(EncodingError)
  /// Moves the finished file into place.
  func finish() throws(EncodingError)
  /// Stops the join and removes the unfinished file.
  func cancel()
}

/// Joins MP4, WebM, QuickTime or Matroska parts through `pipeline-media`, with the sound of the whole film.
final class VideoPartJoiner: PartJoining {
  private let file: AtomicFile
  private let root: RootFolder?
  private let joiner: VideoJoiner
  private let feed: SoundFeed?
  /// The number of frames copied at a time, which is one second, so that frames wait at most a second for their sound.
  private let step: Int
  private var frames = 0

  /// Creates a joiner; the joined video has `total` frames.
  init(
    _ path: String, _ container: VideoContainer, framesPerSecond: Double, total: Int,
    sound: SoundOutput?, media: MediaSettings, helperPath: String?, beneath root: RootFolder?
  ) throws(EncodingError) {
    file = try AtomicFile(path, beneath: root, context: media.context)
    self.root = root
    let rate = FrameRate(framesPerSecond)
    step = Int(clamped: framesPerSecond, rounded: .up, to: 1...1000)
    do {
      feed = try sound.map { sound throws(MediaError) in
        try SoundFeed(
          sound, isLossy: container.losesSound, frames: total, framesPerSecond: framesPerSecond)
      }
      joiner = try VideoJoiner(
        container, rate: (rate.numerator, rate.denominator), hasSound: sound != nil,
        file: file.descriptor, path: path, media: media,
        helperPath: helperPath)
    } catch { throw .media(error) }
  }

  func add(_ part: RegularFile, frames count: Int) throws(EncodingError) {
    do throws(MediaError) {
      try joiner.open(part, frames: count)
      let end = frames + count
      while frames < end {
        let next = min(frames + step, end)
        try feed?.give(upTo: next, to: joiner)
        try joiner.copy(frames: next - frames)
        frames = next
      }
    } catch {
      cancel()
      throw .media(error)
    }
  }

  func finish() throws(EncodingError) {
    do { try joiner.finish() } catch {
      cancel()
      throw .media(error)
    }
    try file.commit()
    try Folder.sync(Folder.of(file.path), beneath: root)
  }

  func cancel() { file.discard() }
}

/// Joins Y4M parts: writes the header of the first part, then the frames of all parts.
final class Y4MPartJoiner: PartJoining {
  private let file: AtomicFile
  private let root: RootFolder?
  private var head: [UInt8]?

  init(
    _ path: String, beneath root: RootFolder?, context: EngineContext
  ) throws(EncodingError) {
    file = try AtomicFile(path, beneath: root, context: context)
    self.root = root
  }

  func add(_ part: RegularFile, frames: Int) throws(EncodingError) {
    let start = part.head(1024)
    guard let end = start.firstIndex(of: UInt8(ascii: "\n")),
      start.starts(with: Array("YUV4MPEG2 ".utf8))
    else { throw refusal(part, "not a Y4M") }
    let own = Array(start[...end])
    guard head == nil || head == own else {
      throw refusal(part, "the header of the part differs from the header of the first part")
    }
    guard frames > 0, (part.byteCount - own.count) % frames == 0 else {
      throw refusal(part, "the part does not contain \(frames) frames")
    }
    var failure: EncodingError?
    do {
      try part.forEachPart(from: head == nil ? 0 : own.count) { bytes in
        if failure != nil { return }
        do throws(EncodingError) { try file.write(bytes) } catch { failure = error }
      }
    } catch {
      throw refusal(part, "cannot be read: \(error.reason)")
    }
    if let failure {
      cancel()
      throw failure
    }
    head = own
  }

  func finish() throws(EncodingError) {
    try file.commit()
    try Folder.sync(Folder.of(file.path), beneath: root)
  }

  func cancel() { file.discard() }

  private func refusal(_ part: RegularFile, _ reason: String) -> EncodingError {
    cancel()
    return .media(.unusable(path: part.path, reason: reason))
  }
}
