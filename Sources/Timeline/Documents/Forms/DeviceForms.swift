import JSON
import Scenes

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
    "The device that is drawn around the screens: a built-in model, or a picture.",
    make: { Fields() },
    fields: [
      Field(
        "model",
        {
          $0.spec.model = $1; $0.hasModel = true
        }, .choice(),
        "The model of the device. Its screen has the size of the real screen in points."),
      Field(
        "image", { $0.image = $1 }, PathForms.input("a picture's path"),
        "A picture of a device, used instead of a model."),
      Field(
        "glass", { $0.spec.glass = $1 }, .rect,
        """
        The rectangle of the screen in the picture of the device. By default, the transparent \
        area around the centre of the picture.
        """
      ),
      Field(
        "size", { $0.spec.size = $1 },
        ValueSchema<Double>.number(1...16_384).tuple(2...2, "a size [width, height]")
          .map { Size($0[0], $0[1]) },
        """
        The size of the screen in points. By default, the size of the model's screen, or of \
        `glass`.
        """),
      Field(
        "cornerRadius", { $0.spec.cornerRadius = $1 }, .extent,
        """
        The corner radius of the screen, in points of the screen. By default, the radius of the \
        model's screen.
        """
      ),
      Field(
        "island", { $0.spec.hasIsland = $1 }, .boolean,
        "Whether the model's island or camera hole is drawn; true by default."),
      Field(
        "orientation", { $0.spec.orientation = $1 }, .choice(),
        """
        The orientation of the device. By default, a browser is in landscape and every other \
        device in portrait.
        """
      ),
      Field(
        "appearance", { $0.spec.appearance = $1 }, .choice(),
        "Whether the device is dark or light; `dark` by default."),
      Field(
        "statusBar", { $0.spec.statusBar = $1 }, statusBar,
        """
        Whether a status bar is drawn over the screens, and in which colour. With `true`, the \
        status bar is black or white, depending on the screen. The default is `false`.
        """
      ),
      Field(
        "clock", { $0.spec.clock = $1 }, .string("a time of day", maximum: 16),
        "The time on the clock; 9:41 by default."),
      Field(
        "frame", { $0.spec.frame = $1 }, .rect,
        """
        The area of the canvas into which the device is fitted. By default, the part of the \
        canvas inside a margin and beside the captions.
        """
      ),
    ]
  ) { draft, node, reading in
    draft.spec.origin = node.origin
    if let path = draft.image {
      if draft.hasModel {
        reading.fail(
          "a device needs exactly one of \"model\" and \"image\"", at: node["image"] ?? node)
        return false
      }
      var image = ImageSpec()
      image.path = path
      image.scale = 1
      draft.spec.image = image
    } else if let glass = node["glass"] {
      reading.fail("\"glass\" needs an \"image\"", at: glass)
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
