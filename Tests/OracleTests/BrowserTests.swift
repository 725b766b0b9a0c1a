import Comparing
import Encoding
import Evaluation
import Foundation
import Scenes
import Testing
import TestSupport

/// Compares the program's pictures with those of headless Chromium, and its easings with Chromium's Web Animations.
@Suite struct BrowserTests {
  @Test(arguments: OracleScene.all) func drawsLikeTheBrowser(_ scene: OracleScene) throws {
    let shot = try BrowserPage.shot.get()
    let index = try #require(OracleScene.all.firstIndex { $0.name == scene.name })
    let ours = Pixels(try OurDrawing.draw(scene))
    let theirs = shot.scenes[index]
    let measure = Measure(ours, theirs, limit: scene.limit)
    print(
      "oracle: \(scene.name): flat \(measure.flat) of \(scene.limit.flat), "
        + "edges \(measure.edge) of \(scene.limit.edge) (at 1×: \(measure.plainEdge))")
    let isGood = Double(measure.flat) <= scene.limit.flat && measure.edge <= scene.limit.edge
    let kept = isGood ? "" : try keep(ours, theirs.fine, scene, index)
    #expect(
      isGood,
      """
      flat areas differ by \(measure.flat) at \(measure.place), edges by \(measure.edge) at \
      \(measure.edgePlace), where ours is \(ours.color(measure.edgePlace)), theirs at 1× \
      \(theirs.plain.color(measure.edgePlace)), finer \(theirs.fine.color(measure.edgePlace)); \
      see \(kept)
      """)
  }

  private func keep(
    _ ours: Pixels, _ theirs: Pixels, _ scene: OracleScene, _ index: Int
  ) throws -> String {
    let folder = BrowserPage.root.appending(path: ".build/oracle-differences")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "\(index).png")
    var rules = ComparisonRules()
    rules.tolerance = scene.limit.flat
    let difference = PictureComparer(rules).difference(of: theirs.bitmap, and: ours.bitmap)
    let picture = DifferencePicture.draw(theirs.bitmap, ours.bitmap, difference)
    try Data(SmallPNG.encode(picture, isOpaque: true, level: 3)).write(to: file)
    return file.path()
  }

  private struct Results: Decodable {
    struct Easing: Decodable {
      var easing: String
      var values: [Double]
    }
    var easings: [Easing]
  }

  @Test(arguments: TimingProbe.easings.indices) func easesLikeTheBrowser(_ index: Int) throws {
    let results = try JSONDecoder().decode(Results.self, from: BrowserPage.shot.get().results)
    let (css, ours) = TimingProbe.easings[index]
    let theirs = results.easings[index]
    try #require(theirs.values.count == TimingProbe.count)
    var worst = (difference: 0.0, at: 0.0)
    for (i, value) in theirs.values.enumerated() {
      let x = Double(i) / Double(TimingProbe.count)
      let difference = abs(ours.progress(at: x) - value)
      if difference > worst.difference { worst = (difference, x) }
    }
    print("oracle: \(css): \(worst.difference)")
    #expect(worst.difference <= 1e-4, "\(css) at \(worst.at); the browser read \(theirs.easing)")
  }
}

extension OracleScene.Limit {
  var flat: Double {
    switch self {
    case .edges, .averaged: 1
    case .smooth, .steps: 2
    case .shadow(let alpha), .shadowAndEdges(let alpha): 1 + 7 * alpha
    }
  }
  var edge: Int { 24 }
  /// The contrast that counts as an edge in the program's picture, which is not dithered.
  var ownContrast: Int { isAveraged ? 1 : contrast }
  var isAveraged: Bool { if case .averaged = self { true } else { false } }
  /// The contrast that counts as an edge, in 1/255.
  var contrast: Int {
    switch self {
    case .edges, .steps, .shadowAndEdges: 12
    case .averaged: 6
    // An enlarged picture and a shadow are steep without having edges.
    case .smooth: 40
    case .shadow: 64
    }
  }
}
