package import Reporting

extension EngineError {
  /// The status with which the program leaves, as in sysexits.
  package var exitStatus: Int32 {
    switch cause {
    case .usage: 64
    case .content: 65
    case .missing: 66
    case .unavailable: 69
    case .failed: 70
    case .system: 71
    case .exists: 73
    case .unwritable: 74
    case .tryAgain: 75
    case .plugin: 76
    case .refused: 77
    case .cancelled: Interruption.status ?? 130
    }
  }
}
