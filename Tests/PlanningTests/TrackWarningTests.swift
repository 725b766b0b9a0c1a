import Documents
import Planning
import Testing

/// Samples of a track whose times go back do not count, and planning says so.
@Suite struct TrackWarningTests {
  private func warnings(_ track: String, regrab: String = "[[[9, 0, 0]]]") throws -> [String] {
    try Planned(
      screens: """
        "transition": { "operation": "push", "timeline": { "keyframes": [{ "opacity": 1 }],
          "targets": ["to"], "duration": 1 } },
        "interaction": { "gesture": "pan",
        "track": \(track),
        "regrab": \(regrab) }
        """
    ).document.warnings.map(\.description)
  }

  @Test func saysWhereAndHowMany() throws {
    let back = try warnings(
      #"[[0.2, 90, 0], [0.1, 80, 0], [0.15, 70, 0], [0.2, 60, 0], [0.4, "release"], [0.3, 1, 1]]"#)
    #expect(
      back == [
        """
        doc.json:6:25: /interaction/track/1: the time of sample 1 of the track, 0.1 s, lies before \
        0.2 s, where the track is already; 2 samples are dropped since their times go back
        """
      ])
    let again = try warnings(
      "[[0, 90, 0], [0.1, 20, 0]]", regrab: "[[[0.2, 80, 0], [0.15, 70, 0]]]")
    #expect(
      again == [
        """
        doc.json:7:27: /interaction/regrab/0/1: the time of sample 1 of the track, 0.15 s, lies \
        before 0.2 s, where the track is already; 1 sample is dropped since its time goes back
        """
      ])
  }

  @Test func isQuietOtherwise() throws {
    #expect(try warnings("[[0.1, 90, 0], [0.1, 80, 0], [0.4, 50, 0]]") == [])
  }
}
