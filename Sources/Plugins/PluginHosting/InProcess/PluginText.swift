internal import Files
internal import Glibc

/// Reads text from a plugin, which may lack an end, may not be UTF-8, and may have several lines.
enum PluginText {
  /// The string at `pointer`; nil if the pointer is null, or the string is longer than `limit` bytes or not
  /// UTF-8.
  static func strict(_ pointer: UnsafePointer<CChar>?, limit: Int) -> String? {
    // Safety: the plugin's string is read up to its zero byte or the limit.
    guard let pointer = unsafe pointer else { return nil }
    let length = unsafe strnlen(pointer, limit + 1)
    guard length <= limit else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: length)
    return unsafe String(validating: bytes, as: UTF8.self)
  }

  /// A message for the user: at most `limit` bytes of repaired UTF-8 on one line, with the escapes of
  /// `EscapedText`.
  static func sanitised(_ pointer: UnsafePointer<CChar>?, limit: Int = 1_000) -> String {
    // Safety: the plugin's string is read up to its zero byte or the limit.
    guard let pointer = unsafe pointer else { return "" }
    let length = unsafe strnlen(pointer, limit)
    let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: length)
    return EscapedText.line(unsafe String(decoding: bytes, as: UTF8.self))
  }

  /// The output of a plugin's process as one line, without white space at its start and end.
  static func joined(_ bytes: some Collection<UInt8>) -> String {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: \.isNewline).map { String($0).trimmed }
    return EscapedText.line(lines.joined(separator: " ")).trimmed
  }
}
