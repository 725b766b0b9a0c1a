/// The rules of a description, by subject.
package enum DescriptionRule: String, Sendable, CaseIterable {
  case identity, layout, signatures, range, documentation, choices, aliases, duration, roles
}

/// A file, or an animator of a file, that is not used, and why.
package struct PluginRefusal: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Not a plugin, a broken one, or one that breaks the contract.
    case unusable
    /// Could be used, but its file or folder may be written by anyone.
    case untrusted
    /// The plugin crashed, hung or ended its process while it was loaded.
    case misbehaved
    /// Runs only in a sandbox that this system does not have.
    case noSandbox
    /// Another file has the same id.
    case duplicate
  }
  /// The path of the plugin.
  package let path: String
  package let kind: Kind
  /// The reason in one line, without the path.
  package let reason: String
  /// The ids it would have had, when it got that far.
  package var ids: [String]
  /// The rule that its description breaks, if that is the reason.
  package var rule: DescriptionRule?
  /// Whether its process ended while it was loaded, which will happen again with the same file.
  package var isCrash = false

  package init(
    path: String, kind: Kind = .unusable, reason: String, ids: [String] = [],
    rule: DescriptionRule? = nil
  ) {
    self.rule = rule
    self.path = path
    self.kind = kind
    self.reason = reason
    self.ids = ids
  }
}

extension PluginRefusal: CustomStringConvertible {
  package var description: String { "\(path): \(reason)" }
}
