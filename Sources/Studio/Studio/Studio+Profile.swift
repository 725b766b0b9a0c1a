internal import Evaluation
internal import Files
internal import JSON
internal import Rendering
internal import Scenes
internal import StudioProtocol

/// Measures the rendering time of the document's frames. Some frames, spread over the whole document, are drawn only
/// for the measurement, one for each request of a page, so that other requests do not wait long.
struct StudioProfile {
  static let most = 24
  let version: Int
  let started = ContinuousClock.now
  /// The number of frames that were drawn so far.
  var done = 0
}

extension Studio {
  func profile(_ request: StudioRequest) throws -> StudioAnswer {
    let frames = try shown().frames
    var now = profile ?? StudioProfile(version: version)
    if request.parameter("begin") == "1" || profile?.version != version {
      now = StudioProfile(version: version)
      profile = now
      Profile.start()
      Profile.pause()
    }
    let count = min(frames.count, StudioProfile.most)
    if now.done < count {
      let number = count == 1 ? 0 : now.done * (frames.count - 1) / (count - 1)
      Profile.goOn()
      defer { Profile.pause() }
      try frames.drawAnew(number)
      now.done += 1
      profile = now
    }
    let seconds = (ContinuousClock.now - now.started) / .seconds(1)
    let report = ProfileReport(seconds: seconds).json
    return StudioAnswer(object: ["done": now.done, "of": count, "profile": JSONFragment(report)])
  }
}
