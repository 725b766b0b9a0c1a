internal import CMedia
internal import Scenes

/// A helper that makes pictures, started when the first is asked for.
final class PictureHelper {
  private let program: HelperProgram
  private let path: String?
  private let limits: ImageLimits
  private let secondsLimit: Int
  private var helper: Helper?

  /// `path` is where the program lies when not in its usual place.
  init(_ program: HelperProgram, path: String?, limits: ImageLimits, seconds: Int) {
    self.program = program
    self.path = path
    self.limits = limits
    secondsLimit = seconds
  }

  /// The picture that the helper makes of what is passed; `name` is what an error names.
  func picture(
    _ message: media_message, passing descriptor: Int32, for name: String
  ) throws(MediaError) -> Bitmap {
    try load(message, passing: descriptor, for: name) { helper, loaded throws(MediaError) in
      try helper.picture(loaded, limits, seconds: secondsLimit, for: name)
    }
  }

  /// The sides of such a picture, which is unpacked to its end and not kept.
  func check(
    _ message: media_message, passing descriptor: Int32, for name: String
  ) throws(MediaError) -> (width: Int, height: Int) {
    try load(message, passing: descriptor, for: name) { helper, loaded throws(MediaError) in
      try helper.check(loaded, limits, seconds: secondsLimit, for: name)
    }
  }

  private func load<Value>(
    _ message: media_message, passing descriptor: Int32, for name: String,
    then use: (inout Helper, media_message) throws(MediaError) -> Value
  ) throws(MediaError) -> Value {
    if helper == nil { helper = try Helper(program, path: path) }
    do throws(MediaError) {
      let answer = try helper!.ask(
        message, passing: [descriptor], seconds: secondsLimit, for: name)
      return try use(&helper!, answer)
    } catch {
      // The next picture gets a fresh helper.
      if case .helper = error { helper = nil }
      throw error
    }
  }

  /// Ends the helper; the next picture starts another.
  func close() { helper = nil }
}
