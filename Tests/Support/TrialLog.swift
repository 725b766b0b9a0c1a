import Foundation
import Synchronization

/// Writes the results of a long test, trial by trial, to the file that PIPELINE_TRIAL_LOG names: its progress, and the
/// figures of passed trials.
package enum TrialLog {
  private static let file = Mutex(
    ProcessInfo.processInfo.environment["PIPELINE_TRIAL_LOG"].flatMap { path in
      FileManager.default.createFile(atPath: path, contents: nil)
        ? FileHandle(forWritingAtPath: path) : nil
    })

  package static func add(_ line: String) {
    file.withLock { $0?.write(Data((line + "\n").utf8)) }
  }
}
