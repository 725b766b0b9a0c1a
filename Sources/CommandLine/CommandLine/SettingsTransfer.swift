package import Assets
internal import FoundationEssentials

/// Passes settings from one process to another as text.
extension ReadingSettings {
  /// Parses settings; nil for a text that `handedOn` did not produce.
  package init?(handedOn text: String) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
      return nil
    }
    self = read
    context = .ofProgram
  }

  package var handedOn: String {
    // All members are names, numbers or lists of them, so encoding cannot fail.
    String(decoding: try! JSONEncoder().encode(self), as: UTF8.self)
  }
}
