internal import CSandbox
package import Synchronization

/// The locks of every helper of this process, and the time that it may take. They are set once, before
/// the first is started.
package struct MediaSettings: Sendable {
  package enum Sandbox: String, Sendable {
    /// Whatever locking the system offers.
    case auto
    /// All of it, or no picture.
    case require
    case off
  }
  package var sandbox = Sandbox.auto
  /// The seconds for one answer; nil means a minute for a picture, and five for encoding.
  package var seconds: Int?
  /// The most pixels of a picture; nil: 64 million.
  package var pixels: Int?
  /// A function that is told in one line what the sandbox lacks here.
  package var warn: @Sendable (String) -> Void = { _ in }

  package init() {}

  package static let shared = Mutex(MediaSettings())
  static var current: MediaSettings { shared.withLock { $0 } }

  /// Says what a helper's sandbox lacks.
  func check(_ locked: UInt32) {
    guard sandbox == .auto, locked != SANDBOX_ALL else { return }
    var missing: [String] = []
    var part: UInt32 = 1
    while let name = unsafe sandbox_part_name(part) {
      // Unsafe: a string of the program's own.
      if locked & part == 0 { missing.append(unsafe String(cString: name)) }
      part <<= 1
    }
    warn("the sandbox lacks \(missing.joined(separator: ", ")) on this system")
  }
}
