import FoundationEssentials
import Glibc
import Synchronization

/// The document that the page shows; another document in the folder may replace it.
final class OpenDocument: Sendable {
  private let state: Mutex<(path: String, isGallery: Bool)>

  init(_ job: Job) { state = Mutex((job.document, job.isGallery)) }

  /// The path of the document, which may be a document that a page will create.
  var path: String { state.withLock(\.path) }
  /// Whether no document was chosen when the job was created.
  var isGallery: Bool { state.withLock(\.isGallery) }

  func choose(_ path: String) { state.withLock { $0 = (path, false) } }

  /// Returns the path of a file below the document's folder for commands; nil if the path leads outside the folder or
  /// through a link.
  func place(of file: String) -> String? {
    let names = file.split(separator: "/", omittingEmptySubsequences: false)
    guard !names.isEmpty, !names.contains(where: { $0.isEmpty || $0 == ".." || $0.hasPrefix("-") }),
      !file.utf8.contains(where: { $0 < 0x20 })
    else { return nil }
    let path = path
    let folder = URL(filePath: path).deletingLastPathComponent()
    guard !Self.hasLink(names.map(String.init), below: folder) else { return nil }
    return path.contains("/") ? folder.appending(path: file).path(percentEncoded: false) : file
  }

  /// Returns whether the file or one of its parent folders is a link, which may lead anywhere.
  private static func hasLink(_ names: [String], below folder: URL) -> Bool {
    var place = folder
    for name in names {
      place.append(path: name)
      var about = stat()
      // Safety: lstat fills the struct.
      let isThere = unsafe lstat(place.path(percentEncoded: false), &about) == 0
      if isThere, about.st_mode & S_IFMT == S_IFLNK { return true }
    }
    return false
  }
}
