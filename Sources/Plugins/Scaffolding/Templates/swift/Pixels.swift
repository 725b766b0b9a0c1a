import AnimatorKit

/// The old screen dissolves into the new one behind a soft edge that crosses the picture.
///
/// `pixels` is a pure function of time. The function receives the parameters, the moment and
/// pictures of the bound layers, and writes exactly the pixels of `window` in `output`. Pixels are RGBA, 8 bits each,
/// premultiplied: no channel exceeds alpha. A `LiveAnimator` receives the screens in their current
/// state, and a plain `PixelAnimator` receives stills from the start of the step.
enum TheNameTransition: LiveAnimator {
  enum Edge: String, CaseIterable { case left, top }

  /// The values that a document may set. The declaration has the unit, range, default and description of each
  /// field; the host checks a document's values before the plugin receives them.
  struct Parameters {
    var softness: Double
    var edge: Choice<Edge>
  }

  static var declaration: Declaration<Parameters> {
    Declaration(
      id: "the-vendor.the-name", title: "The title", version: "1.0.0",
      doc: "The old screen dissolves into the new one behind a soft edge that crosses the picture.",
      kind: .transition, flags: .reversible, durationSeconds: 0.8,
      // The layers on which the step works; the host binds these two roles automatically.
      roles: [
        Role("from", doc: "The old screen."), Role("to", doc: "The new screen."),
      ],
      parameters: [
        Parameter(
          "softness", \.softness, .fraction, in: 0.01...1, default: "0.3",
          doc: "The width of the soft edge, as a part of the picture."),
        Parameter(
          "edge", \.edge, default: #""left""#, doc: "The edge at which the new screen enters."),
      ])
  }

  static func pixels(
    _ parameters: Parameters, _ context: Context, _ inputs: [Image], _ output: Surface,
    _ window: Window
  ) {
    let (left, width) = (Int(window.x), Int(window.width))
    let isAcross = parameters.edge.value == .left
    let length = Double(isAcross ? output.width : output.height)
    let head = clamp(context.progress) * (1 + parameters.softness)
    for y in Int(window.y)..<Int(window.y + window.height) {
      let from = inputs[0].row(y, from: left, count: width)
      let to = inputs[1].row(y, from: left, count: width)
      let out = output.row(y, from: left, count: width)
      for x in 0..<width {
        // The edge starts and ends outside the picture, so that only `from` is visible at 0 and only `to` at 1.
        let place = (Double(isAcross ? left + x : y) + 0.5) / length
        let share = Int(256 * clamp((head - place) / parameters.softness))
        for c in 4 * x..<4 * x + 4 {
          out[c] = UInt8((Int(from[c]) * (256 - share) + Int(to[c]) * share + 128) >> 8)
        }
      }
    }
  }

  private static func clamp(_ x: Double) -> Double { min(1, max(0, x)) }
}

@c(animator_plugin_v1)
public func plugin(_ host: PluginHost) -> Int32 { host.add(TheNameTransition.self) }
