import Documents
import JSON
import Testing

/// Tests the problems of a document's values, with the exact line that is printed.
@Suite struct ProblemTests {
  @Test(arguments: [
    (
      #"{"version": 1, "canvs": {}}"#,
      #"1:16: /canvs: a document has no key "canvs"; did you mean "canvas"?"#
    ),
    ("{}", #"1:1: a document needs "version""#),
    (#"{"version": 2}"#, "1:13: /version: expected version 1, found 2"),
    (
      #"{"version": 1, "canvas": {"size": [20000, 1]}}"#,
      "1:36: /canvas/size/0: expected a number above 0 and up to 16384, found 20000"
    ),
    (
      #"{"version": 1, "canvas": {"size": [9000, 1], "scale": 2}}"#,
      "1:35: /canvas/size: the canvas has 18000 by 2 pixels; each side must be from 1 to 16384"
    ),
    (
      #"{"version": 1, "canvas": {"size": [0, 0]}}"#,
      "1:36: /canvas/size/0: expected a number above 0 and up to 16384, found 0"
    ),
    (
      #"{"version": 1, "canvas": {"fps": -3}}"#,
      "1:34: /canvas/fps: expected a number from 0.001 to 1000, found -3"
    ),
    (
      #"{"version": 1, "timeline": [], "duration": 1e6}"#,
      "1:44: /duration: 60000000 frames; at most 1000000; --limit frames=N allows more"
    ),
    (
      #"{"version": 1, "transition": {}}"#,
      #"1:30: /transition: "transition" needs "screens""#
    ),
    (
      #"{"version": 1, "screens": {"from": {}, "to": {}}, "transition": {"operation": "posh"}}"#,
      #"1:79: /transition/operation: expected one of "push", "pop", "present", "dismiss", "none", found "posh"; did you mean "push"?"#
    ),
    (
      #"{"version": 1, "outputs": [{"path": "a.gif"}, {"path": "a.gif"}]}"#,
      "1:56: /outputs/1/path: the path is already used by the output in line 1"
    ),
    (
      #"{"version": 1, "checks": [{"at": 0}]}"#,
      #"1:27: /checks/0: a check needs either "layer" with values, or only "equals""#
    ),
  ])
  func ofDocuments(text: String, line: String) {
    #expect(problems(text).first == "d.json:" + line)
  }

  @Test(arguments: [
    (
      #""opacty": 1"#,
      #"2:1: /layers/0/opacty: a layer has no key "opacty"; did you mean "opacity"?"#
    ),
    (#""opacity": 2"#, "2:12: /layers/0/opacity: expected a number from 0 to 1, found 2"),
    (#""opacity": "1""#, #"2:12: /layers/0/opacity: expected a number from 0 to 1, found "1""#),
    (#""hidden": 1"#, "2:11: /layers/0/hidden: expected true or false, found 1"),
    (
      #""frame": [0, 0, -1, 2]"#,
      "2:10: /layers/0/frame: expected a width and a height of 0 or more"
    ),
    (
      #""frame": [0, 0, 1, 2], "position": [1, 2]"#,
      #"2:36: /layers/0/position: "frame" and "position" both set the same value; keep one"#
    ),
    (#""id": "from""#, #"2:7: /layers/0/id: the id "from" belongs to a screen"#),
    (#""contents": "poster""#, #"2:13: /layers/0/contents: no asset "poster" in "assets""#),
    (
      #""contents": {"image": "../a.png"}"#,
      #"2:23: /layers/0/contents/image: "../a.png" leaves the document's folder"#
    ),
    (
      #""contents": {"image": "/a.png"}"#,
      #"2:23: /layers/0/contents/image: "/a.png" is an absolute path"#
    ),
    (
      #""contents": {"image": "a\u0000.png"}"#,
      "2:23: /layers/0/contents/image: a path with a NUL"
    ),
    (
      #""backgroundColor": "blu""#,
      ##"2:20: /layers/0/backgroundColor: expected a colour such as "#ff8800", "rgb(255, 136, 0)" or "white", found "blu"; did you mean "blue"?"##
    ),
    (
      #""mask": {"elipse": [0, 0, 1, 1]}"#,
      #"2:10: /layers/0/mask/elipse: a mask has no key "elipse"; did you mean "ellipse"?"#
    ),
    (
      #""mask": {"path": "M 0 0 A 1 1"}"#,
      "2:18: /layers/0/mask/path: expected a number at character 12 of the path"
    ),
    (
      #""translate": [2000000, 1]"#,
      #"2:15: /layers/0/translate/0: expected a number of points from -1000000 to 1000000, or a percent from -1000000% to 1000000%, found 2000000"#
    ),
    (
      #""cornerRadius": "-3%""#,
      #"2:17: /layers/0/cornerRadius: expected a number of points from 0 to 1000000, or a percent from 0% to 1000000%, found "-3%""#
    ),
    (
      #""mask": {"path": "M 0 3e7"}"#,
      "2:18: /layers/0/mask/path: expected a number from -1000000 to 1000000 at character 5 of the path"
    ),
    (
      #""transform": [1, 2]"#,
      "2:14: /layers/0/transform: expected a matrix of 16 numbers, m11 to m44, found a list of 2 values"
    ),
    (
      #""sublayers": [{"id": "b"}, {"id": "b"}]"#,
      #"2:35: /layers/0/sublayers/1/id: the id "b" is already used at line 2"#
    ),
  ])
  func ofLayers(members: String, line: String) {
    let found = problems(layered(members))
    #expect(found.count == 1)
    #expect(found.first == "d.json:" + line)
  }

  @Test(arguments: [
    (
      #"{"anmator": "x"}"#,
      #"2:14: /timeline/anmator: a step has no key "anmator"; did you mean "animator"?"#
    ),
    (
      #"{"animator": "x", "sequence": []}"#,
      #"2:43: /timeline/sequence: a step cannot have both "animator" and "sequence""#
    ),
    (
      #"{}"#,
      #"2:13: /timeline: a step needs one of "animator", "keyframes", "sequence", "parallel", "stagger""#
    ),
    (
      #"{"animator": "x", "easing": "linear(0, 2000)"}"#,
      #"2:41: /timeline/easing: expected linear() of 2 to 10000 stops, each a number from -1000 to 1000 and up to two percents from -100000% to 100000%, found "linear(0, 2000)""#
    ),
    (
      #"{"animator": "x", "easing": "cubic-bezier(2, 0, 0, 1)"}"#,
      #"2:41: /timeline/easing: expected cubic-bezier(x1, y1, x2, y2) with x1 and x2 from 0 to 1, y1 and y2 from -1000 to 1000, found "cubic-bezier(2, 0, 0, 1)""#
    ),
    (
      #"{"animator": "x", "duration": "12"}"#,
      #"2:43: /timeline/duration: expected a duration: seconds, "120ms", "12f" or "17%", found "12""#
    ),
    (
      #"{"animator": "x", "duration": -1}"#,
      #"2:43: /timeline/duration: expected a duration from 0 to 31536000 s, 1000000000 frames or 100000%, found -1"#
    ),
    (
      #"{"keyframes": [{"opacity": 0, "offset": 1}, {"opacity": 1, "offset": 0}]}"#,
      "2:27: /timeline/keyframes: the offsets of the keyframes do not ascend"
    ),
    (
      #"{"animator": "x", "easing": {"spring": {"mass": 1, "bounce": 0}}}"#,
      #"2:74: /timeline/easing/spring/bounce: "mass" and "bounce" belong to different forms of springs and cannot be combined"#
    ),
    (
      #"{"animator": "x", "easing": {"spring": {"duration": 1, "stiffness": 9}}}"#,
      #"2:81: /timeline/easing/spring/stiffness: "stiffness" and "duration" belong to different forms of springs and cannot be combined"#
    ),
    (
      #"{"animator": "x", "at": {"wiht": "a"}}"#,
      #"2:38: /timeline/at/wiht: a relation has no key "wiht"; did you mean "with"?"#
    ),
    (
      #"[{"id": "s", "parallel": []}, {"id": "s", "parallel": []}]"#,
      #"2:50: /timeline/1/id: the label "s" is already used at line 2"#
    ),
    (
      #"{"stagger": {"each": 1, "amount": 2}, "targets": "a", "step": {"sequence": []}}"#,
      #"2:25: /timeline/stagger: a stagger needs exactly one of "each" and "amount""#
    ),
  ])
  func ofSteps(step: String, line: String) {
    #expect(problems(stepped(step)) == ["d.json:" + line])
  }

  /// Tests numbers at the limits of doubles, in each kind of place.
  @Test(arguments: [
    (
      #"{"version": 1, "canvas": {"fps": 1e-11}, "duration": "1f"}"#,
      "1:34: /canvas/fps: expected a number from 0.001 to 1000, found 1e-11"
    ),
    (
      #"{"version": 1, "canvas": {"fps": 1e-300}}"#,
      "1:34: /canvas/fps: expected a number from 0.001 to 1000, found 1e-300"
    ),
    (
      #"{"version": 1, "canvas": {"fps": 4.9e-324}}"#,
      "1:34: /canvas/fps: expected a number from 0.001 to 1000, found 4.9e-324"
    ),
    (
      #"{"version": 1, "outputs": [{"path": "a.gif", "fps": 1e-9}]}"#,
      "1:53: /outputs/0/fps: expected a number from 0.001 to 1000, found 1e-9"
    ),
    (
      #"{"version": 1, "duration": 1e300}"#,
      #"1:28: /duration: expected a duration from 0 to 31536000 s, 1000000000 frames or 100000%, found 1e300"#
    ),
    (
      #"{"version": 1, "duration": "1e308f"}"#,
      #"1:28: /duration: expected a duration from 0 to 31536000 s, 1000000000 frames or 100000%, found "1e308f""#
    ),
    (
      #"{"version": 1, "duration": "1e300ms"}"#,
      #"1:28: /duration: expected a duration from 0 to 31536000 s, 1000000000 frames or 100000%, found "1e300ms""#
    ),
    (
      #"{"version": 1, "seed": 1e19}"#,
      "1:24: /seed: expected a whole number from 0 to 9007199254740991, found 1e19"
    ),
    (
      #"{"version": 1, "outputs": [{"path": "a.png", "sheet": [0], "columns": 9223372036854775808}]}"#,
      "1:71: /outputs/0/columns: expected a whole number from 1 to 1000, found 9223372036854775808"
    ),
    (
      #"{"version": 1, "outputs": [{"path": "a.gif", "loop": -1e300}]}"#,
      "1:54: /outputs/0/loop: expected a whole number from 0 to 65535, found -1e300"
    ),
  ])
  func ofNumbersThatDoNotFit(text: String, line: String) {
    #expect(problems(text).first == "d.json:" + line)
  }

  @Test(arguments: [
    (
      #"{"animator": "x", "easing": {"spring": {"mass": 1e-300, "stiffness": 1e9}}}"#,
      "2:61: /timeline/easing/spring/mass: expected a number from 1e-06 to 1000000, found 1e-300"
    ),
    (
      #"{"animator": "x", "easing": {"spring": {"response": 5e-324}}}"#,
      "2:65: /timeline/easing/spring/response: expected a number from 1e-06 to 86400, found 5e-324"
    ),
    (
      #"{"stagger": {"each": 1, "from": 1e300}, "targets": "a", "step": {"sequence": []}}"#,
      #"2:45: /timeline/stagger/from: expected one of "start", "center", "end", "edges", "random", or the index of a target, found 1e300"#
    ),
  ])
  func ofNumbersInSteps(step: String, line: String) {
    #expect(problems(stepped(step)).first == "d.json:" + line)
  }

  @Test func allAreFoundAtOnceInOrder() {
    let found = problems(
      """
      {"version": 1,
       "timeline": {"animator": 5},
       "layers": [{"opacity": 3}, {"zPosition": "a"}],
       "seeds": 1}
      """)
    #expect(
      found.map { $0.split(separator: " ")[0] } == [
        "d.json:2:27:", "d.json:3:25:", "d.json:3:43:", "d.json:4:2:",
      ])
  }

  @Test func limitsStopBeforeTheyCost() {
    let layers = String(repeating: "{},", count: 10_000) + "{}"
    #expect(
      problems(#"{"version": 1, "layers": [\#(layers)]}"#).first
        == "d.json:1:26: /layers: expected at most 10000 layers, found 10001; "
        + "--limit layers=N allows more")
  }

  @Test func kindsDecideTheStatus() throws {
    func kind(_ text: String, files: Bool = true) -> Problem.Kind? {
      var reader = DocumentReader()
      reader.checksFiles = files
      do throws(DocumentFailure) {
        _ = try reader.read(bytes: Array(text.utf8), file: "d.json", folder: fixtures)
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(kind(layered(#""contents": {"image": "none.png"}"#)) == .missing)
    #expect(kind(layered(#""contents": {"image": "../x.png"}"#)) == .notAllowed)
    #expect(kind(layered(#""contents": {"image": "sketch.json"}"#)) == nil)
    #expect(kind(layered(#""contents": {"image": "."}"#)) == .fault)
    #expect(kind("{") == .fault)
    do throws(DocumentFailure) {
      _ = try DocumentReader().read(path: "none/none.json")
      Issue.record("read")
    } catch {
      #expect(error.kind == .missing)
      #expect(error.description == "none/none.json:1:1: no such file")
    }
  }
}
