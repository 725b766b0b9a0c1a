import Encoding
import Glibc

/// A folder that appears under its name whole or not at all.
///
/// It is filled under a hidden name beside its own; a value that goes without `commit` leaves nothing
/// behind.
final class NewFolder {
  /// Where it is filled.
  let path: String
  private let name: String
  private var isCommitted = false

  /// Fails when there is something of that name.
  init(_ name: String) throws {
    self.name = name
    guard !Machine.exists(name) else { throw Failure("\(name): is there already", status: 74) }
    path = "\(Folder.of(name))/.\(Folder.name(of: name)).\(getpid()).part"
    try Folder.create(path)
  }

  deinit { if !isCommitted { Self.remove(path) } }

  /// A file inside; folders between are made.
  func write(_ bytes: [UInt8], to place: String) throws(EncodingError) {
    let file = try WholeFile("\(path)/\(place)")
    try file.write(bytes)
    try file.commit()
  }

  func commit() throws {
    // Unsafe: the paths are read as C strings. What came meanwhile is replaced only if it is empty.
    guard unsafe rename(path, name) == 0 else {
      // Unsafe: strerror gives a string that ends with a zero.
      throw Failure("\(name): \(unsafe String(cString: strerror(errno)))", status: 74)
    }
    isCommitted = true
  }

  /// Removes a folder with all it holds.
  private static func remove(_ path: String) {
    // Unsafe: entries are valid until the next readdir; nftw has no Swift form without globals.
    guard let directory = unsafe opendir(path) else { return }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    unsafe closedir(directory)
    for name in names where unsafe unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
    _ = unsafe rmdir(path)
  }
}
