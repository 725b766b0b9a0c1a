import Documents
import JSON
import Scenes
import TestSupport
import Testing

/// Tests the contents of Lottie files, the values that replace them, and archives with Lottie files.
@Suite struct LottieTests {
  private func file(_ text: String) throws -> LottieFile { try LottieFile(Array(text.utf8)) }

  private func filled(
    _ file: LottieFile, colors: [String: Color] = [:], texts: [String: String] = [:],
    pictures: [String] = []
  ) -> String {
    var filling = LottieFile.Filling()
    filling.colors = colors
    filling.texts = texts
    return String(decoding: file.filledBytes(with: filling, pictures: pictures), as: UTF8.self)
  }

  @Test func says() throws {
    let file = try file(LottieFiles.square())
    #expect(file.size == Size(100, 100) && file.framesPerSecond == 10 && file.frameCount == 10)
    #expect(file.markers.map(\.name) == ["middle"])
    #expect(file.markers.first?.start == 2 && file.markers.first?.length == 4)
    #expect(file.colorNames == ["Box", "Mover", "Paint"])
    #expect(file.textNames.isEmpty)
  }

  /// A colour is replaced by the name of its paint, group or layer, by its slot, or by its value; nothing else changes.
  @Test func colors() throws {
    let text = LottieFiles.square()
    let plain = try file(text)
    #expect(filled(plain) == text)
    let blue = Color(red: 0, green: 0, blue: 1)
    let expected = text.replacing(#"{"a":0,"k":[1,0,0,1]}"#, with: #"{"a":0,"k":[0,0,1,1]}"#)
    for name in ["Paint", "Box", "Mover", "#ff0000", "#FF0000"] {
      #expect(plain.hasColor(name))
      #expect(filled(plain, colors: [name: blue]) == expected, "\(name)")
    }
    #expect(!plain.hasColor("#00ff00") && !plain.hasColor("Box 2"))
    // If several objects around a colour have given names, the innermost object's name counts.
    #expect(filled(plain, colors: ["Paint": blue, "Mover": .white]) == expected)
    let slotted = try file(LottieFiles.square(color: #"{"sid":"accent"}"#))
    #expect(slotted.colorNames.contains("accent"))
    #expect(
      filled(slotted, colors: ["accent": blue])
        == text.replacing(#"[1,0,0,1]"#, with: "[0,0,1,1]"))
    // A translucent colour sets the opacity, and an animated colour becomes constant.
    let half = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
    #expect(
      filled(plain, colors: ["Paint": half])
        == expected.replacing(
          #"[0,0,1,1]},"o":{"a":0,"k":100}"#, with: #"[0,0,1,1]},"o":{"a":0,"k":50}"#))
    let changing = try file(
      LottieFiles.square(color: #"{"a":1,"k":[{"t":0,"s":[255,0,0]},{"t":5,"s":[0,0,0]}]}"#))
    #expect(changing.hasColor("#000000"))
    #expect(filled(changing, colors: ["#ff0000": blue]) == expected)
    let solid = ##"{"ty":1,"nm":"Back","sc":"#FFEE00","ks":{"o":{"a":0,"k":100}}},"##
    let backed = try file(LottieFiles.square(layers: solid))
    #expect(
      filled(backed, colors: ["#ffee00": blue]).contains(##""nm":"Back","sc":"#0000ff","ks""##))
  }

  /// A gradient's stops are replaced by the gradient's name, all together, or by their colours.
  @Test func gradients() throws {
    func gradient(_ list: String) -> String {
      LottieFiles.square().replacing(
        #""ty":"fl","nm":"Paint","c":{"a":0,"k":[1,0,0,1]}"#,
        with: #""ty":"gf","nm":"Paint","t":1,"s":{"a":0,"k":[-10,0]},"e":{"a":0,"k":[10,0]},"#
          + #""g":{"p":2,"k":{"a":0,"k":[\#(list)],"sid":"two"}}"#)
    }
    let text = gradient("0,1,0,0, 1,0,0,0")
    let plain = try file(text)
    #expect(plain.colorNames == ["Paint", "two"] && filled(plain) == text)
    let blue = Color(red: 0, green: 0, blue: 1)
    #expect(plain.hasColor("#FF0000") && !plain.hasColor("Box") && !plain.hasColor("#0000ff"))
    #expect(filled(plain, colors: ["#FF0000": blue]) == gradient("0,0,0,1, 1,0,0,0"))
    for name in ["Paint", "two"] {
      #expect(filled(plain, colors: [name: blue]) == gradient("0,0,0,1, 1,0,0,1"))
    }
    // Alpha stops are added if there are none, and are reduced otherwise.
    let half = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
    #expect(
      filled(plain, colors: ["#000000": half]) == gradient("0,1,0,0, 1,0,0,1,0,1,1,0.5"))
    let faded = try file(gradient("0,1,0,0, 1,0,0,0,0,0.8,0.9,0.6"))
    #expect(
      filled(faded, colors: ["#000000": half]) == gradient("0,1,0,0, 1,0,0,1,0,0.8,0.9,0.3"))
    let changing = try file(
      text.replacing(
        #""k":[0,1,0,0, 1,0,0,0]"#,
        with: #""k":[{"t":0,"s":[0,1,0,0,1,0,0,0]},{"t":5,"s":[0,0,1,0,1,0,0,0]}]"#))
    #expect(
      filled(changing, colors: ["#00ff00": blue]).contains(
        #"{"t":0,"s":[0,1,0,0,1,0,0,0]},{"t":5,"s":[0,0,0,1,1,0,0,0]}"#))
    // A gradient that declares more stops than it has numbers has no colours.
    #expect(try file(text.replacing(#""p":2"#, with: #""p":3"#)).colorNames.isEmpty)
  }

  /// The value of a slot is drawn, whatever value is at the place that names the slot.
  @Test func slots() throws {
    let paint = #""ty":"fl","nm":"Paint","c":{"a":0,"k":[1,0,0,1]}"#
    func slotted(_ paints: String, slot: String, _ list: String) -> String {
      LottieFiles.square().replacing(paint, with: paints)
        .replacing(#""layers":"#, with: #""slots":{"\#(slot)":{"p":\#(list)}},"layers":"#)
    }
    func gradient(_ list: String) -> String { #"{"p":2,"k":{"a":0,"k":[\#(list)]}}"# }
    let blue = Color(red: 0, green: 0, blue: 1)
    for own in [
      #"{"sid":"two"}"#, #"{"p":2,"k":{"sid":"two"}}"#,
      #"{"p":2,"k":{"a":0,"k":[0,1,1,1, 1,1,1,1],"sid":"two"}}"#,
    ] {
      // Two paints share the slot.
      let paints = ["A", "B"].map { #"{"ty":"gf","nm":"\#($0)","t":1,"g":\#(own)}"# }
      let both = paints.joined(separator: ",").dropFirst().dropLast()
      let text = slotted(String(both), slot: "two", gradient("0,1,0,0, 1,0,0,0"))
      let plain = try file(text)
      #expect(plain.colorNames == ["A", "B", "two"] && !plain.hasColor("#ffffff"), "\(own)")
      let all = text.replacing("0,1,0,0, 1,0,0,0", with: "0,0,0,1, 1,0,0,1")
      for name in ["A", "B", "two"] { #expect(filled(plain, colors: [name: blue]) == all) }
      #expect(
        filled(plain, colors: ["#ff0000": blue])
          == text.replacing("0,1,0,0, 1,0,0,0", with: "0,0,0,1, 1,0,0,0"))
    }
    let solid = try file(
      slotted(
        #""ty":"fl","nm":"Paint","c":{"sid":"accent"}"#, slot: "accent",
        #"{"a":0,"k":[0,1,0,1]}"#))
    #expect(solid.hasColor("#00ff00") && solid.hasColor("accent"))
    #expect(filled(solid, colors: ["#00ff00": blue]).contains(#""c":{"a":0,"k":[0,0,1,1]}"#))
  }

  private static let title = """
    {"ty":5,"nm":"Title","t":{"d":{"k":[{"t":0,"s":{"t":"Hello","s":20}},{"t":5,"s":{"t":"Bye"}}]}}},
    """

  @Test func texts() throws {
    let file = try file(LottieFiles.square(layers: Self.title))
    #expect(file.textNames == ["Title"])
    let text = filled(file, texts: ["Title": "a \"quote\"\nand a line"])
    #expect(!text.contains("Hello") && !text.contains("Bye"))
    #expect(text.contains(#""s":{"t":"a \"quote\"\rand a line","s":20}"#), "\(text.prefix(400))")
    #expect(try LottieFile(Array(text.utf8)).textNames == ["Title"])
  }

  /// A font is replaced by a file; without a file, letters without outlines in the Lottie file are reported.
  @Test func fonts() throws {
    let members = """
      "fonts":{"list":[{"fName":"Foo-Bold","fFamily":"Foo"},{"fName":"Bar","fPath":"x","origin":0}]},
      "chars":[{"ch":"B","fFamily":"Foo"},{"ch":"y","fFamily":"Foo"},{"ch":"u","fFamily":"Bar"},
      {"ch":"u","fFamily":"Foo","t":1}],
      """
    let layer = #"{"ty":5,"nm":"Title","t":{"d":{"k":[{"s":{"t":"B y","f":"Foo-Bold"}}]}}},"#
    let file = try file(LottieFiles.square(layers: layer, members: members))
    #expect(file.fontNames == ["Bar", "Foo", "Foo-Bold"])
    var filling = LottieFile.Filling()
    #expect(file.undrawnTexts(with: filling) == [])
    filling.texts["Title"] = "Buy"
    #expect(
      file.undrawnTexts(with: filling) == [
        #"letters of the text "Title" cannot be drawn, because the file has no outlines for them: "#
          + #""fonts" gives "Foo-Bold" a font file"#
      ])
    filling.fonts = ["Foo": "data:a", "Bar": "data:b"]
    #expect(file.undrawnTexts(with: filling) == [])
    let text = String(decoding: file.filledBytes(with: filling, pictures: []), as: UTF8.self)
    #expect(
      text.contains(
        #"[{"fName":"Foo-Bold","fPath":"data:a","origin":3,"fFamily":"Foo"},"#
          + #"{"fName":"Bar","fPath":"data:b","origin":3}]"#), "\(text)")
  }

  @Test func pictures() throws {
    let members = """
      "assets":[{"id":"a","w":4,"h":4,"u":"images/","p":"a.png","e":0},
      {"id":"b","w":4,"h":4,"p":"data:image/png;base64,AA==","e":1}],
      """
    let file = try file(LottieFiles.square(members: members))
    #expect(file.pictures.map(\.path) == ["images/a.png", "b"])
    #expect(file.pictures.map(\.embedded) == [nil, "data:image/png;base64,AA=="])
    #expect(LottieFile.path(of: file.pictures[0], beside: "art/x.json") == "art/images/a.png")
    let text = filled(file, pictures: ["picture:0", "picture:1"])
    #expect(text.contains(#""u":"","p":"picture:0","e":1}"#))
    #expect(text.contains(#""h":4,"p":"picture:1","e":1}"#))
  }

  @Test(arguments: [
    "", "{", "[]", "{}", #"{"layers":[]}"#, #"{"layers":[],"w":0,"h":4,"fr":30,"ip":0,"op":9}"#,
    #"{"layers":[],"w":4,"h":4,"fr":30,"ip":9,"op":9}"#, #"{"layers":{},"w":4}"#,
  ])
  func refuses(_ text: String) {
    #expect(throws: LottieFile.Fault.self) { try file(text) }
  }

  @Test func namesInArchives() {
    func names(_ manifest: String) -> [String] {
      LottieArchive.animationNames(manifest: Array(manifest.utf8))
    }
    let both = #""animations":[{"id":"one"},{"id":"two"}]"#
    #expect(
      names("{\(both)}")
        == ["a/one.json", "animations/one.json", "a/two.json", "animations/two.json"])
    #expect(names(#"{\#(both),"activeAnimationId":"two"}"#).first == "a/two.json")
    #expect(names(#"{\#(both),"initial":{"animation":"two"}}"#).first == "a/two.json")
    #expect(names("\u{FEFF}{\(both)}").first == "a/one.json")
    #expect(names("{}").isEmpty && names("no").isEmpty)
    func themes(_ manifest: String) -> [String] {
      LottieArchive.themeNames(manifest: Array(manifest.utf8))
    }
    #expect(themes("{\(both)}").isEmpty)
    let themed = #""animations":[{"id":"one"},{"id":"two","initialTheme":"dark"}]"#
    #expect(themes(#"{\#(themed),"initial":{"animation":"two"}}"#).first == "t/dark.json")
    #expect(
      LottieArchive.pictureNames("/images/p.png") == ["i/p.png", "images/p.png", "images/p.png"])
  }
}
