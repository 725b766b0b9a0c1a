package import Assets
internal import FoundationEssentials

/// The settings of one process for another, as text.
extension ReadingSettings {
  /// Reads settings; nil for text that `handedOn` did not produce.
  package init?(handedOn text: String) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
      return nil
    }
    self = read
    context = .ofProgram
  }

  package var handedOn: String {
    // Every member is a name, a number or a list of them, so encoding cannot fail.
    String(decoding: try! JSONEncoder().encode(self), as: UTF8.self)
  }
}
