package import Encoding
internal import Files
package import Reporting

/// The folder for a command's results, which appears complete or not at all.
package enum ResultFolder {
  /// Creates the folder under a temporary name before the work starts.
  package static func begin(_ path: String) throws(EngineError) -> NewFolder {
    do throws(EncodingError) { return try NewFolder(path) } catch { throw refusal(error, path) }
  }

  /// Moves the result folder to its final name.
  package static func finish(_ folder: NewFolder) throws(EngineError) {
    do throws(EncodingError) { try folder.commit() } catch { throw refusal(error, folder.name) }
  }

  private static func refusal(_ error: EncodingError, _ path: String) -> EngineError {
    System.isTaken(path)
      ? EngineError("\(path): \(NewFolder.isThere)", .exists) : EngineError(error)
  }
}
