import AnimatorKit

/// Turns the screen over like the page of a book, about its middle.
enum Turn: LivePieceAnimator {
  struct Parameters {
    var perspective: Double
    var shade: Double
    var backdrop: Color
  }

  static var declaration: Declaration<Parameters> {
    Declaration(
      id: "turn", title: "Turn", version: "1.0.0",
      doc: "Turns the right half of the old screen over like the page of a book. The new screen is "
        + "on the back of this page and below the page. On the way back, the page turns to the "
        + "right.",
      kind: .transition, flags: [.reversible, .discontinuous],
      animates: [
        .hidden, .sublayerTransform, .backgroundColor, .frame, .anchorPoint, .rotate, .opacity,
        .zPosition,
      ],
      durationSeconds: 0.8,
      roles: [
        Role("from", doc: "The screen on the page that is turned over."),
        Role("to", doc: "The screen on the next page."),
        Role("container", doc: "The container of both screens, which gets the perspective."),
        Role(
          "shadow", create: ##"{"backgroundColor":"#000000","hidden":true}"##,
          doc: "The layer that makes the turning page darker; by default, a new black layer."),
      ],
      parameters: [
        Parameter(
          "perspective", \.perspective, in: -0.01...0, default: "-0.001",
          doc: "The perspective m34: -1 / the distance of the viewer in points; 0 is flat."),
        Parameter(
          "shade", \.shade, .fraction, in: 0...1, default: "0.5",
          doc: "The amount by which a page becomes darker below another page, or when the page is "
            + "upright."),
        Parameter(
          "backdrop", \.backdrop, default: ##""#000000""##, doc: "The colour behind the book."),
      ])
  }

  static func pieceCount(_ parameters: Parameters, _ context: Context) -> Int { 4 }

  static func layout(_ parameters: Parameters, _ context: Context, _ layers: Layers) {
    let (from, to) = (layers["from"], layers["to"])
    let (lower, upper) = context.goesBack ? (to, from) : (from, to)
    let t = context.goesBack ? 1 - context.progress : context.progress
    let isStill = t <= 0 || t >= 1
    // The page is upright at half time; each half of the rotation shows one of its sides.
    let (going, coming) = (min(1, 2 * t), max(0, 2 * t - 1))
    let pieces = layers.pieces
    show(pieces[0], lower, isRight: false)
    show(pieces[1], upper, isRight: true)
    show(pieces[2], lower, isRight: true)
    show(pieces[3], upper, isRight: false)
    // The backdrop is visible through the two flat pages, which darkens them.
    pieces[0].opacity = 1 - parameters.shade * coming
    pieces[1].opacity = 1 - parameters.shade * (1 - going)
    pieces[2].rotate.y = -90 * going
    pieces[3].rotate.y = 90 * (1 - coming)
    for (number, piece) in pieces.enumerated() {
      piece.isHidden = isStill || number == 2 && t >= 0.5 || number == 3 && t <= 0.5
      // Both flat pages are above the screens, and the turning page is above them.
      piece.zPosition = number < 2 ? 0.01 : 0.02
    }
    lower.isHidden = lower.start.isHidden || t > 0
    upper.isHidden = upper.start.isHidden || t < 1
    let (page, shadow) = (pieces[t < 0.5 ? 2 : 3], layers["shadow"])
    shadow.isHidden = isStill
    guard !isStill else { return }
    shadow.frame = page.frame
    shadow.anchorPoint = page.anchorPoint
    shadow.rotate = page.rotate
    shadow.zPosition = page.zPosition
    shadow.opacity = parameters.shade * (t < 0.5 ? going : 1 - coming)
    layers["container"].sublayerTransform.m.11 = parameters.perspective
    layers["container"].backgroundColor = parameters.backdrop
  }

  /// Makes a piece the left or right half of a screen, with its hinge at the screen's middle.
  private static func show(_ piece: Piece, _ screen: Layer, isRight: Bool) {
    let frame = screen.start.frame
    piece.shows(screen)
    piece.contentsRect = Rect(x: isRight ? 0.5 : 0, y: 0, width: 0.5, height: 1)
    piece.frame = Rect(
      x: frame.x + (isRight ? frame.width / 2 : 0), y: frame.y, width: frame.width / 2,
      height: frame.height)
    piece.anchorPoint = Point(isRight ? 0 : 1, 0.5)
  }
}

@c(animator_plugin_v1)
public func plugin(_ host: PluginHost) -> Int32 { host.add(Turn.self) }
