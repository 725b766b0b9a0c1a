import JSON
import Scenes

/// The description of one kind of value: its reader, and its JSON Schema. The reader and the JSON
/// Schema come from one description, so that they agree.
struct ValueSchema<Value: Sendable>: Sendable {
  /// The description of the expected value for messages, such as "a colour such as \"#ff8800\"".
  let expected: String
  let schema: @Sendable (inout SchemaBuilder) -> SchemaTree
  /// Reads a value; nil after a problem was added.
  let read: @Sendable (JSONNode, inout Reading) -> Value?

  init(
    _ expected: String, schema: @escaping @Sendable (inout SchemaBuilder) -> SchemaTree,
    read: @escaping @Sendable (JSONNode, inout Reading) -> Value?
  ) {
    self.expected = expected
    self.schema = schema
    self.read = read
  }

  /// The text with its place.
  var located: ValueSchema<Sourced<Value>> {
    let read = read
    return ValueSchema<Sourced<Value>>(expected, schema: schema) { node, reading in
      read(node, &reading).map { Sourced($0, node.origin) }
    }
  }

  func map<Other: Sendable>(_ change: @escaping @Sendable (Value) -> Other) -> ValueSchema<Other> {
    let read = read
    return ValueSchema<Other>(expected, schema: schema) { node, reading in
      read(node, &reading).map(change)
    }
  }

  /// This schema, combined with another schema for values of other kinds.
  func or(
    _ kinds: Set<JSONNode.Kind>, _ other: ValueSchema<Value>, expected: String? = nil
  ) -> ValueSchema<Value> {
    let first = self
    let schemas = [schema, other.schema]
    return ValueSchema(expected ?? "\(self.expected), or \(other.expected)") { builder in
      .anyOf(schemas.map { $0(&builder) })
    } read: { node, reading in
      kinds.contains(node.kind) ? other.read(node, &reading) : first.read(node, &reading)
    }
  }

  /// This schema, combined with `null`, which stands for a given value.
  func orNull(_ value: Value, _ meaning: String) -> ValueSchema<Value> {
    or(
      [.null],
      ValueSchema("null for \(meaning)") { _ in
        ["type": "null"]
      } read: { _, _ in
        value
      })
  }

  /// A recursive form that is defined later.
  static func deferred(_ expected: String, _ form: @escaping @Sendable () -> ValueSchema<Value>)
    -> ValueSchema<Value>
  {
    ValueSchema(expected) {
      form().schema(&$0)
    } read: {
      form().read($0, &$1)
    }
  }
}

/// The state of one reading.
struct Reading {
  var problems: Problems
  let limits: DocumentLimits
  var layers = 0
  var steps = 0
  var keyframes = 0
  /// Uses of `assets`, looked up at the end.
  var assetUses: [Sourced<String>] = []
  var assetNames: [String] = []
  /// Files that must exist.
  var inputPaths: [Sourced<String>] = []
  /// Lists of files; at least one file of each list must exist.
  var choices: [[Sourced<String>]] = []
  /// Lists of files that need not exist.
  var optionalChoices: [[Sourced<String>]] = []
  /// The paths of Lottie files among them.
  var lottiePaths: [Sourced<String>] = []
  /// Patterns of numbered files; at least one file of each pattern must exist.
  var framePatterns: [Sourced<String>] = []
  /// Golden pictures, single or numbered.
  var goldenPaths: [Sourced<String>] = []
  /// Files that would be read if others did not exist.
  var sparePaths: [Sourced<String>] = []
  /// Files and folders that need not exist.
  var otherPaths: [Sourced<String>] = []
  /// The sounds of films that are part of the film's sound.
  var filmSounds: [AudioSpec] = []
  var layerIDs: [String: Origin] = [:]
  /// The suffix of the ids of a layer's copies.
  var copySuffix = ""
  /// The prefix of the ids of layers in a component.
  var usePrefix = ""
  /// Components by name, the components that are being read, the outermost first, and the number of uses.
  var components: [String: JSONNode] = [:]
  var usesOpen: [String] = []
  var uses = 0
  /// The bytes of text that copies and uses of components have read.
  private var bytesCopied = 0.0
  var stepIDs: [String: Origin] = [:]
  /// The names in the document with the places where they are used; nil if they are not collected.
  var names: [NameUse]?
  /// The text of the document itself; names in other texts are not recorded.
  var root: JSONText?

  init(file: String, limits: DocumentLimits) {
    problems = Problems(file: file)
    self.limits = limits
  }

  mutating func fail(
    _ message: String, found: String? = nil, at node: JSONNode, suggestion: String? = nil
  ) {
    guard !node.isUnresolved else { return }
    problems.add(message, found: found, at: node.origin, suggestion: suggestion)
  }

  /// The approximate units of work for reading a byte.
  private static let workPerByte = 20.0

  /// Counts the repeated reading of a part of the text; false after a problem was added, if all copies so far
  /// exceed the limit of a document.
  mutating func spend(_ count: Int, readings part: JSONNode, at node: JSONNode) -> Bool {
    let most = Double(limits.work) / Self.workPerByte
    let wasWithin = bytesCopied <= most
    bytesCopied += Double(count) * Double(part.byteCount)
    if bytesCopied <= most { return true }
    if wasWithin {
      fail(
        "including this layer, copies and components take "
          + "\(RenderCost.words(bytesCopied * Self.workPerByte)) units of work to read; the limit "
          + "is \(RenderCost.words(Double(limits.work)))\(limits.hint(.work))",
        at: node)
    }
    return false
  }

  /// Adds the sound of a film, once even if the film is read several times; false after a problem was added.
  mutating func noteSound(of film: MovingSpec, _ node: JSONNode) -> Bool {
    guard !film.time.isReversed, let sound = film.sound, (0.05...20).contains(sound.speed) else {
      fail(
        "a film with sound needs \"from\" and \"to\" in seconds, a speed of 0.05 to 20, "
          + "and no \"reverse\"",
        at: node["sound"] ?? node)
      return false
    }
    if !filmSounds.contains(where: { $0.origin == sound.origin }) { filmSounds.append(sound) }
    return true
  }

  /// Reports that a limit is exceeded.
  mutating func fail(beyond limit: DocumentLimits.Name, at node: JSONNode) {
    fail("more than \(limits[limit]) \(limit.rawValue)\(limits.hint(limit))", at: node)
  }

  /// Adds the problem "expected …, found …".
  mutating func mismatch(_ node: JSONNode, _ expected: String, suggestion: String? = nil) {
    guard !node.isUnresolved else { return }
    guard !problems.isFull else { return problems.omit() }
    fail("expected \(expected)", found: node.summary, at: node, suggestion: suggestion)
  }
}

extension JSONNode {
  /// A short description of this value for messages.
  var summary: String {
    switch kind {
    case .null: return "null"
    case .boolean: return boolean! ? "true" : "false"
    case .number: return byteCount <= 40 ? json : JSONWriter.number(number!)
    case .string:
      let text = string!
      return text.count <= 40
        ? JSONWriter.string(text) : JSONWriter.string(String(text.prefix(37)) + "…")
    case .array: return count == 1 ? "a list of 1 value" : "a list of \(count) values"
    case .object: return "an object"
    }
  }
}
