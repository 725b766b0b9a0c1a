internal import Dispatch
internal import Files
internal import Glibc

/// Watches the folders of a document's files for changes.
final class StudioWatch {
  private let descriptor: Int32
  private var watched: [String: Int32] = [:]

  // The watched events of inotify: a file was written and closed, a file was created, removed or renamed, or a folder
  // was removed.
  private static let events: UInt32 = 0x8 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800

  init(_ inbox: RequestQueue) {
    let descriptor = inotify_init1(O_CLOEXEC)
    self.descriptor = descriptor
    guard descriptor >= 0 else { return }
    DispatchQueue(label: "changes").async {
      var bytes = [UInt8](repeating: 0, count: 16 * 1024)
      while true {
        // Safety: read writes at most as many bytes as the array has.
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        inbox.put(.filesChanged)
      }
    }
  }

  /// Watches only the given folders; if a folder does not exist, watches its nearest existing parent folder.
  func watch(_ folders: Set<String>) {
    guard descriptor >= 0 else { return }
    var wanted: Set<String> = []
    for folder in folders {
      var path = folder.isEmpty ? "." : folder
      while !System.exists(path), let slash = path.lastIndex(of: "/"), slash != path.startIndex {
        path = String(path[..<slash])
      }
      wanted.insert(path)
    }
    for (path, number) in watched where !wanted.contains(path) {
      // Two paths of the same folder get the same number.
      if !wanted.contains(where: { watched[$0] == number }) {
        inotify_rm_watch(descriptor, number)
      }
      watched[path] = nil
    }
    for path in wanted {
      // Safety: the path is read as a C string. Adding a folder again has no effect.
      let number = unsafe inotify_add_watch(descriptor, path, Self.events)
      watched[path] = number >= 0 ? number : nil
    }
  }
}
