import AnimatorKit

/// Moves and scales a layer from its current frame to another one.
enum MoveAndScale: LayoutAnimator {
  struct Parameters {
    var to: Rect
  }

  static var declaration: Declaration<Parameters> {
    Declaration(
      id: "move-and-scale", title: "Move and scale", version: "1.0.0",
      doc: "Moves and scales a layer from its frame at the start of the step to another frame.",
      flags: .reversible, animates: .frame, durationSeconds: 0.5,
      roles: [Role("subject", doc: "The layer that moves.")],
      parameters: [
        Parameter(
          "to", \.to, .points, default: #"{"frameOf":"subject"}"#, doc: "The frame at the end.")
      ])
  }

  static func layout(_ parameters: Parameters, _ context: Context, _ layers: Layers) {
    let subject = layers["subject"]
    subject.frame = mix(subject.start.frame, parameters.to, context.progress)
  }
}

@c(animator_plugin_v1)
public func plugin(_ host: PluginHost) -> Int32 { host.add(MoveAndScale.self) }
