internal import CMedia
package import Scenes
internal import Synchronization

/// Draws Lottie files, and reads archives of them, through one `pipeline-lottie`, started when the first is
/// asked for. Questions may come on any thread; they wait for each other. Of all readers, only a few have a
/// helper that runs.
package final class LottieReader: HelperUser {
  /// The name and version of what has drawn here so far; nil before the first.
  package static var engine: String? { seen.withLock { $0 } }
  private static let seen = Mutex<String?>(nil)

  /// The most helpers that run at a time.
  package static let helperLimit = 16
  private static let users = HelperUsers(limit: helperLimit)
  /// The number of readers whose helpers run.
  package static var helperCount: Int { users.count }

  let limits: ImageLimits
  private let helperPath: String?
  private let seconds: Int?
  private let state = Mutex(State())

  private struct State {
    /// Made when the first is asked for, since until then what it may take can be set.
    var helper: PictureHelper?
    /// The drawings that the helper keeps, each by its own number, and when it was asked for last.
    var kept: [Int: (drawing: Int, lastUse: Int)] = [:]
    var now = 0
    var drawings = 0

    mutating func end() {
      helper?.close()
      kept = [:]
    }
  }

  /// `helperPath` is where `pipeline-lottie` lies when not in its usual place.
  package init(
    helperPath: String? = nil, limits: ImageLimits = ImageLimits(), seconds given: Int? = nil
  ) {
    self.limits = limits
    self.helperPath = helperPath
    seconds = given
  }

  private func helper(_ state: inout State) -> PictureHelper {
    Self.users.use(by: self)
    if let known = state.helper { return known }
    let made = PictureHelper(
      .lottie, path: helperPath, limits: limits,
      seconds: seconds ?? MediaSettings.current.seconds ?? 20)
    state.helper = made
    return made
  }

  /// What the helper answers, which is of one of these kinds; else why it refused is thrown.
  func answer(
    _ message: media_message, passing descriptors: [Int32], for name: String,
    expecting kinds: [media_kind]
  ) throws(MediaError) -> media_message {
    try state.withLock { state throws(MediaError) in
      let helper = helper(&state)
      let answer = try helper.answer(message, passing: descriptors, for: name)
      guard kinds.contains(where: answer.is) else { throw helper.refusal(answer, for: name) }
      return answer
    }
  }

  /// A drawing's frame over all of width × height pixels, `step` parts of a frame after its first.
  func draw(
    _ drawing: LottieDrawing, step: Int, width: Int, height: Int
  ) throws(MediaError) -> Bitmap {
    try PictureRoom.make(2 * Bitmap.byteCount(width: width, height: height), for: drawing.path)
    let bitmap = Bitmap(width: width, height: height)
    PictureRoom.note(bitmap, of: drawing.path)
    guard let memory = SharedMemory(byteCount: bitmap.byteCount) else {
      throw .shortage("\(drawing.path): there is no memory for \(width)×\(height) pixels")
    }
    var message = limits.message(MEDIA_SHOW)
    message.width = UInt32(width)
    message.height = UInt32(height)
    message.stride = UInt64(bitmap.strideBytes)
    message.bytes = UInt64(bitmap.byteCount)
    message.lottie.step = UInt64(step)
    try state.withLock { state throws(MediaError) in
      message.lottie.scene = try slot(of: drawing, &state)
      let helper = helper(&state)
      let answer = try helper.answer(message, passing: [memory.descriptor], for: drawing.path)
      guard answer.is(MEDIA_STORED) else { throw helper.refusal(answer, for: drawing.path) }
      // Unsafe: both have the bitmap's size. Copied, since the helper could still write.
      unsafe UnsafeMutableRawPointer(bitmap.pixels).copyMemory(
        from: memory.address, byteCount: bitmap.byteCount)
    }
    bitmap.scanOpacity()
    if !bitmap.isOpaque { Helper.clampToAlpha(bitmap) }
    return bitmap
  }

  /// A number for a drawing that no other has.
  fileprivate func number() -> Int {
    state.withLock {
      $0.drawings += 1
      return $0.drawings
    }
  }

  /// Throws when the engine does not take the file.
  fileprivate func keep(_ drawing: LottieDrawing) throws(MediaError) {
    try state.withLock { state throws(MediaError) in _ = try slot(of: drawing, &state) }
  }

  /// The number by which the helper knows a drawing, which takes the place of the one that was asked for
  /// longest ago where there is no room.
  private func slot(
    of drawing: LottieDrawing, _ state: inout State
  ) throws(MediaError) -> UInt32 {
    let helper = helper(&state)
    if !helper.isRunning { state.kept = [:] }
    state.now += 1
    let known = state.kept.first { $0.value.drawing == drawing.number }?.key
    let place =
      known ?? (0..<Int(MEDIA_LOTTIES)).first { state.kept[$0] == nil }
      ?? state.kept.min { $0.value.lastUse < $1.value.lastUse }!.key
    if known == nil {
      state.kept[place] = nil
      var message = media_message(MEDIA_LOTTIE)
      message.lottie.scene = UInt32(place)
      message.bytes = UInt64(drawing.json.byteCount)
      let answer = try helper.answer(
        message, passing: [drawing.json.descriptor], for: drawing.path)
      guard answer.is(MEDIA_READY) else { throw helper.refusal(answer, for: drawing.path) }
      Self.seen.withLock { $0 = answer.words }
    }
    state.kept[place] = (drawing.number, state.now)
    return UInt32(place)
  }

  /// Ends the helper; a later call starts another.
  package func close() { state.withLock { $0.end() } }

  func endWhenIdle() -> Bool { state.withLockIfAvailable { $0.end() } != nil }
}

/// A Lottie file as it is drawn, at any time and size.
package final class LottieDrawing: Sendable {
  /// Into how many parts a frame is divided: times in between show the nearest.
  package static let frameParts = Int(MEDIA_FRAME_PARTS)

  let path: String
  let json: HeldFile
  fileprivate let number: Int
  private let reader: LottieReader
  private let rasters = RasterCache<Question>()
  private struct Question: Hashable { var step: Int, width: Int, height: Int }

  /// `bytes` is its JSON, with all that it shows in it. Throws when the engine does not take it.
  package init(_ bytes: [UInt8], path: String, by reader: LottieReader) throws(MediaError) {
    self.path = path
    self.reader = reader
    json = try HeldFile(bytes, path: path)
    number = reader.number()
    try reader.keep(self)
  }

  /// What it shows `step` parts of a frame after its first, at so many pixels, or at fewer where the limits
  /// say so.
  package func picture(step: Int, width: Int, height: Int) throws(MediaError) -> Bitmap {
    let fitting = reader.limits.fitting(Size(Double(width), Double(height)), of: path)
    let question = Question(
      step: step, width: Int(clamped: Double(width) * fitting, rounded: .down, to: 1...width),
      height: Int(clamped: Double(height) * fitting, rounded: .down, to: 1...height))
    return try rasters.bitmap(for: question) { () throws(MediaError) in
      try reader.draw(self, step: step, width: question.width, height: question.height)
    }
  }
}
