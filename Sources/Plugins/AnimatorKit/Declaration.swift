internal import CAnimator

/// The description of an animator for documents, documentation, and the checks of the host.
public struct Declaration<Parameters> {
  public enum Kind: UInt32, Sendable {
    /// The animator shows only `from` at progress 0 and only `to` at progress 1.
    case transition = 1
    /// The animator moves or changes layers.
    case effect
    /// The animator changes the pixels of one layer.
    case filter
    /// The animator generates pixels without inputs.
    case generator
  }

  /// The id in the form "vendor.name", of lower-case letters, digits and '-'.
  public var id: String
  public var aliases: [String]
  /// The title that is shown to users.
  public var title: String
  public var version: String
  /// The documentation of the animator in one paragraph.
  public var doc: String
  public var kind: Kind
  public var flags: Flags
  /// The properties of bound layers that `layout` changes; the host ignores changes of other properties.
  public var animates: Properties
  /// The duration in seconds for documents that set none.
  public var durationSeconds: Double
  /// The easing as JSON for documents that set none; nil means ease in-out.
  public var easing: String?
  public var roles: [Role]
  public var parameters: [Parameter<Parameters>]
  /// The licence as an SPDX expression, such as "MIT"; nil if none is specified.
  public var licence: String?
  /// The name of the animator's author, on one line.
  public var author: String?
  /// The address of the animator's source code or website.
  public var url: String?

  public init(
    id: String, aliases: [String] = [], title: String, version: String, doc: String,
    kind: Kind = .effect, flags: Flags = [], animates: Properties = [], durationSeconds: Double,
    easing: String? = nil, roles: [Role] = [], parameters: [Parameter<Parameters>] = [],
    licence: String? = nil, author: String? = nil, url: String? = nil
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
    self.easing = easing
    self.roles = roles
    self.parameters = parameters
    self.licence = licence
    self.author = author
    self.url = url
  }
}

/// Flags that specify how the host must treat the animator.
public struct Flags: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// The host calls the animator on one thread at a time.
  public static let notReentrant = Flags(rawValue: UInt64(ANIMATOR_FLAG_NOT_REENTRANT))
  /// The host calls `pixels` only with the whole image as the window.
  public static let wholeFrame = Flags(rawValue: UInt64(ANIMATOR_FLAG_WHOLE_FRAME))
  /// The animator's picture may jump between nearby times.
  public static let discontinuous = Flags(rawValue: UInt64(ANIMATOR_FLAG_DISCONTINUOUS))
  /// The host may play the animator backwards for the transition back.
  public static let reversible = Flags(rawValue: UInt64(ANIMATOR_FLAG_REVERSIBLE))
}

/// A role of an animator, which layers play. The host binds the roles "from", "to" and "container"
/// automatically.
public struct Role {
  public var name: String
  public var doc: String
  /// The number of layers that may play the role; the range of an optional role starts at 0.
  public var count: ClosedRange<Int>
  /// The JSON of a layer that is created if nothing is bound to the role.
  public var create: String?

  public init(_ name: String, count: ClosedRange<Int> = 1...1, create: String? = nil, doc: String) {
    self.name = name
    self.doc = doc
    self.count = count
    self.create = create
  }
}
