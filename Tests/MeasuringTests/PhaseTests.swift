import Evaluation
import Measuring
import Scenes
import Testing

/// Tests that phases are found in samples with known values, noise, and missing frames.
@Suite struct PhaseTests {
  /// Returns a track of a layer that rests, follows `progress` for `length` seconds from 0.4123 on, and rests again.
  private func track(
    length: Double, rate: Double = 60, dropping: Int = 0, travel: Double = 200, seed: UInt64 = 1,
    _ progress: (Double) -> Double
  ) -> LayerTrack {
    var random = SeededRandom(seed)
    func noise() -> Double { (Double(random.below(2001)) / 1000 - 1) * 0.05 }
    var samples: [TrackSample] = []
    for index in 0..<Int((1 + length) * rate) {
      if dropping > 0, random.below(100) < dropping { continue }
      let time = Double(index) / rate
      let way = progress(time - 0.4123)
      samples.append(
        TrackSample(
          time: time,
          pose: Pose(
            x: 100 + travel * way + noise(), y: 300 - travel / 2 * way + noise(),
            width: 80 + noise(), height: 120 + noise()),
          opacity: 1, confidence: 0.99, positionNoise: 0.02, sizeNoise: 0.03, angleNoise: 0.0003,
          opacityNoise: 0.002, hasPose: true))
    }
    return LayerTrack(name: "card", samples: samples, appears: false, vanishes: false)
  }

  private func place(_ track: LayerTrack, rate: Double = 60) -> TrackFit {
    let analysis = TrackAnalyzer.analyze(track, interval: 1 / rate)
    #expect(analysis.angle.phases.isEmpty)
    #expect(analysis.opacity.phases.isEmpty)
    return analysis.place
  }

  @Test(arguments: ["linear", "easeIn", "easeOut", "easeInOut", "ease"], [30.0, 60])
  func namedCurvesAreFound(_ name: String, _ rate: Double) {
    let curve = NamedCurve.all.first { $0.name == name }!
    let fit = place(
      track(length: 0.5, rate: rate, dropping: 5) { curve.function.progress(at: $0 / 0.5) },
      rate: rate)
    #expect(fit.phases.map(\.curve.name) == [name])
    #expect((fit.phases[0].start - 0.4123).magnitude < 0.25 / rate)
    #expect((fit.phases[0].end - 0.9123).magnitude < 0.25 / rate)
  }

  @Test(arguments: [(0.3, 0.6), (0.45, 0.8), (0.5, 1.0)])
  func springsAreFound(_ response: Double, _ damping: Double) throws {
    let spring = Spring(responseSeconds: response, bounce: 1 - damping)
    let fit = place(track(length: 1.2, dropping: 5) { spring.progress(atSeconds: max(0, $0)) })
    try #require(fit.phases.count == 1)
    guard case .spring(let frequency, let ratio) = fit.phases[0].curve else {
      Issue.record("\(fit.phases[0].curve.name)")
      return
    }
    #expect((2 * Portable.pi / frequency / response - 1).magnitude < 0.02)
    #expect((ratio / damping - 1).magnitude < 0.02)
  }

  @Test func twoPhasesAreFound() throws {
    let fit = place(
      track(length: 0.9) { time in
        TimingFunction.easeInOut.progress(at: time / 0.5)
          - 0.2 * TimingFunction.linear.progress(at: (time - 0.5) / 0.4)
      })
    try #require(fit.phases.map(\.curve.name) == ["easeInOut", "linear"])
    #expect((fit.phases[0].end - 0.9123).magnitude < 0.005)
    #expect((fit.phases[1].end - 1.3123).magnitude < 0.005)
  }

  @Test func freeCurvesAreFoundLast() throws {
    let truth = TimingFunction.cubicBezier(x1: 0.1, y1: 0.7, x2: 0.9, y2: 0.3)
    let fit = place(track(length: 0.6) { truth.progress(at: $0 / 0.6) })
    try #require(fit.phases.count == 1)
    for step in 0...20 {
      let time = 0.4123 + 0.6 * Double(step) / 20
      let off = fit.phases[0].progress(at: time) - truth.progress(at: Double(step) / 20)
      #expect(off.magnitude < 0.02)
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64]) func restHasNoPhases(_ seed: UInt64) {
    #expect(place(track(length: 1, seed: seed) { _ in 0 }).phases.isEmpty)
  }

  /// Tests a toast that comes from beyond the upper edge, whose height is measured wrongly where only a part is visible.
  @Test func whatIsVisibleDeterminesPlacesAtAnEdge() throws {
    var toast = track(length: 0.5) { TimingFunction.easeOut.progress(at: $0 / 0.5) }
    for index in toast.samples.indices {
      var pose = toast.samples[index].pose
      let center = -30 + 84 * (pose.x - 100) / 200
      pose = Pose(x: 160, y: center, width: 280, height: 60)
      let visible = center + 30
      if visible < 60 {
        // The wrong height is scaled about the middle of the visible part.
        pose.height -= 2.5
        pose.y = visible / 2 - (visible / 2 - center) * pose.height / 60
      }
      toast.samples[index].pose = pose
      toast.samples[index].hasPose = visible > 9
    }
    toast.appears = true
    let fit = TrackAnalyzer.analyze(toast, interval: 1 / 60.0, within: Size(320, 568)).place
    try #require(fit.phases.map(\.curve.name) == ["easeOut"])
    #expect((fit.phases[0].start - 0.4123).magnitude < 0.5 / 60)
    #expect((fit.phases[0].end - 0.9123).magnitude < 0.25 / 60)
  }
}
