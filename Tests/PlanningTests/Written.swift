import JSON
import PluginModel
import Documents
import Scenes

/// Documents for tests of single planning steps.
enum Written {
  /// Returns a document on a canvas of 100×200 points with some members.
  static func document(_ members: String) throws -> Document {
    var reader = DocumentReader()
    reader.checksFiles = false
    let text = #"{ "version": 1, "canvas": { "size": [100, 200], "fps": 10 }, \#(members) }"#
    return try reader.read(bytes: Array(text.utf8), file: "doc.json", folder: ".")
  }
}

/// The animator "lift", which moves its subject up and needs no plugin.
struct OneAnimator: AnimatorFinding, BindableAnimator {
  var description = AnimatorDescription(
    id: "lift", aliases: [], title: "Lift", version: "1", doc: "Lifts.", kind: .effect, flags: [],
    animates: .frame, durationSeconds: 0.5, easingJSON: #""linear""#,
    parameters: [
      ParameterDescription(
        name: "height", doc: "How far.", type: .double, unit: .points, defaultJSON: "20",
        minimum: 0, maximum: 100, choices: [], offset: 0),
      ParameterDescription(
        name: "around", doc: "Where.", type: .point, unit: .points,
        defaultJSON: #"{ "centerOf": "subject" }"#, minimum: nil, maximum: nil, choices: [],
        offset: 8),
    ],
    roles: [
      RoleDescription(
        name: "subject", doc: "what is lifted", minimum: 1, maximum: 2, createJSON: nil),
      RoleDescription(
        name: "shade", doc: "what lies under it", minimum: 1, maximum: 1,
        createJSON: ##"{ "backgroundColor": "#000", "below": "subject" }"##),
    ],
    hasLayout: true, hasPixels: false, hasPieces: false, hasDuration: true, plugin: "lift.so",
    isBundled: true)

  func bind(
    _ values: [ParameterValue], _ stepContext: StepContext
  ) throws(AnimatorFault) -> any StepAnimator {
    Lift(description, height: values[0].number!)
  }

  func findAnimator(_ name: String) -> (any BindableAnimator)? { name == "lift" ? self : nil }
  var animatorNames: [String] { ["lift"] }
  func refusal(ofAnimatorNamed name: String) -> PluginRefusal? { nil }

  private final class Lift: StepAnimator {
    let description: AnimatorDescription
    let height: Double
    var isReentrant: Bool { true }
    var readsFinger: Bool { description.readsFinger }

    init(_ description: AnimatorDescription, height: Double) {
      self.description = description
      self.height = height
    }

    /// The duration is a second for each hundred points.
    func inputTimes(_ moment: StepMoment, count: Int) throws -> [[FrameTime]]? { nil }
    func duration() throws(AnimatorFault) -> Double { height / 100 }
    func pieces(inputs: [LayerProperties]) throws(AnimatorFault) -> [Piece] { [] }
    func isLeftOut(_ moment: StepMoment) -> Bool { false }
    func layout(
      _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
    ) {
      outputs[0].frame.y -= height * moment.progress
      if let finger = moment.finger { outputs[0].frame.x = finger.isDown ? finger.place.x : 0 }
    }
    func draw(
      _ moment: StepMoment, scale: Double, inputs: [[Bitmap]], width: Int, height: Int
    ) throws -> Bitmap {
      Bitmap(width: width, height: height)
    }
  }
}
