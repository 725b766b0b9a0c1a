internal import Glibc
package import Synchronization

/// The programs that work for us.
package enum HelperProgram: String, Sendable {
  /// PNG.
  case png = "pipeline-png"
  /// Other pictures, and video.
  case media = "pipeline-media"
  /// Text and SVG.
  case draw = "pipeline-draw"
  /// Lottie files.
  case lottie = "pipeline-lottie"
  /// The page that plays a document.
  case preview = "pipeline-preview"

  /// Whether one has ended by itself, hung or broken the protocol.
  package static let failed = Atomic<Bool>(false)
  /// Those that this process has started for pictures or video so far.
  package static let started = Mutex<Set<HelperProgram>>([])
}

/// The place of a helper: beside the executable, or in `<executable>/../lib/pipeline/`.
package enum HelperLocation {
  /// The paths that are looked at for an executable in `folder`, in order.
  package static func candidates(of program: HelperProgram, in folder: String) -> [String] {
    [folder + "/" + program.rawValue, folder + "/../lib/pipeline/" + program.rawValue]
  }

  /// The helper's path; nil when there is none.
  package static func find(_ program: HelperProgram) -> String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    // Unsafe: readlink fills the array up to the count it returns.
    let count = unsafe readlink("/proc/self/exe", &path, path.count - 1)
    guard count > 0 else { return nil }
    let executable = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let slash = executable.lastIndex(of: "/") else { return nil }
    return candidates(of: program, in: String(executable[..<slash])).first {
      unsafe access($0, X_OK) == 0
    }
  }
}
