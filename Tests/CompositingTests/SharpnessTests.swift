import Compositing
import Foundation
import Scenes
import TestSupport
import Testing

/// Tests reduced pictures against an exact area average in doubles: they are as sharp, and flicker no more when they
/// move by fractions of a pixel. Sharpness is the root of the summed squares of differences between neighbours.
@Suite struct SharpnessTests {
  private static let side = 150
  private static let phases: [(Double, Double)] = [
    (0, 0), (0.25, 0.125), (0.5, 0.5), (0.75, 0.375),
  ]

  /// A picture with lines of marks like letters, one pixel wide or wider.
  private static let text: Bitmap = {
    var dice = Dice(seed: 18)
    let bitmap = Bitmap(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side { bitmap.set(x, y, [255, 255, 255, 255]) }
    }
    for line in stride(from: 4, to: side - 12, by: 14) {
      var x = 4
      while x < side - 8 {
        let (width, height) = (dice.whole(1, 3), dice.whole(3, 9))
        let ink = UInt8(dice.whole(0, 90))
        for v in line + 9 - height..<line + 9 {
          for u in x..<x + width { bitmap.set(u, v, [ink, ink, ink, 255]) }
        }
        x += width + dice.whole(1, 3)
      }
    }
    bitmap.scanOpacity()
    return bitmap
  }()

  private static let scales: [(Double, Double)] = {
    let few: [(Double, Double)] = [
      (1, 1), (0.9, 0.9), (0.75, 0.75), (0.5, 0.5), (0.3, 0.3), (1.0 / 6, 1.0 / 6), (0.13, 0.13),
      (0.1, 0.1), (0.2, 1), (0.9, 0.3),
    ]
    return few
      + (0..<Effort.count(test: 0, long: 60, soak: 300)).map { k in
        let scale = 0.1 + 0.9 * Double(k) / 60
        return k % 3 == 0 ? (scale, 1 - scale * 0.9) : (scale, scale)
      }
  }()

  @Test(arguments: 0..<4) func shrunkPicturesAreAsSharpAsTheirAverage(part: Int) throws {
    for (i, scale) in Self.scales.enumerated() where i % 4 == part {
      var (ours, exact): ([[Double]], [[Double]]) = ([], [])
      let size = Size(Double(Self.side) * scale.0, Double(Self.side) * scale.1)
      let (width, height) = (Int(size.width) + 3, Int(size.height) + 3)
      for phase in Self.phases {
        let place = Rect(1 + phase.0, 1 + phase.1, size.width, size.height)
        var p = LayerProperties(frame: place)
        p.contents = .image(Self.text, size: Size(Double(Self.side), Double(Self.side)))
        let picture = try Compositor(threads: 1).picture(
          of: stage(Double(width), Double(height), [p]).scene)
        // Edges are excluded, because they are tested separately.
        let inner = (x: 3..<width - 4, y: 3..<height - 4)
        ours.append(inner.y.flatMap { y in inner.x.map { Double(picture.pixel($0, y)[0]) } })
        exact.append(Self.average(place, scale, inner.x, inner.y))
      }
      let columns = width - 7
      let ratios = ours.indices.map { k -> Double in
        Self.sharpness(ours[k], columns) / Self.sharpness(exact[k], columns)
      }
      let (least, most) = (ratios.min() ?? 0, ratios.max() ?? 0)
      #expect(least >= 0.95 && most <= 1.15, "\(scale): \(ratios)")
      #expect(most <= 1.1 * least, "\(scale): moving and resting: \(ratios)")
      // The tolerance allows for the rounding of bytes by half a level.
      let restless = Self.flicker(ours) / Self.flicker(exact)
      #expect(restless <= 1.01, "\(scale): flicker \(restless)")
    }
  }

  /// Tests pixels that are so wide, or so tall, that they are summed in several parts.
  @Test(arguments: [true, false]) func farSqueezedPicturesAreTheirMean(isWide: Bool) throws {
    let (long, short) = (6_000, 3)
    let picture = Bitmap(width: isWide ? long : short, height: isWide ? short : long)
    for i in 0..<long {
      let value = UInt8(i * i / 7 % 256)
      for k in 0..<short { picture.set(isWide ? i : k, isWide ? k : i, [value, 0, value, 255]) }
    }
    picture.scanOpacity()
    var p = LayerProperties(frame: isWide ? Rect(0, 0, 5, 3) : Rect(0, 0, 3, 5))
    p.contents = .image(picture, size: Size(Double(picture.width), Double(picture.height)))
    let size = p.frame.size
    let drawn = try Compositor(threads: 1).picture(of: stage(size.width, size.height, [p]).scene)
    for i in 0..<5 {
      let part = i * long / 5..<(i + 1) * long / 5
      let mean = part.reduce(0.0) { $0 + Double($1 * $1 / 7 % 256) } / Double(part.count)
      for k in 0..<short {
        let color = isWide ? drawn.pixel(i, k) : drawn.pixel(k, i)
        #expect(abs(Double(color[0]) - mean) <= 0.6 && color[1] == 0 && color[3] == 255)
      }
    }
  }

  private static func sharpness(_ p: [Double], _ columns: Int) -> Double {
    var sum = 0.0
    for i in p.indices {
      if i % columns > 0 { sum += (p[i] - p[i - 1]) * (p[i] - p[i - 1]) }
      if i >= columns { sum += (p[i] - p[i - columns]) * (p[i] - p[i - columns]) }
    }
    return sum.squareRoot()
  }

  private static func flicker(_ moments: [[Double]]) -> Double {
    var total = 0.0
    for (a, b) in zip(moments, moments.dropFirst()) {
      var sum = 0.0
      for i in a.indices { sum += (a[i] - b[i]) * (a[i] - b[i]) }
      total += sum.squareRoot()
    }
    return total
  }

  /// Returns the pixels of the picture that one pixel covers along an axis, and the weight of each.
  private static func weights(
    _ pixel: Int, _ start: Double, _ scale: Double
  ) -> [(place: Int, share: Double)] {
    let a = (Double(pixel) - start) / scale
    let b = (Double(pixel + 1) - start) / scale
    var result: [(place: Int, share: Double)] = []
    for i in Int(a)...min(Int(b), side - 1) {
      let common = min(Double(i + 1), b) - max(Double(i), a)
      result.append((i, max(0, common) / (b - a)))
    }
    return result
  }

  /// Returns the weighted average of the pixels that a pixel covers.
  private static func average(
    _ place: Rect, _ scale: (Double, Double), _ columns: Range<Int>, _ rows: Range<Int>
  ) -> [Double] {
    var result: [Double] = []
    for y in rows {
      let down = weights(y, place.y, scale.1)
      for x in columns {
        var sum = 0.0
        for item in weights(x, place.x, scale.0) {
          for row in down {
            sum += Double(text.pixel(item.place, row.place)[0]) * item.share * row.share
          }
        }
        result.append(sum)
      }
    }
    return result
  }

  /// Tests a slanted plane against the average of many samples over the area of each pixel.
  @Test(arguments: Effort.spread([0.0, 1, 2], test: 1)) func obliquePicturesAreSharp(kind: Double)
    throws
  {
    var p = LayerProperties(frame: Rect(4, 4, 120, 120))
    p.contents = .image(Self.text, size: Size(Double(Self.side), Double(Self.side)))
    if kind == 0 { p.rotate.z = 30 }
    if kind == 1 { p.rotate.y = 60 }
    if kind == 2 { (p.rotate.x, p.rotate.z) = (50, 15) }
    p.transform = .perspective(m34: -1 / 500)
    let scene = stage(128, 128, [p]).scene
    let picture = try Compositor(threads: 1).picture(of: scene)
    let map = Placement(p, hasSublayers: false, in: nil).toCanvas
    guard let inverse = map.inverse else { throw CancellationError() }
    var (ours, exact): ([Double], [Double]) = ([], [])
    for y in 0..<127 {
      for x in 0..<127 {
        func value(_ x: Int, _ y: Int) -> Double? {
          var sum = 0.0
          for k in 0..<256 {
            let at = Point(
              Double(x) + (Double(k % 16) + 0.5) / 16, Double(y) + (Double(k / 16) + 0.5) / 16)
            let q = inverse.apply(at).point
            let (u, v) = ((q.x - 4) * 1.25, (q.y - 4) * 1.25)
            guard u > 2, v > 2, u < Double(Self.side - 2), v < Double(Self.side - 2) else {
              return nil
            }
            sum += Double(Self.text.pixel(Int(u), Int(v))[0])
          }
          return sum / 256
        }
        guard let here = value(x, y), let right = value(x + 1, y), let below = value(x, y + 1)
        else { continue }
        exact += [right - here, below - here]
        let p = Double(picture.pixel(x, y)[0])
        ours += [
          Double(picture.pixel(x + 1, y)[0]) - p, Double(picture.pixel(x, y + 1)[0]) - p,
        ]
      }
    }
    #expect(exact.count > 2000)
    func power(_ list: [Double]) -> Double {
      var sum = 0.0
      for value in list { sum += value * value }
      return sum.squareRoot()
    }
    let ratio = power(ours) / power(exact)
    #expect(ratio >= 0.95 && ratio <= 1.15, "\(kind): \(ratio)")
  }

  /// Tests enlarged pictures against Catmull-Rom's cubic in doubles, which is clamped to the four nearest pixels.
  @Test(arguments: [1.5, 2, 3.3]) func enlargedPicturesAreBicubic(scale: Double) throws {
    let side = 24
    let source = Bitmap(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side { source.set(x, y, Self.text.pixel(x + 30, y + 30)) }
    }
    source.scanOpacity()
    let size = (Double(side) * scale).rounded(.down)
    let exactScale = size / Double(side)
    var p = LayerProperties(frame: Rect(0, 0, size, size))
    p.contents = .image(source, size: Size(Double(side), Double(side)))
    let picture = try Compositor(threads: 1).picture(of: stage(size, size, [p]).scene)
    func cubic(_ p: [Double], _ t: Double) -> Double {
      let rise = (p[2] - p[0]) / 2
      let bend = p[0] - 2.5 * p[1] + 2 * p[2] - p[3] / 2
      let twist = 1.5 * (p[1] - p[2]) + (p[3] - p[0]) / 2
      return p[1] + t * (rise + t * (bend + t * twist))
    }
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        func place(_ i: Int) -> (Int, Double) {
          let at = min(max((Double(i) + 0.5) / exactScale - 0.5, 0), Double(side - 1))
          let first = min(Int(at), side - 2)
          return (first, at - Double(first))
        }
        func texel(_ x: Int, _ y: Int) -> Double {
          Double(source.pixel(min(max(x, 0), side - 1), min(max(y, 0), side - 1))[0])
        }
        let ((u, s), (v, t)) = (place(x), place(y))
        let rows = (v - 1...v + 2).map { row in cubic((u - 1...u + 2).map { texel($0, row) }, s) }
        let near = [texel(u, v), texel(u + 1, v), texel(u, v + 1), texel(u + 1, v + 1)]
        let wanted = min(max(cubic(rows, t), near.min() ?? 0), near.max() ?? 0)
        #expect(abs(Double(picture.pixel(x, y)[0]) - wanted) <= 1, "\(x), \(y)")
      }
    }
  }
}
