package import Documents
package import JSON
package import Planning
package import Reporting
package import Scenes
internal import Synchronization

/// Supplies plans as videos to another document that names them; all other pictures come from the loader
/// `other`.
package final class Precomposition: ImageLoading {
  /// The names by which the document refers to the variants.
  package let names: [String]
  private let plans: [PlannedDocument]
  private let scale: Double
  private let loader: any ImageLoading
  private let diagnostics: Diagnostics

  /// Creates the loader; each plan is drawn with `scale` pixels for each of its points, and its points are
  /// points of the document.
  package init(
    _ plans: [PlannedDocument], scale: Double, beside loader: any ImageLoading,
    _ diagnostics: Diagnostics
  ) {
    self.plans = plans
    self.scale = scale
    self.loader = loader
    self.diagnostics = diagnostics
    names = plans.indices.map { "plan-\($0)" }
  }

  package var warnings: [Problem] { loader.warnings }
  package func prepare(for document: Document) { loader.prepare(for: document) }

  package func picture(
    _ spec: any PictureSpec, for place: PicturePlace
  ) throws(Problem) -> any PictureSource {
    guard let spec = spec as? MovingSpec, let index = names.firstIndex(of: spec.path.value) else {
      return try loader.picture(spec, for: place)
    }
    do throws(EngineError) {
      return try PlanPicture(plans[index], scale: scale, diagnostics)
    } catch {
      throw Problem(
        file: place.document.file, origin: place.origin,
        message: error.lines.first ?? "cannot be drawn")
    }
  }
}

/// A planned document that is shown as a moving picture.
private final class PlanPicture: PictureSource {
  let size: Size
  private let duration: FrameTime
  private struct State {
    let source: FrameRenderer
    /// The most recently drawn frames, the newest last.
    var recent: [(time: FrameTime, bitmap: Bitmap)] = []
  }
  private let state: Mutex<State>
  private static let recentCount = 2

  init(
    _ planned: PlannedDocument, scale: Double, _ diagnostics: Diagnostics
  ) throws(EngineError) {
    let source = try FrameRenderer(planned, scale: scale, threads: 1, diagnostics)
    size = Size(Double(source.width), Double(source.height))
    duration = planned.duration
    state = Mutex(State(source: source))
  }

  var isMoving: Bool { true }

  func ownTime(at time: FrameTime, asked: FrameTime?) -> FrameTime { min(asked ?? time, duration) }

  func picture(at time: FrameTime, width: Int, height: Int) throws -> Bitmap {
    try state.withLock { state in
      if let known = state.recent.first(where: { $0.time == time }) { return known.bitmap }
      let bitmap = Bitmap(width: state.source.width, height: state.source.height)
      try state.source.draw(time, frame: nil, into: bitmap)
      state.recent.append((time, bitmap))
      if state.recent.count > Self.recentCount { state.recent.removeFirst() }
      return bitmap
    }
  }
}
