internal import Files
package import Reporting

extension EngineError {
  /// The exit status of the program.
  package var exitStatus: Int32 {
    if cause == .cancelled, let status = Interruption.status { return status }
    return cause.status.rawValue
  }
}
