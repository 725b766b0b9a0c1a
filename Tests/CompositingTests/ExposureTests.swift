import Compositing
import Foundation
import Scenes
import Testing

/// Tests pictures of several moments that are averaged in linear light, against the average in doubles.
@Suite struct ExposureTests {
  private func scene(_ stage: Stage, _ p: LayerProperties) -> Scene {
    Scene(stage: stage, time: .zero, changes: [Scene.Change(layer: 1, properties: p)])
  }

  private static func decoded(_ c: Double) -> Double {
    c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }
  private static func encoded(_ c: Double) -> Double {
    c <= 0.0031308 ? c * 12.92 : 1.055 * pow(c, 1 / 2.4) - 0.055
  }

  /// Returns the average of straight colours, decoded to linear light and weighted by their alpha.
  private func average(_ pictures: [Bitmap], _ x: Int, _ y: Int) -> [Double] {
    var sum = [0.0, 0, 0, 0]
    for picture in pictures {
      let p = picture.pixel(x, y).map { Double($0) / 255 }
      for c in 0..<3 where p[3] > 0 { sum[c] += Self.decoded(min(1, p[c] / p[3])) * p[3] }
      sum[3] += p[3]
    }
    if sum[3] == 0 { return sum }
    let alpha = sum[3] / Double(pictures.count)
    return (0..<3).map { Self.encoded(sum[$0] / sum[3]) * alpha * 255 } + [alpha * 255]
  }

  @Test(arguments: [Color.white, .clear]) func isTheAverage(background: Color) throws {
    var p = LayerProperties(frame: Rect(0, 0, 9, 9))
    p.contents = .color(Color(red: 0.9, green: 0.3, blue: 0.1, alpha: 0.8))
    p.cornerRadius = 4
    let stage = stage(40, 30, background: background, [p])
    let compositor = Compositor(threads: 1)
    let exposure = Exposure(width: 40, height: 30, scale: 1, by: compositor)
    let shown = Bitmap(width: 40, height: 30)
    // The previous frame, as a sink that copies only the changed rectangles has it.
    let kept = Bitmap(width: 40, height: 30)
    for frame in 0..<4 {
      var pictures: [Bitmap] = []
      let count = [7, 1, 1, 5][frame]
      for k in 0..<count {
        p.frame = Rect(Double(frame) * 6 + Double(k) * 1.3, Double(frame) * 3, 9, 9)
        let scene = scene(stage, p)
        try exposure.add(scene)
        pictures.append(try Compositor(threads: 1).picture(of: scene))
      }
      let changed = exposure.finish(into: shown)
      #expect((changed == nil) == (frame == 0))
      for rect in changed ?? [shown.bounds] { kept.copy(rect, from: shown) }
      #expect(kept.hasSamePixels(as: shown), "frame \(frame)")
      for y in 0..<30 {
        for x in 0..<40 {
          let (made, truth) = (shown.pixel(x, y), average(pictures, x, y))
          let most = (0..<4).map { abs(Double(made[$0]) - truth[$0]) }.max()!
          #expect(most <= 1.01, "frame \(frame), \(x), \(y)")
        }
      }
    }
  }
}
