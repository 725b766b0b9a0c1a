import Assets
import Documents
import EngineSupport
import JSON
import Planning
import TestSupport
import Testing

/// Tests the samples of a track in a file beside the document.
@Suite struct TrackTests {
  private static func samples(_ text: String, _ name: String = "track.csv") throws -> [TrackSample]
  {
    let folder = try Scratch()
    try folder.write(text, to: name)
    let extra = """
      , "interaction": { "gesture": "screenEdgePan", "edge": "left", "track": { "file": "\(name)" } }
      """
    let document = """
      { "version": 1, "canvas": { "size": [8, 4] },
        "screens": { "from": { "layers": [] }, "to": { "layers": [] } },
        "transition": { "duration": 1, "animator": "slide" }\(extra) }
      """
    try folder.write(document, to: "pipeline.json")
    let read = try ReadingSettings().read(folder.path("pipeline.json"))
    let track = try #require(read.interaction?.track)
    return try TrackLoader().samples(track, in: read)
  }

  @Test func linesMayHaveAHeadingAndSpaces() throws {
    let samples = try Self.samples("t,x,y\n0, 1, 2\n0.5,3,4\n\n0.6,release\n")
    #expect(samples.count == 3)
    #expect(samples[0].event == .point(x: 1, y: 2))
    #expect(samples[2].event == .release)
  }

  @Test func numbersAndCancelAreEvents() throws {
    let samples = try Self.samples("0,0.5\n1,cancel\n")
    #expect(samples.map(\.event) == [.value(0.5), .cancel])
  }

  @Test func aListIsJSON() throws {
    let samples = try Self.samples("[[0, 1, 2], [0.25, \"release\"]]", "track.json")
    #expect(samples.map(\.time) == [0, 0.25])
  }

  @Test(arguments: ["0,1,2,3\n", "a\nb\n", "0,never\n"])
  func otherLinesAreProblemsWithTheirNumber(_ text: String) {
    let problem = #expect(throws: Problem.self) { try Self.samples(text) }
    #expect(problem?.message.contains("of the track: expected t,x,y") == true)
    #expect(problem?.message.hasPrefix("line ") == true)
  }
}
