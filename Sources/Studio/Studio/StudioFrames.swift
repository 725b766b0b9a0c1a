internal import Dispatch
internal import Documents
internal import Encoding
internal import Evaluation
package import Planning
internal import Files
package import Rendering
package import Reporting
internal import Scenes

/// The frames of one plan as PNG files, which are drawn on request, or in advance from the playhead on.
package final class StudioFrames {
  /// The position of the page's playhead, and the frames that the page plays.
  package struct Look {
    package var frame = 0
    package var isPlaying = false
    /// The range of frames that the page plays.
    package var range: ClosedRange<Int>

    package init(frame: Int = 0, isPlaying: Bool = false, range: ClosedRange<Int>) {
      self.frame = frame
      self.isPlaying = isPlaying
      self.range = range
    }

    /// Returns the settings for another number of frames; the range then covers all frames if `isWhole` is set.
    package func fitted(to count: Int, isWhole: Bool) -> Look {
      let last = count - 1
      var look = self
      look.range =
        isWhole ? 0...last : min(range.lowerBound, last)...min(range.upperBound, last)
      look.frame = min(max(frame, look.range.lowerBound), look.range.upperBound)
      return look
    }
  }

  /// The frames at one size, which is the full or half size.
  package final class Size {
    private let planned: PlannedDocument
    private let scale: Double
    private let threads: Int
    private let diagnostics: Diagnostics
    private var source: FrameRenderer
    private var bitmap: Bitmap
    private var png: PNGEncoder
    /// Whether the last picture showed a scene outside the film's frames.
    private var wasScene = false
    package fileprivate(set) var made: [Int: [UInt8]] = [:]
    fileprivate var bytes = 0
    /// The mean number of milliseconds for drawing a frame, with more weight on recent frames; nil before the first frame.
    package private(set) var milliseconds: Double?

    fileprivate init(
      _ planned: PlannedDocument, scale: Double, threads: Int, _ diagnostics: Diagnostics
    ) throws(EngineError) {
      self.diagnostics = diagnostics
      self.planned = planned
      self.scale = scale
      self.threads = threads
      (source, bitmap, png) = try Self.tools(planned, scale, threads, diagnostics)
    }

    private static func tools(
      _ planned: PlannedDocument, _ scale: Double, _ threads: Int, _ diagnostics: Diagnostics
    ) throws(EngineError) -> (FrameRenderer, Bitmap, PNGEncoder) {
      let source = try FrameRenderer(
        planned, look: planned.look(scale: scale), threads: threads, diagnostics)
      let clip = StreamFormat(
        width: source.width, height: source.height, framesPerSecond: planned.framesPerSecond,
        frameCount: 1, isOpaque: source.isOpaque, scale: scale, jobs: threads)
      return (source, Bitmap(width: source.width, height: source.height), PNGEncoder(clip))
    }

    /// Returns the picture of a frame, which equals the picture that a render draws.
    fileprivate func picture(_ number: Int, at time: FrameTime) throws -> [UInt8] {
      try timed {
        let changed = try source.draw(time, frame: number, into: bitmap)
        let isKnown = !hasShutter || !wasScene
        wasScene = false
        return Profile.measure(.encoder, "PNG") {
          png.encode(bitmap, changed: isKnown ? changed : nil)
        }
      }
    }

    /// Returns the picture of a scene without motion blur; messages name the time `time`.
    func picture(of scene: () throws -> Scene, at time: FrameTime) throws -> [UInt8] {
      try timed {
        // With motion blur the scene gets its own bitmap, because the frames' bitmap contains a blurred picture.
        let picture = hasShutter ? Bitmap(width: bitmap.width, height: bitmap.height) : bitmap
        let changed = try source.draw(time, frame: nil, into: picture, scene)
        wasScene = true
        return png.encode(picture, changed: hasShutter ? nil : changed)
      }
    }

    /// Takes over the bitmap of the frames of an older plan, which are no longer drawn.
    fileprivate func proceed(from other: Size) {
      if source.proceed(from: other.source) { (bitmap, png) = (other.bitmap, other.png) }
      milliseconds = milliseconds ?? other.milliseconds
    }

    private func timed(_ make: () throws -> [UInt8]) throws -> [UInt8] {
      let start = ContinuousClock.now
      do {
        let picture = try make()
        let spent = (ContinuousClock.now - start) / .milliseconds(1)
        milliseconds = milliseconds.map { $0 * 0.8 + spent * 0.2 } ?? spent
        return picture
      } catch {
        // The old bitmap's contents are undefined after an error, so the tools are created again.
        (source, bitmap, png) = try Self.tools(planned, scale, threads, diagnostics)
        throw error
      }
    }

    fileprivate var hasShutter: Bool { planned.look(scale: scale).shutter != nil }
  }

  package let count: Int
  package let full: Size
  package let draft: Size
  package var look: Look
  private let planned: PlannedDocument
  /// The queue in which requests arrive that are more urgent than a frame; nil if there is no queue.
  private let inbox: RequestQueue?
  /// The errors of frames at which a plugin failed, by frame number.
  private(set) var failed: [Int: EngineError] = [:]
  /// The number of frames on which a plugin hung; the renderer does not try these frames again.
  private var slowFailures = 0
  private static let slowFailureLimit = 3
  /// The maximum time in seconds that the answer to a change waits for its frame.
  private static let quickSeconds = 0.25
  /// The maximum number of bytes of all pictures of one size.
  private static let roomBytes = 256 << 20
  /// The number of frames after the playhead that are drawn in advance.
  private static let reach = 1800

  package init(
    _ planned: PlannedDocument, threads: Int, _ inbox: RequestQueue?, _ diagnostics: Diagnostics
  ) throws(EngineError) {
    self.planned = planned
    self.inbox = inbox
    count = planned.duration.frameCount(framesPerSecond: planned.framesPerSecond)
    full = try Size(planned, scale: planned.scale, threads: threads, diagnostics)
    draft = try Size(planned, scale: planned.scale / 2, threads: threads, diagnostics)
    look = Look(range: 0...count - 1)
  }

  /// Replaces the frames of an older plan.
  package func replace(_ old: StudioFrames) {
    look = old.look.fitted(to: count, isWhole: old.playsAll)
    full.proceed(from: old.full)
    draft.proceed(from: old.draft)
  }

  /// Returns the picture of a frame; throws a plugin's failure, or GivenUp if the work was cancelled.
  package func picture(_ number: Int, isDraft: Bool) throws -> [UInt8] {
    let size = isDraft ? draft : full
    if let made = size.made[number] { return made }
    if let failure = failed[number] { throw failure }
    if slowFailures >= Self.slowFailureLimit, let failure = failed.values.first { throw failure }
    let start = ContinuousClock.now
    let time = FrameTime(frame: number, framesPerSecond: planned.framesPerSecond)
    do {
      let draw = { try size.picture(number, at: time) }
      let picture = try inbox?.whileNothingIsUrgent(draw) ?? draw()
      keep(picture, number, size)
      return picture
    } catch let failure as EngineError {
      failed[number] = failure
      if ContinuousClock.now - start > .seconds(1) { slowFailures += 1 }
      throw failure
    }
  }

  /// Returns the picture of a frame for an answer that does not wait long; nil if drawing takes longer.
  func quickPicture(_ number: Int, isDraft: Bool) -> [UInt8]? {
    let late = inbox?.giveUp(after: Self.quickSeconds)
    defer { late?.cancel() }
    return try? picture(number, isDraft: isDraft)
  }

  /// The picture of a scene that accompanies another answer; nil if drawing takes longer, or if frames have
  /// motion blur.
  func quickPicture(
    at time: FrameTime, isDraft: Bool, of scene: @escaping () throws -> Scene
  ) -> [UInt8]? {
    let size = isDraft ? draft : full
    guard !size.hasShutter, (size.milliseconds ?? 0) <= Self.quickSeconds * 1000 else { return nil }
    let late = inbox?.giveUp(after: Self.quickSeconds)
    defer { late?.cancel() }
    let draw = { try size.picture(of: scene, at: time) }
    return try? inbox?.whileNothingIsUrgent(draw) ?? draw()
  }

  /// Whether frames of the size take too long to wait for; also true if the time is unknown.
  func isSlow(isDraft: Bool) -> Bool {
    ((isDraft ? draft : full).milliseconds ?? .infinity) > Self.quickSeconds * 500
  }

  /// Draws a frame again to measure the time, without storing the picture.
  package func drawAnew(_ number: Int) throws {
    _ = try full.picture(
      number, at: FrameTime(frame: number, framesPerSecond: planned.framesPerSecond))
  }

  /// Stores a picture; if there is no room, the pictures farthest from the playhead are removed.
  private func keep(_ picture: [UInt8], _ number: Int, _ size: Size) {
    size.made[number] = picture
    size.bytes += picture.count
    while size.bytes > Self.roomBytes, size.made.count > 1,
      let farthest = size.made.keys.max(by: { distance($0) < distance($1) })
    {
      size.bytes -= size.made.removeValue(forKey: farthest)!.count
    }
  }

  /// Returns the distance of a frame from the playhead; during playback, frames before the playhead count as last.
  private func distance(_ number: Int) -> Int {
    let way = number - look.frame
    guard look.isPlaying else { return abs(way) }
    return way >= 0 ? way : way + count
  }

  // MARK: Ahead

  /// Whether the page plays all frames.
  package var playsAll: Bool { look.range == 0...count - 1 }

  /// Whether drawing a frame in full size takes longer than the frame is shown.
  package var needsDrafts: Bool {
    (full.milliseconds ?? 0) > 1000 / planned.framesPerSecond
  }

  /// Returns the next frame to draw in advance; nil if all frames are drawn.
  package func next() -> (number: Int, isDraft: Bool)? {
    // Nothing is drawn in advance after a plugin's failure, because the failing frames may not be requested.
    guard failed.isEmpty else { return nil }
    if needsDrafts {
      if isMissing(look.frame, full) { return (look.frame, false) }
      if let number = nearestMissing(draft) { return (number, true) }
    }
    return nearestMissing(full).map { ($0, false) }
  }

  private func isMissing(_ number: Int, _ size: Size) -> Bool {
    look.range.contains(number) && size.made[number] == nil && failed[number] == nil
  }

  /// Returns the missing frame that is nearest to the playhead; nil if no frame is missing, or if there is no room for
  /// its picture.
  private func nearestMissing(_ size: Size) -> Int? {
    let each = size.made.isEmpty ? 0 : size.bytes / size.made.count
    guard size.bytes + 2 * each < Self.roomBytes else { return nil }
    for way in 0..<min(count, Self.reach) {
      if look.isPlaying {
        let length = look.range.count
        let number = look.range.lowerBound + (look.frame - look.range.lowerBound + way) % length
        if way < length, isMissing(number, size) { return number }
      } else {
        if isMissing(look.frame + way, size) { return look.frame + way }
        if isMissing(look.frame - way, size) { return look.frame - way }
      }
    }
    return nil
  }
}

extension PlannedDocument {
  /// Returns the render settings for a scale that differs from the document's.
  package func look(scale: Double) -> RenderSettings {
    RenderSettings(document.canvas, scale: scale, framesPerSecond: framesPerSecond)
  }
}
