/// The programs that `pipeline` starts to do a part of its work.
package enum HelperProgram: String, Sendable {
  case png = "pipeline-png"
  /// The helper for video, and for pictures other than PNG.
  case media = "pipeline-media"
  /// The helper for text, and for averaging the drawings of SVG.
  case draw = "pipeline-draw"
  case svg = "pipeline-svg"
  /// The helper for Lottie files.
  case lottie = "pipeline-lottie"
  /// The server of the studio's page.
  case preview = "pipeline-preview"
}
