import Foundation
import Media
import TestSupport
import Testing

/// Tests Lottie files as contents: how they are drawn, filled, reported and refused.
@Suite struct LottieTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func document(_ contents: String, more: String = "", timeline: String = "") throws {
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [100, 100], "fps": 10 }, "duration": 2,
        "vars": { "accent": "#0000ff" },
        "layers": [ { "id": "box", "frame": [0, 0, 100, 100]\(more), "contents": \(contents) } ]
        \(timeline) }
      """, to: "doc.json")
  }

  private func pixels(_ arguments: [String] = []) throws -> [Data] {
    let result = try Program.pipeline(["run", "doc.json", "-o", "-"] + arguments, in: folder.url)
    try #require(result.status == 0, "\(result.errors)")
    let size = 100 * 100 * 4
    return stride(from: 0, to: result.data.count, by: size).map {
      result.data.subdata(in: $0..<$0 + size)
    }
  }

  /// Returns, for every frame of a run, the position of the square's middle in tens of points; nil if there is no square.
  private func shown(_ arguments: [String] = []) throws -> [Int?] {
    try pixels(arguments).map { frame in
      let inside: [Int] = (0..<100).filter { x in
        let byte = 50 * 400 + 4 * x + 1
        return frame[byte] < 128
      }
      guard let first = inside.first, let last = inside.last else { return nil }
      return (first + last + 1) / 20
    }
  }

  @Test func maps() throws {
    try folder.write(LottieFiles.square(), to: "box.json")
    let cases: [(String, [Int?])] = [
      (#""loop": "hold""#, (0..<20).map { min($0, 9) }),
      (#""loop": "forever""#, (0..<20).map { $0 % 10 }),
      (#""loop": "once""#, (0..<20).map { $0 < 10 ? $0 : nil }),
      (#""speed": 2, "loop": "forever""#, (0..<20).map { 2 * $0 % 10 }),
      (#""from": 0.3, "to": "80%", "loop": "forever""#, (0..<20).map { 3 + $0 % 5 }),
      (#""from": "4f", "at": 0.5"#, (0..<20).map { min(9, 4 + max(0, $0 - 5)) }),
      (#""marker": "middle", "loop": "forever""#, (0..<20).map { 2 + $0 % 4 }),
    ]
    for (keys, wanted) in cases {
      try document(#"{ "lottie": "box.json", \#(keys) }"#)
      let got = try shown()
      #expect(got == wanted, "\(keys): \(got)")
    }
    // Shards and threads show the same as the whole run, and so does a run in reverse.
    let whole = try pixels()
    #expect(try pixels(["--frames", "7-12"]) == Array(whole[7...12]))
    #expect(try pixels(["--jobs", "1"]) == whole)
    try document(
      #"{ "lottie": "box.json" }"#,
      timeline: """
        , "timeline": { "targets": ["box"], "duration": 1, "easing": "linear",
            "keyframes": [ { "contentsTime": 0.9 }, { "contentsTime": 0 } ] }
        """)
    let middles = (0...10).map { n -> Int? in (95 - 9 * n) / 10 }
    #expect(Array(try shown().prefix(11)) == middles)
  }

  /// Tests colours and texts from variables, an archive, an embedded picture, and the record of a run.
  @Test func fills() throws {
    let text = LottieFiles.square()
    try folder.write(text, to: "box.json")
    try document(#"{ "lottie": "box.json", "colors": { "Paint": "${accent}" } }"#)
    let blue = try pixels(["--frames", "4"])[0]
    #expect(Array(blue[50 * 400 + 4 * 45..<50 * 400 + 4 * 45 + 4]) == [0, 0, 255, 255])
    // The test is repeated with an archive that another program made.
    let contents = #"{"version":"2","animations":[{"id":"box"}]}"#
    try folder.write(contents, to: "manifest.json")
    try folder.write(text, to: "a/box.json")
    let zipped = try Program.tool(
      "python3", ["-m", "zipfile", "-c", "box.lottie", "manifest.json", "a/"], in: folder.url)
    try #require(zipped.status == 0, "\(zipped.summary)")
    try document(#"{ "lottie": "box.lottie", "colors": { "Paint": "${accent}" } }"#)
    #expect(try pixels(["--frames", "4"])[0] == blue)
    let recorded = try Program.pipeline(
      ["run", "doc.json", "-v", "-o", "x.png", "--manifest", "m.json"], in: folder.url)
    #expect(
      recorded.errors.contains(
        "box.lottie: 10 frames at 10 a second, 100×100 points"),
      "\(recorded.summary)")
    let manifest = String(decoding: try folder.data("m.json"), as: UTF8.self)
    #expect(manifest.contains(#""lottie": "cairo 1."#), "\(manifest)")
    // A picture beside the Lottie file is an input of the document, and may not be outside the folder.
    for (place, status) in [("red.png", Int32(0)), ("none.png", 0), ("../../x.png", 77)] {
      let members = #""assets":[{"id":"p","w":8,"h":8,"u":"","p":"\#(place)","e":0}],"#
      let layer = LottieFiles.layer(#""ty":2,"ind":1,"refId":"p""#)
      try folder.write(
        LottieFiles.square(layers: layer, members: members), to: "art/picture.json")
      let made = try Program.tool(
        "ffmpeg",
        ["-v", "error", "-y", "-f", "lavfi", "-i", "color=0x00ff00:s=8x8,format=rgb24"]
          + ["-frames:v", "1", "art/red.png"], in: folder.url)
      try #require(made.status == 0)
      try document(#"{ "lottie": "art/picture.json" }"#)
      let told = try Program.pipeline(["validate", "doc.json"], in: folder.url)
      #expect(told.status == status, "\(place): \(told.summary)")
      // A missing picture is left out, and is reported with its asset and layer.
      let words = #"picture "none.png" is not drawn: no file "art/none.png" (asset "p" in layer 0)"#
      #expect(told.errors.contains(words) == (place == "none.png"), "\(told.errors)")
      if place == "none.png" {
        let strict = try Program.pipeline(["validate", "--strict", "doc.json"], in: folder.url)
        #expect(strict.status == 65, "\(strict.summary)")
      }
      if place == "red.png" {
        let frame = try pixels(["--frames", "4"])[0]
        #expect(Array(frame[4 * 400 + 16..<4 * 400 + 20]) == [0, 255, 0, 255])
      }
    }
  }

  /// Tests a text from a variable in a font of the document.
  @Test func texts() throws {
    let layer = LottieFiles.layer(
      #""ty":5,"nm":"Title","ind":1,"t":{"d":{"k":[{"s":{"s":60,"f":"Foo","t":"e","j":0,"tr":0,"lh":60,"ls":0,"fc":[0,0,0]},"t":0}]},"p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}},"a":[]}"#,
      position: "[10,80]")
    let members =
      #""fonts":{"list":[{"fName":"Foo","fFamily":"Foo","fStyle":"Bold","ascent":75}]},"#
    try folder.write(LottieFiles.square(layers: layer, members: members), to: "box.json")
    let font = Program.root.appending(path: "Examples/headline/art/Headline.ttf")
    try FileManager.default.copyItem(at: font, to: folder.url.appending(path: "a.ttf"))
    func ink(_ contents: String) throws -> Int {
      try document(contents)
      let frame = try pixels(["--frames", "0"])[0]
      return stride(from: 0, to: frame.count, by: 4).count { frame[$0] < 128 }
    }
    let none = try ink(#"{ "lottie": "box.json" }"#)
    let own = try ink(#"{ "lottie": "box.json", "fonts": { "Foo": "a.ttf" } }"#)
    let given = try ink(
      #"{ "lottie": "box.json", "fonts": { "Foo": "a.ttf" }, "texts": { "Title": "Head${accent}" } }"#
    )
    #expect(none == 0 && own > 0 && given > own, "\(none), \(own), \(given)")
    let told = try Program.pipeline(["validate", "doc.json", "--set", "accent=x"], in: folder.url)
    #expect(told.status == 0 && !told.errors.contains("warning"), "\(told.summary)")
    // Fonts with cubic curves, as in OpenType's own outlines, work equally well.
    let openType = try #require(
      Data(base64Encoded: OpenTypeFont.base64, options: .ignoreUnknownCharacters))
    try openType.write(to: folder.url.appending(path: "a.otf"))
    let cubic = try ink(#"{ "lottie": "box.json", "fonts": { "Foo": "a.otf" } }"#)
    #expect(abs(cubic - own) < own / 4, "\(cubic), \(own)")
    try document(#"{ "lottie": "box.json" }"#)
    let warned = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(warned.errors.contains(#""fonts" gives "Foo" a font file"#), "\(warned.summary)")
    try document(#"{ "lottie": "box.json", "fonts": { "Foo": "box.json" } }"#)
    let wrong = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(
      wrong.status == 65 && wrong.errors.contains("the font has no outlines"), "\(wrong.summary)")
  }

  /// Tests a Lottie file that is named as another kind, and a file of another kind that is named as Lottie.
  @Test func saysWhatIsMeant() throws {
    try folder.write(LottieFiles.square(), to: "box.json")
    try folder.write("<svg xmlns='http://www.w3.org/2000/svg'/>", to: "a.svg")
    try folder.write(#"{"layers":[]}"#, to: "bad.json")
    let cases: [(contents: String, words: String)] = [
      (#"{ "image": "box.json" }"#, #"{ "lottie": "box.json" } plays it"#),
      (#"{ "video": "box.json" }"#, #"{ "lottie": "box.json" } plays it"#),
      (#"{ "lottie": "a.svg" }"#, #"{ "image": "a.svg" }"#),
      (#"{ "lottie": "bad.json" }"#, #"is not a Lottie file: "w""#),
      (#"{ "lottie": "doc.json" }"#, "is not a Lottie file"),
      (#"{ "lottie": "box.json", "marker": "midle" }"#, #"did you mean "middle"?"#),
      (#"{ "lottie": "box.json", "marker": "middle", "from": 1 }"#, #"remove "from""#),
      (##"{ "lottie": "box.json", "colors": { "Pain": "#000" } }"##, #"did you mean "Paint"?"#),
      (#"{ "lottie": "box.json", "texts": { "Title": "x" } }"#, "the file has none"),
      (#"{ "lottie": "box.json", "from": 5 }"#, "no part of the file is"),
    ]
    for (contents, words) in cases {
      try document(contents)
      let told = try Program.pipeline(["validate", "doc.json"], in: folder.url)
      #expect(told.status == 65 && told.errors.contains(words), "\(contents): \(told.summary)")
    }
    let document = try Program.pipeline(["run", "box.json"], in: folder.url)
    #expect(
      document.status == 65 && document.errors.contains(#"{ "lottie": "box.json" }"#),
      "\(document.summary)")
  }

  /// A helper that crashes or hangs causes one line of output.
  @Test(
    arguments: Effort.spread(
      [
        ("kill -SEGV $$", "pipeline-lottie was ended by signal 11 (Segmentation fault)"),
        ("exec sleep 100", "pipeline-lottie did not answer within 1 s and was killed"),
      ], test: 1))
  func aHelperThatFails(_ script: String, _ words: String) throws {
    try folder.install(Program.folder.appending(path: "pipeline"), as: "pipeline")
    try folder.writeProgram("#!/bin/sh\n\(script)\n", to: "pipeline-lottie")
    try folder.write(LottieFiles.square(), to: "box.json")
    try document(#"{ "lottie": "box.json" }"#)
    let told = try Program.run(
      folder.url.appending(path: "pipeline"),
      ["run", "doc.json", "-o", "-", "--media-timeout", "1"],
      in: folder.url)
    #expect(told.status == 65 && told.data.isEmpty, "\(told.summary)")
    #expect(told.errors.contains("box.json: \(words)\n"), "\(told.summary)")
    #expect(told.errors.split(separator: "\n").count == 1, "\(told.summary)")
  }

  /// An unsupported feature is reported once at the place that names the file, and is an error with --strict.
  @Test func warns() throws {
    let solid = LottieFiles.layer(
      ##""ty":1,"nm":"Veil","ind":2,"sw":9,"sh":9,"sc":"#000000""##, opacity: #""k":40,"x":"time""#)
    try folder.write(LottieFiles.square(layers: solid), to: "box.json")
    try document(#"{ "lottie": "box.json" }"#)
    let told = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(
      told.status == 0 && told.errors.contains("doc.json:") && told.errors.contains("expression")
        && told.errors.contains(#""Veil""#), "\(told.summary)")
    let strict = try Program.pipeline(
      ["run", "doc.json", "--strict", "-o", "x.png"], in: folder.url)
    #expect(strict.status == 65, "\(strict.summary)")
  }
}
