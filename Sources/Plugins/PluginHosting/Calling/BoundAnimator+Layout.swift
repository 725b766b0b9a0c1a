internal import Files
package import PluginModel
internal import CAnimator
internal import Files
package import Scenes
internal import Synchronization

extension BoundAnimator {
  /// Runs `layout`; the pieces of the step may follow the bound layers in `inputs`. Each call resets the
  /// pieces except for their contents, so that the result depends only on the time.
  package func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws {
    let bound = stepContext.roleCounts.reduce(0, +)
    try orLeftOut(moment, of: &outputs, count: bound) { outputs throws(AnimatorFault) in
      do throws(AnimatorFault) {
        try Profile.measure(.plugin, description.id) { () throws(AnimatorFault) in
          try layoutChecked(moment, inputs: inputs, outputs: &outputs, bound: bound)
        }
      } catch {
        throw error.at(moment)
      }
    }
  }

  private func layoutChecked(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties], bound: Int
  ) throws(AnimatorFault) {
    guard inputs.count > bound, bound > 0 else {
      _ = try layoutReadingSources(moment, inputs: inputs, outputs: &outputs)
      return
    }
    for i in bound..<outputs.count {
      var piece = LayerProperties(frame: inputs[0].frame)
      piece.contents = outputs[i].contents
      outputs[i] = piece
    }
    _ = try layoutReadingSources(
      moment, inputs: Array(inputs[..<bound]), outputs: &outputs)
  }

  package func pieces(inputs: [LayerProperties]) throws(AnimatorFault) -> [Piece] {
    do throws(AnimatorFault) { return try askPieces(inputs) } catch {
      guard tellLeftOut(error) else { throw error }
      return []
    }
  }

  private func askPieces(_ inputs: [LayerProperties]) throws(AnimatorFault) -> [Piece] {
    let count = try pieceCount()
    guard count > 0 else { return [] }
    guard let first = inputs.first else {
      throw fault("has pieces, but no layer of which the pieces are parts")
    }
    var outputs = inputs
    outputs += Array(repeating: LayerProperties(frame: first.frame), count: count)
    let sources = try layoutReadingSources(
      StepMoment(progress: 0, time: .zero), inputs: inputs, outputs: &outputs)
    return zip(sources, outputs[inputs.count...]).map { Piece(source: $0, properties: $1) }
  }

  /// The properties of bound layers that `layout` changes, whether or not they are declared; for checks.
  package func changes(
    _ moment: StepMoment, inputs: [LayerProperties]
  ) throws(AnimatorFault) -> LayerPropertySet {
    let piece = LayerProperties(frame: inputs.first?.frame ?? .zero)
    let outputs = inputs + Array(repeating: piece, count: try pieceCount())
    guard let batch = LayerBatch(inputs: inputs, outputs: outputs) else {
      throw .noMemory(description.id, "its layers", step: stepContext.step)
    }
    let answer = try calls.layout(moment, batch)
    batch.settleTruths()
    guard answer.status == ANIMATOR_OK else { throw fault(answer) }
    return batch.changes(in: .ofPlugins, from: outputs)
  }

  /// Runs `layout` and returns the index of the input that each piece shows.
  private func layoutReadingSources(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws(AnimatorFault) -> [Int] {
    guard description.hasLayout else {
      throw fault(
        "has no layout, because the animator draws pixels")
    }
    guard inputs.count == stepContext.roleCounts.reduce(0, +), outputs.count >= inputs.count else {
      throw fault(
        "is given \(inputs.count) layers for roles that take \(stepContext.roleCounts)",
        pointer: "/layers")
    }
    guard moment.progress.isFinite else {
      throw fault("is called with a progress that is not a number")
    }

    guard let batch = LayerBatch(inputs: inputs, outputs: outputs) else {
      throw .noMemory(description.id, "its layers", step: stepContext.step)
    }
    let answer = try calls.layout(moment, batch)
    batch.settleTruths()
    guard answer.status == ANIMATOR_OK else { throw fault(answer) }
    animator.lints?.tellFailure(answer, description, step: stepContext.step)
    if let lints = animator.lints {
      let watched = lints.watched(description)
      let changed = watched.isEmpty ? [] : batch.changes(in: watched, from: outputs)
      if !changed.isEmpty { lints.tell(changed, of: description, step: stepContext.step) }
    }
    return try take(batch, inputCount: inputs.count, &outputs)
  }

  /// Copies layers and pieces from the plugin if their cost is within the limit for one call, and returns the
  /// index of the input that each piece shows.
  private func take(
    _ batch: LayerBatch, inputCount n: Int, _ outputs: inout [LayerProperties]
  ) throws(AnimatorFault) -> [Int] {
    var sources: [Int] = []
    var work = RenderCostSum()
    func side(_ points: Double) -> Int {
      Int(clamped: points * stepContext.scale, rounded: .up, to: 1...16_384)
    }
    let pixels = (
      width: side(stepContext.container.width), height: side(stepContext.container.height)
    )
    for i in outputs.indices {
      let isPiece = i >= n
      do throws(LayerImporter.Problem) {
        unsafe try LayerImporter.take(
          isPiece ? .ofPlugins : description.animates, from: batch.layers + (n + i),
          into: &outputs[i])
      } catch {
        throw fault("\(isPiece ? "piece \(i - n)" : "layer \(i)"): \(error.message)")
      }
      work =
        work
        + RenderCost.whole(
          outputs[i], map: .scale(stepContext.scale), width: pixels.width, height: pixels.height)
      guard work.units <= Double(animator.workLimit) / 2 else {
        throw fault(
          "\(isPiece ? "piece \(i - n)" : "layer \(i)"): the answer up to this layer takes "
            + "\(RenderCost.words(work.units)) units of work to draw, more than half of what a "
            + "frame may"
            + animator.vocabulary.allowing("work"))
      }
      guard isPiece else { continue }
      let source = Int(unsafe batch.layers[n + i].piece_of)
      guard source < n else {
        throw fault("piece \(i - n) shows input \(source), but there are \(n) inputs")
      }
      sources.append(source)
    }
    return sources
  }
}
