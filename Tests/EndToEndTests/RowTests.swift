import Foundation
import Testing

/// Tests rows of data, where one document gives a file for each row.
@Suite struct RowTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func document() throws {
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [16, 16] },
        "vars": { "name": "nobody", "color": "#000000", "wide": 4, "round": false },
        "layers": [ { "frame": [0, 0, "${wide}", 16], "backgroundColor": "${color}" },
                    { "frame": [0, 0, 16, 8], "masksToBounds": "${round}",
                      "contents": { "text": "${name}" } } ] }
      """, to: "doc.json")
  }

  private func run(_ arguments: [String]) throws -> Program.Result {
    try Program.pipeline(["run", "doc.json"] + arguments, in: folder.url)
  }

  /// The file of each row equals the output of a run with --set.
  @Test(arguments: ["rows.csv", "rows.json"]) func fillsIn(_ name: String) throws {
    try document()
    try folder.write(
      "\u{FEFF}name,color,wide\r\n12,#ff0000,8\r\n\"Ann, \"\"A\"\"\",#00ff00,12\r\nc/d,#0000ff,16\r\n",
      to: "rows.csv")
    try folder.write(
      #"""
      [ { "name": "12", "color": "#ff0000", "wide": 8 },
        { "name": "Ann, \"A\"", "color": "#00ff00", "wide": 12 },
        { "name": "c/d", "color": "#0000ff", "wide": 16 } ]
      """#, to: "rows.json")
    let made = try run(["--data", name, "-o", "out/{row}-{name}.png"])
    #expect(made.status == 0, "\(made.summary)")
    #expect(try folder.files(in: "out") == ["1-12.png", "2-Ann, -A-.png", "3-c-d.png"])
    let single = try run([
      "--set", "name=12", "--set", "color=#ff0000", "--set", "wide=8", "-o", "single.png",
    ])
    #expect(single.status == 0, "\(single.summary)")
    #expect(try folder.data("single.png") == folder.data("out/1-12.png"))
    let some = try run(["--data", name, "--rows", "2-", "-o", "some/{row}.png"])
    #expect(some.status == 0)
    #expect(try folder.files(in: "some") == ["2.png", "3.png"])
  }

  /// With --resume, a run renders the rows that an earlier run did not render, or rendered from other inputs.
  @Test func resumes() throws {
    try document()
    func table(_ color: String) throws {
      try folder.write("name,color\na,#ff0000\nb,\(color)\nc,#0000ff\nd,#00ffff\n", to: "r.csv")
    }
    try table("#00ff00")
    let words = ["--data", "r.csv", "-o", "o/{name}.png", "--at", "0", "--resume"]
    #expect(try run(words).output.split(separator: "\n").count == 4)
    let again = try run(words)
    #expect(
      again.output.isEmpty && again.errors.contains("4 of 4 rows were rendered by an earlier run"))
    let kept = try folder.data("o/a.png")
    try FileManager.default.removeItem(atPath: folder.path("o/c.png"))
    try folder.write("damaged", to: "o/d.png")
    try table("#00ee00")
    let made = try run(words)
    #expect(
      made.output.split(separator: "\n").map { $0.prefix(7) } == ["o/b.png", "o/c.png", "o/d.png"],
      "\(made.summary)")
    #expect(try folder.data("o/a.png") == kept)
    // With other options all rows are rendered again; then only the fourth, whose record is incomplete.
    let other = try run(words + ["--set", "wide=8"])
    #expect(other.output.split(separator: "\n").count == 4, "\(other.summary)")
    let lines = String(decoding: try folder.data("o/rows.jsonl"), as: UTF8.self)
    try folder.write(String(lines.dropLast(9)), to: "o/rows.jsonl")
    #expect(try run(words + ["--set", "wide=8"]).output.hasPrefix("o/d.png"))
  }

  @Test func tellsAllFaultsAtOnce() throws {
    try document()
    try folder.write("name,wide,hue\na,x,1\nb,3,1\nc,true,1\n", to: "rows.csv")
    let made = try run(["--data", "rows.csv", "-o", "{row}.png"])
    #expect(made.status == 65)
    for words in [
      "row 1, column wide", "row 3, column wide",
    ] { #expect(made.errors.contains(words), "\(words) in \(made.errors)") }
    #expect(!made.errors.contains("row 2"))
    try folder.write("name,wide,hue\na,3,1\n", to: "rows.csv")
    let more = try run(["--data", "rows.csv", "-o", "more.png"])
    #expect(
      more.status == 0
        && more.errors.contains(
          "column hue: the document has no such "
            + "variable in \"vars\"")
    )
    try folder.write("name,wide\na,1\nb\n", to: "rows.csv")
    let short = try run(["--data", "rows.csv", "-o", "{row}.png"])
    #expect(short.status == 65 && short.errors.contains("rows.csv:3: row 2 has 1 values"))
    try folder.write("name\nAnn\nann\n", to: "rows.csv")
    let twins = try run(["--data", "rows.csv", "-o", "out/{name}.png"])
    #expect(twins.status == 64 && twins.errors.contains("would both be"), "\(twins.summary)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
  }

  /// A row cannot choose a plugin, name a variable, or lead to other files.
  @Test func fillsInValuesOnly() throws {
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [16, 16] }, "vars": { "what": "slide", "pic": "a.png" },
        "layers": [ { "id": "a", "frame": [0, 0, 16, 16], "contents": { "image": "${pic}" } } ],
        "timeline": { "animator": "${what}", "layers": { "target": "a" } } }
      """, to: "doc.json")
    try folder.write("what\nfold\n", to: "rows.csv")
    let choice = try run(["--data", "rows.csv", "-o", "{row}.png"])
    #expect(choice.status == 65 && choice.errors.contains("cannot choose"), "\(choice.summary)")
    try folder.write("pic\n../secret.png\n/etc/passwd\n", to: "rows.csv")
    let outside = try run(["--data", "rows.csv", "-o", "{row}.png"])
    #expect(outside.status != 0)
    #expect(outside.errors.contains("row 1") && outside.errors.contains("row 2"))
  }

  /// A wrong row is left out with a report if the user allows that; otherwise it is reported before any file is written.
  @Test func goesOn() throws {
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [8, 8] }, "vars": { "pic": "good.png" },
        "layers": [ { "frame": [0, 0, 8, 8], "contents": { "image": "${pic}" } } ] }
      """, to: "doc.json")
    try Program.tool(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=8x8", "-frames:v", "1", "good.png"],
      in: folder.url)
    try folder.write("text", to: "bad.png")
    try folder.write("pic\ngood.png\nbad.png\ngood.png\n", to: "rows.csv")
    let made = try run(["--data", "rows.csv", "-o", "out/{row}.png"])
    #expect(made.status == 65 && made.errors.contains("row 2"), "\(made.summary)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
    _ = try run(["--data", "rows.csv", "-o", "out/{row}.png", "--bad-rows", "skip"])
    #expect(try folder.files(in: "out") == ["1.png", "3.png", "bad-rows.csv"])
  }
}

/// Tests two hundred cards in the form in which a spreadsheet exports them.
@Suite struct CardTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [48, 32] },
        "vars": { "name": "nobody", "photo": "", "shade": "#ffffff", "wide": 4 },
        "layers": [
          { "frame": [0, 0, 16, 16], "contents": { "image": ["${photo}", "default.png"] } },
          { "frame": [16, 0, "${wide}", 16], "backgroundColor": "${shade}" },
          { "id": "name", "frame": [0, 16, 48, 16],
            "contents": { "text": "${name}", "size": 14, "fit": "shrink", "minSize": 2 } } ],
        "timeline": { "targets": "name", "duration": 0.5,
          "keyframes": [{ "opacity": 0 }, { "opacity": 1 }] },
        "outputs": [{ "path": "out/{row}-{name}.png" }] }
      """, to: "card.json")
    for (name, color) in [("default.png", "red"), ("own.png", "blue")] {
      try Program.tool(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "color=\(color):s=16x16", "-frames:v", "1", name],
        in: folder.url)
    }
    try folder.write("no picture", to: "broken.png")
  }

  private static let names = [
    "Ann", "Žofie", "Ελένη", "Иван", "אבי", "سارة", "प्रिया", "สมชาย", "美咲", "지우", "a/b: \"c\"; d",
  ]

  /// Returns 200 rows, 8 of them wrong, two of these for the same reason.
  private func table() -> String {
    var lines = ["\u{FEFF}name;photo;shade;wide;note"]
    for row in 1...200 {
      let name = "\(Self.names[row % Self.names.count]) \(row)"
      var cells = [
        "\"\(name.replacing("\"", with: "\"\""))\"", "", "#ff8000", "\(row % 9 + 1)", "x",
      ]
      switch row {
      case 5: cells[1] = "missing.png"
      case 6: cells[1] = "own.png"
      case 7, 107: cells[3] = "wide"
      case 30, 31, 32: cells[2] = "ochre"
      case 90: cells[1] = "broken.png"
      case 120: cells.removeLast()
      case 150: cells[1] = "../outside.png"
      default: break
      }
      lines.append(cells.joined(separator: ";"))
    }
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  @Test func makesTheRightOnes() throws {
    try folder.write(table(), to: "people.csv")
    let refused = try Program.pipeline(
      ["run", "card.json", "--data", "people.csv"], in: folder.url)
    #expect(refused.status == 65, "\(refused.summary)")
    for row in [7, 30, 107, 120, 150] {
      #expect(refused.errors.contains("row \(row)"), "row \(row): \(refused.errors)")
    }
    #expect(!(try folder.files().contains("out")))
    // A file that is not a picture ends the run before any output is written.
    try folder.write("name;photo\nAnn;own.png\nBo;broken.png\nCy;broken.png\n", to: "few.csv")
    let broken = try Program.pipeline(
      ["run", "card.json", "--data", "few.csv"], in: folder.url)
    #expect(broken.status == 65 && broken.errors.contains("row 2"), "\(broken.summary)")
    #expect(broken.errors.contains("row 3"), "\(broken.errors)")
    #expect(!(try folder.files().contains("out")))
    let made = try Program.pipeline(
      ["run", "card.json", "--data", "people.csv", "--bad-rows", "skip", "--at", "end"]
        + ["--sheet", "all.png"], in: folder.url)
    #expect(made.status == 0, "\(made.summary)")
    let files = try folder.files(in: "out")
    #expect(files.count == 193 && files.contains("bad-rows.csv"), "\(files.count)")
    let bad = String(decoding: try folder.data("out/bad-rows.csv"), as: UTF8.self)
    let lines = bad.split(separator: "\n")
    #expect(lines.count == 9 && lines[0].hasSuffix(";note;problem"), "\(bad)")
    let told = made.errors.split(separator: "\n").filter { $0.hasPrefix("warning: skipped: ") }
    for row in [7, 30, 31, 32, 90, 107, 120, 150] {
      #expect(told.count { $0.contains("row \(row)") } == 1, "row \(row): \(made.errors)")
      #expect(lines.contains { $0.contains("row \(row)") }, "\(bad)")
    }
    #expect(told.count == 8, "\(made.errors)")
    #expect(made.errors.contains("separated by semicolons") && made.errors.contains("column note"))
    #expect(made.output.contains("all.png  192 rows"), "\(made.output.suffix(200))")
    // Row 6 has its own picture, the others have the default picture, and every name is visible.
    #expect(
      files.contains("1-Žofie 1.png") && files.contains { $0.hasPrefix("10-a-b") }, "\(files)")
    let one = try Program.pipeline(
      [
        "frame", "card.json", "--data", "people.csv", "--rows", "6", "--at", "end", "-o", "six.png",
      ],
      in: folder.url)
    #expect(one.status == 0, "\(one.summary)")
    #expect(try folder.data("six.png") == folder.data("out/6-\(Self.names[6]) 6.png"))
    let plain = try Program.pipeline(
      ["run", "card.json", "--at", "end", "-o", "a.png"], in: folder.url)
    #expect(plain.status == 64 && plain.errors.contains("--at needs --data"), "\(plain.summary)")
  }

  /// A long text is made smaller until it fits, and is cut off only below its minimum size.
  @Test func shrinks() throws {
    func warnings(_ fit: String, _ size: Int = 40) throws -> Program.Result {
      try folder.write(
        """
        { "version": 1, "canvas": { "size": [200, 50] }, "layers": [ { "frame": [0, 0, 200, 50],
          "contents": { "text": "Mississippi Riverboat Company", "size": \(size)\(fit) } } ] }
        """, to: "long.json")
      return try Program.pipeline(
        ["frame", "long.json", "--at", "0", "-o", "long.png"], in: folder.url)
    }
    #expect(try warnings("").errors.contains("is cut"))
    #expect(try warnings(#", "fit": "shrink", "minSize": 8"#).errors == "")
    let shrunk = try folder.data("long.png")
    #expect(try warnings(#", "fit": "shrink", "minSize": 36"#).errors.contains("is cut"))
    // A text that fits is not changed.
    #expect(try warnings("", 12).errors == "")
    let plain = try folder.data("long.png")
    #expect(try warnings(#", "fit": "shrink""#, 12).errors == "")
    #expect(try folder.data("long.png") == plain)
    #expect(shrunk != plain)
    #expect(try warnings(#", "minSize": 10"#).status == 65)
  }
}

/// Tests other files in place of a document.
@Suite struct ForeignFileTests {
  @Test func saysWhatItIs() throws {
    let folder = try Folder()
    for (name, codec) in [
      ("a.mp4", "libx264"), ("a.webm", "libvpx"), ("a.gif", "gif"), ("a.png", "png"),
    ] {
      try Program.tool(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=16x16:r=5:d=0.2", "-frames:v", "1"]
          + ["-c:v", codec, name], in: folder.url)
      let told = try Program.pipeline(["run", name], in: folder.url)
      let key = name == "a.png" ? "image" : "video"
      #expect(
        told.status == 65 && told.errors.contains("{ \"\(key)\": \"\(name)\" }"), "\(told.summary)")
      #expect(told.errors.split(separator: "\n").count == 1)
    }
    try folder.write(
      #"{ "v": "5.7.0", "fr": 30, "ip": 0, "op": 60, "w": 10, "h": 10, "layers": [] }"#,
      to: "button.json")
    let lottie = try Program.pipeline(["run", "button.json"], in: folder.url)
    #expect(lottie.status == 65 && lottie.errors.contains("Lottie"), "\(lottie.summary)")
  }
}

/// Tests copies of a layer for the values of a list.
@Suite struct CopyTests {
  private func document(_ folder: Folder, _ layer: String, _ timeline: String = "") throws {
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [32, 32] }, "duration": 1,
        "vars": { "people": [{ "c": "#ff0000" }, { "c": "#00ff00" }, { "c": "#0000ff" }] },
        "layers": [ { "forEach": "${people}", "as": "p", "by": [0, 10], "layer": \(layer) } ]
        \(timeline) }
      """, to: "doc.json")
  }

  @Test func makesOneForEach() throws {
    let folder = try Folder()
    try document(
      folder, #"{ "id": "row", "frame": [2, 1, 8, 8], "backgroundColor": "${p.c}" }"#,
      """
      , "timeline": { "targets": ["row"], "duration": 1, "easing": "linear",
          "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] }
      """)
    let seen = try Inspection.of("doc.json", at: 0.5, in: folder.url)
    for index in 0..<3 {
      let row = try #require(seen["row-\(index)"])
      #expect(row.frame == [2, 1 + 10 * Double(index), 8, 8])
      #expect(abs(row.opacity - 0.5) < 1e-9)
    }
    let shot = try Program.pipeline(
      ["frame", "doc.json", "--at", "end", "-o", "x.png"], in: folder.url)
    #expect(shot.status == 0)
    try Program.tool(
      "ffmpeg", ["-v", "error", "-i", "x.png", "-f", "rawvideo", "-pix_fmt", "rgb24", "x.raw"],
      in: folder.url)
    let pixels = Array(try folder.data("x.raw"))
    let middles = (0..<3).map {
      Array(pixels[((5 + 10 * $0) * 32 + 5) * 3..<((5 + 10 * $0) * 32 + 5) * 3 + 3])
    }
    #expect(middles == [[255, 0, 0], [0, 255, 0], [0, 0, 255]])
  }

  @Test func saysWhatIsMissing() throws {
    let folder = try Folder()
    try document(folder, #"{ "frame": [2, 1, 8, 8], "backgroundColor": "${p.colour}" }"#)
    let unknown = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(unknown.status == 65 && unknown.errors.contains("no ${p.colour}"), "\(unknown.summary)")
    try document(folder, #"{ "frame": ["10%", "10%", 8, 8], "backgroundColor": "${p.c}" }"#)
    let percent = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(percent.status == 65 && percent.errors.contains("points, not percentages"))
  }
}
