import Foundation

/// The sanitizer with which the tests and the programs were built: memory and time are not tested with it, and some
/// faults look different.
package enum Sanitizer: String, Sendable {
  case address, thread

  /// The sanitizer that PIPELINE_SANITIZER names; nil for an ordinary build.
  package static let current =
    ProcessInfo.processInfo.environment["PIPELINE_SANITIZER"].flatMap(Sanitizer.init)
}
