import Documents
import JSON
import Planning
import PluginModel
import Scenes
import Testing

/// Samples of a track whose times decrease are ignored, and planning reports them.
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
        0.2 s, the time of an earlier sample; 2 samples are dropped, because they are earlier than the previous sample
        """
      ])
    let again = try warnings(
      "[[0, 90, 0], [0.1, 20, 0]]", regrab: "[[[0.2, 80, 0], [0.15, 70, 0]]]")
    #expect(
      again == [
        """
        doc.json:7:27: /interaction/regrab/0/1: the time of sample 1 of the track, 0.15 s, lies \
        before 0.2 s, the time of an earlier sample; 1 sample is dropped because its time goes back
        """
      ])
  }

  @Test func isQuietOtherwise() throws {
    #expect(try warnings("[[0.1, 90, 0], [0.1, 80, 0], [0.4, 50, 0]]") == [])
  }

  /// A finger that touches again while the transition settles is visible to animators like the first finger.
  @Test func aFingerThatComesBackReachesAnimators() throws {
    var animator = OneAnimator()
    animator.description.readsFinger = true
    let planned = try Planned(
      """
      { "version": 1, "canvas": { "size": [100, 200] }, "screens": { "from": { "layers": [] },
          "to": { "layers": [{ "id": "a", "frame": [1, 0, 10, 10] }] } },
        "transition": { "operation": "push", "duration": 1,
          "timeline": { "animator": "lift", "layers": { "subject": "a" }, "duration": 1 } },
        "interaction": { "gesture": "pan", "edge": "left", "distance": 100,
          "finishWhen": { "progress": { "gt": 0.4 } },
          "track": [[0, 0, 50], [0.5, 50, 90], [1, "release"]],
          "regrab": [[[1.2, 70, 20], [1.3, 60, 20], [1.45, "release"]]] } }
      """, registry: animator)
    for (time, x) in [(0.5, 50.0), (1.1, 0), (1.25, 65), (1.4, 60), (1.48, 0)] {
      let layer = try planned.layer("a", at: time)
      #expect(abs(layer.frame.x - x) < 1e-6, "\(time): \(layer.frame.x)")
    }
  }
}
