internal import Files

/// A file of code: a plugin, or a library beside a plugin.
package struct PluginPart: Hashable, Sendable {
  package let path: String
  /// The SHA-256 of the part's file in hexadecimal.
  package let sha256: String
  let version: FileVersion

  func hasSameBytes(as other: PluginPart) -> Bool { path == other.path && sha256 == other.sha256 }
}

extension [PluginPart] {
  func haveSameBytes(as other: [PluginPart]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.hasSameBytes(as: $1) }
  }
}
