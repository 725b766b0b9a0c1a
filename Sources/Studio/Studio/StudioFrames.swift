internal import Dispatch
internal import Documents
internal import Encoding
internal import Evaluation
package import Planning
internal import Files
package import Rendering
package import Reporting
internal import Scenes

/// The frames of one plan as PNGs, drawn on request or in advance from the playhead on.
package final class StudioFrames {
  /// The position of the page's playhead.
  package struct Look {
    package var frame = 0
    package var isPlaying = false
    /// The frames that it plays.
    package var range: ClosedRange<Int>

    package init(frame: Int = 0, isPlaying: Bool = false, range: ClosedRange<Int>) {
      self.frame = frame
      self.isPlaying = isPlaying
      self.range = range
    }

    /// The settings for another number of frames; `isWhole` if all of them were played.
    package func fitted(to count: Int, isWhole: Bool) -> Look {
      let last = count - 1
      var look = self
      look.range =
        isWhole ? 0...last : min(range.lowerBound, last)...min(range.upperBound, last)
      look.frame = min(max(frame, look.range.lowerBound), look.range.upperBound)
      return look
    }
  }

  /// The frames at one size: full, or half.
  package final class Size {
    private let planned: PlannedDocument
    private let scale: Double
    private let threads: Int
    private let diagnostics: Diagnostics
    private var source: FrameRenderer
    private var bitmap: Bitmap
    private var png: PNGEncoder
    /// Whether the last picture showed a scene rather than a frame.
    private var wasScene = false
    package fileprivate(set) var made: [Int: [UInt8]] = [:]
    fileprivate var bytes = 0
    /// The milliseconds that a frame takes, as a mean with more weight on recent frames; nil before the first
    /// frame.
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

    /// The picture of a frame, equal to the picture that a run draws.
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

    /// The picture of a scene, for which messages give the time `time`; without motion blur.
    func picture(of scene: () throws -> Scene, at time: FrameTime) throws -> [UInt8] {
      try timed {
        // A picture with motion blur differs from every picture of the compositor.
        let picture = hasShutter ? Bitmap(width: bitmap.width, height: bitmap.height) : bitmap
        let changed = try source.draw(time, frame: nil, into: picture, scene)
        wasScene = true
        return png.encode(picture, changed: hasShutter ? nil : changed)
      }
    }

    /// Continues to draw in the bitmap of an older plan's frames, which are no longer drawn.
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
        // The contents of the bitmap are undefined at this point.
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
  /// The queue in which more urgent requests than a frame may arrive; nil if there is no queue.
  private let inbox: RequestQueue?
  /// The frames at which a plugin failed, with the errors.
  private(set) var failed: [Int: EngineError] = [:]
  /// The number of frames on which a plugin hung; these frames are not tried again.
  private var slowFailures = 0
  private static let slowFailureLimit = 3
  /// The longest time for which the answer to a change waits for its frame.
  private static let quickSeconds = 0.25
  /// The most bytes of pictures of a size.
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

  /// Takes the place of the frames of an older plan.
  package func replace(_ old: StudioFrames) {
    look = old.look.fitted(to: count, isWhole: old.playsAll)
    full.proceed(from: old.full)
    draft.proceed(from: old.draft)
  }

  /// The picture of a frame; throws a plugin's fault, or StudioInbox.GivenUp.
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

  /// A frame that accompanies another answer, which does not wait long for the frame; nil if drawing takes
  /// longer.
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

  /// Draws a frame again without storing it, for measuring.
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

  /// The distance of a frame from the playhead; frames before the playhead come last during playback.
  private func distance(_ number: Int) -> Int {
    let way = number - look.frame
    guard look.isPlaying else { return abs(way) }
    return way >= 0 ? way : way + count
  }

  // MARK: Ahead

  /// Whether the page plays all of the frames.
  package var playsAll: Bool { look.range == 0...count - 1 }

  /// Whether drawing in full size takes longer than the duration of a frame.
  package var needsDrafts: Bool {
    (full.milliseconds ?? 0) > 1000 / planned.framesPerSecond
  }

  /// The next frame to draw in advance; nil if all frames are drawn.
  package func next() -> (number: Int, isDraft: Bool)? {
    // The frames with the plugin's failure may not be requested.
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

  /// The nearest missing frame; nil if there is none, or no room for its picture.
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
  /// The render settings for a scale that differs from the document's.
  package func look(scale: Double) -> RenderSettings {
    RenderSettings(document.canvas, scale: scale, framesPerSecond: framesPerSecond)
  }
}
