import CMedia

/// The protocol of the helpers for Python scripts that replace them, with the sizes and offsets of the C compiler.
enum ForgedMessages {
  /// Returns Python code that defines `size`, `message(kind, width, height)` and `failed(kind, reason, text)`.
  static func prelude() -> String {
    let text = MemoryLayout<media_message>.offset(of: \.text)!
    let width = MemoryLayout<media_message>.offset(of: \.width)!
    return """
      import struct
      size = \(MemoryLayout<media_message>.size)
      def head(*words):
          return struct.pack('<%dI' % (2 + len(words)), \(MEDIA_MAGIC), \(MEDIA_VERSION), *words)
      def message(kind, width=0, height=0):
          body = head(kind).ljust(\(width), b'\\0') + struct.pack('<2I', width, height)
          return body.ljust(size, b'\\0')
      def failed(kind, reason, text):
          return (head(kind, reason).ljust(\(text), b'\\0') + text).ljust(size, b'\\0')
      """
  }
}
