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
    if helper == nil { helper = try Helper(program, path: path) }
    do throws(MediaError) {
      let answer = try helper!.ask(
        message, passing: [descriptor], seconds: secondsLimit, for: name)
      return try helper!.picture(answer, limits, seconds: secondsLimit, for: name)
    } catch {
      // The next picture gets a fresh helper.
      if case .helper = error { helper = nil }
      throw error
    }
  }

  /// Ends the helper; the next picture starts another.
  func close() { helper = nil }
}
