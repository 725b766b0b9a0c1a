import JSON
import Scenes

/// The schemas for the contents of a layer or an asset.
enum ContentsForms {
  private static let image = ObjectSchema<ImageSpec>(
    "an image", definition: "image", "Contents that show an image file.", make: { ImageSpec() },
    fields: [
      Field(
        "image",
        {
          $0.choices = $1.count > 1 ? $1 : []; $0.path = $1[0]
        },
        PathForms.inputs("an image's path"),
        """
        The path of the image file, relative to the document. In a list of paths, the first file \
        that exists is used.
        """,
        isRequired: true),
      Field(
        "scale", { $0.scale = $1 }, .number(0...64, excludingMinimum: true),
        """
        The number of image pixels per point; the canvas's scale by default. An SVG has its own \
        size in points.
        """
      ),
      Field(
        "missing", { $0.missing = $1 }, .choice(),
        """
        What happens if the picture is missing or cannot be drawn. `fail`, the default, is an \
        error. `skip` leaves the picture out with a warning.
        """),
    ]
  ) { image, _, reading in
    guard image.missing == .skip else { return true }
    let files = image.choices.isEmpty ? [image.path] : image.choices
    if image.choices.isEmpty {
      let path = image.path
      reading.inputPaths.removeAll { $0.value == path.value && $0.origin == path.origin }
    } else {
      reading.choices.removeLast()
    }
    reading.optionalChoices.append(files)
    return true
  }

  private struct Wrapped<Value: Sendable>: Sendable { var value: Value }

  private static func single<Value: Sendable>(
    _ key: String, _ empty: Value, _ form: ValueSchema<Value>, _ doc: String
  ) -> ObjectSchema<Wrapped<Value>> {
    ObjectSchema(
      "contents", definition: "\(key)Contents",
      "Contents of one kind, such as a colour or a gradient; the key names the kind.",
      make: { Wrapped(value: empty) },
      fields: [Field(key, { $0.value = $1 }, form, doc, isRequired: true)])
  }

  private static let color = single(
    "color", Color.clear, .color, "The colour that fills the layer.")
  private static let gradient = single(
    "gradient", Gradient(shape: .linear(start: .zero, end: .zero), stops: []),
    GradientForms.gradient, "The gradient that fills the layer.")
  private static let snapshot = single(
    "snapshotOf", Sourced(""), ValueSchema<String>.name("a layer's id").noting(.layer).located,
    """
    The id of a layer. The contents are a still picture of that layer, taken when the transition \
    starts.
    """)

  /// A kind of contents, which is identified by the first key of its form.
  private struct Kind: Sendable {
    let keys: [String]
    let isForAssets: Bool
    let schema: @Sendable (inout SchemaBuilder) -> SchemaTree
    let read: @Sendable (JSONNode, inout Reading) -> ContentsSpec?
    var key: String { keys[0] }

    init<Value>(
      _ form: ObjectSchema<Value>, isForAssets: Bool = true,
      _ contents: @escaping @Sendable (Value) -> ContentsSpec
    ) {
      keys = form.shape.keys.map(\.name)
      self.isForAssets = isForAssets
      schema = { form.schema(&$0) }
      read = { node, reading in form.read(node, &reading).map(contents) }
    }
  }

  private static let kinds = [
    Kind(image) { .picture($0) },
    Kind(color) { .color($0.value) },
    Kind(gradient) { .gradient($0.value) },
    Kind(TextForms.text) { .picture($0) },
    Kind(MovingForms.video) { .picture($0) },
    Kind(MovingForms.frames) { .picture($0) },
    Kind(MovingForms.lottie) { .picture($0) },
    Kind(snapshot, isForAssets: false) { .snapshotOf($0.value) },
  ]

  private static func contents(_ name: String, _ kinds: [Kind]) -> ValueSchema<ContentsSpec> {
    let keys = kinds.map(\.key)
    let expected =
      "\(name): an object with one of \(keys.map { "\"\($0)\"" }.joined(separator: ", "))"
    return ValueSchema(expected) { builder in
      var options: [SchemaTree] = []
      for kind in kinds { options.append(kind.schema(&builder)) }
      return .anyOf(options)
    } read: { node, reading in
      let written = node.keys
      // A text also has a colour, so the kind that knows most of the written keys is chosen.
      let meant = kinds.filter { written.contains($0.key) }.max { a, b in
        a.keys.count(where: written.contains) < b.keys.count(where: written.contains)
      }
      if let meant { return meant.read(node, &reading) }
      var suggestion: String?
      for key in written where suggestion == nil { suggestion = NearestWord.find(key, in: keys) }
      if let place = node.members?.first, node.kind == .object {
        reading.problems.add(
          "\(name) has no key \(JSONWriter.string(place.key))", at: place.keyOrigin,
          suggestion: suggestion)
      } else {
        reading.mismatch(node, expected)
      }
      return nil
    }
  }

  static let asset = contents("an asset", kinds.filter(\.isForAssets))

  /// The contents of a layer; a string is the name of an asset or a colour.
  static let layer: ValueSchema<ContentsSpec> = {
    let object = contents("contents", kinds)
    let name = ValueSchema<ContentsSpec>("the name of an asset") { _ in
      ["type": "string", "description": "The name of an entry of `assets`."]
    } read: { node, reading in
      guard let text = node.string else { return nil }
      guard !node.isUnresolved else { return nil }
      let use = Sourced(text, node.origin)
      reading.assetUses.append(use)
      reading.note(.asset, node)
      return .asset(use)
    }
    return object.or([.string], name).orNull(.none, "nothing")
      .named("the name of an asset, or \(object.expected)")
  }()
}
