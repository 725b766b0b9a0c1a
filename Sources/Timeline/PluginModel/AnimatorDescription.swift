package import Scenes

/// The description of an animator, which was copied from its plugin and validated.
package struct AnimatorDescription: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case transition, effect, filter, generator
  }
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }
    package static let notReentrant = Flags(rawValue: 0x1)
    package static let wholeFrame = Flags(rawValue: 0x2)
    package static let discontinuous = Flags(rawValue: 0x4)
    package static let reversible = Flags(rawValue: 0x8)
  }

  package var id: String
  package var aliases: [String]
  package var title: String
  package var version: String
  /// The documentation of the animator in one paragraph.
  package var doc: String
  package var kind: Kind
  package var flags: Flags
  /// The properties of bound layers that the animator's `layout` changes.
  package var animates: LayerPropertySet
  /// The duration for documents that set none; the animator's function `duration()` takes precedence.
  package var durationSeconds: Double
  /// The easing as JSON for documents that set none; nil means ease in-out.
  package var easingJSON: String?
  package var parameters: [ParameterDescription]
  package var roles: [RoleDescription]
  package var hasLayout: Bool
  package var hasPixels: Bool
  /// Whether the animator may add pieces.
  package var hasPieces: Bool
  /// Whether the duration of the animator depends on its parameters.
  package var hasDuration: Bool
  /// Whether the animator's `pixels` reads layers in their current state.
  package var readsLiveInputs = false
  /// Whether the animator chooses the times at which its `pixels` reads each layer.
  package var hasTimes = false
  /// Whether the animator's `pixels` reads a table that is computed for the parameters and the size.
  package var hasTable = false
  /// Whether the animator reads the position and velocity of the finger.
  package var readsFinger = false
  /// The path of the plugin file that contains the animator.
  package var plugin: String
  /// Whether the animator is bundled with the program, in which case its id has no vendor and cannot be
  /// replaced.
  package var isBundled: Bool
  /// The licence as an SPDX expression, such as MIT; nil if the plugin does not specify one. The next two
  /// properties are also nil if the plugin does not specify them.
  package var licence: String?
  package var author: String?
  /// The address of the plugin's source code or website.
  package var url: String?
  /// A name that refers only to this animator: its id, with its version if another plugin with the same id
  /// was found first.
  package var lookupName: String

  package init(
    id: String, aliases: [String], title: String, version: String, doc: String, kind: Kind,
    flags: Flags, animates: LayerPropertySet, durationSeconds: Double, easingJSON: String?,
    parameters: [ParameterDescription], roles: [RoleDescription], hasLayout: Bool, hasPixels: Bool,
    hasPieces: Bool, hasDuration: Bool, plugin: String, isBundled: Bool
  ) {
    self.id = id
    self.aliases = aliases
    self.title = title
    self.version = version
    self.doc = doc
    self.kind = kind
    self.flags = flags
    self.animates = animates
    self.durationSeconds = durationSeconds
    self.easingJSON = easingJSON
    self.parameters = parameters
    self.roles = roles
    self.hasLayout = hasLayout
    self.hasPixels = hasPixels
    self.hasPieces = hasPieces
    self.hasDuration = hasDuration
    self.plugin = plugin
    self.isBundled = isBundled
    lookupName = id
  }

  package func parameter(named name: String) -> ParameterDescription? {
    parameters.first { $0.name == name }
  }
  package func role(named name: String) -> RoleDescription? { roles.first { $0.name == name } }

  /// The screens for which a transition lacks a required role.
  package var missingScreens: [String] {
    kind == .transition ? ["from", "to"].filter { role(named: $0) == nil } : []
  }
}

/// A role of an animator, which layers play.
package struct RoleDescription: Sendable, Hashable {
  package var name: String
  package var doc: String
  /// The minimum number of layers; 0 makes the role optional.
  package var minimum: Int
  /// The maximum number of layers that may play the role.
  package var maximum: Int
  /// The layer that is created if nothing is bound to the role, as JSON.
  package var createJSON: String?

  package init(name: String, doc: String, minimum: Int, maximum: Int, createJSON: String?) {
    self.name = name
    self.doc = doc
    self.minimum = minimum
    self.maximum = maximum
    self.createJSON = createJSON
  }
}
