import AnimatorKit

/// Puts the new screen on the old one like a card on a stack.
enum Cards: LayoutAnimator {
  struct Parameters {
    var tilt: Double
    var size: Double
    var dim: Double
    var overshoot: Double
    var backdrop: Color
  }

  static var declaration: Declaration<Parameters> {
    Declaration(
      id: "cards", title: "Cards", version: "1.0.0",
      doc: "The old screen tilts back and sinks into a stack of cards. The new screen then comes "
        + "up from below, overshoots a little, and settles on the stack. On the way back, the new "
        + "screen leaves the stack.",
      kind: .transition, flags: .reversible,
      animates: [
        .rotate, .scale, .translate, .opacity, .hidden, .sublayerTransform, .backgroundColor,
      ],
      durationSeconds: 0.9, easing: #""linear""#,
      roles: [
        Role("from", doc: "The old screen."),
        Role("to", doc: "The new screen."),
        Role("container", doc: "The container of both screens, which gets the perspective."),
      ],
      parameters: [
        Parameter(
          "tilt", \.tilt, .degrees, in: 0...80, default: "15",
          doc: "The angle by which the old screen tilts back."),
        Parameter(
          "size", \.size, .fraction, in: 0.05...1, default: "0.8",
          doc: "The scale of the old screen in the stack."),
        Parameter(
          "dim", \.dim, .fraction, in: 0...1, default: "0.4",
          doc: "The part of its opacity that the old screen loses."),
        Parameter(
          "overshoot", \.overshoot, .points, in: 0...1000, default: "16",
          doc: "The distance by which the new screen overshoots its place."),
        Parameter(
          "backdrop", \.backdrop, default: ##""#000000""##, doc: "The colour behind the cards."),
      ])
  }

  static func layout(_ parameters: Parameters, _ context: Context, _ layers: Layers) {
    let (from, to) = (layers["from"], layers["to"])
    let (lower, upper) = context.goesBack ? (to, from) : (from, to)
    let t = context.goesBack ? 1 - context.progress : context.progress
    guard t > 0, t < 1 else {
      (t <= 0 ? upper : lower).isHidden = true
      return
    }
    // The screen first tilts back, and is flat again at its final depth.
    let (tilted, sunk) = (smooth(t, 0, 0.35), smooth(t, 0.25, 0.65))
    let size = mix(mix(1, 0.95, tilted), parameters.size, sunk)
    lower.rotate.x += parameters.tilt * (tilted - sunk)
    lower.scale = Vector(
      x: lower.scale.x * size, y: lower.scale.y * size, z: lower.scale.z)
    lower.translate.y -= 0.08 * lower.frame.height * sunk
    lower.opacity *= 1 - parameters.dim * tilted
    let way = upper.frame.height + parameters.overshoot
    upper.translate.y +=
      way * (1 - smooth(t, 0.3, 0.8)) - parameters.overshoot * (1 - smooth(t, 0.78, 1))
    layers["container"].sublayerTransform.m.11 = -1.0 / 900
    layers["container"].backgroundColor = parameters.backdrop
  }

  /// Returns a smooth step from 0 at `start` to 1 at `end`; its slope is 0 at both ends.
  private static func smooth(_ t: Double, _ start: Double, _ end: Double) -> Double {
    let x = min(1, max(0, (t - start) / (end - start)))
    return x * x * (3 - 2 * x)
  }
}

@c(animator_plugin_v1)
public func plugin(_ host: PluginHost) -> Int32 { host.add(Cards.self) }
