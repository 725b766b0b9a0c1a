import JSON
import Scenes

/// The schemas of visible fingers.
enum TouchForms {
  private struct LayerName: Sendable { var layer: Sourced<Selector>? }

  private static let layerName = ObjectSchema<LayerName>(
    "a layer's place", definition: "layerPlace", "The centre of a layer.",
    make: { LayerName() },
    fields: [
      Field(
        "layer", { $0.layer = $1 }, ValueSchema<Selector>.selector.located,
        "The id of the layer.",
        isRequired: true)
    ])

  private static let point = ValueSchema<PointSpec>.place("a point [x, y]")

  /// The key `tap` of a move: the point where the finger taps.
  static let tap: ValueSchema<TouchSpec> = ValueSchema("a point [x, y], or {\"layer\": id}") {
    builder in
    .anyOf([point.schema(&builder), layerName.schema(&builder)])
  } read: { node, reading in
    var touch = TouchSpec()
    touch.origin = node.origin
    if node.kind == .object {
      guard let name = layerName.read(node, &reading) else { return nil }
      touch.layer = name.layer
      return touch
    }
    guard let place = point.read(node, &reading) else { return nil }
    touch.place = .point(place)
    return touch
  }

  private static let path = point.list(2...1_000, of: "points")

  /// The key `drag` of a move: the path of the finger.
  static let drag: ValueSchema<TouchSpec> = ValueSchema("a list of points") { builder in
    path.schema(&builder)
  } read: { node, reading in
    path.read(node, &reading).map { points in
      var touch = TouchSpec()
      touch.origin = node.origin
      touch.isDrag = true
      touch.path = points
      touch.place = .point(points[0])
      return touch
    }
  }

  private static let tapPlace = tap.or(
    [.boolean],
    ValueSchema<TouchSpec>("true") { _ in
      ["const": true]
    } read: { node, _ in
      node.boolean == true ? TouchSpec() : nil
    }, expected: "a point [x, y], {\"layer\": id}, or true")

  private static let touch = ObjectSchema<TouchSpec>(
    "a touch", definition: "touch", "A visible finger, drawn as a ring.",
    make: { TouchSpec() },
    fields: [
      Field(
        "tap",
        {
          $0.place = $1.place
          $0.layer = $1.layer ?? $0.layer
        }, tapPlace,
        """
        The position where the finger taps. A point [x, y] is in pixels of the screenshot that \
        fills the screen, or in points or percentages of the screen. A layer means the centre of \
        the layer. `true` means the centre of `layer`.
        """
      ),
      Field(
        "drag", { $0.isDrag = $1 }, .boolean,
        "true: the finger moves along `path` while it presses."),
      Field("path", { $0.path = $1 }, path, "The points along which the finger drags."),
      Field(
        "layer", { $0.layer = $1 }, ValueSchema<Selector>.selector.located,
        "The layer that the finger taps if `tap` is `true`."),
      Field(
        "at", { $0.at = $1 }, ValueSchema<MomentSpec>.moment.located,
        "When the finger presses.",
        isRequired: true),
      Field("duration", { $0.duration = $1 }, .duration, "How long the finger presses."),
      Field(
        "size", { $0.size = $1 }, .number(1...1_000),
        "The diameter of the ring, in points; 44 by default."),
      Field("color", { $0.color = $1 }, .color, "The colour of the ring; black by default."),
    ]
  ) { touch, node, reading in
    touch.origin = node.origin
    let keys = node.keys
    guard keys.contains("tap") != touch.isDrag else {
      reading.fail("a touch needs exactly one of \"tap\" and \"drag\"", at: node)
      return false
    }
    if touch.isDrag {
      guard let first = touch.path.first else {
        reading.fail("a drag needs a \"path\"", at: node)
        return false
      }
      touch.place = .point(first)
    } else if case .centre = touch.place, touch.layer == nil {
      reading.fail("\"tap\": true needs \"layer\"", at: node["tap"] ?? node)
      return false
    }
    return true
  }

  static let touches = touch.form.list(0...1_000, of: "touches")
}
