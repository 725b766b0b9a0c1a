import PluginHosting
import PluginModel
import ConformanceChecks
import Foundation
import Scenes
import Testing

/// Tests the bundled animators against the numbers of the magic push, and at their ends.
@Suite struct BundledAnimatorTests {
  let registry = AnimatorRegistry(PluginSearch(environment: [:], isPrivileged: false))
  let canvas = Size(320, 568)
  let poster = Rect(12, 273, 88, 115)

  private func bind(_ id: String, _ values: [ParameterValue], roles: [Int] = [1]) throws
    -> BoundAnimator
  {
    let animator = try #require(registry.animator(named: id), "\(id) is not beside the tests")
    return try BoundAnimator(
      animator, values: values,
      stepContext: StepContext(
        duration: FrameTime(seconds: 1), scale: 2, container: canvas, roleCounts: roles))
  }

  private func layer(
    _ animator: BoundAnimator, _ input: LayerProperties, at progress: Double
  ) throws -> LayerProperties {
    var outputs = [input]
    try animator.layout(
      StepMoment(progress: progress, time: FrameTime(seconds: progress)), inputs: [input],
      outputs: &outputs)
    return outputs[0]
  }

  @Test func allAreThere() throws {
    let plugins = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Plugins")
    let names = try FileManager.default.contentsOfDirectory(atPath: plugins.path())
    #expect(names.filter { !$0.contains(".") }.sorted() == AnimatorRegistry.bundledNames)
    #expect(registry.lostPlugins == [])
    #expect(registry.refusals == [])
    for animator in registry.animators { #expect(animator.isBundled) }
  }

  @Test func aNameLoadsItsFileAlone() {
    let fresh = AnimatorRegistry(PluginSearch(environment: [:], isPrivileged: false))
    let ripple = fresh.animator(named: "ripple-reveal")?.description
    #expect(ripple?.plugin.hasSuffix("/libripple-reveal.so") == true)
    #expect(fresh.animator(named: "rippel-reveal") == nil)
  }

  @Test func coverFade() throws {
    let fade = try bind("cover-fade", [.double(1)], roles: [1, 0])
    var cover = LayerProperties(frame: Rect(0, 0, 320, 568))
    cover.opacity = 0
    for progress in [0, 0.5, 1] {
      #expect(try layer(fade, cover, at: progress).opacity == progress)
    }
    #expect(try layer(fade, cover, at: 1.2).opacity == 1)
  }

  @Test func shadowLift() throws {
    let lift = try bind("shadow-lift", [.double(0.6), .double(0.05), .double(3), .color(.black)])
    let input = LayerProperties(frame: poster)
    for (progress, opacity) in [(0.0, 0.0), (0.5, 0.3), (1, 0.6)] {
      let lifted = try layer(lift, input, at: progress)
      #expect(abs(lifted.shadowOpacity - opacity) < 1e-12)
      #expect(abs(lifted.shadowOffset.x - 4.4) < 1e-12 && abs(lifted.shadowOffset.y - 5.75) < 1e-12)
      #expect(lifted.shadowRadius == 3 && lifted.shadowColor == .black && lifted.frame == poster)
    }
  }

  @Test func moveAndScale() throws {
    let target = Rect(8.48, 150.4, 95.04, 124.2)
    let move = try bind("move-and-scale", [.rect(target)])
    let input = LayerProperties(frame: poster)
    #expect(try layer(move, input, at: 0).frame == poster)
    #expect(try layer(move, input, at: 1).frame == target)
    let half = try layer(move, input, at: 0.5).frame
    #expect(abs(half.x - 10.24) < 1e-12 && abs(half.height - 119.6) < 1e-12)
  }

  @Test(arguments: [(0, false), (1, true)]) func rippleReveal(fit: Int, diagonal: Bool) throws {
    let center = Point(56, 212.5)
    let ripple = try bind("ripple-reveal", [.point(center), .double(0), .choice(fit)])
    let cover = LayerProperties(frame: Rect(0, 0, 320, 568))
    let reach = diagonal ? Size(320, 568) : Size(264, 355.5)
    let end = (reach.width * reach.width + reach.height * reach.height).squareRoot()
    for progress in [0, 0.25, 0.5, 1] {
      let properties = try layer(ripple, cover, at: progress)
      let mask = try #require(properties.mask)
      guard case .ellipse(let hole) = mask.kind else {
        Issue.record("no ellipse")
        return
      }
      #expect(mask.isInverted)
      #expect(abs(hole.width / 2 - end * progress) < 1e-9 && hole.width == hole.height)
      #expect(abs(hole.center.x - 56) < 1e-9 && abs(hole.center.y - 212.5) < 1e-9)
      #expect(properties.isHidden == (progress == 1))
    }
  }

  @Test func circleRevealEndsWithoutAMask() throws {
    let circle = try bind(
      "circle-reveal", [.point(Point(160, 284)), .double(5), .choice(1), .choice(0)], roles: [1, 1])
    let screen = LayerProperties(frame: Rect(0, 0, 320, 568))
    func screens(_ progress: Double) throws -> [LayerProperties] {
      var outputs = [screen, screen]
      try circle.layout(
        StepMoment(progress: progress, time: FrameTime(seconds: progress)),
        inputs: [screen, screen], outputs: &outputs)
      return outputs
    }
    #expect(try screens(0)[1].mask == Mask(kind: .ellipse(Rect(155, 279, 10, 10))))
    #expect(try screens(0.5)[1].mask != nil)
    #expect(try screens(1) == [screen, screen])
    #expect(try screens(0.5)[0] == screen)
  }

  @Test func crossDissolveIsATrueMix() throws {
    let dissolve = try bind("cross-dissolve", [], roles: [1, 1])
    let (from, to) = (noise(67, 41, seed: 1), noise(67, 41, seed: 2))
    for progress in [0, 0.125, 0.3, 0.5, 0.999, 1] {
      let moment = StepMoment(progress: progress, time: .zero)
      let whole = try dissolve.draw(moment, scale: 2, inputs: [from, to], width: 67, height: 41)
      for y in 0..<41 {
        for x in 0..<(67 * 4) {
          let a = Double(from.byte(x, y))
          let b = Double(to.byte(x, y))
          // The weight is in 1/256 and the result is rounded, so the mix is wrong by at most half a level.
          #expect(abs(Double(whole.byte(x, y)) - (a + (b - a) * progress)) <= 1)
          if progress == 0 { #expect(whole.byte(x, y) == from.byte(x, y)) }
          if progress == 1 { #expect(whole.byte(x, y) == to.byte(x, y)) }
        }
      }
      let tiled = GuardedImage(67, 41)
      for window in [PixelRect(0, 0, 13, 41), PixelRect(13, 0, 54, 7), PixelRect(13, 7, 54, 34)] {
        try dissolve.draw(
          moment, scale: 2, inputs: [lab(from), lab(to)], into: tiled, window: window)
      }
      for y in 0..<41 { #expect(tiled.row(y) == (0..<67 * 4).map { whole.byte($0, y) }) }
    }
  }

  private func lab(_ bitmap: Bitmap) -> GuardedImage {
    let image = GuardedImage(bitmap.width, bitmap.height)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let p = (0..<4).map { bitmap.byte(x * 4 + $0, y) }
        image[x, y] = (p[0], p[1], p[2], p[3])
      }
    }
    return image
  }

  /// Returns premultiplied noise, which is the same for the same seed.
  private func noise(_ width: Int, _ height: Int, seed: UInt64) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    var state = seed &* 0x9e37_79b9_7f4a_7c15
    for y in 0..<height {
      for x in 0..<width {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let alpha = UInt8(truncatingIfNeeded: state >> 56)
        for channel in 0..<3 {
          let shift = UInt64(8 * channel + 16)
          bitmap.set(x * 4 + channel, y, UInt8((state >> shift) % (UInt64(alpha) + 1)))
        }
        bitmap.set(x * 4 + 3, y, alpha)
      }
    }
    return bitmap
  }
}

extension Bitmap {
  // Safety: tests access single bytes inside the bitmap.
  func byte(_ x: Int, _ y: Int) -> UInt8 { unsafe pixels[y * strideBytes + x] }
  func set(_ x: Int, _ y: Int, _ value: UInt8) { unsafe pixels[y * strideBytes + x] = value }
}
