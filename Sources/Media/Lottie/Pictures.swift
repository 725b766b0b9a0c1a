/// The pictures of a Lottie file; after the pictures are read, the file refers to them by number.
package enum Pictures {
  private static let prefix = "picture:"

  /// The text that replaces a picture's path in the file.
  package static func name(_ number: Int) -> String { "\(prefix)\(number)" }

  static func number(_ name: String) -> Int? {
    name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
  }
}
