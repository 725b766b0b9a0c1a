internal import Reporting

/// Counts finished frames and reports the progress.
final class FrameProgress {
  private let total: Int
  private let diagnostics: Diagnostics
  private var done = 0

  init(of total: Int, _ diagnostics: Diagnostics) {
    self.total = total
    self.diagnostics = diagnostics
    diagnostics.progress(done: 0, of: total)
  }

  func advance() {
    done += 1
    diagnostics.progress(done: done, of: total)
  }
}
