internal import CFiles

/// What a file is that lies where another one was wanted, by its bytes: the first, and of few kinds the last.
package enum FileKind {
  /// Of a kind that nothing here reads, as "a PDF file"; nil where that is not known.
  package static func unread(_ bytes: [UInt8]) -> String? { name(bytes, by: kind_unread) }

  /// Of any kind, read or not.
  package static func name(_ bytes: [UInt8]) -> String? { name(bytes, by: kind_of) }

  /// As many first bytes as tell most kinds.
  package static let headCount = 65_536

  private static func name(
    _ bytes: [UInt8], by find: (UnsafePointer<UInt8>?, Int) -> UnsafePointer<CChar>?
  ) -> String? {
    // Unsafe: it looks at so many bytes, and answers with one of its own texts.
    unsafe bytes.withUnsafeBufferPointer { unsafe find($0.baseAddress, $0.count) }
      .map { unsafe String(cString: $0) }
  }
}
