internal import CMedia
internal import Scenes

/// A helper that draws pictures, which starts at the first request.
final class PictureHelper {
  private let program: HelperProgram
  private let path: String?
  private let settings: MediaSettings
  private var limits: ImageLimits { settings.limits }
  private let secondsLimit: Int
  private var helper: Helper?

  /// Whether the helper was started and has not failed since.
  var isRunning: Bool { helper != nil }

  /// Creates a helper; `path` is the path of the program, unless the program is in its usual place. An answer may take
  /// `seconds`, unless the settings have another value.
  init(_ program: HelperProgram, _ settings: MediaSettings, path: String?, seconds: Int) {
    self.program = program
    self.path = path
    self.settings = settings
    secondsLimit = settings.seconds ?? seconds
  }

  /// Returns the helper's picture of its input, and the helper's answer; `name` is the name in errors, unless `atFault`
  /// finds a better name in a refusal.
  func picture(
    _ message: media_message, passing descriptors: [Int32], for name: String,
    atFault: (media_message) -> String? = { _ in nil }
  ) throws(MediaError) -> (bitmap: Bitmap, answer: media_message) {
    let answer = try answer(message, passing: descriptors, for: name)
    return try kept { helper throws(MediaError) in
      let name = answer.is(MEDIA_LOADED) ? name : atFault(answer) ?? name
      return (try helper.picture(answer, limits, seconds: secondsLimit, for: name), answer)
    }
  }

  /// Returns the size of a picture that is decoded to its end without being stored, and the helper's answer.
  func check(
    _ message: media_message, passing descriptor: Int32, for name: String
  ) throws(MediaError) -> (sides: (width: Int, height: Int), answer: media_message) {
    let answer = try answer(message, passing: [descriptor], for: name)
    return try kept { helper throws(MediaError) in
      (try helper.check(answer, limits, seconds: secondsLimit, for: name), answer)
    }
  }

  func answer(
    _ message: media_message, passing descriptors: [Int32], for name: String
  ) throws(MediaError) -> media_message {
    try kept { helper throws(MediaError) in
      try helper.ask(message, passing: descriptors, seconds: secondsLimit, for: name)
    }
  }

  /// Returns the reason why the helper refused, after the helper has answered.
  func refusal(_ answer: media_message, for name: String) -> MediaError {
    let error = helper!.refusal(answer, limits, for: name)
    // The failed helper is ended, and the next picture starts a new one.
    if error.endsHelper { helper = nil }
    return error
  }

  /// Runs work with the helper, which is started if it is not running.
  private func kept<Result>(
    _ work: (inout Helper) throws(MediaError) -> Result
  ) throws(MediaError) -> Result {
    if helper == nil { helper = try Helper(program, settings, path: path) }
    do throws(MediaError) {
      return try work(&helper!)
    } catch {
      // The failed helper is ended, and the next picture starts a new one.
      if error.endsHelper { helper = nil }
      throw error
    }
  }

  /// Returns the paths of the font files that the helper has used, sorted.
  func fonts() throws(MediaError) -> [String] {
    guard helper != nil else { return [] }
    let room = 1 << 20
    guard let memory = SharedMemory(byteCount: room) else {
      throw .shortage("there is no memory for the names of the fonts")
    }
    var message = media_message(MEDIA_LIST_FONTS)
    message.bytes = UInt64(room)
    let answer: media_message
    do throws(MediaError) {
      answer = try helper!.ask(
        message, passing: [memory.descriptor], seconds: secondsLimit, for: "the fonts")
    } catch {
      if error.endsHelper { helper = nil }
      // The error is not caused by a file of the document.
      guard case .broken(let path, let reason) = error else { throw error }
      throw .helper(path: path, reason: reason)
    }
    guard answer.is(MEDIA_STORED), answer.draw.list_bytes <= UInt64(room) else {
      throw helper!.refusal(answer, limits, for: "the fonts")
    }
    // Safety: the memory has the given size.
    let bytes = unsafe UnsafeRawBufferPointer(
      start: memory.address, count: Int(answer.draw.list_bytes))
    return unsafe bytes.split(separator: 0).map { unsafe String(decoding: $0, as: UTF8.self) }
      .sorted()
  }

  /// Ends the helper; the next picture starts a new one.
  func close() { helper = nil }
}
