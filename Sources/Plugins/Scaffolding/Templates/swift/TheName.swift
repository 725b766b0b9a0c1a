import AnimatorKit

/// The new screen comes in as a tilted card while the old one steps back into the dark.
///
/// `layout` is a pure function of time. The function receives the parameters, the moment and the
/// bound layers, and changes these layers; `start` is a layer in its state at the start of the step. The
/// function keeps no state between calls.
enum TheNameTransition: LayoutAnimator {
  enum Edge: String, CaseIterable { case bottom, left, right }

  /// The values that a document may set. The declaration has the unit, range, default and description of each
  /// field; the host checks a document's values before the plugin receives them.
  struct Parameters {
    var tilt: Double
    var depth: Double
    var edge: Choice<Edge>
  }

  static var declaration: Declaration<Parameters> {
    Declaration(
      id: "the-vendor.the-name", title: "The title", version: "1.0.0",
      doc: "The new screen comes in as a tilted card while the old screen moves back and becomes "
        + "darker. On the way back the card leaves as it came.",
      kind: .transition, flags: .reversible,
      // The host ignores changes of all other properties.
      animates: [
        .hidden, .opacity, .corners, .translate, .rotate, .scale, .sublayerTransform,
      ],
      durationSeconds: 0.8, easing: #""cubic-bezier(0.32, 0.6, 0.2, 1)""#,
      // The layers on which the step works; the host binds these three roles automatically.
      roles: [
        Role("from", doc: "The screen that steps back."),
        Role("to", doc: "The screen that enters."),
        Role("container", doc: "The container of both screens, which gets the perspective."),
      ],
      parameters: [
        Parameter(
          "tilt", \.tilt, .degrees, in: 0...80, default: "50",
          doc: "The angle by which the new screen leans back at the start."),
        Parameter(
          "depth", \.depth, .fraction, in: 0...0.5, default: "0.16",
          doc: "The amount by which the old screen shrinks, "
            + "and the new screen is smaller at the start."),
        Parameter(
          "edge", \.edge, default: #""bottom""#, doc: "The edge from which the new screen comes."),
      ])
  }

  static func layout(_ parameters: Parameters, _ context: Context, _ layers: Layers) {
    // Forwards, `to` enters above `from`; on the way back, `from` is above `to` and leaves.
    let back = context.goesBack
    let (card, old) = back ? (layers["from"], layers["to"]) : (layers["to"], layers["from"])
    let t = clamp(back ? 1 - context.progress : context.progress)
    let rest = 1 - t

    // A transition must show exactly the old screen at 0, and exactly the new screen at 1.
    guard t > 0, t < 1 else {
      (t == 0 ? card : old).isHidden = true
      return
    }
    // The viewer is at a distance of 900 points.
    layers["container"].sublayerTransform.m.11 = -1.0 / 900

    // Both screens tilt about the same line, the old screen by a third of the angle.
    let edge = parameters.edge.value
    if edge == .bottom {
      card.translate.y += card.frame.height * rest
      card.rotate.x += parameters.tilt * rest
      old.rotate.x -= parameters.tilt * t / 3
    } else {
      let side: Double = edge == .left ? -1 : 1
      card.translate.x += side * card.frame.width * rest
      card.rotate.y -= side * parameters.tilt * rest
      old.rotate.y += side * parameters.tilt * t / 3
    }
    card.scale.x *= 1 - parameters.depth * rest
    card.scale.y *= 1 - parameters.depth * rest
    old.scale.x *= 1 - parameters.depth * t
    old.scale.y *= 1 - parameters.depth * t
    old.opacity *= 1 - 0.7 * t

    // The corners are round while the card moves, and square when the card fills the screen.
    card.masksToBounds = true
    old.masksToBounds = true
    card.cornerRadius += 36 * clamp(4 * rest)
    old.cornerRadius += 36 * clamp(4 * t)
  }

  private static func clamp(_ x: Double) -> Double { min(1, max(0, x)) }
}

@c(animator_plugin_v1)
public func plugin(_ host: PluginHost) -> Int32 { host.add(TheNameTransition.self) }
