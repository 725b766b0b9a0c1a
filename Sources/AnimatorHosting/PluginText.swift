#if canImport(Glibc)
  internal import Glibc
#endif

/// Text that comes from a plugin: never trusted to end, to be UTF-8, or to be one line.
enum PluginText {
  /// The string at `pointer`, or nil when it is null, longer than `limit` bytes or not UTF-8.
  static func strict(_ pointer: UnsafePointer<CChar>?, limit: Int) -> String? {
    // Unsafe: the plugin's string, read up to its zero byte or the limit.
    guard let pointer = unsafe pointer else { return nil }
    let length = unsafe strnlen(pointer, limit + 1)
    guard length <= limit else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: length)
    return unsafe String(validating: bytes, as: UTF8.self)
  }

  /// A message for people: at most `limit` bytes, repaired UTF-8, control characters as spaces.
  static func sanitised(_ pointer: UnsafePointer<CChar>?, limit: Int = 1_000) -> String {
    // Unsafe: the plugin's string, read up to its zero byte or the limit.
    guard let pointer = unsafe pointer else { return "" }
    let length = unsafe strnlen(pointer, limit)
    let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: length)
    return sanitised(unsafe String(decoding: bytes, as: UTF8.self))
  }

  static func sanitised(_ text: String) -> String {
    let clean = String.UnicodeScalarView(
      text.unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: " "
        default: scalar
        }
      })
    return String(clean)
  }
}
