package import Media

/// The reason why a recording gives no measurements.
package enum MeasuringError: Error, Sendable {
  case media(MediaError)
  /// The recording contains nothing that can be measured, or too much; the value is a message of one line.
  case refused(String)
}
