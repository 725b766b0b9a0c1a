/// The programs that work for us.
package enum HelperProgram: String, Sendable {
  /// PNG.
  case png = "pipeline-png"
  /// Other pictures, and video.
  case media = "pipeline-media"
  /// Text, and what becomes of the drawings of SVG.
  case draw = "pipeline-draw"
  /// SVG.
  case svg = "pipeline-svg"
  /// Lottie files.
  case lottie = "pipeline-lottie"
  /// The page that plays a document.
  case preview = "pipeline-preview"
}
