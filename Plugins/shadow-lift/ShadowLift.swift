import AnimatorKit

/// Lifts a layer off the canvas: its shadow appears below it.
enum ShadowLift: LayoutAnimator {
  struct Parameters {
    var opacity: Double
    var offset: Double
    var radius: Double
    var color: Color
  }

  static var declaration: Declaration<Parameters> {
    Declaration(
      id: "shadow-lift", title: "Shadow lift", version: "1.0.0",
      doc: "Seems to lift a layer by adding a shadow, whose offset is a part of the layer's size "
        + "at the start of the step. In reverse, the shadow disappears.",
      flags: .reversible, animates: .shadow, durationSeconds: 0.12, easing: #""linear""#,
      roles: [Role("subject", doc: "The layer that is lifted.")],
      parameters: [
        Parameter(
          "opacity", \.opacity, .fraction, in: 0...1, default: "0.6",
          doc: "The opacity of the shadow at the end."),
        Parameter(
          "offset", \.offset, .fraction, in: -10...10, default: "0.05",
          doc: "The offset of the shadow to the right and downwards, as a part of the layer's size."
        ),
        Parameter(
          "radius", \.radius, .points, in: 0...1000, default: "3",
          doc: "The standard deviation of the shadow's blur."),
        Parameter("color", \.color, default: ##""#000000""##, doc: "The shadow's colour."),
      ])
  }

  static func layout(_ parameters: Parameters, _ context: Context, _ layers: Layers) {
    let subject = layers["subject"]
    let size = subject.start.frame.size
    subject.shadowColor = parameters.color
    subject.shadowRadius = parameters.radius
    subject.shadowOffset = Point(size.width * parameters.offset, size.height * parameters.offset)
    subject.shadowOpacity = mix(0, parameters.opacity, context.progress)
  }
}

@c(animator_plugin_v1)
public func plugin(_ host: PluginHost) -> Int32 { host.add(ShadowLift.self) }
