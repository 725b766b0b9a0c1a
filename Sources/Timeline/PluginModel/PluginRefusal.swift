/// The rules of a description, by subject.
package enum DescriptionRule: String, Sendable, CaseIterable {
  case identity, layout, signatures, range, documentation, choices, aliases, duration, roles
}

/// A file, or an animator in a file, that is not used, with the reason.
package struct PluginRefusal: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The file is not a plugin, is damaged, or violates the contract.
    case unusable
    /// The file is valid, but any user may write to it or to its folder.
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
  /// Whether the plugin's process ended during loading, which would happen again with the same file.
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
