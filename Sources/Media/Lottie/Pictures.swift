/// The pictures of a file, which stand in it by their numbers once they were read.
package enum Pictures {
  private static let prefix = "picture:"

  /// What stands in the file at the place of a picture's path.
  package static func name(_ number: Int) -> String { "\(prefix)\(number)" }

  static func number(_ name: String) -> Int? {
    name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
  }
}
