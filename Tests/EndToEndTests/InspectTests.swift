import Foundation
import Testing

/// `inspect --at T --json` prints everything that determines a frame.
@Suite struct InspectTests {
  private typealias Object = [String: Any]

  private func objects(
    _ file: String, at times: [String], in directory: URL = Program.root
  ) throws -> [Object] {
    let result = try Program.pipeline(
      ["inspect", file, "--json"] + times.flatMap { ["--at", $0] }, in: directory)
    try #require(result.status == 0, "\(result.summary)")
    return try result.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object)
    }
  }

  private func layers(_ object: Object) throws -> [Object] {
    try #require(object["layers"] as? [Object])
  }

  private func contents(_ object: Object) throws -> [Object] {
    try layers(object).compactMap { $0["contents"] as? Object }
  }

  @Test func oneObjectALineInTheOrderGiven() throws {
    let times = ["end", "0", "50%", "0", "12f"]
    let objects = try objects("pipeline.json", at: times)
    #expect(objects.count == times.count)
    let seconds = objects.compactMap { $0["time"] as? Double }
    let duration = try #require(objects[0]["duration"] as? Double)
    #expect(seconds == [duration, 0, duration / 2, 0, 0.2])
    for (time, object) in zip(times, objects) {
      let alone = try self.objects("pipeline.json", at: [time])[0]
      #expect(NSDictionary(dictionary: object) == NSDictionary(dictionary: alone))
    }
  }

  @Test func aTimeOutsideIsRefusedBeforeAnythingIsPrinted() throws {
    let result = try Program.pipeline(["inspect", "pipeline.json", "--at", "0", "--at", "99"])
    #expect(result.status == 64 && result.output.isEmpty, "\(result.summary)")
  }

  /// Tests every property that a document can write; percentages and units are converted to points.
  @Test func everyPropertyThatADocumentWrites() throws {
    let folder = try Folder()
    let matrix: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.01, 0, 0, 0, 1]
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [100, 80], "scale": 3,
          "background": "rgba(255, 0, 0, 0.5)" },
        "layers": [
          { "id": "box", "frame": [10, 20, "50%", 40], "anchorPoint": [0, 1], "zPosition": 5,
            "translate": ["10%", 2, 3], "scale": 2, "rotate": 90, "transform": [{"scale": 3}],
            "sublayerTransform": [1,0,0,0, 0,1,0,0, 0,0,1,-0.01, 0,0,0,1], "opacity": 0.5,
            "hidden": true, "isDoubleSided": false, "cornerRadius": "25%", "masksToBounds": true,
            "backgroundColor": "rgba(0, 255, 0, 0.5)", "shadowColor": "#0000ff",
            "shadowOpacity": 0.25,
            "shadowRadius": 7, "shadowOffset": [1, 2], "shadowPath": "M1 2L3 4Q5 6 7 8Z",
            "mask": { "path": "M0 0H9V9Z", "fillRule": "evenodd", "inverted": true },
            "contents": { "text": "Grüße", "size": 20, "color": "#fff" },
            "contentsRect": [0, 0, 0.5, 1], "contentsGravity": "topLeft" },
          { "id": "plain", "frame": [0, 0, 1, 1], "backgroundColor": null } ],
        "timeline": { "targets": ["plain"], "duration": 1, "keyframes": [
          { "opacity": 0 }, { "opacity": 1 } ] } }
      """, to: "doc.json")
    let object = try objects("doc.json", at: ["0"], in: folder.url)[0]
    let canvas = try #require(object["canvas"] as? Object)
    #expect(canvas["size"] as? [Double] == [100, 80] && canvas["scale"] as? Double == 3)
    #expect(canvas["background"] as? [Double] == [1, 0, 0, 0.5])
    let all = try layers(object)
    // The layers are ordered by zPosition.
    #expect(all.map { $0["id"] as? String } == ["container", "plain", "box"])
    let box = all[2]
    for (key, numbers): (String, [Double]) in [
      ("anchorPoint", [0, 1]), ("sublayerTransform", matrix),
      ("backgroundColor", [0, 1, 0, 0.5]), ("shadowColor", [0, 0, 1, 1]),
      ("shadowOffset", [1, 2]), ("contentsRect", [0, 0, 0.5, 1]),
    ] {
      #expect(box[key] as? [Double] == numbers, "\(key)")
    }
    for (key, number) in [
      ("zPosition", 5), ("opacity", 0.5), ("cornerRadius", 10), ("shadowOpacity", 0.25),
      ("shadowRadius", 7),
    ] {
      #expect(box[key] as? Double == number, "\(key)")
    }
    for (key, flag) in [("hidden", true), ("isDoubleSided", false), ("masksToBounds", true)] {
      #expect(box[key] as? Bool == flag, "\(key)")
    }
    #expect(box["contentsGravity"] as? String == "topLeft")
    let shadow = try #require(box["shadowPath"] as? Object)
    #expect((shadow["path"] as? String)?.hasPrefix("M1 2L3 4C") == true)
    #expect(shadow["fillRule"] as? String == "nonzero")
    let mask = try #require(box["mask"] as? Object)
    #expect(mask["kind"] as? String == "path" && mask["inverted"] as? Bool == true)
    #expect(mask["path"] as? String == "M0 0L9 0L9 9Z" && mask["fillRule"] as? String == "evenodd")
    let geometry = try #require(box["geometry"] as? Object)
    for (key, numbers): (String, [Double]) in [
      ("frame", [10, 20, 50, 40]), ("layoutFrame", [10, 20, 50, 40]), ("translate", [5, 2, 3]),
      ("scale", [2, 2, 1]), ("rotate", [0, 0, 90]),
      ("transform", [3, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
    ] {
      #expect(geometry[key] as? [Double] == numbers, "\(key)")
    }
    let text = try #require(box["contents"] as? Object)
    #expect(text["kind"] as? String == "text" && text["text"] as? String == "Grüße")
    #expect(text["fontSize"] as? Double == 20 && text["size"] as? [Double] == [50, 40])
    #expect(all[1]["contents"] is NSNull && all[1]["mask"] is NSNull)
  }

  @Test func picturesAreNamed() throws {
    let shown = try contents(try objects("Examples/cross-dissolve/pipeline.json", at: ["0"])[0])
    #expect(
      shown.compactMap { $0["image"] as? String }.sorted() == [
        "art/ping-day.png", "art/ping-night.png",
      ])
    #expect(shown.allSatisfy { $0["size"] as? [Double] == [320, 568] })
  }

  /// A piece names the layer whose still it shows.
  @Test func piecesNameTheirSource() throws {
    let object = try objects("Examples/checkerboard/pipeline.json", at: ["50%"])[0]
    let pieces = try layers(object).filter {
      ($0["contents"] as? Object)?["kind"] as? String == "snapshot"
    }
    #expect(pieces.count > 10)
    for piece in pieces {
      let still = try #require(piece["contents"] as? Object)
      #expect(["from", "to"].contains(still["layer"] as? String))
      #expect(still["rect"] as? [Double] == [0, 0, 320, 568] && still["time"] as? Double == 0)
      let part = try #require(piece["contentsRect"] as? [Double])
      #expect(part.count == 4 && part[2] > 0 && part[2] < 1)
    }
  }

  /// The output describes a picture that an animator draws by the animator's name, inputs and time.
  @Test func drawnPicturesNameTheirAnimator() throws {
    let object = try objects("Examples/cross-dissolve/true-mix.json", at: ["50%"])[0]
    let drawn = try #require(
      try contents(object).first { $0["kind"] as? String == "produced" })
    #expect(drawn["animator"] as? String == "cross-dissolve")
    #expect((drawn["inputs"] as? [Object])?.count == 2)
    #expect(drawn["progress"] as? Double != nil)
  }
}
