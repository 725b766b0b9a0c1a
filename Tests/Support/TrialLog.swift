import Foundation
import Synchronization

/// What a long test finds, trial by trial, in the file that PIPELINE_TRIAL_LOG names: how far it is, and the
/// figures of what passed.
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
