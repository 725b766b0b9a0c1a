import Compositing
import Scenes
import TestSupport
import Testing

/// Painting only the differing parts gives the same bits as a full repaint.
@Suite struct TrackingTests {
  /// Returns scenes of one stage, in which only a few layers change at a time.
  private func film(seed: Int, frames: Int, size: Size) -> [Scene] {
    let first = SceneGenerator.scene(seed: seed, size: size)
    var dice = Dice(seed: seed + 77)
    var changes: [Int: LayerProperties] = [:]
    var scenes = [first]
    let nodes = first.stage.nodes
    for frame in 1..<frames {
      for _ in 0..<dice.whole(0, 3) {
        let layer = dice.whole(0, nodes.count - 1)
        var p = changes[layer] ?? nodes[layer].properties
        let other = nodes[dice.whole(0, nodes.count - 1)].properties
        switch dice.whole(0, 19) {
        case 0: p.opacity = dice.real(0, 1)
        case 1: p.isHidden.toggle()
        case 2:
          p.frame = p.frame.offsetBy(dx: dice.real(-5, 5), dy: dice.real(-5, 5))
          if nodes[layer].sublayers.isEmpty { p.layoutFrame = p.frame }
          p.shadowPath = nil
        case 3: p.rotate.z += dice.real(-20, 20)
        case 4: p.zPosition = Double(dice.whole(-2, 2))
        case 5:
          let r = dice.real(1, 60)
          p.mask = Mask(
            kind: .ellipse(Rect(center: Point(20, 20), size: Size(r, r))), isInverted: dice.oneIn(3)
          )
        case 6: p.mask = dice.oneIn(2) ? nil : Mask(kind: .layer(1, luminance: dice.oneIn(2)))
        case 7: p.masksToBounds.toggle()
        case 8: p.backgroundColor = dice.oneIn(2) ? nil : .black
        case 9: p.contents = other.contents
        case 10: p.shadowOpacity = dice.oneIn(2) ? 0 : 0.7
        case 11: p.cornerRadius = dice.real(0, 9)
        case 12: p.blendMode = dice.pick(BlendMode.allCases)
        case 13: p.isolates.toggle()
        case 14:
          // Some filters reach so far that their input is drawn reduced.
          let isFar = dice.oneIn(10)
          p.blur = dice.oneIn(3) ? 0 : isFar ? dice.real(200, 1_000) : dice.real(0.5, 9)
        case 15: p.blurEdge = dice.pick(BlurEdge.allCases)
        case 16: p.filters = other.filters
        case 17: p.backdrop = other.backdrop
        case 18: p.shadows = other.shadows
        default: changes[layer] = nil
        }
        if layer > 0 { changes[layer] = p }
      }
      scenes.append(
        Scene(
          stage: first.stage, time: FrameTime(ticks: Int64(frame)),
          changes: changes.sorted { $0.key < $1.key }.map {
            Scene.Change(layer: $0.key, properties: $0.value)
          }))
    }
    return scenes
  }

  @Test(arguments: 0..<4) func tracksAnyChange(part: Int) throws {
    let size = Size(48, 150)
    let count = Effort.count(test: 24, long: 160, soak: 1_000)
    for seed in stride(from: part, to: count, by: 4) {
      let scenes = film(seed: seed, frames: 14, size: size)
      let compositor = Compositor(threads: 1 + seed % 2)
      let bitmaps = [Bitmap(width: 48, height: 150), Bitmap(width: 48, height: 150)]
      // The picture of the previous scene.
      let latest = Bitmap(width: 48, height: 150)
      var dice = Dice(seed: seed)
      var at = 0
      for step in 0..<22 {
        at = step < 14 ? step : dice.whole(0, 13)
        let bitmap = bitmaps[dice.whole(0, 1)]
        let before = Bitmap(width: 48, height: 150)
        before.copy(bitmap.bounds, from: bitmap)
        let drawing = try compositor.draw(scenes[at], scale: 1, into: bitmap)
        let whole = Bitmap(width: 48, height: 150)
        let alone = try Compositor(threads: 1).draw(scenes[at], scale: 1, into: whole)
        // The reported cost does not depend on the compositor's cache.
        #expect(
          drawing.workUnits == alone.workUnits, "seed \(seed), step \(step), scene \(at)")
        #expect(
          bitmap.hasSamePixels(as: whole),
          """
          seed \(seed), step \(step), scene \(at): \(bitmap.difference(from: whole)); painted \
          \(drawing.painted.map { [$0.x, $0.y, $0.width, $0.height] })
          before: \(scenes[max(0, at - 1)].words)
          now: \(scenes[at].words)
          """)
        for rect in drawing.painted { before.copy(rect, from: bitmap) }
        #expect(before.hasSamePixels(as: bitmap), "seed \(seed), step \(step): rectangles")
        if let changed = drawing.changed {
          for rect in changed { latest.copy(rect, from: bitmap) }
          #expect(latest.hasSamePixels(as: bitmap), "seed \(seed), step \(step): changes")
        } else {
          #expect(step == 0)
        }
        latest.copy(bitmap.bounds, from: bitmap)
      }
    }
  }

  /// Tests more siblings than a block holds, which move, appear, disappear and change their order.
  @Test func tracksManySiblings() throws {
    var dice = Dice(seed: 5)
    let layers = (0..<150).map { _ in
      var p = LayerProperties(
        frame: Rect(dice.real(-4, 60), dice.real(-4, 60), dice.real(4, 20), dice.real(4, 20)))
      p.backgroundColor = Color(
        red: dice.real(0, 1), green: dice.real(0, 1), blue: dice.real(0, 1),
        alpha: dice.oneIn(2) ? 1 : 0.6)
      return p
    }
    let stage = stage(64, 64, layers)
    let compositor = Compositor(threads: 1)
    let bitmap = Bitmap(width: 64, height: 64)
    var changes: [Int: LayerProperties] = [:]
    for step in 0..<60 {
      for _ in 0..<dice.whole(1, 3) {
        // In some frames the container moves with all its sublayers.
        let layer = dice.oneIn(15) ? 0 : dice.whole(1, layers.count)
        var p = changes[layer] ?? stage.nodes[layer].properties
        switch dice.whole(0, 5) {
        case 0: p.isHidden = layer > 0 && !p.isHidden
        case 1: p.zPosition = Double(dice.whole(-1, 1))
        case 2: p.opacity = dice.real(0.2, 1)
        case 3: p.translate.x += 3
        case 4: p.mask = Mask(kind: .layer(dice.whole(1, layers.count), luminance: false))
        default: p = stage.nodes[layer].properties
        }
        changes[layer] = p
      }
      let scene = Scene(
        stage: stage, time: FrameTime(ticks: Int64(step)),
        changes: changes.sorted { $0.key < $1.key }.map {
          Scene.Change(layer: $0.key, properties: $0.value)
        })
      try compositor.draw(scene, scale: 1, into: bitmap)
      let whole = try Compositor(threads: 1).picture(of: scene)
      #expect(bitmap.hasSamePixels(as: whole), "step \(step)")
    }
  }

  /// A screen that appears and disappears under a cover is painted only where the cover has a hole.
  @Test func whatIsHiddenIsNotPainted() throws {
    var screen = LayerProperties(frame: Rect(0, 0, 200, 200))
    screen.contents = .color(.black)
    var cover = screen
    cover.contents = .color(Color(red: 0.5, green: 0.25, blue: 1))
    let stage = stage(200, 200, [screen, cover])
    let compositor = Compositor(threads: 1)
    let bitmap = Bitmap(width: 200, height: 200)
    func paint(hidden: Bool, hole: Double) throws -> Int {
      var (p, q) = (screen, cover)
      p.isHidden = hidden
      let square = Rect(center: Point(50, 150), size: Size(2 * hole, 2 * hole))
      if hole > 0 { q.mask = Mask(kind: .ellipse(square), isInverted: true) }
      let scene = Scene(
        stage: stage, time: .zero,
        changes: [
          Scene.Change(layer: 1, properties: p), Scene.Change(layer: 2, properties: q),
        ])
      let rects = try compositor.draw(scene, scale: 1, into: bitmap).painted
      #expect(bitmap.hasSamePixels(as: try Compositor(threads: 1).picture(of: scene)))
      return rects.reduce(0) { $0 + $1.width * $1.height }
    }
    #expect(try paint(hidden: true, hole: 0) == 40_000)
    #expect(try paint(hidden: false, hole: 0) == 0)
    #expect(try (1...1_500).contains(paint(hidden: false, hole: 10)))
    #expect(try (1...1_500).contains(paint(hidden: true, hole: 10)))
  }

  @Test func aGrowingCircleChangesARing() throws {
    var p = LayerProperties(frame: Rect(0, 0, 200, 200))
    p.contents = .color(.black)
    let stage = stage(200, 200, [p])
    func scene(_ r: Double) -> Scene {
      var q = p
      q.mask = Mask(kind: .ellipse(Rect(center: Point(100, 100), size: Size(2 * r, 2 * r))))
      return Scene(stage: stage, time: .zero, changes: [Scene.Change(layer: 1, properties: q)])
    }
    let compositor = Compositor(threads: 1)
    let bitmap = Bitmap(width: 200, height: 200)
    try compositor.draw(scene(80), scale: 1, into: bitmap)
    let rects = try compositor.draw(scene(82), scale: 1, into: bitmap).painted
    let area = rects.reduce(0) { $0 + $1.width * $1.height }
    // The ring has about 1,000 pixels, and the circle has 21,000.
    #expect(area < 8_000)
    #expect(try compositor.draw(scene(82), scale: 1, into: bitmap).painted.isEmpty)
  }
}
