import Documents
import Scenes

extension StageBuilder {
  /// Adds a text for each caption, on the canvas above the rest.
  mutating func addCaptions() {
    guard let spec = values.inputs.document.captions else { return }
    let canvas = values.inputs.canvas
    let height = canvas.height / 6
    let place =
      spec.frame?.rect(in: canvas)
      ?? Rect(
        canvas.width * 0.06, spec.place == .above ? canvas.height * 0.02 : canvas.height - height,
        canvas.width * 0.88, height * 0.9)
    for (number, item) in spec.items.enumerated() {
      var text = TextSpec()
      text.style = spec.style
      let share = spec.loudness == .loud ? 14.0 : 24
      text.style.size = spec.style.size ?? (canvas.width / share).rounded()
      text.style.weight = spec.style.weight ?? (spec.loudness == .loud ? .bold : .medium)
      text.alignment = .center
      text.fit = .shrink
      var run = TextRun()
      run.text = item.text
      run.style = text.style
      text.runs = [run]
      var layer = LayerSpec()
      layer.origin = item.origin
      layer.values.origin = item.origin
      layer.values.contents = .picture(text)
      layer.values["frame"] = RectSpec(place)
      layer.values["hidden"] = true
      let index = add(layer, to: StageDraft.root, parentFrame: canvas)
      values.stage[index].node.id = values.stage.numbered("caption-\(number + 1)")
      captions.append(index)
    }
  }
}
