import AnimatorKit

/// Fades a cover in over all layers below it.
enum CoverFade: LayoutAnimator {
  struct Parameters {
    var opacity: Double
  }

  static var declaration: Declaration<Parameters> {
    Declaration(
      id: "cover-fade", title: "Cover fade", version: "1.0.0",
      doc: "Fades in a cover of one colour, which hides the layers below the cover but not the "
        + "subject.",
      flags: .reversible, animates: .opacity, durationSeconds: 0.25,
      roles: [
        Role(
          "cover", create: ##"{"backgroundColor":"#ffffff","below":"subject"}"##,
          doc: "The layer that covers; by default, a new white layer."),
        Role("subject", count: 0...1, doc: "The layer that stays above a new cover."),
      ],
      parameters: [
        Parameter(
          "opacity", \.opacity, .fraction, in: 0...1, default: "1",
          doc: "The opacity of the cover at the end.")
      ])
  }

  static func layout(_ parameters: Parameters, _ context: Context, _ layers: Layers) {
    layers["cover"].opacity = mix(0, parameters.opacity, context.progress)
  }
}

@c(animator_plugin_v1)
public func plugin(_ host: PluginHost) -> Int32 { host.add(CoverFade.self) }
