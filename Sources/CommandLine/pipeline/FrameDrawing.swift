import Assets
import CommandLine
import JSON
import PluginHosting
import PluginModel
import Documents
import Files
import Planning
import Rendering
import Reporting
import Scaffolding
import Scenes

/// Draws one animator over pictures that arrive frame by frame, as an effect inside another program.
struct FrameDrawing {
  /// The path of any existing file, because the generated document must name a file; pictures in memory
  /// replace the file.
  private static let file = System.executable

  let animator: AnimatorDescription
  let kind: FilterKind
  let registry: AnimatorRegistry

  /// The premultiplied frame at `progress`; all `pictures` must have the same size.
  func frame(
    _ pictures: [Bitmap], at progress: Double, parameters: [(name: String, value: String)]
  ) throws -> Bitmap {
    let (width, height) = (pictures[0].width, pictures[0].height)
    let text = document(width, height, parameters)
    var reader = DocumentReader()
    reader.context = .ofProgram
    reader.allowsOutsidePaths = true
    let read = try reader.read(
      bytes: Array(text.utf8), file: animator.id, folder: ".")
    let planned = try PlannedDocument(
      planning: read, images: GivenPictures(pictures), registry: registry)
    let source = try FrameRenderer(
      planned, look: RenderSettings(scale: 1), threads: 2, Console.diagnostics)
    let bitmap = Bitmap(width: width, height: height)
    let time = FrameTime(seconds: min(max(progress, 0), 1))
    try source.draw(time, frame: nil, into: bitmap)
    return bitmap
  }

  private func document(
    _ width: Int, _ height: Int, _ parameters: [(name: String, value: String)]
  ) -> String {
    if kind == .mixer {
      var document = TransitionDocument(size: (Double(width), Double(height)))
      document.pictures = (.init(path: Self.file), .init(path: Self.file))
      (document.duration, document.easing) = ("1", "linear")
      document.parameters = parameters
      document.background = "#00000000"
      return document.json(for: animator)
    }
    let role = FilterKind.layer(of: animator) ?? "subject"
    let values = parameters.map { name, value in
      "\(JSONWriter.string(name)): "
        + (JSONNode(json: value) == nil ? JSONWriter.string(value) : value)
    }
    return """
      { "version": 1,
        "canvas": { "size": [\(width), \(height)], "scale": 1, "background": "#00000000" },
        "layers": [ { "id": "picture", "frame": [0, 0, \(width), \(height)],
          "contents": { "image": \(JSONWriter.string(Self.file)) } } ],
        "timeline": { "animator": \(JSONWriter.string(animator.id)), "duration": 1,
          "easing": "linear", "layers": { \(JSONWriter.string(role)): "picture" },
          "params": { \(values.joined(separator: ", ")) } } }
      """
  }

  /// An image loader that returns the given pictures by the names of their screens.
  private struct GivenPictures: ImageLoading {
    let pictures: [Bitmap]
    init(_ pictures: [Bitmap]) { self.pictures = pictures }

    func prepare(for document: Document) {}
    func picture(
      _ spec: any PictureSpec, for place: PicturePlace
    ) throws(Problem) -> any PictureSource {
      let pointer = (spec as? ImageSpec)?.path.origin.pointer ?? ""
      let bitmap = pictures[pointer.hasPrefix("/screens/to") ? pictures.count - 1 : 0]
      return StillPicture(
        bitmap, size: Size(Double(bitmap.width), Double(bitmap.height)))
    }
  }
}
