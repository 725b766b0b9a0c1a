internal import CAnimator

/// The description of an animator, for documents, documentation and the host's checks.
public struct Declaration<Parameters> {
  public enum Kind: UInt32, Sendable {
    /// A transition shows all of `from` at progress 0 and all of `to` at 1.
    case transition = 1
    /// The animator moves or changes layers.
    case effect
    /// The animator changes the pixels of one layer.
    case filter
    /// The animator generates pixels without inputs.
    case generator
  }

  /// The id, "vendor.name": lower-case letters, digits and '-'.
  public var id: String
  public var aliases: [String]
  /// The name that people read.
  public var title: String
  public var version: String
  /// The documentation of the animator, one paragraph.
  public var doc: String
  public var kind: Kind
  public var flags: Flags
  /// The properties that `layout` changes in the bound layers; the host ignores changes of other properties.
  public var animates: Properties
  /// The default duration, for documents that do not set a duration.
  public var durationSeconds: Double
  /// The default easing as JSON; nil means ease in-out.
  public var easing: String?
  public var roles: [Role]
  public var parameters: [Parameter<Parameters>]
  /// The licence as an SPDX expression, such as "MIT"; nil if there is none.
  public var licence: String?
  /// The author, in one line.
  public var author: String?
  /// The address of its source or its page.
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

/// The ways in which the host must treat an animator.
public struct Flags: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// The host calls the animator on one thread at a time.
  public static let notReentrant = Flags(rawValue: UInt64(ANIMATOR_FLAG_NOT_REENTRANT))
  /// `pixels` must be given the whole image as its window.
  public static let wholeFrame = Flags(rawValue: UInt64(ANIMATOR_FLAG_WHOLE_FRAME))
  /// The picture may jump between nearby moments.
  public static let discontinuous = Flags(rawValue: UInt64(ANIMATOR_FLAG_DISCONTINUOUS))
  /// The host may play the animator backwards for the way back.
  public static let reversible = Flags(rawValue: UInt64(ANIMATOR_FLAG_REVERSIBLE))
}

/// A part that layers play in an animator. The roles "from", "to" and "container" are bound automatically.
public struct Role {
  public var name: String
  public var doc: String
  /// The number of layers that the role takes; the range of an optional role starts at 0.
  public var count: ClosedRange<Int>
  /// The JSON of a layer that is created if the role is not bound.
  public var create: String?

  public init(_ name: String, count: ClosedRange<Int> = 1...1, create: String? = nil, doc: String) {
    self.name = name
    self.doc = doc
    self.count = count
    self.create = create
  }
}
