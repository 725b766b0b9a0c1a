import Foundation
import Scenes
import TestSupport
import Testing

/// `frame` draws every document that `validate` accepts. The documents have layers with any properties, with values
/// from the limits of their ranges.
@Suite struct GeneratedDocumentTests {
  private static let parts = 4
  private static let seeds = Effort.sample(of: Array(0..<3_000), test: 16)

  @Test(arguments: 0..<parts) func whatIsValidIsDrawn(part: Int) throws {
    let folder = try Folder()
    var valid = 0
    for (place, seed) in Self.seeds.enumerated() where place % Self.parts == part {
      var maker = DocumentMaker(seed: seed)
      let text = maker.document()
      try folder.write(text, to: "doc.json")
      let frame = ["frame", "-q", "doc.json", "--at", "\(maker.time)", "-o"]
      let drawn = try Program.pipeline(frame + ["a.png"], in: folder.url)
      guard drawn.status == 0 else {
        let judged = try Program.pipeline(["validate", "-q", "doc.json"], in: folder.url)
        #expect(
          drawn.status == 65 && judged.status == 65,
          "seed \(seed): validate: \(judged.summary)\nframe: \(drawn.summary)\n\(text)")
        continue
      }
      valid += 1
      // All kernels give the same bits, so a different picture is wrong.
      if !(place / Self.parts).isMultiple(of: 10) { continue }
      let plain = try Program.pipeline(
        frame + ["b.png"], in: folder.url,
        environment: ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX2_Usable"])
      #expect(plain.status == 0, "seed \(seed): \(plain.summary)")
      let pictures = try ["a.png", "b.png"].map {
        try Data(contentsOf: folder.url.appending(path: $0))
      }
      #expect(pictures[0] == pictures[1], "seed \(seed)")
    }
    #expect(valid * 3 > Self.seeds.count / Self.parts, "\(valid) of them are valid")
  }
}

/// Creates documents from a seed.
private struct DocumentMaker {
  private var random: SeededRandom
  private(set) var time = 0.0

  init(seed: Int) { random = SeededRandom(UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1) }

  private mutating func below(_ n: Int) -> Int { random.below(n) }
  private mutating func oneIn(_ n: Int) -> Bool { below(n) == 0 }
  private mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }

  /// Returns mostly small numbers, and sometimes a number at the limits of a length.
  private mutating func number() -> String {
    switch below(12) {
    case 0: pick(["0", "1e6", "-1e6", "1e-9", "-1e-9", "65536", "16384.5", "-0.5", "300000"])
    case 1: pick(["0.001", "255.996", "1000", "-1000", "4096"])
    default: "\(Double(below(9_000)) / 100 - 20)"
    }
  }
  private mutating func length() -> String {
    let text = number()
    return text.hasPrefix("-") ? String(text.dropFirst()) : text
  }
  private mutating func fraction() -> String { "\(Double(below(101)) / 100)" }
  private mutating func degrees() -> String {
    pick(["0", "90", "180", "-90", "89.9999", "45", "360", "\(below(720) - 360)"])
  }
  private mutating func color() -> String {
    pick(["\"#f00\"", "\"#00ff0080\"", "\"rgba(0, 0, 255, 0.3)\"", "\"#fff\"", "\"#0000\""])
  }
  private mutating func list(_ count: Int, _ one: (inout DocumentMaker) -> String) -> String {
    var parts: [String] = []
    for _ in 0..<count { parts.append(one(&self)) }
    return "[\(parts.joined(separator: ", "))]"
  }
  private mutating func rect() -> String {
    "[\(number()), \(number()), \(length()), \(oneIn(6) ? "\"50%\"" : length())]"
  }
  private mutating func gradient() -> String {
    let shape = pick([
      "\"linear\": {}", "\"linear\": { \"from\": [0.5, 0.5], \"to\": [0.5, 0.5] }",
      "\"radial\": { \"radius\": 1e-9 }",
      "\"radial\": { \"center\": [-3, 2], \"radius\": [1, 40] }",
      "\"conic\": {}", "\"conic\": { \"center\": [2, 0], \"angle\": -300 }",
    ])
    return "{ \(shape), \"stops\": [\(color()), [0.5, \(color())], [0.5, \(color())], \(color())] }"
  }
  private mutating func path() -> String {
    var text = "M \(number()) \(number())"
    for _ in 0..<1 + below(5) {
      switch below(5) {
      case 0: text += " L \(number()) \(number())"
      case 1: text += " C \(number()) \(number()) \(number()) \(number()) \(number()) \(number())"
      case 2:
        text += " a \(length()) \(length()) \(below(360)) \(below(2)) \(below(2)) 9 \(number())"
      case 3: text += " q 0 0 \(number()) \(number())"
      default: text += " Z"
      }
    }
    return "\"\(text)\""
  }
  private mutating func mask() -> String {
    switch below(4) {
    case 0: "{ \"ellipse\": \(rect()), \"inverted\": \(oneIn(2)) }"
    case 1: "{ \"rect\": \(rect()), \"cornerRadius\": \(length()) }"
    case 2: "{ \"path\": \(path()), \"fillRule\": \"evenOdd\" }"
    default: "{ \"layer\": \"l0\", \"luminance\": \(oneIn(2)) }"
    }
  }
  private mutating func filter() -> String {
    switch below(7) {
    case 0: "{ \"brightness\": \(length()) }"
    case 1: "{ \"contrast\": \(fraction()) }"
    case 2: "{ \"saturate\": \(length()) }"
    case 3: "{ \"hueRotate\": \(degrees()) }"
    case 4: "{ \"blur\": \(length()) }"
    case 5: "{ \"colorMatrix\": \(list(20) { $0.number() }) }"
    default:
      "{ \"dropShadow\": { \"radius\": \(length()), \"offset\": [\(number()), 3], \"color\": \(color()) } }"
    }
  }
  private mutating func backdrop() -> String {
    oneIn(3)
      ? "{ \"material\": \"thin\", \"scheme\": \"dark\" }"
      : "{ \"blur\": \(length()), \"saturation\": \(length()), \"tint\": \(color()) }"
  }
  private mutating func shadow() -> String {
    """
    { "radius": \(length()), "offset": [\(number()), \(number())], "spread": \(number()), \
    "color": \(color()), "inner": \(oneIn(2)) }
    """
  }
  private mutating func transform() -> String {
    var operations: [String] = []
    for _ in 0..<1 + below(3) {
      operations.append(
        pick([
          "{ \"translate\": [\(number()), \(number())] }", "{ \"scale\": [\(number()), 1] }",
          "{ \"rotate\": [\(degrees()), \(degrees()), \(degrees())] }",
          "{ \"perspective\": 500 }", "{ \"m34\": -0.01 }",
        ]))
    }
    return "[\(operations.joined(separator: ", "))]"
  }

  /// Returns some of the properties, each with a value.
  private mutating func properties() -> [String] {
    var members: [String] = []
    func add(_ one: Int, _ key: String, _ value: () -> String) {
      if oneIn(one) { members.append("\"\(key)\": \(value())") }
    }
    add(2, "backgroundColor") { color() }
    add(3, "opacity") { fraction() }
    add(4, "rotate") { oneIn(2) ? degrees() : "[\(degrees()), \(degrees()), \(degrees())]" }
    add(5, "scale") { oneIn(2) ? "[-1, 1]" : "[\(number()), \(number())]" }
    add(6, "translate") { "[\(number()), \(number())]" }
    add(7, "transform") { transform() }
    add(9, "sublayerTransform") { transform() }
    add(6, "zPosition") { number() }
    add(4, "cornerRadius") { oneIn(2) ? length() : list(4) { $0.length() } }
    add(5, "cornerCurve") { "\"continuous\"" }
    add(4, "masksToBounds") { "true" }
    add(5, "isDoubleSided") { "false" }
    add(4, "shadowOpacity") { fraction() }
    add(4, "shadowRadius") { length() }
    add(6, "shadowOffset") { "[\(number()), \(number())]" }
    add(12, "shadowPath") { path() }
    add(6, "mask") { mask() }
    add(9, "hidden") { pick(["true", "false"]) }
    add(7, "anchorPoint") { "[\(fraction()), \(number())]" }
    add(8, "blendMode") { pick(["\"multiply\"", "\"hue\"", "\"soft-light\"", "\"plus-lighter\""]) }
    add(8, "isolates") { "true" }
    add(6, "blur") { length() }
    add(6, "blurEdge") { "\"clamp\"" }
    add(6, "filters") { list(1 + below(2)) { $0.filter() } }
    add(8, "backdrop") { backdrop() }
    add(6, "shadows") { list(1 + below(2)) { $0.shadow() } }
    add(9, "contentsRect") { "[0.25, 0, 0.5, \(pick(["1", "0.001"]))]" }
    add(6, "contentsGravity") { pick(["\"resizeAspect\"", "\"center\"", "\"bottomLeft\""]) }
    add(3, "border") {
      """
      { "width": \(length()), "color": \(color()), "place": \(pick(["\"inside\"", "\"center\"", "\"outside\""])) \
      \(oneIn(4) ? ", \"gradient\": \(gradient())" : "") }
      """
    }
    add(3, "path") {
      switch below(3) {
      case 0: path()
      case 1: "{ \"ellipse\": \(rect()) }"
      default: "{ \"rect\": \(rect()), \"cornerRadius\": \(list(4) { $0.length() }) }"
      }
    }
    add(4, "fillColor") { color() }
    add(3, "strokeColor") { color() }
    add(4, "lineWidth") { length() }
    add(5, "lineCap") { pick(["\"round\"", "\"square\""]) }
    add(5, "lineJoin") { pick(["\"round\"", "\"bevel\""]) }
    add(6, "lineDashPattern") { "[\(length()), 1, \(length())]" }
    add(8, "lineDashPhase") { number() }
    add(6, "strokeStart") { fraction() }
    add(6, "strokeEnd") { fraction() }
    return members
  }

  private mutating func layer(_ number: Int, _ depth: Int) -> String {
    var members = ["\"id\": \"l\(number)\"", "\"frame\": \(rect())"] + properties()
    switch below(8) {
    case 0: members.append("\"contents\": { \"color\": \(color()) }")
    case 2 where oneIn(3):
      members.append(
        "\"contents\": { \"text\": \"Ag\", \"size\": 12, \"gradient\": \(gradient()) }")
    case 1: members.append("\"contents\": { \"gradient\": \(gradient()) }")
    default: break
    }
    if depth < 2, oneIn(3) {
      members.append("\"sublayers\": [\(layer(number * 10 + 11, depth + 1))]")
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  mutating func document() -> String {
    var layers: [String] = []
    for i in 0..<1 + below(4) { layers.append(layer(i, 0)) }
    time = pick([0, 0.3, 0.5, 1])
    let last = (properties() + ["\"opacity\": \(fraction())"]).reversed()
    // If a key occurs twice, the last one is kept.
    var seen: Set<Substring> = []
    let frame = last.filter { member in
      let isKeyframes = !["shadowPath", "contentsGravity"].contains { member.hasPrefix("\"\($0)") }
      return isKeyframes && seen.insert(member.prefix { $0 != ":" }).inserted
    }
    return """
      { "version": 1, "duration": 1,
        "canvas": { "size": [\(8 + below(60)), \(8 + below(60))], "scale": \(pick(["1", "2", "1.5"])),
          "background": \(oneIn(3) ? gradient() : color()) },
        "layers": [
          \(layers.joined(separator: ",\n    ")) ],
        "timeline": { "targets": ["l0"], "duration": 1, "easing": "\(pick(["linear", "linear(0, 1, 0)", "easeOut"]))",
          "keyframes": [ { "opacity": 1 }, { \(frame.joined(separator: ", ")) } ] } }
      """
  }
}
