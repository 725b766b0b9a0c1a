import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests the constructs of SVG against a browser's drawings, which are recorded as means over 10 × 10 pixels.
@Suite struct SVGConstructTests {
  private static let all = SVGConstructs.elements + SVGConstructs.properties
  /// The tolerance in levels, which letters need because of other fonts' hinting and edges.
  private static let tolerance = 10

  private static let lines: [Substring] = {
    let file = URL(filePath: "\(#filePath)").deletingLastPathComponent()
      .appending(path: "../Support/SVGConstructs.txt")
    return ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
  }()

  private static let recorded: [String: [Int]] = {
    Dictionary(
      uniqueKeysWithValues: lines.dropFirst().map { line in
        let words = line.split(separator: " ")
        let digits = Array(words[1])
        let means = stride(from: 0, to: digits.count - 1, by: 2).map {
          Int(String(digits[$0...$0 + 1]), radix: 16)!
        }
        return (String(words[0]), means)
      })
  }()

  @Test func areAsABrowserDrawsThemOrSaid() throws {
    let folder = try Folder()
    let reader = ImageReader()
    let hasTheFonts = Self.lines.first == Substring(try SVGConstructs.fonts())
    for one in Self.all {
      if !hasTheFonts, ["<text", "%3Ctext"].contains(where: one.body.contains) {
        LeftOut.tell("SVG's letters, which were recorded with other versions of the fonts")
        continue
      }
      try folder.write(SVGConstructs.file(one.body), to: "x.svg")
      let (bitmap, remark) = try reader.reading(try .init(folder.path("x.svg")))
      let means = try #require(Self.recorded[one.name], "\(one.name) is not recorded")
      if remark != nil { continue }
      for part in 0..<100 {
        let (left, top) = (part % 10 * 10, part / 10 * 10)
        for c in 0..<3 {
          var sum = 0
          for y in top..<top + 10 {
            // Safety: the pointer addresses a row of the bitmap, which has 100 × 100 pixels.
            let row = unsafe bitmap.pixels + y * bitmap.strideBytes
            for x in left..<left + 10 {
              sum += unsafe Int(row[4 * x + c]) + 255 - Int(row[4 * x + 3])
            }
          }
          let (ours, theirs) = (sum / 100, means[3 * part + c])
          #expect(
            abs(ours - theirs) <= Self.tolerance,
            "\(one.name) at \(left),\(top): \(ours) for \(theirs)")
        }
      }
    }
  }

  /// The elements of SVG 1.1 and 2.
  private static let elementNames = """
    a altGlyph altGlyphDef altGlyphItem animate animateColor animateMotion animateTransform audio canvas circle
    clipPath color-profile cursor defs desc discard ellipse feBlend feColorMatrix feComponentTransfer
    feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood
    feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
    fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter font font-face font-face-format
    font-face-name font-face-src font-face-uri foreignObject g glyph glyphRef hkern iframe image line
    linearGradient marker mask metadata missing-glyph mpath path pattern polygon polyline radialGradient rect
    script set stop style svg switch symbol text textPath title tref tspan unknown use video view vkern
    """
  /// The presentation attributes of SVG 1.1 and 2.
  private static let propertyNames = """
    alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
    color-interpolation-filters color-rendering cursor direction display dominant-baseline enable-background
    fill fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size font-size-adjust
    font-stretch font-style font-variant font-weight glyph-orientation-horizontal glyph-orientation-vertical
    image-rendering kerning letter-spacing lighting-color marker marker-end marker-mid marker-start mask
    mask-type opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke
    stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
    stroke-width text-anchor text-decoration text-overflow text-rendering transform transform-origin
    unicode-bidi vector-effect visibility white-space word-spacing writing-mode
    """

  /// Each element and presentation property of SVG has a construct.
  @Test func nothingIsLeftOut() {
    #expect(Self.all.count >= 150)
    #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    for name in Self.elementNames.split(whereSeparator: \.isWhitespace) where name != "svg" {
      #expect(Self.all.contains { $0.body.contains("<\(name)") }, "<\(name)> has no construct")
    }
    for name in Self.propertyNames.split(whereSeparator: \.isWhitespace) {
      let uses = ["\(name)=", "\(name):"]
      #expect(
        Self.all.contains { one in uses.contains { one.body.contains($0) } },
        "\(name) has no construct")
    }
  }
}
