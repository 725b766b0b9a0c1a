import Foundation

/// The sanitizer that the tests and the programs were built with: under it memory and time are not
/// judged, and some faults look different.
package enum Sanitizer: String, Sendable {
  case address, thread

  /// What PIPELINE_SANITIZER names, or nil for a plain build.
  package static let current =
    ProcessInfo.processInfo.environment["PIPELINE_SANITIZER"].flatMap(Sanitizer.init)
}
