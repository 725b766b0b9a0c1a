import Foundation
import Synchronization

/// Reports which tests are left out because rights, processor features or programs are missing.
///
/// The testing library reports a test that is skipped or cancelled as a whole, but not a single case of its arguments.
/// `.ci/test` repeats these lines at the end of a run.
package enum LeftOut {
  private static let told = Mutex<Set<String>>([])

  /// Prints the line once.
  package static func tell(_ what: String) {
    guard told.withLock({ $0.insert(what).inserted }) else { return }
    FileHandle.standardOutput.write(Data("➜ left out: \(what)\n".utf8))
  }
}
