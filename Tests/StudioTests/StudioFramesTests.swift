import PluginHosting
import EngineSupport
internal import Formats
import Planning
import Reporting
import Scenes
import Studio
import StudioProtocol
import TestSupport
import Testing

/// Tests the frames of one plan: which frame is drawn next, and which are stored.
@Suite struct StudioFramesTests {
  private static func frames(_ text: String = Sample.moving) throws -> StudioFrames {
    let folder = try Scratch()
    return try StudioFrames(
      try Sample.planned(text, in: folder), threads: 1, nil, .silent)
  }

  @Test func aFrameIsAPictureThatIsMadeOnce() throws {
    let frames = try Self.frames()
    let picture = try frames.picture(3, isDraft: false)
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(frames.full.made.keys.sorted() == [3])
    #expect(frames.full.milliseconds != nil)
    #expect(try frames.picture(3, isDraft: false) == picture)
  }

  @Test func aDraftHasHalfTheSize() throws {
    let frames = try Self.frames()
    _ = try frames.picture(0, isDraft: true)
    #expect(frames.draft.made.count == 1)
    #expect(frames.full.made.isEmpty)
  }

  @Test func theFrameUnderThePlayheadIsFirstThenItsNeighbours() throws {
    let frames = try Self.frames()
    frames.look = StudioFrames.Look(frame: 4, range: 0...9)
    var order: [Int] = []
    while let next = frames.next() {
      order.append(next.number)
      _ = try frames.picture(next.number, isDraft: next.isDraft)
    }
    #expect(order == [4, 5, 3, 6, 2, 7, 1, 8, 0, 9])
  }

  @Test func whilePlayingTheNextOnesGoAroundTheRange() throws {
    let frames = try Self.frames()
    frames.look = StudioFrames.Look(frame: 5, isPlaying: true, range: 3...6)
    var order: [Int] = []
    while let next = frames.next() {
      order.append(next.number)
      _ = try frames.picture(next.number, isDraft: next.isDraft)
    }
    #expect(order == [5, 6, 3, 4])
  }

  @Test func aLookFitsAnotherNumberOfFrames() {
    let look = StudioFrames.Look(frame: 8, range: 2...9)
    let fitted = look.fitted(to: 5, isWhole: false)
    #expect((fitted.frame, fitted.range) == (4, 2...4))
    #expect(look.fitted(to: 20, isWhole: true).range == 0...19)
  }

  /// Returns a document with a layer that a mask cuts, one with a shadow, and a moving layer above them.
  private static func edited(x: Int, mask: String, more: String = "") -> String {
    #"""
    { "version": 1, "canvas": { "size": [60, 40], "background": "#fff", "fps": 10 },
      "layers": [
        { "id": "hole", "frame": [\#(x), 4, 20, 20], "cornerRadius": 8, "backgroundColor": "#000", "hidden": true },
        { "id": "seen", "frame": [0, 0, 40, 40], "backgroundColor": "#08f"\#(mask) },
        { "id": "box", "frame": [30, 10, 16, 16], "backgroundColor": "#f80", "shadowOpacity": 0.5, "shadowRadius": 4 }\#(more) ],
      "timeline": { "sequence": [ { "targets": "box", "duration": 1, "keyframes": [{ "translate": [0, 0] }, { "translate": [-20, 4] }] } ] } }
    """#
  }

  @Test func theFramesOfAChangedDocumentAreThoseOfANewOne() throws {
    let cut = #", "mask": { "layer": "hole" }"#
    let more = ##", { "id": "more", "frame": [2, 30, 9, 9], "backgroundColor": "#0a0" }"##
    let texts = [
      Self.edited(x: 2, mask: cut), Self.edited(x: 11, mask: cut), Self.edited(x: 11, mask: ""),
      Self.edited(x: 3, mask: cut), Self.edited(x: 3, mask: cut, more: more),
    ]
    var shown = try Self.frames(texts[0])
    for text in texts {
      let next = try Self.frames(text)
      next.replace(shown)
      shown = next
      let anew = try Self.frames(text)
      for number in [0, 5, 3] {
        #expect(
          try shown.picture(number, isDraft: false) == anew.picture(number, isDraft: false),
          "frame \(number) of \(text)")
      }
    }
  }

  @Test func itKnowsWhetherAllIsPlayed() throws {
    let frames = try Self.frames()
    #expect(frames.playsAll)
    frames.look.range = 0...3
    #expect(!frames.playsAll)
  }
}

/// Tests changes that can be undone.
@Suite struct StudioHistoryTests {
  private static func change(_ from: String, _ to: String, _ merge: String? = nil)
    -> StudioHistory.Change
  {
    StudioHistory.Change(before: Array(from.utf8), after: Array(to.utf8), merge: merge)
  }

  @Test func whatWasDoneIsTakenBackAndPutAgain() {
    var history = StudioHistory()
    history.add(Self.change("a", "b"))
    history.add(Self.change("b", "c"))
    history.takeBack()
    #expect(history.done == [Self.change("a", "b")])
    #expect(history.undone == [Self.change("b", "c")])
    history.putAgain()
    #expect(history.done.count == 2)
    #expect(history.undone.isEmpty)
  }

  @Test func changesOfOneWordAreOne() {
    var history = StudioHistory()
    history.add(Self.change("a", "b", "drag"))
    history.add(Self.change("b", "c", "drag"))
    #expect(history.done == [Self.change("a", "c", "drag")])
    history.add(Self.change("c", "d", "other"))
    history.add(Self.change("x", "y", "other"))
    #expect(history.done.count == 3)
  }

  @Test func aDragBackToItsBeginningIsNoChange() {
    var history = StudioHistory()
    history.add(Self.change("a", "b"))
    history.add(Self.change("b", "c", "drag"))
    history.add(Self.change("c", "b", "drag"))
    #expect(history.done == [Self.change("a", "b")])
    history.add(Self.change("b", "d", "drag"))
    #expect(history.done == [Self.change("a", "b"), Self.change("b", "d", "drag")])
  }

  @Test func aNewChangeForgetsWhatWasTakenBack() {
    var history = StudioHistory()
    history.add(Self.change("a", "b"))
    history.takeBack()
    history.add(Self.change("a", "c"))
    #expect(history.undone.isEmpty)
  }

  @Test func afterSomebodyElsesChangeNothingCanBeTakenBack() {
    var history = StudioHistory()
    history.add(Self.change("a", "b"))
    history.see(Array("b".utf8))
    #expect(history.done.count == 1)
    history.see(Array("other".utf8))
    #expect(history.done.isEmpty)
  }

  @Test func nothingToTakeBackIsNoChange() {
    var history = StudioHistory()
    history.takeBack()
    history.putAgain()
    #expect(history.done.isEmpty && history.undone.isEmpty)
  }
}

/// Tests the waiting messages and their order.
@Suite struct StudioInboxTests {
  private static func request(_ method: String, _ path: String, _ query: String = "")
    -> StudioRequest
  {
    StudioRequest(PipeMessage(["1", method, path, query], Array("body".utf8)))
  }

  private static func taken(_ inbox: RequestQueue) -> [String] {
    var names: [String] = []
    while let letter = inbox.take() {
      switch letter {
      case .request(let request): names.append(request.path.joined(separator: "/"))
      case .filesChanged: names.append("changed")
      case .end: names.append("end")
      }
    }
    return names
  }

  @Test func answersGoBeforeFramesAndTheLastFrameFirst() {
    let inbox = RequestQueue(CallCancellation())
    for path in ["/frames/1/1", "/layers", "/frames/1/2", "/easing"] {
      inbox.put(.request(Self.request("GET", path)))
    }
    #expect(Self.taken(inbox) == ["layers", "easing", "frames/1/2", "frames/1/1"])
  }

  @Test func changesOfFilesAreOne() {
    let inbox = RequestQueue(CallCancellation())
    for _ in 0..<3 { inbox.put(.filesChanged) }
    #expect(Self.taken(inbox) == ["changed"])
  }

  @Test func aRequestIsReadFromItsMessage() {
    let request = Self.request("POST", "/compare/3", "difference=1&a=b&a=c")
    #expect(request.path == ["compare", "3"])
    #expect(request.parameter("difference") == "1")
    #expect(request.parameter("a") == nil)
    #expect(request.body == Array("body".utf8))
  }

  @Test func whatIsUrgentEndsCallsOfPlugins() throws {
    let cancellation = CallCancellation()
    let inbox = RequestQueue(cancellation)
    inbox.put(.request(Self.request("POST", "/edit")))
    struct Interrupted: Error {}
    #expect(throws: RequestQueue.GivenUp.self) {
      try inbox.whileNothingIsUrgent {
        #expect(cancellation.isCancelled)
        throw Interrupted()
      }
    }
    #expect(!cancellation.isCancelled)
  }

  @Test func otherErrorsStayWhatTheyAre() {
    let inbox = RequestQueue(CallCancellation())
    inbox.put(.request(Self.request("GET", "/layers")))
    struct Broken: Error {}
    #expect(throws: Broken.self) { try inbox.whileNothingIsUrgent { throw Broken() } }
  }
}

/// Tests values in the query of an address.
@Suite struct URLTextTests {
  @Test(
    arguments: [
      ("a+b%20c", "a b c"), ("%C3%A4", "ä"), ("%", nil), ("%2", nil), ("%ff", nil), ("", ""),
    ] as [(String, String?)])
  func escapesAreResolved(_ text: String, _ value: String?) {
    #expect(URLText.decoded(text) == value)
  }

  @Test(
    arguments: [
      ("aGk=", Array("hi".utf8)), ("aGkh", Array("hi!".utf8)), ("aG=k", nil), ("aGk", nil),
    ] as [(String, [UInt8]?)])
  func base64IsStrict(_ text: String, _ bytes: [UInt8]?) {
    #expect(Base64.exactlyDecoded(text) == bytes)
  }
}
