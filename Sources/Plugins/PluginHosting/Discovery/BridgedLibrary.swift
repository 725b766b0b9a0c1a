internal import Files

/// The library from which a bridge creates an animator, as the second note of the bridge describes it. A
/// bridge is a plugin that was generated for one third-party library; a field of fixed size in it contains
/// the path and the hash of the library.
package struct BridgedLibrary: Hashable, Sendable {
  package let path: String
  /// The SHA-256 of the library file in hexadecimal.
  package let sha256: String

  private static let mark = Array("frei0r-effect:1".utf8) + [0]
  private static let hashBytes = 64
  private static let pathBytes = 1024

  package init(path: String, sha256: String) { (self.path, self.sha256) = (path, sha256) }

  /// Reads the first note of a bridged library in a sequence of notes; nil if there is none, or if its field
  /// is empty.
  init?(in bytes: [UInt8]) {
    guard let place = Self.place(in: bytes) else { return nil }
    let hash = bytes[place..<place + Self.hashBytes]
    let path = bytes[(place + Self.hashBytes)...].prefix(Self.pathBytes).prefix { $0 != 0 }
    guard path.first == UInt8(ascii: "/"), path.count < Self.pathBytes,
      let text = String(validating: path, as: UTF8.self)
    else { return nil }
    self.path = text
    sha256 = String(decoding: hash, as: UTF8.self)
  }

  /// A copy of a bridge's bytes with this library in its field; nil if the bytes have no such field, or the
  /// path is too long for it.
  package func written(into bridge: [UInt8]) -> [UInt8]? {
    let path = Array(path.utf8)
    let hash = Array(sha256.utf8)
    guard let place = Self.place(in: bridge), path.count < Self.pathBytes,
      hash.count == Self.hashBytes
    else { return nil }
    var bytes = bridge
    bytes.replaceSubrange(place..<place + Self.hashBytes, with: hash)
    let start = place + Self.hashBytes
    let filled = path + [UInt8](repeating: 0, count: Self.pathBytes - path.count)
    bytes.replaceSubrange(start..<start + Self.pathBytes, with: filled)
    return bytes
  }

  /// Returns the offset of the field that follows the mark in the file.
  private static func place(in bytes: [UInt8]) -> Int? {
    guard let mark = bytes.firstRange(of: mark),
      bytes.count - mark.upperBound >= hashBytes + pathBytes
    else { return nil }
    return mark.upperBound
  }
}
