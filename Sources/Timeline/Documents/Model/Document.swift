package import JSON
package import Scenes

/// The contents of a JSON document. Each value is checked separately; names of steps, layers and animators
/// are not resolved yet.
package struct Document: Sendable {
  /// The file's name as it appears in messages.
  package var file = ""
  /// The text of the document.
  package var source: [UInt8] = []
  package var paths = DocumentPaths(folder: ".")
  /// The limits that held when it was read.
  package var limits = DocumentLimits()
  /// The paths of all files that the document reads, as it names them, sorted.
  package var inputPaths: [String] = []
  /// The patterns of numbered files that the document reads, as the document writes them.
  package var framePatterns: [String] = []
  package var version = 1
  package var name: String?
  package var seed: UInt64 = 0
  /// The names of its variables.
  package var variables: [String] = []
  var variableValues: JSONVariables?
  /// Folders of plugins, relative to the document.
  package var plugins: [Sourced<String>] = []
  package var canvas = CanvasSpec()
  /// The assets in document order.
  package var assets: [AssetSpec] = []
  /// The screens; nil in an animation without screens.
  package var screens: ScreensSpec?
  /// The moves between the screens; nil if `transitions` contains them.
  package var flow: FlowSpec?
  /// The frame of the screens; nil means the whole canvas.
  package var viewport: ViewportSpec?
  /// The device around the viewport, which determines the frame of the screens; a document has
  /// either a device or a viewport.
  package var device: DeviceSpec?
  package var touches: [TouchSpec] = []
  package var captions: CaptionsSpec?
  /// The card after the last move.
  package var end: EndSpec?
  package var camera: [CameraSpec] = []
  /// The layers of a document without `screens`.
  package var layers: [LayerSpec] = []
  package var overlays: [LayerSpec] = []
  /// The transitions, usually one; several transitions run in order, with *from* and *to* swapped each time.
  package var transitions: [TransitionSpec] = []
  /// The steps of an animation, in a document without `transition`.
  package var timeline: StepSpec?
  /// The duration of `timeline`; nil means the duration of its steps.
  package var duration: Sourced<DurationSpec>?
  /// The interaction of the first transition without one of its own.
  package var interaction: InteractionSpec?
  package var presentation: PresentationSpec?
  /// The sounds along the timeline.
  package var audio: [AudioSpec] = []
  package var outputs: [OutputSpec] = []
  package var checks: [CheckSpec] = []
  package init() {}
}

/// The background below all layers.
package enum Background: Sendable {
  case color(Color)
  case gradient(Gradient)
}

package struct CanvasSpec: Sendable {
  /// The size of the canvas in points.
  package var size = Size(320, 568)
  /// The pixels for each point.
  package var scale = 1.0
  package var background = Color.white
  /// The gradient that replaces the background's colour.
  package var backgroundGradient: Gradient?
  /// Whether no pixel of a frame is transparent.
  package var isOpaque: Bool { backgroundGradient?.isOpaque ?? (background.alpha == 1) }
  package var framesPerSecond = 60.0
  /// Whether gradients and shadows are dithered.
  package var dithers = false
  package var motionBlur = MotionBlurSpec.off
  /// The valid numbers of pixels for each point. At smaller scales no layer would be visible.
  package static let scales = 0.001...64
  /// The valid frame rates, from one frame in a quarter of an hour.
  package static let frameRates = 0.001...1000
  package init() {}
}

/// The screens in document order.
package struct ScreensSpec: Sendable {
  package let all: [ScreenSpec]
  private let places: [String: Int]
  package init(_ all: [ScreenSpec] = []) {
    self.all = all
    places = Dictionary(zip(all.map(\.name.value), all.indices)) { first, _ in first }
  }

  package var names: [String] { all.map(\.name.value) }
  package subscript(name: String) -> ScreenSpec? { places[name].map { all[$0] } }
  /// The screens of a transition, which exist because the reader has checked the document.
  package var from: ScreenSpec { self["from"] ?? ScreenSpec() }
  package var to: ScreenSpec { self["to"] ?? ScreenSpec() }
}

extension Document {
  /// The values that its variables have, as an object.
  package var variablesJSON: String {
    let members = variables.compactMap { name in
      variableValues?.values[name].map { value in
        let node = JSONNode(
          text: value.text, index: value.index, path: nil, variables: variableValues,
          anchor: .start)
        return "\(JSONWriter.string(name)): \(node.json)"
      }
    }
    return "{\(members.joined(separator: ", "))}"
  }
}
