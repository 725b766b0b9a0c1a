package import Scenes

/// What an animator says of itself: copied out of its plugin, checked, and free of pointers.
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

  package internal(set) var id: String
  package internal(set) var aliases: [String]
  package internal(set) var title: String
  package internal(set) var version: String
  /// One paragraph.
  package internal(set) var doc: String
  package internal(set) var kind: Kind
  package internal(set) var flags: Flags
  /// All that its `layout` changes of a bound layer.
  package internal(set) var animates: LayerPropertySet
  /// When a document gives none; the animator's `duration()` may know better.
  package internal(set) var durationSeconds: Double
  /// JSON of the easing when a document gives none; nil: ease in-out.
  package internal(set) var easingJSON: String?
  package internal(set) var parameters: [ParameterDescription]
  package internal(set) var roles: [RoleDescription]
  package internal(set) var hasLayout: Bool
  package internal(set) var hasPixels: Bool
  /// It may add pieces: layers of its own.
  package internal(set) var hasPieces: Bool
  /// Its duration depends on its parameters.
  package internal(set) var hasDuration: Bool
  /// The file it came from.
  package internal(set) var plugin: String
  /// It came with the program: its id is bare and cannot be shadowed.
  package internal(set) var isBundled: Bool
  /// The bytes that run: the plugin's file first, then the libraries beside it.
  package internal(set) var parts: [PluginPart] = []

  /// Where its code is.
  let source: any AnimatorSource
  /// See Isolation.
  var leftOut: (@Sendable (AnimatorFault) -> Void)?
  /// Told of what its author did not mean; nil for checks, which judge all of it.
  var mistakes: QuietMistakes?

  package func parameter(named name: String) -> ParameterDescription? {
    parameters.first { $0.name == name }
  }
  package func role(named name: String) -> RoleDescription? { roles.first { $0.name == name } }
}

/// How a parameter is stored, and so what a document may write for it.
package enum ParameterType: UInt32, Sendable, CaseIterable {
  case bool = 1
  case int32, double, point, size, rect, color, string, choice, curve

  /// The word for messages and documentation.
  package var name: String {
    switch self {
    case .bool: "bool"
    case .int32: "integer"
    case .double: "number"
    case .point: "point"
    case .size: "size"
    case .rect: "rect"
    case .color: "color"
    case .string: "string"
    case .choice: "choice"
    case .curve: "easing"
    }
  }
}

/// What the numbers of a parameter mean.
package enum ParameterUnit: UInt32, Sendable, CaseIterable {
  case none = 0
  case points, degrees, seconds, fraction

  /// The word for documentation; empty for none.
  package var name: String {
    switch self {
    case .none: ""
    case .points: "points"
    case .degrees: "degrees"
    case .seconds: "seconds"
    case .fraction: "fraction"
    }
  }
}

/// One parameter of an animator.
package struct ParameterDescription: Sendable, Hashable {
  package internal(set) var name: String
  package internal(set) var doc: String
  package internal(set) var type: ParameterType
  package internal(set) var unit: ParameterUnit
  /// As a document would write it; may be an expression.
  package internal(set) var defaultJSON: String
  /// Bounds of every number in the value; both nil when there are none.
  package internal(set) var minimum: Double?
  package internal(set) var maximum: Double?
  /// The words of a choice, in the order of its index.
  package internal(set) var choices: [String]
  /// Bytes from the start of the author's struct.
  let offset: Int
}

/// A part that layers play.
package struct RoleDescription: Sendable, Hashable {
  package internal(set) var name: String
  package internal(set) var doc: String
  /// Layers it needs; 0 makes it optional.
  package internal(set) var minimum: Int
  /// Layers it takes.
  package internal(set) var maximum: Int
  /// The layer to make when nobody binds it, as JSON.
  package internal(set) var createJSON: String?
}
