internal import Documents
internal import Evaluation
import JSON
package import Planning
internal import Reporting
internal import Scenes

/// The notes of planning, and the cost of a document's frames, which are computed before drawing.
package enum WorkNotes {
  /// The notes of planning; if a frame at the start, in the middle or at the end is expensive, also a line
  /// that names the layer and its position in the document.
  package static func notes(of planned: PlannedDocument) -> [String] {
    let notes = planned.notes.map(\.description)
    guard let heaviest = heaviest(of: planned), heaviest.units >= RenderCost.noted else {
      return notes
    }
    let place = place(of: heaviest.id, in: planned.document)
    return notes + [
      Problem(
        file: planned.document.file, origin: place,
        message: "layer \"\(heaviest.id)\" takes most of the work for a frame: "
          + "\(RenderCost.words(heaviest.units)) units of work, "
          + "which are about \(Text.number((heaviest.units / 1e9).rounded())) s"
      ).description
    ]
  }

  /// The work in units of the most expensive frame among those at the start, in the middle and at the end.
  package static func units(of planned: PlannedDocument) -> Double {
    heaviest(of: planned)?.units ?? 0
  }

  private static func heaviest(of planned: PlannedDocument) -> (units: Double, id: String)? {
    let moments = [0, 0.5, 1].map { FrameTime(seconds: $0 * planned.duration.seconds) }
    return moments.compactMap { time in
      (try? planned.playback.scene(at: time)).map { Self.work(of: $0, planned) }
    }.max { $0.units < $1.units }
  }

  /// The work of a scene, and the layer with the largest part of it.
  private static func work(
    of scene: Scene, _ planned: PlannedDocument
  ) -> (units: Double, id: String) {
    let scale = planned.document.canvas.scale
    let size = planned.document.canvas.size
    func pixels(_ length: Double) -> Int { Int(clamped: length * scale, rounded: .up) }
    let work = SceneWork.of(
      scene, scale: scale, width: pixels(size.width), height: pixels(size.height))
    return (work.units, scene.stage.nodes.isEmpty ? "" : scene.stage.nodes[work.heaviest].id)
  }

  private static func place(of id: String, in document: Document) -> Origin {
    let screens = document.screens.map { [$0.from, $0.to].flatMap(\.layers) } ?? []
    return find(id, in: document.layers + screens + document.overlays) ?? .start
  }

  private static func find(_ id: String, in layers: [LayerSpec]) -> Origin? {
    for layer in layers {
      if layer.id?.value == id { return layer.origin }
      if let found = find(id, in: layer.sublayers) { return found }
    }
    return nil
  }
}
