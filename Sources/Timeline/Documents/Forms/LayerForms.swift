import JSON
import Scenes

/// The schemas of layers and screens.
enum LayerForms {
  static let sublayer: ValueSchema<LayerSpec> = limited(.deferred("a layer") { layer.form })

  /// The keys of a layer except those of its sublayers.
  static let namedFields: [Field<LayerSpec>] = common.filter { $0.key != "sublayers" }

  private static let common: [Field<LayerSpec>] =
    [
      Field(
        "id", { $0.id = $1 },
        ValueSchema<String>.name("an id").noting(.layer, isDeclaration: true).located,
        "The name of the layer. Each layer in the document has a different name."),
      Field(
        "classes", { $0.classes = $1 },
        ValueSchema<String>.name("a class").noting(.className, isDeclaration: true)
          .list(0...64, of: "classes"),
        "Class names, for selectors such as \".caption\"."),
      Field(
        "coordinates", { $0.hasOwnPoints = $1 },
        ValueSchema<Bool>("\"own\" or \"canvas\"") { _ in
          ["enum": ["own", "canvas"]]
        } read: { node, reading in
          guard let word = node.string, ["own", "canvas"].contains(word) else {
            reading.mismatch(node, "\"own\" or \"canvas\"")
            return nil
          }
          return word == "own"
        },
        """
        The coordinates of the sublayers. With `canvas`, the default, sublayers have the same \
        coordinates as the layer itself. With `own`, the coordinates of sublayers start at (0, 0) \
        in the corner of the layer.
        """
      ),
      Field(
        "fixed", { $0.isFixed = $1 }, .boolean,
        """
        If true, the layer does not scroll with its screen, and is above the layers that scroll; \
        false by default.
        """
      ),
      Field(
        "match", { $0.match = $1 },
        ValueSchema<String>.name("a pair's name").noting(.pair, isDeclaration: true).located,
        """
        The name of a matched pair. Layers of both screens with the same name become one layer, \
        which selectors call "@name".
        """
      ),
    ] + LayerValuesForm.fields.map { $0.lifted { $1(&$0.values) } } + [
      Field(
        "sublayers", { $0.sublayers = $1 }, layers,
        "The layers inside the layer, back to front.")
    ]

  static let layer: ObjectSchema<LayerSpec> = ObjectSchema(
    "a layer", definition: "layer", "A layer, whose properties have the names of Core Animation.",
    make: { LayerSpec() }, fields: common
  ) { layer, node, reading in
    finish(&layer, node, &reading)
  }

  static let overlay = ObjectSchema<LayerSpec>(
    "an overlay", definition: "overlay", "A layer that belongs to no screen.",
    make: { LayerSpec() },
    fields: common + [
      Field(
        "in", { $0.isOnCanvas = $1 },
        ValueSchema<Bool>("\"canvas\" or \"viewport\"") { _ in
          ["enum": ["canvas", "viewport"]]
        } read: { node, reading in
          guard let word = node.string, ["canvas", "viewport"].contains(word) else {
            reading.mismatch(node, "\"canvas\" or \"viewport\"")
            return nil
          }
          return word == "canvas"
        },
        """
        With `canvas`, the overlay is on the canvas, above the viewport. By default, the overlay \
        is in the viewport.
        """),
      Field(
        "below", { $0.below = $1 }, ValueSchema<Selector>.selector.located,
        "The id of the layer directly above the overlay."),
      Field(
        "above", { $0.above = $1 }, ValueSchema<Selector>.selector.located,
        "The id of the layer directly below the overlay."),
    ]
  ) { layer, node, reading in
    if let above = layer.above, layer.below != nil {
      reading.problems.add(
        "an overlay cannot have both \"below\" and \"above\"", at: above.origin)
      return false
    }
    return finish(&layer, node, &reading)
  }

  /// A schema that accepts a layer or a use of a component.
  private static let layerOrUse = ValueSchema<LayerSpec>(sublayer.expected, schema: sublayer.schema)
  {
    node, reading in
    node.keys.contains("use") ? UseForms.read(node, &reading) : sublayer.read(node, &reading)
  }

  /// A schema that accepts a layer or copies of a layer.
  private static let layerOrCopies: ValueSchema<[LayerSpec]> = ValueSchema(sublayer.expected) {
    builder in
    .anyOf([
      sublayer.schema(&builder), CopyForms.copies.schema(&builder),
      UseForms.use.schema(&builder),
    ])
  } read: { node, reading in
    if node.keys.contains("forEach") { return CopyForms.read(node, &reading, each: layerOrUse) }
    return layerOrUse.read(node, &reading).map { [$0] }
  }

  static let layers: ValueSchema<[LayerSpec]> = layerOrCopies.list(upTo: .layers, of: "layers")
    .map { $0.flatMap { $0 } }
  static let overlays: ValueSchema<[LayerSpec]> = limited(overlay.form).list(
    upTo: .layers, of: "overlays")

  private static let screenshot = PathForms.input("a picture's path")

  static let screen = ObjectSchema<ScreenSpec>(
    "a screen", definition: "screen",
    "A screen of the app: a group of layers with the size of the canvas.",
    make: { ScreenSpec() },
    fields: [
      Field("layers", { $0.layers += $1 }, layers, "The layers of the screen, back to front."),
      Field(
        "screenshot", { $0.addScreenshot($1) }, screenshot,
        """
        A picture or a film below the layers of the screen, which starts at the top and is as wide \
        as the screen.
        """),
      Field(
        "recording", { $0.addScreenshot($1, $1.path.origin) }, MovingForms.video.form,
        """
        A film below the layers of the screen, which starts at the top and is as wide as the \
        screen. The object of a film also takes `from`, `speed` and `sound` of a video.
        """
      ),
      Field(
        "background", { $0.values["backgroundColor"] = Color?($1) as any PropertySpec }, .color,
        "The colour below the layers of the screen, another name for `backgroundColor`."),
    ] + LayerValuesForm.fields.map { $0.lifted { $1(&$0.values) } }
  ) { screen, node, reading in
    screen.origin = node.origin
    screen.values.origin = node.origin
    return LayerValuesForm.check(screen.values, node, &reading)
  }

  /// The screens by name: *from* and *to* of a transition, or all screens of a flow.
  static let screens: ValueSchema<ScreensSpec> = {
    let screen = Self.screen.form.or(
      [.string],
      ValueSchema<ScreenSpec>(screenshot.expected, schema: screenshot.schema) { node, reading in
        screenshot.read(node, &reading).map { path in
          var screen = ScreenSpec()
          screen.origin = node.origin
          screen.values.origin = node.origin
          screen.addScreenshot(path)
          return screen
        }
      }, expected: "a screen as an object, or the path of a screenshot")
    let name = ValueSchema<String>.name("a screen's name")
    let screens = ValueSchema<[ScreenSpec]>.mapping("screens", upTo: 1_000, screen.schema) {
      member, reading in
      reading.note(.screen, key: member)
      guard Tokens.isName(member.key) else {
        reading.problems.add(
          "expected \(name.expected)", found: JSONWriter.string(member.key),
          at: member.keyOrigin)
        return nil
      }
      if let first = reading.layerIDs.updateValue(member.keyOrigin, forKey: member.key) {
        reading.layerIDs[member.key] = first
        reading.problems.add(
          "the id \"\(member.key)\" is already used at line \(first.position.line)",
          at: member.keyOrigin)
        return nil
      }
      return screen.read(member.value, &reading).map { spec in
        var spec = spec
        spec.name = Sourced(member.key, member.keyOrigin)
        return spec
      }
    }.map { ScreensSpec($0) }
    return ValueSchema<ScreensSpec>(screens.expected) { builder in
      builder.reference("screens") { builder in
        screens.schema(&builder).adding(
          "description",
          "The screens by name: the two screens of a transition, or all screens of a flow.")
      }
    } read: { node, reading in
      screens.read(node, &reading)
    }
  }()

  /// A schema that does not store layers beyond the document's limit.
  private static func limited(_ form: ValueSchema<LayerSpec>) -> ValueSchema<LayerSpec> {
    ValueSchema(form.expected, schema: form.schema) { node, reading in
      reading.layers > reading.limits.layers ? nil : form.read(node, &reading)
    }
  }

  static func finish(
    _ layer: inout LayerSpec, _ node: JSONNode, _ reading: inout Reading
  ) -> Bool {
    layer.origin = node.origin
    layer.values.origin = node.origin
    reading.layers += 1
    if reading.layers == reading.limits.layers + 1 {
      reading.fail(beyond: .layers, at: node)
    }
    if !reading.usePrefix.isEmpty, let id = layer.id {
      layer.id = Sourced(reading.usePrefix + id.value, id.origin)
    }
    if !reading.copySuffix.isEmpty, let id = layer.id {
      layer.classes.append(LayerSpec.copies(of: id.value))
      layer.id = Sourced(id.value + reading.copySuffix, id.origin)
    }
    if let id = layer.id {
      if id.value == "from" || id.value == "to" {
        reading.problems.add("the id \"\(id.value)\" belongs to a screen", at: id.origin)
        return false
      }
      if let first = reading.layerIDs.updateValue(id.origin, forKey: id.value) {
        reading.layerIDs[id.value] = first
        reading.problems.add(
          "the id \"\(id.value)\" is already used at line \(first.position.line)", at: id.origin)
        return false
      }
    }
    return LayerValuesForm.check(layer.values, node, &reading)
  }
}
