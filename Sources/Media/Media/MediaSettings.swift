internal import CSandbox
package import Files
internal import Scenes

/// The sandbox and limits of helpers, and the receiver of their messages; each reader and each writer has its own settings.
package struct MediaSettings: Sendable {
  package enum Sandbox: String, Sendable {
    /// Uses all locks that the system offers.
    case auto
    /// Refuses pictures if a part of the sandbox is missing.
    case require
    case off
  }
  package var sandbox = Sandbox.auto
  /// The time limit in seconds for one answer; nil means one minute for a picture and five minutes for encoding.
  package var seconds: Int?
  /// The limits of the pictures that are read.
  package var limits = ImageLimits()
  /// The maximum work for laying out a document's texts, in units of `RenderCost`.
  package var workLimit = RenderCost.usualLimit
  /// Receives one-line warnings about missing locks of the sandbox, and about pictures.
  package var warn: @Sendable (String) -> Void = { _ in }

  /// A function that is called while a helper works; if it returns true, the work is cancelled.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// The location of the helper programs, and the running helpers.
  package var context: EngineContext

  package init(
    seconds: Int? = nil, limits: ImageLimits = ImageLimits(),
    context: EngineContext = EngineContext()
  ) {
    self.context = context
    self.seconds = seconds
    self.limits = limits
  }

  /// Warns about the missing locks of a helper's sandbox.
  func check(_ locked: UInt32) {
    guard sandbox == .auto, locked != SANDBOX_ALL else { return }
    var missing: [String] = []
    var part: UInt32 = 1
    while let name = unsafe sandbox_part_name(part) {
      // Safety: the pointer addresses a constant string of the program.
      if locked & part == 0 { missing.append(unsafe String(cString: name)) }
      part <<= 1
    }
    warn("the sandbox lacks \(missing.joined(separator: ", ")) on this system")
  }
}
