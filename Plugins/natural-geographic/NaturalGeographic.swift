import AnimatorKit

/// Swings the old screen open like a cover while the new one flies in from the front.
enum NaturalGeographic: LayoutAnimator {
  struct Parameters {
    var swing: Double
    var perspective: Double
    var dim: Double
    var backdrop: Color
  }

  static var declaration: Declaration<Parameters> {
    Declaration(
      id: "natural-geographic", title: "Natural geographic", version: "1.0.0",
      doc: "The old screen swings open around its left side and becomes darker, while the new "
        + "screen flies in from the front right and comes to rest. On the way back, both screens "
        + "move backwards along their paths.",
      kind: .transition, flags: .reversible,
      animates: [
        .rotate, .translate, .anchorPoint, .opacity, .hidden, .sublayerTransform, .backgroundColor,
      ],
      durationSeconds: 1,
      roles: [
        Role("from", doc: "The old screen."),
        Role("to", doc: "The new screen."),
        Role("container", doc: "The container of both screens, which gets the perspective."),
      ],
      parameters: [
        Parameter(
          "swing", \.swing, .degrees, in: 0...89, default: "80",
          doc: "The angle by which the old screen swings open."),
        Parameter(
          "perspective", \.perspective, in: -0.005...0, default: "-0.002",
          doc: "The perspective m34: -1 / the distance of the viewer in points; 0 is flat."),
        Parameter(
          "dim", \.dim, .fraction, in: 0...1, default: "0.8",
          doc: "The part of its opacity that the old screen loses."),
        Parameter(
          "backdrop", \.backdrop, default: ##""#000000""##, doc: "The colour behind the screens."),
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
    // The old screen is gone at 0.8 of the time; the new screen takes the whole time.
    let open = min(1, t / 0.8)
    lower.anchorPoint.x = 0
    lower.rotate.y += parameters.swing * open
    lower.opacity *= 1 - parameters.dim * open
    let left = 1 - t
    upper.translate = Vector(
      x: upper.translate.x + upper.frame.width * left, y: upper.translate.y - 40 * left,
      z: upper.translate.z + 150 * left)
    upper.rotate = Vector(
      x: upper.rotate.x + 10 * left, y: upper.rotate.y - 45 * left, z: upper.rotate.z + 5 * left)
    layers["container"].sublayerTransform.m.11 = parameters.perspective
    layers["container"].backgroundColor = parameters.backdrop
  }
}

@c(animator_plugin_v1)
public func plugin(_ host: PluginHost) -> Int32 { host.add(NaturalGeographic.self) }
