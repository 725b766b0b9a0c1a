package import Media

/// Why a recording gives no measurements.
package enum MeasuringError: Error, Sendable {
  case media(MediaError)
  /// The recording has nothing that could be measured, or too much; one line.
  case refused(String)
}
