import Documents
import JSON
import Testing

/// Tests clips, which become the screens, moves and sounds of a document.
@Suite struct ClipTests {
  private func clips(_ members: String) -> String {
    #"{"version": 1, "clips": {"files": ["a.mp4", "b.mp4", "a.mp4"], \#(members)}}"#
  }

  @Test func clipsFollowEachOther() throws {
    let document = try read(clips(#""every": 3, "overlap": 1, "with": ["circleopen", "cube"]"#))
    #expect(document.screens?.names == ["clip-1", "clip-2", "clip-3"])
    let moves = try #require(document.flow?.moves)
    #expect(moves.map(\.action.value.word) == ["wait", "replace", "wait", "replace", "wait"])
    let names = moves.compactMap { move -> String? in
      guard case .animator(let step)? = move.transition.timeline?.kind else { return nil }
      return step.name.value
    }
    #expect(names == ["circleopen", "cube"])
  }

  @Test func soundsCrossAndAFilmGoesOn() throws {
    let document = try read(clips(#""every": 3, "overlap": 1"#))
    #expect(document.audio.map(\.at) == [0, 3, 6])
    // The first film is audible up to the end of the transition, and continues from the cut at its next turn.
    #expect(document.audio.map(\.from) == [0, 0, 3])
    #expect(document.audio.map(\.to) == [4, 4, 6])
    #expect(document.audio.map(\.fadeIn) == [0, 1, 1])
    #expect(document.audio.map(\.fadeOut) == [1, 1, 0])
    #expect(document.audio.allSatisfy { $0.fade == .power && $0.pitch == .keep })
  }

  @Test func soundsMayBeLeftOutOrCut() throws {
    #expect(try read(clips(#""sound": "none""#)).audio.isEmpty)
    let cut = try read(clips(#""every": 3, "sound": "cut""#)).audio
    #expect(cut.map(\.to) == [3, 3, 6])
    #expect(cut.allSatisfy { $0.fadeIn == 0 && $0.fadeOut == 0 })
  }

  @Test func whatClipsCannotHaveIsTold() {
    let beside = problems(#"{"version": 1, "clips": {"files": ["a.mp4"]}, "layers": []}"#)
    #expect(beside.contains { $0.contains(#""layers" cannot be combined with "clips""#) })
    let long = problems(clips(#""every": 1, "overlap": 2"#))
    #expect(long.contains { $0.contains("takes 2 s, but the next cut comes after 1 s") })
  }

  @Test func aWipeReadsItsPicture() throws {
    let document = try read(clips(#""with": "luma:clouds.png""#))
    #expect(document.inputPaths.contains("clouds.png"))
  }

  @Test func theSoundOfAFilmIsHeardOnce() throws {
    let plain = #"""
      {"version": 1, "layers": [{"contents": {"video": "a.mp4", "sound": true, "from": 1, "speed": 2, "loop": "forever"}}]}
      """#
    let sounds = try read(plain).audio
    #expect(sounds.count == 1)
    #expect(sounds[0].from == 1 && sounds[0].speed == 2 && sounds[0].isLooping)
    let backwards =
      #"{"version": 1, "layers": [{"contents": {"video": "a.mp4", "sound": true, "reverse": true}}]}"#
    #expect(problems(backwards).contains { $0.contains("and no \"reverse\"") })
  }
}
