import Documents
import Scenes

/// A finger and the layer that shows it.
struct PlannedTouch {
  var spec: TouchSpec
  /// The index of the move that the finger's tap precedes, or that the finger drives.
  var move: Int?
  /// Whether the finger belongs to an interaction.
  var isTrack = false
  var layer: Int
}

extension StageBuilder {
  /// Adds a ring for each finger, above all other layers of the viewport.
  mutating func addTouches() {
    for spec in values.inputs.document.touches { addTouch(spec, move: nil) }
    for (number, move) in moves.enumerated() {
      if let spec = move.spec.touch { addTouch(spec, move: number) }
      guard let interaction = move.spec.transition.interaction, interaction.track != nil,
        [.edgePan, .screenEdgePan, .pan, .slide].contains(interaction.gesture)
      else { continue }
      var spec = TouchSpec()
      spec.origin = interaction.origin
      addTouch(spec, move: number, isTrack: true)
    }
  }

  private mutating func addTouch(_ spec: TouchSpec, move: Int?, isTrack: Bool = false) {
    var properties = LayerProperties(
      frame: Rect(center: bounds.center, size: Size(spec.size, spec.size)))
    properties.cornerRadius = spec.size / 2
    var fill = spec.color
    fill.alpha *= 0.28
    properties.backgroundColor = fill
    properties.border = Border(
      width: max(1, spec.size / 18), color: Color(red: 1, green: 1, blue: 1, alpha: 0.85))
    properties.isHidden = true
    let layer = values.stage.add(
      StageDraft.Item(
        node: Stage.Node(
          id: values.stage.numbered("touch"), parent: container, properties: properties)))
    touches.append(PlannedTouch(spec: spec, move: move, isTrack: isTrack, layer: layer))
  }
}

extension TouchSpec {
  /// Returns the duration for which the finger presses the screen.
  func press(_ framesPerSecond: Double) -> FrameTime {
    switch duration {
    case .seconds(let seconds): FrameTime(seconds: seconds)
    case .frames(let frames): FrameTime(seconds: frames / framesPerSecond)
    case .fraction, nil: FrameTime(seconds: isDrag ? 0.5 : 0.15)
    }
  }
}
