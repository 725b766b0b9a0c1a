import AnimatorKit

/// An animator for the tests that uses everything that AnimatorKit offers.
enum Kit: PieceAnimator, SelfTimedAnimator {
  enum Way: String, CaseIterable { case left, right, up }

  struct Parameters {
    var flag: Bool
    var count: Int32
    var place: Point
    var way: Choice<Way>
    var name: Text
    var curve: Curve
    var color: Color
  }

  static var declaration: Declaration<Parameters> {
    Declaration(
      id: "test.kit", aliases: ["test.kit-old"], title: "Kit", version: "2.0.0",
      doc: "Has everything.", flags: [.discontinuous, .reversible],
      animates: [.opacity, .mask, .transforms, .blur, .blendMode, .backdrop], durationSeconds: 2,
      easing: #""linear""#,
      roles: [
        Role("back", count: 0...2, doc: "Layers behind."),
        Role("subject", create: "{}", doc: "The layer."),
      ],
      parameters: [
        Parameter("flag", \.flag, default: "false", doc: "A bool."),
        Parameter("count", \.count, in: 0...9, default: "2", doc: "Pieces."),
        Parameter("place", \.place, .points, default: "[0, 0]", doc: "A point."),
        Parameter("way", \.way, default: #""up""#, doc: "A choice."),
        Parameter("name", \.name, default: #""none""#, doc: "A text."),
        Parameter("curve", \.curve, default: #""linear""#, doc: "A curve."),
        Parameter("color", \.color, default: ##""#fff""##, doc: "A colour."),
      ])
  }

  static func durationSeconds(_ parameters: Parameters, _ context: Context) -> Double {
    Double(parameters.count) + context.durationSeconds
  }

  static func pieceCount(_ parameters: Parameters, _ context: Context) -> Int {
    Int(parameters.count)
  }

  static func layout(_ parameters: Parameters, _ context: Context, _ layers: Layers) throws {
    if parameters.name.string == "fail" {
      throw AnimatorFailure("not this name", at: "/params/name")
    }
    let subject = layers["subject"]
    subject.opacity = parameters.curve(context.progress)
    subject.mask = .ellipse(Rect(center: parameters.place, size: subject.start.frame.size))
    subject.rotate.z = parameters.way.value == .right ? 90 : 0
    subject.blur = subject.start.blur + 2
    subject.blendMode = subject.start.blendMode == .screen ? .plusLighter : .colorBurn
    subject.backdrop = Backdrop(blur: subject.start.backdrop.blur + 1, saturation: 2)
    for (i, layer) in layers.all("back").enumerated() { layer.translate.x = Double(i + 1) }
    for (i, piece) in layers.pieces.enumerated() {
      piece.shows(subject)
      piece.zPosition = Double(i)
      piece.backgroundColor = parameters.color
    }
  }
}

/// Exchanges red and blue.
enum Swap: PixelAnimator {
  static var declaration: Declaration<NoParameters> {
    Declaration(
      id: "test.swap", title: "Swap", version: "1.0.0", doc: "Turns red and blue around.",
      kind: .filter, durationSeconds: 1, roles: [Role("subject", doc: "The layer.")])
  }

  static func pixels(
    _ parameters: NoParameters, _ context: Context, _ inputs: [Image], _ output: Surface,
    _ window: Window
  ) {
    for y in Int(window.y)..<Int(window.y + window.height) {
      let source = inputs[0].row(y, from: Int(window.x), count: Int(window.width))
      let target = output.row(y, from: Int(window.x), count: Int(window.width))
      for x in stride(from: 0, to: source.count, by: 4) {
        target[x] = source[x + 2]
        target[x + 1] = source[x + 1]
        target[x + 2] = source[x]
        target[x + 3] = source[x + 3]
      }
    }
  }
}

/// Reads its layer at two moments, a table, and the finger.
enum Echo: LiveAnimator, TimedInputAnimator, PreparingAnimator, FingerAnimator {
  static var declaration: Declaration<NoParameters> {
    Declaration(
      id: "test.echo", title: "Echo", version: "1.0.0", doc: "Reads what was.", kind: .filter,
      durationSeconds: 1, roles: [Role("subject", doc: "The layer.")])
  }

  static func moments(
    _ parameters: NoParameters, _ context: Context, ofLayer layer: Int
  ) -> [Double] { [0, -0.5] }

  static func tableBytes(
    _ parameters: NoParameters, _ context: Context, width: Int, height: Int
  ) -> Int { width }

  static func prepare(
    _ parameters: NoParameters, _ context: Context, width: Int, height: Int,
    into table: UnsafeMutableRawBufferPointer
  ) throws {
    for x in 0..<width { table[x] = UInt8(x % 256) }
  }

  static func pixels(
    _ parameters: NoParameters, _ context: Context, _ inputs: [Image], _ output: Surface,
    _ window: Window
  ) throws {
    let images = Array(context.images(ofLayer: 0, in: inputs))
    guard images.count == 2 else { throw AnimatorFailure("has \(images.count) images") }
    for y in Int(window.y)..<Int(window.y + window.height) {
      let (now, before) = (
        images[0].row(y, from: 0, count: output.width),
        images[1].row(y, from: 0, count: output.width)
      )
      let row = output.row(y, from: 0, count: output.width)
      for x in Int(window.x)..<Int(window.x + window.width) {
        row[4 * x] = now[4 * x]
        row[4 * x + 1] = before[4 * x + 1]
        row[4 * x + 2] = context.table[x]
        if let finger = context.finger, finger.is_down { row[4 * x] = UInt8(finger.place.x) }
        row[4 * x + 3] = 255
      }
    }
  }
}

@c(animator_plugin_v1)
public func plugin(_ host: PluginHost) -> Int32 { host.add(Kit.self, Echo.self, Swap.self) }
