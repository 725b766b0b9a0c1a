package import JSON
package import Scenes

/// The contents of a JSON document as typed values. Each value of the document has been checked separately;
/// the names of steps, layers and animators are not yet resolved.
package struct Document: Sendable {
  /// The name of the document's file in messages.
  package var file = ""
  /// The text of the document as bytes.
  package var source: [UInt8] = []
  package var paths = DocumentPaths(folder: ".")
  /// The limits with which the document was read from its file.
  package var limits = DocumentLimits()
  /// The sorted paths of all files that the document reads, as the document writes them.
  package var inputPaths: [String] = []
  /// The patterns of numbered files that the document reads, as the document writes them.
  package var framePatterns: [String] = []
  package var version = 1
  package var name: String?
  package var seed: UInt64 = 0
  package var variables: [String] = []
  var variableValues: JSONVariables?
  /// The plugin folders of the document, relative to the document.
  package var plugins: [Sourced<String>] = []
  package var canvas = CanvasSpec()
  /// The assets of the document, in document order.
  package var assets: [AssetSpec] = []
  /// The screens; nil for an animation without screens.
  package var screens: ScreensSpec?
  /// The moves between the screens; nil if `transitions` contains them.
  package var flow: FlowSpec?
  /// The frame in which the screens are shown; nil means the whole canvas.
  package var viewport: ViewportSpec?
  /// The device around the viewport, which determines the frame of the screens; a document has
  /// either a device or a viewport.
  package var device: DeviceSpec?
  package var touches: [TouchSpec] = []
  package var captions: CaptionsSpec?
  /// The end card, which follows the last move.
  package var end: EndSpec?
  package var camera: [CameraSpec] = []
  package var layers: [LayerSpec] = []
  package var overlays: [LayerSpec] = []
  /// The transitions, usually one; if there are several, they run in order, and *from* and *to* are swapped
  /// each time.
  package var transitions: [TransitionSpec] = []
  /// The steps of an animation, for a document without `transition`.
  package var timeline: StepSpec?
  /// The duration of `timeline`; nil means the duration of its steps.
  package var duration: Sourced<DurationSpec>?
  /// The interaction of the first transition that declares none itself.
  package var interaction: InteractionSpec?
  package var presentation: PresentationSpec?
  package var audio: [AudioSpec] = []
  package var outputs: [OutputSpec] = []
  package var checks: [CheckSpec] = []
  package init() {}
}

/// A background that is drawn below all layers.
package enum Background: Sendable {
  case color(Color)
  case gradient(Gradient)
}

package struct CanvasSpec: Sendable {
  /// The size of the document's canvas in points.
  package var size = Size(320, 568)
  /// The number of output pixels per point of the canvas.
  package var scale = 1.0
  package var background = Color.white
  /// The gradient that replaces the background colour.
  package var backgroundGradient: Gradient?
  /// Whether every pixel of a frame is opaque.
  package var isOpaque: Bool { backgroundGradient?.isOpaque ?? (background.alpha == 1) }
  package var framesPerSecond = 60.0
  /// Whether gradients and shadows of the document are dithered.
  package var dithers = false
  package var motionBlur = MotionBlurSpec.off
  /// The valid numbers of output pixels per point. At a smaller number of pixels per point, no layer would be
  /// visible.
  package static let scales = 0.001...64
  /// The valid frame rates; the lowest rate is one frame in about a quarter of an hour.
  package static let frameRates = 0.001...1000
  package init() {}
}

/// The screens of a document, in document order.
package struct ScreensSpec: Sendable {
  package let all: [ScreenSpec]
  private let places: [String: Int]
  package init(_ all: [ScreenSpec] = []) {
    self.all = all
    places = Dictionary(zip(all.map(\.name.value), all.indices)) { first, _ in first }
  }

  package var names: [String] { all.map(\.name.value) }
  package subscript(name: String) -> ScreenSpec? { places[name].map { all[$0] } }
  /// The first screen of a transition; it exists because the reader has checked the document.
  package var from: ScreenSpec { self["from"] ?? ScreenSpec() }
  package var to: ScreenSpec { self["to"] ?? ScreenSpec() }
}

extension Document {
  /// The current values of the document's variables, as a JSON object.
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
