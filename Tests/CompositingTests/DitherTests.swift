import Compositing
import Scenes
import Testing

/// Tests the dithering of gradients and shadows between two levels of a byte.
@Suite struct DitherTests {
  private static let side = 64

  private static func grey(_ value: Double, alpha: Double = 1) -> Color {
    Color(red: value / 255, green: value / 255, blue: value / 255, alpha: alpha)
  }

  private enum Subject: String, CaseIterable { case linear, radial, veil, shadow, turnedShadow }

  private static func stage(_ subject: Subject) -> Stage {
    var layer = LayerProperties(frame: Rect(0, 0, Double(side), Double(side)))
    var background = Color.white
    switch subject {
    case .linear:
      layer.contents = .gradient(
        Gradient(
          shape: .linear(start: Point(0, 0), end: Point(1, 1)),
          stops: [.init(offset: 0, color: grey(100)), .init(offset: 1, color: grey(103))]))
    case .radial:
      layer.contents = .gradient(
        Gradient(
          shape: .radial(center: Point(0.5, 0.5), radius: Size(0.7, 0.7)),
          stops: [.init(offset: 0, color: grey(20)), .init(offset: 1, color: grey(24))]))
    case .veil:
      background = grey(180)
      layer.contents = .gradient(
        Gradient(
          shape: .linear(start: Point(0, 0), end: Point(0, 1)),
          stops: [
            .init(offset: 0, color: grey(0, alpha: 0.3)),
            .init(offset: 1, color: grey(0, alpha: 0.32)),
          ]))
    case .shadow, .turnedShadow:
      layer.frame = Rect(24, -40, 16, 16)
      layer.backgroundColor = .black
      layer.shadowOpacity = 0.3
      layer.shadowRadius = 40
      layer.shadowOffset = Point(0, 64)
      if subject == .turnedShadow { layer.rotate.z = 20 }
    }
    return CompositingTests.stage(Double(side), Double(side), background: background, [layer])
  }

  private static func draw(
    _ subject: Subject, dithers: Bool, kernels: KernelChoice = .best, threads: Int = 1
  ) throws -> [UInt8] {
    let bitmap = Bitmap(width: side, height: side)
    let compositor = Compositor(threads: threads, kernels: kernels, dithers: dithers)
    try compositor.draw(
      Scene(stage: stage(subject), time: .zero, changes: []), scale: 1, into: bitmap)
    return (0..<side).flatMap { y in (0..<side).map { x in bitmap.pixel(x, y)[1] } }
  }

  /// In a gradient with bands of flat colours, each 8 × 8 block has so many pixels of each colour that its mean is
  /// exact, and no pixel differs by a whole level.
  @Test(arguments: [Subject.linear, .radial, .veil, .shadow, .turnedShadow].map(\.rawValue))
  func breaksBands(_ name: String) throws {
    let subject = Subject(rawValue: name)!
    let flat = try Self.draw(subject, dithers: false)
    let dithered = try Self.draw(subject, dithers: true)
    #expect(zip(flat, dithered).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    func steps(_ pixels: [UInt8]) -> Int {
      pixels.indices.dropFirst().count { i in
        i % Self.side != 0 && pixels[i] != pixels[i - 1]
      }
    }
    #expect(steps(dithered) > 3 * steps(flat) + 100, "\(steps(flat)) \(steps(dithered))")
    // The means of blocks form a smoother picture than the bands: neighbouring blocks of a slow ramp differ by less
    // than a level.
    func mean(_ pixels: [UInt8], _ x: Int, _ y: Int) -> Double {
      var sum = 0.0
      for v in 0..<8 { for u in 0..<8 { sum += Double(pixels[(y * 8 + v) * 64 + x * 8 + u]) } }
      return sum / 64
    }
    for y in 0..<8 {
      for x in 1..<8 {
        #expect(abs(mean(dithered, x, y) - mean(dithered, x - 1, y)) < 0.75, "\(x) \(y)")
      }
    }
  }

  @Test func theMeanIsWhatIsMeant() throws {
    let dithered = try Self.draw(.linear, dithers: true)
    for y in 0..<8 {
      for x in 0..<8 {
        var sum = 0.0
        for v in 0..<8 { for u in 0..<8 { sum += Double(dithered[(y * 8 + v) * 64 + x * 8 + u]) } }
        // The gradient runs along the diagonal from 100 to 103, and is evaluated at the middle of the block.
        let meant = 100 + 3 * (Double(x * 8 + 4) + Double(y * 8 + 4)) / 128
        #expect(abs(sum / 64 - meant) < 0.06, "\(x) \(y): \(sum / 64), not \(meant)")
      }
    }
  }

  /// All code paths that draw a subject give the same bits.
  @Test(arguments: Subject.allCases.map(\.rawValue)) func theBitsAreTheSame(_ name: String) throws {
    let subject = Subject(rawValue: name)!
    let once = try Self.draw(subject, dithers: true)
    #expect(try Self.draw(subject, dithers: true, kernels: .baseline, threads: 3) == once)
  }
}
