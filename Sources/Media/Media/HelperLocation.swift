internal import Files
package import Synchronization

/// The programs that work for us.
package enum HelperProgram: String, Sendable {
  /// PNG.
  case png = "pipeline-png"
  /// Other pictures, and video.
  case media = "pipeline-media"
  /// Text, and what becomes of the drawings of SVG.
  case draw = "pipeline-draw"
  /// SVG.
  case svg = "pipeline-svg"
  /// Lottie files.
  case lottie = "pipeline-lottie"
  /// The page that plays a document.
  case preview = "pipeline-preview"

  /// Whether one has ended by itself, hung or broken the protocol.
  package static let failed = Atomic<Bool>(false)
  /// Those that this process has started for pictures or video so far.
  package static let started = Mutex<Set<HelperProgram>>([])
}

/// The place of a helper: see `Installation`.
package enum HelperLocation {
  /// The helper's path; nil when there is none.
  package static func find(_ program: HelperProgram) -> String? {
    Installation.find(program.rawValue)
  }
}
