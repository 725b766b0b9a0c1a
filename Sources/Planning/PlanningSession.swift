import Animators
import Documents
import Scenes

/// Everything that planning one document needs at hand; lives until the plan is made.
final class PlanningSession {
  let document: Document
  let registry: any AnimatorFinding
  let images: any ImageLoading
  let samples: any TrackLoading
  let framesPerSecond: Double
  let scale: Double
  var draft = StageDraft()
  var problems: Problems
  /// A step beyond the times that there are has been reported.
  var reachesTooFar = false
  /// A plugin that is at fault itself, or is not let in: not a problem of the document.
  var pluginFailure: PlanningFailure?
  /// The presented screen's decorations, when the document has a presentation.
  var decorations = Decorations()
  /// The ids of functions that were called.
  var functions: Set<String> = []
  /// Layers with properties of their own that vary.
  var standing: [StandingCalls] = []
  /// The layers of `document.overlays`, in order.
  var overlays: [Int] = []

  init(
    _ document: Document, registry: any AnimatorFinding, images: any ImageLoading,
    samples: any TrackLoading, framesPerSecond: Double, scale: Double
  ) {
    self.document = document
    self.registry = registry
    self.images = images
    self.samples = samples
    self.framesPerSecond = framesPerSecond
    self.scale = scale
    problems = Problems(file: document.file)
  }

  var canvas: Rect { Rect(0, 0, document.canvas.size.width, document.canvas.size.height) }

  /// The layers that a selector of the document names; a problem when there are none.
  func layers(named selector: Located<Selector>, asSeen: Bool) -> [Int] {
    let found = draft.layers(named: selector.value, asSeen: asSeen)
    if found.isEmpty { unknownLayer(selector.value.text, at: selector.origin) }
    return found
  }

  func unknownLayer(_ text: String, at origin: Origin) {
    let bare = text.split(separator: "/").last.map(String.init) ?? text
    problems.add(
      "no layer \"\(text)\"", at: origin,
      suggestion: NearestWord.find(bare, in: draft.names))
  }
}
