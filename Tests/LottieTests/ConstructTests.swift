import Documents
import Foundation
import JSON
import Lottie
import LottieSupport
import Media
import Scenes
import TestSupport
import Testing

/// Tests Lottie files with one construct each against the recorded pictures of lottie-web, which `make oracle` writes.
@Suite struct ConstructTests {
  private static let record = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/constructs.txt")

  @Test func asRecorded() throws {
    let lines = try String(contentsOf: Self.record, encoding: .utf8).split(separator: "\n")
    let known = Dictionary(
      uniqueKeysWithValues: lines.map { line -> (String, Substring) in
        let words = line.split(separator: " ")
        return (String(words[0]), words[1])
      })
    let reader = LottieReader(helperPath: Program.folder.appending(path: "pipeline-lottie").path)
    var wrong: [String] = []
    for construct in LottieConstruct.all {
      let text = try #require(known[construct.name], "\(construct.name): make oracle writes it")
      let (pictures, said) = try LottieCells.drawn(construct, by: reader)
      guard text != "-", said.isEmpty, !LottieConstruct.playerLacks.contains(construct.name) else {
        continue
      }
      let theirs = stride(from: 0, to: text.utf8.count, by: 2).map { place in
        let start = text.index(text.startIndex, offsetBy: place)
        return Int(text[start...].prefix(2), radix: 16)!
      }
      let ours = pictures.flatMap(LottieCells.cells).map(Int.init)
      let sum = zip(ours, theirs).reduce(0) { $0 + abs($1.0 - $1.1) }
      // The limit is half a level more than for whole pictures, because of rounding.
      if ours.count != theirs.count || Double(sum) / Double(ours.count) > 1.5 {
        wrong.append("\(construct.name): \(Double(sum) / Double(ours.count))")
      }
    }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  /// Unsupported features are reported with their place.
  @Test(arguments: [
    ("expression", #"1 expression is not computed: the value beside it is drawn ("L")"#),
    ("effect-unknown", #"1 effect is not drawn ("E")"#),
    ("layer-depth", #"1 layer is drawn without depth ("L")"#),
    ("layer-style", #"1 layer style is not drawn ("L")"#),
    ("sound-layer", #"1 layer of sound, video or data is not drawn ("A")"#),
    ("missing-precomp", #"1 layer is not drawn: the file lacks its asset ("P")"#),
    ("twist", #"1 twist is not drawn ("L")"#),
    (
      "loop-in-cycle",
      "1 loop is drawn before its first key as After Effects repeats it, and not as lottie-web, "
        + #"which holds there ("L")"#
    ),
  ])
  func isTold(_ name: String, _ line: String) throws {
    let construct = try #require(LottieConstruct.all.first { $0.name == name })
    #expect(try LottieScene(bytes: construct.bytes).shortcomings == [line])
  }

  /// A reference to a missing object is reported with its layer, wherever the layer is.
  @Test(arguments: [
    (
      ##"{"ty":4,"nm":"A","ind":1,"parent":7}"##, "",
      #"without its parent, which the file lacks ("A")"#
    ),
    (
      ##"{"ty":4,"ind":4,"parent":7}"##, "",
      #"without its parent, which the file lacks ("layer 4")"#
    ),
    (
      ##"{"ty":0,"nm":"P","refId":"c"}"##,
      ##""assets":[{"id":"c","layers":[{"ty":4,"nm":"In","ind":1,"parent":9}]}],"##,
      #"without its parent, which the file lacks ("In")"#
    ),
    (
      ##"{"ty":4,"nm":"A","ind":1,"tt":1,"tp":9}"##, "",
      #"without its matte, which the file lacks ("A")"#
    ),
    (
      ##"{"ty":4,"nm":"A","ind":1,"ef":[{"ty":28,"ef":[{"ty":10,"v":{"k":9}}]}]}"##, "",
      #"without its matte, which the file lacks ("A")"#
    ),
    (
      ##"{"ty":4,"ind":1,"td":1},{"ty":4,"nm":"M","ind":2,"td":1,"tt":1},{"ty":4,"ind":3,"tt":1}"##,
      "",
      "1 matte is drawn within its own matte as After Effects does, and not as lottie-web, "
        + #"which leaves that out ("M")"#
    ),
    (
      ##"{"ty":4,"nm":"A","hasMask":true,"masksProperties":[{"mode":"a","x":{"k":-3},"pt":{"k":{"c":true,"v":[[0,0],[9,0],[0,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}]}"##,
      "",
      #"1 mask is expanded or shrunk evenly as in After Effects, and not as in lottie-web ("A")"#
    ),
    (
      ##"{"ty":4,"nm":"A","hasMask":true,"masksProperties":[{"mode":"a","x":{"k":3}},{"mode":"i"}]}"##,
      "",
      #"1 mask is expanded or shrunk evenly as in After Effects, and not as in lottie-web ("A")"#
    ),
    (
      ##"{"ty":4,"nm":"A","hasMask":true,"masksProperties":[{"mode":"d"},{"mode":"a","inv":true,"pt":{"k":{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}]}"##,
      "", "2 masks are inverted or combined as in After Effects, and not as in lottie-web"
    ),
    (
      ##"{"ty":4,"nm":"A","shapes":[{"ty":"mm","mm":3}]}"##, "",
      #"1 merge of paths is drawn as if all paths were added ("A")"#
    ),
    (
      ##"{"ty":4,"nm":"A","shapes":[{"ty":"fl","c":{"sid":"red"},"o":{"k":100}}]}"##, "",
      #"1 value is not as asked: the file lacks its slot ("red")"#
    ),
    (
      ##"{"ty":4,"nm":"A","ks":{},"ef":[{"ty":21,"ef":[{},{},{"v":{"k":[0,0,1],"x":"thisLayer"}}]}]}"##,
      "", #"1 expression is not computed: the value beside it is drawn ("A")"#
    ),
    (
      ##"{"ty":5,"nm":"T","t":{"d":{"k":[{"s":{"t":"a","f":"Q","s":9}}]},"p":{"m":2}}}"##,
      ##""fonts":{"list":[{"fName":"F","fFamily":"F"}]},"##,
      #"1 text is set straight, since its layer lacks the mask to follow ("T")"#
    ),
    (
      ##"{"ty":5,"nm":"T","t":{"d":{"k":[{"s":{"t":"a","f":"Q","s":9}}]}}}"##,
      ##""fonts":{"list":[{"fName":"F","fFamily":"F"}]},"##,
      #"1 text is set in the file's first font, since the file lacks the text's own ("T")"#
    ),
    (
      ##"{"ty":5,"nm":"T","t":{"d":{"k":[{"s":{"t":"a","f":"F","s":9}}]}}}"##,
      ##""fonts":{"list":[{"fName":"F","fFamily":"F","fPath":"data:font/ttf;base64,AAAA"}]},"##,
      #"1 text is drawn without letters that its font lacks ("T")"#
    ),
  ])
  func referencesAreTold(_ layers: String, _ members: String, _ words: String) throws {
    let text = """
      {"v":"5.9.0","fr":30,"ip":0,"op":60,"w":120,"h":100,\(members)"layers":[\(layers)]}
      """
    let lines = try LottieScene(bytes: Array(text.utf8)).shortcomings
    #expect(lines.contains { $0.contains(words) }, "\(lines)")
  }

  /// References to existing objects are not reported.
  @Test func referencesThatHoldAreNotTold() throws {
    let text = """
      {"v":"5.9.0","fr":30,"ip":0,"op":60,"w":120,"h":100,"slots":{"red":{"p":{"k":[1,0,0]}}},"layers":[
      {"ty":4,"ind":1,"parent":2,
      "ef":[{"ty":28,"ef":[{"v":{"k":0}}]},{"ty":5,"mn":"ADBE Slider Control","ef":[{"v":{"k":0,"x":"time"}}]}]},
      {"ty":4,"ind":2,"shapes":[{"ty":"fl","c":{"sid":"red"}},{"ty":"fl","c":{"sid":"own","k":[0,1,0]}}]},
      {"ty":4,"ind":3,"td":1},{"ty":4,"ind":4,"tt":1},{"ty":4,"ind":5,"tt":1,"tp":3}]}
      """
    #expect(try LottieScene(bytes: Array(text.utf8)).shortcomings == [])
  }

  /// A theme's rules replace the slots of the file; a rule of another kind is reported.
  @Test(arguments: [
    (#"{"id":"red","type":"Color","value":[1,0,0]}"#, [String]()),
    (
      #"{"id":"red","type":"Color","keyframes":[{"frame":0,"value":[1,0,0]},{"frame":9,"value":[0,0,1]}]}"#,
      []
    ),
    (#"{"id":"red","type":"Scalar"}"#, [#"1 rule of the theme is left out ("red")"#]),
    (
      #"{"id":"red","type":"Image","value":"x.png"}"#,
      [#"1 rule of the theme is left out ("red")"#]
    ),
  ])
  func rulesOfThemes(_ rule: String, _ told: [String]) throws {
    let text = """
      {"v":"5.9.0","fr":30,"ip":0,"op":60,"w":120,"h":100,"layers":[
      {"ty":4,"nm":"A","ind":1,"shapes":[{"ty":"fl","c":{"sid":"red"},"o":{"k":100}}]}]}
      """
    let node = try #require(LottieArchive.node(Array(text.utf8)))
    let theme = try #require(LottieArchive.node(Array("{\"rules\":[\(rule)]}".utf8)))
    let lines = try LottieScene(node, theme: theme).shortcomings
    #expect(lines.filter { !$0.contains("slot") } == told)
    #expect(lines.contains { $0.contains("slot") } == !told.isEmpty)
  }

  /// Loops depend only on the time; all other expressions are reported.
  @Test func loops() {
    #expect(Loop("var $bm_rt;\n$bm_rt = loopOut('cycle');")?.kind == .cycle)
    #expect(Loop("$bm_rt = loopIn(\"pingpong\", 2)")?.count == 2)
    #expect(Loop("loopOut()")?.isAfter == true)
    for text in ["time * 3", "loopOut('cycle') + 1", "loopOut(thing)", "loopOutDuration('cycle')"] {
      #expect(Loop(text) == nil, "\(text)")
    }
  }

  /// Tests a position that is 0 at 10 s and 100 at 20 s, before and after these keyframes.
  @Test(arguments: [
    ("loopIn('cycle')", [5.0: 50.0, 1: 10, -7: 30]),
    ("loopIn('pingpong')", [5: 50, 1: 90, -7: 30, -12: 20]),
    ("loopIn('offset')", [5: -50, -5: -150]), ("loopOut('cycle')", [21: 10, 39: 90]),
    ("loopOut('pingpong')", [21: 90, 39: 90, 45: 50]), ("loopOut('offset')", [25: 150, 35: 250]),
    ("loopOut('continue')", [25: 150]), ("loopIn('continue')", [5: -50]),
  ])
  func loopsInNumbers(_ expression: String, _ values: [Double: Double]) throws {
    for (time, wanted) in values {
      let text = """
        {"v":"5","fr":1,"ip":\(time),"op":60,"w":300,"h":9,"layers":[{"ty":4,"ip":-60,"op":60,"ks":{"o":{"a":1,
        "x":"\(expression)","k":[{"t":10,"s":[0],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":20,"s":[100]}]}},
        "shapes":[{"ty":"rc","s":{"k":[600,99]},"p":{"k":[0,0]},"r":{"k":0}},
        {"ty":"fl","c":{"k":[0,0,0]},"o":{"k":100}}]}]}
        """
      let drawing = try LottieDrawing(
        Array(text.utf8), path: "loop",
        by: LottieReader(helperPath: Program.folder.appending(path: "pipeline-lottie").path))
      let bitmap = try drawing.picture(step: 0, width: 300, height: 9)
      // Safety: the byte is the first pixel's alpha.
      let seen = unsafe Double(bitmap.pixels[3]) / 2.55
      #expect(abs(seen - min(max(wanted, 0), 100)) < 1, "\(expression) at \(time): \(seen)")
    }
  }

  /// Cycles and excessive files are refused when they are read, with the place.
  @Test(arguments: [
    (
      #"{"ty":3,"nm":"A","ind":1,"parent":2},{"ty":3,"nm":"B","ind":2,"parent":1}"#, "",
      "\"A\" is its own ancestor"
    ),
    (#"{"ty":3,"nm":"A","ind":1,"parent":1}"#, "", "\"A\" is its own ancestor"),
    (
      #"{"ty":0,"nm":"P","refId":"a"}"#, #"{"id":"a","layers":[{"ty":0,"nm":"Q","refId":"a"}]}"#,
      "asset \"a\" shows itself, by layer \"Q\""
    ),
    (
      #"{"ty":0,"nm":"P","refId":"a"}"#,
      #"{"id":"a","layers":[{"ty":0,"nm":"Q","refId":"b"}]},{"id":"b","layers":[{"ty":0,"nm":"R","refId":"a"}]}"#,
      "asset \"a\" shows itself, by layer \"R\""
    ),
    (
      #"{"ty":3,"nm":"A","ind":1,"tt":1,"tp":2},{"ty":3,"nm":"B","ind":2,"tt":1,"tp":1}"#, "",
      "\"A\" is its own matte"
    ),
    (
      #"{"ty":4,"nm":"S","shapes":[{"ty":"sr","sy":1,"pt":{"k":100000000},"or":{"k":9},"ir":{"k":4}}]}"#,
      "", "a star of 100000000 points in layer \"S\""
    ),
    (
      #"{"ty":4,"nm":"S","shapes":[{"ty":"el","s":{"k":[9,9]}},{"ty":"rp","c":{"k":1000000}}]}"#,
      "", "repeats 1000000 times in layer \"S\""
    ),
    (
      #"{"ty":4,"nm":"S","shapes":[{"ty":"el"},{"ty":"rp","c":{"k":5000}},{"ty":"rp","c":{"k":5000}}]}"#,
      "", "points at a time"
    ),
    (
      #"{"ty":4,"nm":"S","shapes":[{"ty":"el"},{"ty":"zz","s":{"k":3},"r":{"k":1e9}}]}"#, "",
      "a zig-zag of 1000000000 ridges in layer \"S\""
    ),
  ])
  func isRefused(_ layers: String, _ assets: String, _ words: String) throws {
    let text = """
      {"v":"5.9.0","fr":30,"ip":0,"op":60,"w":120,"h":100,"assets":[\(assets)],"layers":[\(layers)]}
      """
    let fault = #expect(throws: LottieScene.Fault.self) {
      try LottieScene(bytes: Array(text.utf8))
    }
    #expect(fault?.reason.contains(words) == true, "\(fault?.reason ?? "")")
  }

  /// Nested compositions that double at each level would draw 2⁵⁰ layers, which is reported at once.
  @Test func doublesAreCounted() throws {
    let assets = (0..<50).map { n in
      let inner = #"{"ty":0,"nm":"P","refId":"\#(n + 1)"}"#
      return #"{"id":"\#(n)","layers":[\#(inner),\#(inner)]}"#
    }
    let text = """
      {"v":"5","fr":30,"ip":0,"op":60,"w":9,"h":9,"assets":[\(assets.joined(separator: ",")),{"id":"50",
      "layers":[{"ty":4,"shapes":[]}]}],"layers":[{"ty":0,"refId":"0"}]}
      """
    let fault = #expect(throws: LottieScene.Fault.self) {
      try LottieScene(bytes: Array(text.utf8))
    }
    #expect(fault?.reason.contains("points at a time") == true)
  }
}
