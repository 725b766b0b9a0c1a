internal import Glibc
internal import Synchronization

/// The identities of the output folders at the start of the run. A folder that is opened again later may have
/// been replaced in the meantime, for example by a link, and output would then be written elsewhere.
package final class OutputPlaces: Sendable {
  private struct Place {
    /// The absolute path of the output folder with links resolved.
    let plain: String
    /// The device and inode number of the folder; nil if the folder does not exist.
    var identity: [UInt64]?
  }
  /// The recorded folders by the paths with which they are opened.
  private let places = Mutex<[String: Place]>([:])

  package init() {}

  /// Records the identity of a folder, unless it is already recorded.
  package func note(_ folder: String) {
    guard places.withLock({ $0[folder] }) == nil else { return }
    var about = stat()
    // Safety: stat reads the path as a C string and fills the struct.
    let isThere = unsafe stat(folder, &about) == 0
    let place = Place(plain: Self.plain(folder), identity: isThere ? Self.identity(about) : nil)
    places.withLock { $0[folder] = place }
  }

  /// Whether a folder that was opened with this path is the recorded folder; if no folder existed, the first
  /// folder created there is accepted.
  func holds(_ folder: String, _ about: stat) -> Bool {
    guard let place = places.withLock({ $0[folder] }) else { return true }
    let found = Self.identity(about)
    guard Self.plain(folder) == place.plain, found == place.identity ?? found else { return false }
    if place.identity == nil { places.withLock { $0[folder]?.identity = found } }
    return true
  }

  private static func plain(_ folder: String) -> String {
    FilePath.folder(of: FilePath.withoutLinks("\(folder)/file"))
  }

  private static func identity(_ about: stat) -> [UInt64] {
    [UInt64(about.st_dev), UInt64(about.st_ino)]
  }
}
