/// The rules for descriptions of animators, by subject.
package enum DescriptionRule: String, Sendable, CaseIterable {
  case identity, layout, signatures, range, documentation, choices, aliases, duration, roles
}

/// A plugin file, or an animator in it, that is not used, with the reason.
package struct PluginRefusal: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The file is not a plugin, is damaged, or violates the interface.
    case unusable
    /// The file is valid, but any user may write to it or to its folder.
    case untrusted
    /// The plugin crashed, hung or ended its process while it was loaded.
    case misbehaved
    /// The plugin requires a sandbox that this system does not offer.
    case noSandbox
    /// Another plugin file has the same id.
    case duplicate
  }
  /// The path of the plugin file that was refused.
  package let path: String
  package let kind: Kind
  /// The reason for the refusal, as one line without the path.
  package let reason: String
  /// The ids that the plugin declares, if they could be read.
  package var ids: [String]
  /// The rule that the description violates, if a rule is the reason.
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
