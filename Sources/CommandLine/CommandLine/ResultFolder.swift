package import Encoding
internal import Files
package import Reporting

/// The folder of a command's results, which is either complete or does not exist, with the errors of the
/// command line.
package enum ResultFolder {
  /// Creates the folder before the work starts.
  package static func begin(_ path: String) throws(EngineError) -> NewFolder {
    do throws(EncodingError) { return try NewFolder(path) } catch { throw refusal(error, path) }
  }

  /// Gives the folder its final name.
  package static func finish(_ folder: NewFolder) throws(EngineError) {
    do throws(EncodingError) { try folder.commit() } catch { throw refusal(error, folder.name) }
  }

  private static func refusal(_ error: EncodingError, _ path: String) -> EngineError {
    System.isTaken(path)
      ? EngineError("\(path): \(NewFolder.isThere)", .exists) : EngineError(error)
  }
}
