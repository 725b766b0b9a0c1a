import AnimatorHosting
import Animators
import Compositing
import Documents
import Evaluation
import Media
import Planning
import Scenes

/// What decides the pixels of a frame beside the plan.
struct FrameLook: Hashable {
  /// Pixels a point.
  var scale: Double
  /// Gradients and shadows are dithered.
  var dithers = false
}

extension OutputJob {
  var look: FrameLook { FrameLook(scale: scale, dithers: dithers) }
}

/// Evaluates and draws frames of a plan, one at a time.
final class FrameSource {
  let planned: PlannedDocument
  let width: Int
  let height: Int
  private let scale: Double
  private let compositor: Compositor
  /// Frames that were rendered before.
  private let store: FrameStore?

  /// As the canvas says, at another scale.
  convenience init(_ planned: PlannedDocument, scale: Double, jobs: Int) throws(Failure) {
    let look = FrameLook(scale: scale, dithers: planned.document.canvas.dithers)
    try self.init(planned, look: look, jobs: jobs)
  }

  /// Frames of `store` that look like these are not drawn again.
  init(
    _ planned: PlannedDocument, look: FrameLook, jobs: Int, store: FrameStore? = nil
  ) throws(Failure) {
    self.store = store.flatMap { $0.look == look ? $0 : nil }
    self.planned = planned
    let scale = look.scale
    self.scale = scale
    let size = planned.document.canvas.size
    func pixels(_ length: Double) -> Int {
      Int(clamped: length * scale, rounded: .toNearestOrAwayFromZero)
    }
    width = pixels(size.width)
    height = pixels(size.height)
    guard (1...16_384).contains(width), (1...16_384).contains(height) else {
      throw .usage("a canvas of \(width)×\(height) pixels: each side is 1…16384")
    }
    compositor = Compositor(threads: jobs, dithers: look.dithers)
  }

  /// No PNG of ours is larger than its pixels and a little.
  var pngLimitBytes: Int { width * height * 5 + (1 << 20) }

  var isOpaque: Bool { planned.document.canvas.background.alpha == 1 }

  /// Draws the state at `time` into `bitmap` and says what changed since the frame before, when it
  /// knows.
  @discardableResult
  func draw(_ time: FrameTime, frame: Int?, into bitmap: Bitmap) throws -> [PixelRect]? {
    if let store, let number = store.number(at: time) {
      try store.read(number, into: bitmap)
      return nil
    }
    return try draw(time, frame: frame, into: bitmap) {
      try planned.playback.scene(at: min(time, planned.duration))
    }
  }

  /// Draws the scene of a moment, which messages call `time`; it is asked for again when it has become
  /// another one.
  @discardableResult
  func draw(
    _ time: FrameTime, frame: Int?, into bitmap: Bitmap, _ scene: () throws -> Scene
  ) throws -> [PixelRect]? {
    PluginDiagnostics.enter(frame: frame, time: time.seconds)
    do {
      while true {
        do {
          let scene = try scene()
          return try compositor.draw(scene, scale: scale, into: bitmap).changed
        } catch CompositingError.producerFailed(_, let reason) where reason is SkippedStep {
          // The scene is another one now.
        }
      }
    } catch let fault as AnimatorFault {
      throw Failure(fault, frame: frame, time: time.seconds)
    } catch let error as CompositingError {
      if case .producerFailed(_, let fault as AnimatorFault) = error {
        throw Failure(fault, frame: frame, time: time.seconds)
      }
      if case .producerFailed(_, let fault as MediaError) = error {
        throw Failure("\(error)", status: fault.exitStatus)
      }
      throw Failure("\(error)", status: 70)
    }
  }
}
