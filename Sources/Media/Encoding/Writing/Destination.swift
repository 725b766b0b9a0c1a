internal import CProcess
package import Files
internal import Glibc
internal import Scenes

/// The destination of an output's bytes: a file, memory, or standard output.
package protocol Destination: AnyObject {
  /// The name of the destination in messages.
  var name: String { get }
  /// The destination's descriptor, open for writing since `begin`, and for reading at any position unless it is a pipe.
  var descriptor: Int32 { get }
  /// Checks whether the destination can be written.
  func begin() throws(EncodingError)
  /// Appends bytes to the bytes written before.
  func write(_ bytes: [UInt8]) throws(EncodingError)
  /// Moves the complete output into place.
  func commit() throws(EncodingError)
  /// Removes all output that was not committed.
  func discard()
}

/// A file as a destination, which appears either complete or not at all.
package final class FileDestination: Destination {
  package let name: String
  private let root: RootFolder?
  private let limitBytes: Int?
  private let context: EngineContext?
  private var file: AtomicFile?

  /// Creates a destination; if a root is given, the file must be inside the root. A file larger than the limit is not
  /// moved into place.
  package init(
    _ path: String, beneath root: RootFolder? = nil, limitBytes: Int? = nil,
    context: EngineContext? = nil
  ) {
    self.context = context
    name = path
    self.root = root
    self.limitBytes = limitBytes
  }

  package var descriptor: Int32 { file?.descriptor ?? -1 }
  package func begin() throws(EncodingError) {
    file = try AtomicFile(name, beneath: root, context: context)
  }
  package func write(_ bytes: [UInt8]) throws(EncodingError) { try file!.write(bytes) }

  package func commit() throws(EncodingError) {
    if let limitBytes {
      let bytes = Int(lseek(descriptor, 0, SEEK_END))
      if bytes > limitBytes { throw .tooLarge(path: name, bytes: bytes) }
    }
    try file!.commit()
    file = nil
    try Folder.sync(Folder.of(name), beneath: root)
  }

  package func discard() {
    file?.discard()
    file = nil
  }
}

/// A destination in memory; its bytes are available after `commit`.
package final class MemoryDestination: Destination {
  package let name: String
  /// The committed bytes; nil before `commit`.
  package private(set) var bytes: [UInt8]?
  package private(set) var descriptor: Int32 = -1

  /// Creates a destination in memory; `name` is its name in messages.
  package init(_ name: String) { self.name = name }

  deinit { discard() }

  package func begin() throws(EncodingError) {
    discard()
    bytes = nil
    // Safety: the function writes one descriptor.
    let problem = unsafe process_growing_memory("output", &descriptor)
    if problem != 0 { throw failure(problem) }
  }

  package func write(_ bytes: [UInt8]) throws(EncodingError) {
    let problem = FileBytes.write(bytes, to: descriptor)
    if problem != 0 { throw failure(problem) }
  }

  package func commit() throws(EncodingError) {
    // The bytes are copied once here, and some callers copy them again.
    guard MemoryAccount.systemHas(3 * Int(lseek(descriptor, 0, SEEK_END))) else {
      throw failure(ENOMEM)
    }
    do throws(FileError) {
      let file = try RegularFile(taking: descriptor, name: name)
      descriptor = -1
      bytes = try file.read(limitBytes: .max)
    } catch {
      throw .unwritable(path: name, reason: error.reason)
    }
  }

  package func discard() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private func failure(_ problem: Int32) -> EncodingError {
    .unwritable(path: name, reason: Errno.words(problem))
  }
}

/// A destination for standard output or another open descriptor; bytes written to it cannot be discarded.
package final class StandardOutput: Destination {
  package let name: String
  package let descriptor: Int32

  package init(name: String = "standard output", descriptor: Int32 = 1) {
    self.name = name
    self.descriptor = descriptor
  }

  package func begin() throws(EncodingError) {}

  package func write(_ bytes: [UInt8]) throws(EncodingError) {
    let problem = FileBytes.write(bytes, to: descriptor)
    if problem == EPIPE { throw .closed(path: name) }
    if problem != 0 { throw .unwritable(path: name, reason: Errno.words(problem)) }
  }

  package func commit() throws(EncodingError) {}
  package func discard() {}
}
