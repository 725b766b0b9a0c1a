internal import PluginHosting
internal import Assets
package import Documents
package import Encoding
package import Media
package import Planning
package import Rendering
package import Reporting

/// A document with the settings with which it was rendered.
package struct RenderedDocument {
  package let planned: PlannedDocument
  package let facts: JobInputsRecord
  /// The time and memory limits of the helper processes.
  package let media: MediaSettings
  package let framesPerSecond: Double
  package let scale: Double
  package let speed: Double
  /// The motion blur of the render; nil means that of the document.
  package let motionBlur: MotionBlurSpec?

  package init(
    planned: PlannedDocument, facts: JobInputsRecord, media: MediaSettings, framesPerSecond: Double,
    scale: Double, speed: Double = 1, motionBlur: MotionBlurSpec?
  ) {
    self.planned = planned
    self.facts = facts
    self.media = media
    self.framesPerSecond = framesPerSecond
    self.scale = scale
    self.speed = speed
    self.motionBlur = motionBlur
  }

  package var look: RenderSettings {
    var canvas = planned.document.canvas
    canvas.motionBlur = motionBlur ?? canvas.motionBlur
    return RenderSettings(canvas, scale: scale, framesPerSecond: framesPerSecond, speed: speed)
  }

  /// An output that contains all frames, with the settings of a run in which the document declares no
  /// outputs.
  package func output(_ path: String) throws(EngineError) -> Output {
    var request = try OutputRequest(path: path, framesPerSecond: framesPerSecond, scale: scale)
    request.options.speed = speed
    return try request.output(of: planned)
  }
}
