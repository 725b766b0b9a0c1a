internal import Files
package import Reporting

extension EngineError {
  /// The status with which the program leaves.
  package var exitStatus: Int32 {
    if cause == .cancelled, let status = Interruption.status { return status }
    return cause.status.rawValue
  }
}
