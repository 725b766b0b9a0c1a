internal import CMedia
internal import Synchronization
package import Files
package import Scenes

/// A video or an animated picture with random access to its frames, in a separate `pipeline-media` process; the formats
/// are MP4 and MOV, WebM and Matroska, MPEG-TS, AVI, Y4M, GIF, APNG, and WebP.
///
/// Only a few helpers run at a time, whatever the number of files: the least recently used helper is ended, and is
/// started again when it is needed.
///
/// The times of frames are relative to the first frame. Frames that are requested in sequence, forwards or backwards,
/// are decoded ahead.
package final class SeekableVideo: HelperUser {
  /// The size in pixels of an upright frame.
  package let width: Int
  package let height: Int
  /// The width of a pixel divided by its height.
  package let pixelShape: Double
  /// The start of each frame, in order; the first frame starts at 0.
  package let starts: [FrameTime]
  /// Whether a codec mixed each frame from the frames on both sides of it: in a mixed frame, small changes appear as if
  /// the motion were linear.
  package let areBetween: [Bool]
  /// The end of the last frame.
  package let duration: FrameTime
  /// The unit to which the container rounds times; zero if the container does not round them.
  package let rounding: FrameTime
  /// The maximum number of decoded frames that the helper caches.
  package let keptFrames: Int
  /// A remark, in one line, about properties that had to be guessed or cannot be shown as intended.
  package let remark: String?
  /// Whether the remark only reports an assumption about a value that the file lacks.
  package let isGuess: Bool

  private let file: RegularFile
  private let settings: MediaSettings
  private let limits: ImageLimits
  private let secondsLimit: Int
  private let helperPath: String?
  private let hasAlpha: Bool
  private let state: Mutex<State>

  /// A running helper and the memory into which the helper writes frames.
  private final class Running {
    var helper: Helper
    let memory: SharedMemory

    init(_ helper: consuming Helper, _ memory: consuming SharedMemory) {
      self.helper = helper
      self.memory = memory
    }
  }

  private struct State {
    /// The running helper; nil after `close`, and after the helper failed.
    var running: Running?
    /// The frame that was requested from the helper in advance, whose answer is still pending.
    var ahead: Int?
    /// The most recent frames, newest last.
    var recent: [(index: Int, bitmap: Bitmap)] = []

    mutating func end() {
      running = nil
      ahead = nil
    }
  }

  /// The maximum number of helpers that run at a time.
  package static let helperLimit = 16
  private static let users = HelperPool(limit: helperLimit)
  /// The number of videos whose helpers are running.
  package static var helperCount: Int { users.count }

  /// The number of frames in the cache, which serves layers that show the same file at other times.
  private static let recentCount = 4

  package init(
    _ file: RegularFile, _ settings: MediaSettings = MediaSettings(), helperPath: String? = nil
  ) throws(MediaError) {
    self.file = file
    self.settings = settings
    limits = settings.limits
    self.helperPath = helperPath
    let seconds = settings.seconds ?? 60
    secondsLimit = seconds
    let path = file.path
    try file.judgeAsMedia()
    var helper = try Helper(.media, settings, path: helperPath)
    let about = try helper.ask(
      limits.message(MEDIA_MOVING), passing: [file.descriptor], seconds: seconds, for: path)
    guard about.is(MEDIA_LOADED) else { throw helper.refusal(about, limits, for: path) }
    let (wide, high, frames) = (
      Int(about.width), Int(about.height), Int(clamping: about.moving.frames)
    )
    guard wide > 0, high > 0, wide <= limits.side, high <= limits.side,
      wide * high <= limits.pixels, (1...2_000_000).contains(frames),
      about.moving.pixel_width > 0, about.moving.pixel_height > 0
    else { throw helper.fail(.protocolBroken, path) }
    width = wide
    height = high
    pixelShape = Double(about.moving.pixel_width) / Double(about.moving.pixel_height)
    hasAlpha = about.moving.has_alpha != 0
    keptFrames = Int(about.moving.kept)
    remark = about.words.isEmpty ? nil : about.words
    rounding = FrameTime(ticks: max(0, min(about.moving.rounding, FrameTime(seconds: 1).ticks)))
    isGuess = about.moving.is_guess != 0

    var (times, between) = try Self.times(of: frames, limits, &helper, seconds, path)
    areBetween = between
    duration = times.removeLast()
    starts = times
    guard let pixels = SharedMemory(byteCount: Bitmap.byteCount(width: wide, height: high))
    else { throw .shortage("\(path): there is no memory for the frames of the video") }
    state = Mutex(State(running: Running(helper, pixels)))
    Self.users.use(by: self)
  }

  /// Returns the start of each frame and the end of the last frame, and whether each frame is mixed from other frames.
  private static func times(
    of frames: Int, _ limits: ImageLimits, _ helper: inout Helper, _ seconds: Int, _ path: String
  ) throws(MediaError) -> (times: [FrameTime], areBetween: [Bool]) {
    let numbers = (frames + 1) * MemoryLayout<Int64>.size
    let byteCount = numbers + frames
    guard let memory = SharedMemory(byteCount: byteCount) else {
      throw .shortage("\(path): there is no memory for the times of the video's frames")
    }
    var message = media_message(MEDIA_STARTS)
    message.bytes = UInt64(byteCount)
    let answer = try helper.ask(
      message, passing: [memory.descriptor], seconds: seconds, for: path)
    guard answer.is(MEDIA_STORED) else { throw helper.refusal(answer, limits, for: path) }
    var times: [FrameTime] = []
    times.reserveCapacity(frames + 1)
    for index in 0...frames {
      // Safety: the memory contains this many numbers. The times are copied, because the helper could still write to
      // the memory.
      let ticks = unsafe memory.address.load(
        fromByteOffset: index * MemoryLayout<Int64>.size, as: Int64.self)
      times.append(FrameTime(ticks: ticks))
    }
    guard times[0] == .zero, times.last!.isWithinLimit,
      zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw helper.fail(.protocolBroken, path) }
    let between = (0..<frames).map { index in
      // Safety: the memory contains this many bytes after the numbers.
      unsafe memory.address.load(fromByteOffset: numbers + index, as: UInt8.self) != 0
    }
    return (times, between)
  }

  /// Returns the premultiplied pixels of a frame; two consecutive requests for the same frame return the same bitmap.
  package func frame(_ index: Int) throws(MediaError) -> Bitmap {
    precondition(starts.indices.contains(index))
    return try state.withLock { state throws(MediaError) in
      if let place = state.recent.firstIndex(where: { $0.index == index }) {
        return state.recent[place].bitmap
      }
      let bitmap = try decode(index, &state)
      let before = state.recent.last?.index
      state.recent.append((index, bitmap))
      if state.recent.count > Self.recentCount { state.recent.removeFirst() }
      if let before, (index - before).magnitude <= 3, starts.indices.contains(2 * index - before) {
        ask(2 * index - before, &state)
      }
      return bitmap
    }
  }

  /// Returns the mean luma, from 0 to 255, of blocks of `side` pixels in each of some frames, row after row in the
  /// stored orientation, directly from the decoder. The value is nil for a frame that does not appear when the frames
  /// are decoded in order.
  package func levels(of frames: Range<Int>, side: Int) throws(MediaError) -> [[Float]?] {
    precondition(!frames.isEmpty && frames.lowerBound >= 0 && frames.upperBound <= starts.count)
    precondition(side >= 2 && side <= min(width, height, 256))
    let cells = (width / side) * (height / side)
    let byteCount = frames.count * cells * MemoryLayout<Float>.size
    return try state.withLock { state throws(MediaError) in
      guard let memory = SharedMemory(byteCount: byteCount) else {
        throw .shortage("\(file.path): there is no memory for the levels of the video's frames")
      }
      var message = media_message(MEDIA_GLANCE)
      message.bytes = UInt64(byteCount)
      message.moving.frame = UInt64(frames.lowerBound)
      message.moving.frames = UInt64(frames.count)
      message.moving.side = UInt32(side)
      do throws(MediaError) {
        let running = try settled(&state)
        let answer = try running.helper.ask(
          message, passing: [memory.descriptor], seconds: secondsLimit, for: file.path)
        guard answer.is(MEDIA_STORED) else {
          throw running.helper.refusal(answer, limits, for: file.path)
        }
      } catch {
        if error.endsHelper { state.end() }
        throw error
      }
      return (0..<frames.count).map { frame in
        // Safety: the memory contains this many numbers. The levels are copied, because the helper could still write to
        // the memory.
        let levels = unsafe [Float](unsafeUninitializedCapacity: cells) { buffer, count in
          let size = cells * MemoryLayout<Float>.size
          unsafe UnsafeMutableRawPointer(buffer.baseAddress!).copyMemory(
            from: memory.address + frame * size, byteCount: size)
          count = cells
        }
        return levels[0].isFinite ? levels : nil
      }
    }
  }

  /// Returns the running helper after its answer to the advance request was received.
  private func settled(_ state: inout State) throws(MediaError) -> Running {
    let running: Running
    if let known = state.running { running = known } else { running = try start() }
    state.running = running
    Self.users.use(by: self)
    if state.ahead != nil {
      state.ahead = nil
      _ = try running.helper.receive(milliseconds: secondsLimit * 1000, for: file.path)
    }
    return running
  }

  /// Ends the helper; a later request starts a new one.
  package func close() { state.withLock { $0.end() } }

  func endWhenIdle() -> Bool { state.withLockIfAvailable { $0.end() } != nil }

  private func decode(_ index: Int, _ state: inout State) throws(MediaError) -> Bitmap {
    let running: Running
    do throws(MediaError) {
      if let known = state.running { running = known } else { running = try start() }
      state.running = running
      Self.users.use(by: self)
      let ahead = state.ahead
      state.ahead = nil
      if let ahead, ahead != index {
        _ = try running.helper.receive(milliseconds: secondsLimit * 1000, for: file.path)
      }
      if ahead != index { try send(index, to: running) }
      let answer = try running.helper.receive(
        milliseconds: secondsLimit * 1000, for: file.path)!
      guard answer.is(MEDIA_STORED) else {
        throw running.helper.refusal(answer, limits, for: file.path)
      }
    } catch {
      if error.endsHelper { state.running = nil }
      throw error
    }
    try MemoryReservation.make(Bitmap.byteCount(width: width, height: height), for: file.path)
    let bitmap = Bitmap(width: width, height: height)
    MemoryOwners.note(bitmap, of: file.path)
    // Safety: both buffers have the bitmap's size. The pixels are copied, because the helper could still write to the
    // memory.
    unsafe UnsafeMutableRawPointer(bitmap.pixels).copyMemory(
      from: running.memory.address, byteCount: bitmap.byteCount)
    if hasAlpha {
      bitmap.scanOpacity()
      if !bitmap.isOpaque { Helper.clampToAlpha(bitmap) }
    } else {
      bitmap.markOpaque()
    }
    return bitmap
  }

  private func start() throws(MediaError) -> Running {
    var helper = try Helper(.media, settings, path: helperPath)
    let about = try helper.ask(
      limits.message(MEDIA_MOVING), passing: [file.descriptor], seconds: secondsLimit,
      for: file.path)
    guard about.is(MEDIA_LOADED) else { throw helper.refusal(about, limits, for: file.path) }
    guard let pixels = SharedMemory(byteCount: Bitmap.byteCount(width: width, height: height))
    else { throw .shortage("\(file.path): there is no memory for the frames of the video") }
    return Running(helper, pixels)
  }

  private func send(_ index: Int, to running: Running) throws(MediaError) {
    var message = media_message(MEDIA_SHOW)
    message.width = UInt32(width)
    message.height = UInt32(height)
    let byteCount = Bitmap.byteCount(width: width, height: height)
    message.stride = UInt64(byteCount / height)
    message.bytes = UInt64(byteCount)
    message.moving.frame = UInt64(index)
    try running.helper.send(
      message, passing: [running.memory.descriptor], seconds: secondsLimit, for: file.path)
  }

  /// Requests a frame in advance; an error is reported when the frame is used.
  private func ask(_ index: Int, _ state: inout State) {
    guard let running = state.running else { return }
    do throws(MediaError) {
      try send(index, to: running)
      state.ahead = index
    } catch {
      state.running = nil
    }
  }
}
