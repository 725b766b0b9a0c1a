import Scenes

/// The forms of devices.
enum DeviceForms {
  private struct Fields: Sendable {
    var spec = DeviceSpec()
    var image: Sourced<String>?
    var hasModel = false
  }

  private static let statusBar = ValueSchema<DeviceSpec.StatusBar>.choice().map { Optional($0) }
    .or(
      [.boolean], ValueSchema<Bool>.boolean.map { $0 ? .automatic : nil },
      expected: "\"light\", \"dark\", \"automatic\", or true or false")

  private static let table: ObjectSchema<Fields> = ObjectSchema(
    "a device", definition: "device",
    "The device in which the screens are seen: one of the program's own drawings, or a picture.",
    make: { Fields() },
    fields: [
      Field(
        "model",
        {
          $0.spec.model = $1; $0.hasModel = true
        }, .choice(),
        "Which device it is; its screen has as many points as the device's own."),
      Field(
        "image", { $0.image = $1 }, PathForms.input("a picture's path"),
        "A picture of a device in place of a model."),
      Field(
        "glass", { $0.spec.glass = $1 }, .rect,
        "Where the screen is in that picture; where its middle is transparent when missing."),
      Field(
        "size", { $0.spec.size = $1 },
        ValueSchema<Double>.number(1...16_384).tuple(2...2, "a size [width, height]")
          .map { Size($0[0], $0[1]) },
        "The points of the screen; the model's own, or those of a picture's glass, when missing."),
      Field(
        "cornerRadius", { $0.spec.cornerRadius = $1 }, .extent,
        "The radius of the screen's corners, in points of the screen; the model's own when missing."
      ),
      Field(
        "island", { $0.spec.hasIsland = $1 }, .boolean,
        "Whether the island or the hole of the model is drawn; true when missing."),
      Field(
        "orientation", { $0.spec.orientation = $1 }, .choice(),
        "Whether it is held upright; as the model's own screen lies when missing: a browser is wide, all others are upright."
      ),
      Field(
        "appearance", { $0.spec.appearance = $1 }, .choice(),
        "Whether the device is dark or light; dark when missing."),
      Field(
        "statusBar", { $0.spec.statusBar = $1 }, statusBar,
        "Whether a clock and a battery are drawn over the screens, and in what colour; black or white as the screen asks for when true, false when missing."
      ),
      Field(
        "clock", { $0.spec.clock = $1 }, .string("a time of day", maximum: 16),
        "What the clock says; 9:41 when missing."),
      Field(
        "frame", { $0.spec.frame = $1 }, .rect,
        "The place on the canvas into which the device is fitted; when missing all of it within a margin, beside the captions."
      ),
    ]
  ) { draft, node, reading in
    draft.spec.origin = node.origin
    if let path = draft.image {
      if draft.hasModel {
        reading.fail("a device is either a \"model\" or an \"image\"", at: node["image"] ?? node)
        return false
      }
      var image = ImageSpec()
      image.path = path
      image.scale = 1
      draft.spec.image = image
    } else if let glass = node["glass"] {
      reading.fail("\"glass\" is said of an \"image\" alone", at: glass)
      return false
    }
    return true
  }

  private static let name = ValueSchema<DeviceSpec.Model>.choice()

  static let device: ValueSchema<DeviceSpec> = table.form.map { $0.spec }.or(
    [.string],
    ValueSchema<DeviceSpec>(name.expected, schema: name.schema) { node, reading in
      name.read(node, &reading).map { model in
        var spec = DeviceSpec()
        spec.origin = node.origin
        spec.model = model
        return spec
      }
    }, expected: "a device: \(name.expected), or an object")
}
