import Foundation
import TestSupport
import Testing

/// Tests the messages for invalid documents: the exact line, and the exit status.
@Suite struct BrokenDocumentTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var line: String
    var status: Int32 = 65
    var testDescription: String { name }
  }

  private static func step(_ step: String, more: String = "", duration: String = "1") -> String {
    """
    { "version": 1, "canvas": { "size": [100, 100] },
      "layers": [ { "id": "box", "frame": [0, 0, 10, 10], "backgroundColor": "#f00" } ],
      "duration": \(duration),
      "timeline": { "parallel": [
        \(step)\(more)
      ] } }
    """
  }

  private static func output(_ output: String) -> String {
    """
    { "version": 1, "canvas": { "size": [16, 16] }, "duration": 1, "layers": [],
      "outputs": [ \(output) ] }
    """
  }

  static let cases: [Case] = [
    Case(
      name: "syntax", text: "{ \"version\": 1,\n  \"layers\": [ }",
      line: "doc.json:2:15: expected a value or \"]\", found \"}\""),
    Case(
      name: "duplicate key", text: "{ \"version\": 1,\n  \"version\": 1, \"layers\": [] }",
      line: "doc.json:2:3: /version: the key \"version\" appears twice"),
    Case(
      name: "unknown key", text: "{ \"version\": 1,\n  \"layrs\": [] }",
      line: "doc.json:2:3: /layrs: a document has no key \"layrs\"; did you mean \"layers\"?"),
    Case(
      name: "unknown animator",
      text: step(#"{ "animator": "move-and-scael", "layers": { "subject": "box" } }"#),
      line:
        "doc.json:5:19: /timeline/parallel/0/animator: no animator \"move-and-scael\"; "
        + "did you mean \"move-and-scale\"?"),
    Case(
      name: "unknown role",
      text: step(#"{ "animator": "shadow-lift", "layers": { "subjekt": "box" } }"#),
      line:
        "doc.json:5:46: /timeline/parallel/0/layers/subjekt: shadow-lift has no role \"subjekt\"; "
        + "did you mean \"subject\"?"),
    Case(
      name: "unknown layer",
      text: step(#"{ "animator": "shadow-lift", "layers": { "subject": "bx" } }"#),
      line:
        "doc.json:5:57: /timeline/parallel/0/layers/subject: no layer \"bx\"; did you mean \"box\"?"
    ),
    Case(
      name: "wrong type",
      text: step(
        #"{ "animator": "shadow-lift", "layers": { "subject": "box" }, "params": { "opacity": "much" } }"#
      ),
      line: "doc.json:5:89: /timeline/parallel/0/params/opacity:"),
    Case(
      name: "out of range",
      text: step(
        #"{ "animator": "shadow-lift", "layers": { "subject": "box" }, "params": { "opacity": 7 } }"#
      ),
      line:
        "doc.json:5:89: /timeline/parallel/0/params/opacity: opacity is 7: a fraction from 0 to 1"),
    Case(
      name: "missing image",
      text: #"""
        { "version": 1,
          "layers": [ { "contents": { "image": "no.png" } } ] }
        """#,
      line: "doc.json:2:40: /layers/0/contents/image: no file \"no.png\"", status: 66),
    Case(
      name: "circle of labels",
      text: step(
        #"{ "id": "a", "at": { "after": "b" }, "animator": "shadow-lift", "layers": { "subject": "box" }, "duration": 0.1 }"#,
        more: #"""
          ,
              { "id": "b", "at": { "after": "a" }, "animator": "shadow-lift", "layers": { "subject": "box" }, "duration": 0.1 }
          """#),
      line: "doc.json:5:24: /timeline/parallel/0/at: `at` has a cycle through \"a\""),
    Case(
      name: "step past the end",
      text: step(
        #"{ "animator": "shadow-lift", "layers": { "subject": "box" }, "at": 0.8, "duration": 0.5 }"#
      ),
      line:
        "doc.json:5:5: /timeline/parallel/0: the step ends at 1.3 s, after the end at 1 s"),
    Case(
      name: "two steps on one property",
      text: step(
        #"{ "id": "one", "animator": "shadow-lift", "layers": { "subject": "box" }, "duration": 0.5 }"#,
        more: #"""
          ,
              { "at": 0.25, "animator": "shadow-lift", "layers": { "subject": "box" }, "duration": 0.5 }
          """#),
      line:
        "doc.json:6:5: /timeline/parallel/1: animates shadowColor of \"box\" while \"one\" at line 5 "
        + "(/timeline/parallel/0) still does"),
    Case(
      name: "size overflow",
      text: #"{ "version": 1, "canvas": { "size": [70000, 70000] }, "layers": [] }"#,
      line: "doc.json:1:38: /canvas/size/0:"),
    Case(
      name: "path out of the folder",
      text: #"""
        { "version": 1,
          "layers": [ { "contents": { "image": "../secret.png" } } ] }
        """#,
      line:
        "doc.json:2:40: /layers/0/contents/image: \"../secret.png\" leaves the document's folder",
      status: 77),
  ]

  /// The cases in which an output requests a feature that its format does not support.
  static let outputCases: [Case] = [
    Case(
      name: "loop of a video", text: output(#"{ "path": "a.mp4", "loop": 2 }"#),
      line: "doc.json:2:43: /outputs/0/loop: \"loop\" is for .gif, .apng and .webp, not for a.mp4"),
    Case(
      name: "loop of numbered pictures", text: output(#"{ "path": "a%02d.png", "loop": true }"#),
      line: "doc.json:2:47: /outputs/0/loop: \"loop\" is for .gif, .apng and .webp"),
    Case(
      name: "quality of a lossless file", text: output(#"{ "path": "a.y4m", "quality": 0.5 }"#),
      line:
        "doc.json:2:46: /outputs/0/quality: \"quality\" has no effect on a.y4m: this format is "
        + "not compressed"
    ),
    Case(
      name: "quality of a GIF", text: output(#"{ "path": "a.gif", "quality": 0.5 }"#),
      line: "doc.json:2:46: /outputs/0/quality: \"quality\" has no effect on a.gif: a GIF"),
    Case(
      name: "unknown format", text: output(#"{ "path": "a.xyz" }"#),
      line: "doc.json:2:26: /outputs/0/path: a.xyz: unknown ending .xyz"),
  ]

  @Test(arguments: Effort.spread(cases, test: 12)) func saysWhere(_ broken: Case) throws {
    try check(broken, [["validate", "doc.json"], ["run", "doc.json", "-o", "out.png"]])
  }

  @Test(arguments: Effort.spread(outputCases, test: 4)) func saysWhichOutput(_ broken: Case) throws
  {
    try check(broken, [["validate", "doc.json"], ["run", "doc.json"]])
  }

  private func check(_ broken: Case, _ commands: [[String]]) throws {
    let folder = try Folder()
    try folder.write(broken.text, to: "doc.json")
    for command in commands {
      let result = try Program.pipeline(command, in: folder.url)
      #expect(result.status == broken.status, "\(result.summary)")
      #expect(result.errors.hasPrefix("error: \(broken.line)"), "\(result.summary)")
      #expect(result.output.isEmpty)
    }
    #expect(try folder.files() == ["doc.json"])
  }

  @Test func reportsEveryProblemAtOnce() throws {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "fps": -1 },
        "layers": [ { "id": "box", "opacity": 2 } ],
        "colour": 1 }
      """, to: "doc.json")
    let result = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(result.status == 65)
    #expect(result.errors.split(separator: "\n").count == 3, "\(result.summary)")
  }

  @Test func usageIs64() throws {
    for arguments in [
      ["run"], ["frame", "pipeline.json", "-o", "x.png"],
      ["run", "pipeline.json", "--frames", "9-0"],
      ["run", "pipeline.json", "--fps", "-3"], ["run", "pipeline.json", "-o", "x.tga"],
      ["frame", "pipeline.json", "--at", "7", "-o", "x.png"], ["dance"],
    ] {
      let result = try Program.pipeline(arguments)
      #expect(result.status == 64, "\(arguments): \(result.summary)")
    }
    #expect(try Program.pipeline(["run", "nowhere.json"]).status == 66)
  }
}
