import JSON
import Scenes

/// The description of a kind of value, with its reader and its JSON Schema. The reader and the JSON Schema
/// come from the same description, so that they agree.
struct ValueSchema<Value: Sendable>: Sendable {
  /// The description of the expected value in messages, such as "a colour such as \"#ff8800\"".
  let expected: String
  let schema: @Sendable (inout SchemaBuilder) -> SchemaTree
  /// Reads a value; adds a problem and returns nil if the value is invalid.
  let read: @Sendable (JSONNode, inout Reading) -> Value?

  init(
    _ expected: String, schema: @escaping @Sendable (inout SchemaBuilder) -> SchemaTree,
    read: @escaping @Sendable (JSONNode, inout Reading) -> Value?
  ) {
    self.expected = expected
    self.schema = schema
    self.read = read
  }

  /// The same schema, whose values also have their positions in the text.
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

  /// The same schema, combined with another schema for other kinds of JSON values.
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

  /// The same schema, extended by `null`, which represents the given value.
  func orNull(_ value: Value, _ meaning: String) -> ValueSchema<Value> {
    or(
      [.null],
      ValueSchema("null for \(meaning)") { _ in
        ["type": "null"]
      } read: { _, _ in
        value
      })
  }

  /// A recursive schema that is created when it is first used.
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

/// The state while a document is read.
struct Reading {
  var problems: Problems
  let limits: DocumentLimits
  var layers = 0
  var steps = 0
  var keyframes = 0
  /// The uses of `assets`, which are resolved at the end of reading.
  var assetUses: [Sourced<String>] = []
  var assetNames: [String] = []
  /// The paths of the input files that must exist.
  var inputPaths: [Sourced<String>] = []
  /// Lists of alternative files, of which at least one must exist.
  var choices: [[Sourced<String>]] = []
  /// Lists of alternative files, of which none needs to exist.
  var optionalChoices: [[Sourced<String>]] = []
  /// The paths of Lottie files among the files that must exist.
  var lottiePaths: [Sourced<String>] = []
  /// The patterns of numbered files; at least one file must match each pattern.
  var framePatterns: [Sourced<String>] = []
  /// The paths of golden pictures, single or numbered.
  var goldenPaths: [Sourced<String>] = []
  /// The paths of files that would be read if preferred files did not exist.
  var sparePaths: [Sourced<String>] = []
  /// The paths of files and folders that need not exist.
  var otherPaths: [Sourced<String>] = []
  /// The sounds of films that become part of the document's sound.
  var filmSounds: [AudioSpec] = []
  var layerIDs: [String: Origin] = [:]
  /// The suffix in the ids of the layer copy that is being read.
  var copySuffix = ""
  /// The prefix of the ids of the component that is being read.
  var usePrefix = ""
  /// The components by name, the components being read (outermost first), and the number of uses.
  var components: [String: JSONNode] = [:]
  var usesOpen: [String] = []
  var uses = 0
  /// The number of bytes of text that copies and uses of components have read again.
  private var bytesCopied = 0.0
  var stepIDs: [String: Origin] = [:]
  /// The names in the document and where they are used; nil if names are not collected.
  var names: [NameUse]?
  /// The text of the document itself; names in other texts are not collected.
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

  /// The approximate number of work units for reading one byte.
  private static let workPerByte = 20.0

  /// Counts the repeated reading of a part of the text; adds a problem and returns false if all repeated
  /// readings exceed a document's limit.
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

  /// Adds the sound of a film once, even if the document is read several times; adds a problem and returns
  /// false if the sound is invalid.
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

  /// Adds the problem that the document exceeds a limit.
  mutating func fail(beyond limit: DocumentLimits.Name, at node: JSONNode) {
    fail("more than \(limits[limit]) \(limit.rawValue)\(limits.hint(limit))", at: node)
  }

  /// Adds the problem "expected …, found …" for a value of another kind.
  mutating func mismatch(_ node: JSONNode, _ expected: String, suggestion: String? = nil) {
    guard !node.isUnresolved else { return }
    guard !problems.isFull else { return problems.omit() }
    fail("expected \(expected)", found: node.summary, at: node, suggestion: suggestion)
  }
}

extension JSONNode {
  /// A short description of a JSON value for error messages.
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
