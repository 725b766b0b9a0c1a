import JSON
package import PluginHosting
internal import PluginModel
internal import Comparing
internal import Documents
internal import Encoding
package import Files
internal import Media
package import Planning
package import Reporting
package import Scenes

/// A JSON file with the SHA-256 of every frame of a run and the plugins that were used. The hash of a frame
/// depends only on its pixels (RGBA8, premultiplied, row after row), not on the format of the output.
package final class FrameManifest {
  private struct Moment: Hashable {
    let look: RenderSettings
    let time: FrameTime
  }
  private struct Plugin {
    let animator: String
    let version: String
    /// The file of the plugin, followed by the libraries beside it.
    let parts: [PluginPart]
  }
  private let file: AtomicFile
  private let document: String
  private let plugins: [Plugin]
  private var hashes: [Moment: String] = [:]

  /// Opens the manifest file, so that an unwritable path is reported before the first frame is drawn.
  package init(
    _ path: String, of planned: PlannedDocument, _ registry: AnimatorRegistry,
    in context: EngineContext
  ) throws(EngineError) {
    do { file = try AtomicFile(path, context: context) } catch { throw EngineError(error) }
    document = planned.document.file
    plugins =
      planned.animators.compactMap(registry.animator(named:)).map {
        Plugin(
          animator: $0.description.id, version: $0.description.version, parts: $0.parts)
      }
      + planned.functions.compactMap(registry.function(named:)).map {
        Plugin(animator: $0.description.id, version: "", parts: $0.parts)
      }
  }

  package func add(_ bitmap: Bitmap, at time: FrameTime, look: RenderSettings) {
    hashes[Moment(look: look, time: time)] = SHA256.ofPixels(bitmap)
  }

  /// Writes the file, which appears complete or not at all; all frames of `outputs` must be finished.
  func write(
    _ outputs: [(look: RenderSettings, output: OpenOutput)], by context: EngineContext
  ) throws(EngineError) {
    func members(_ part: PluginPart) -> String {
      "\"file\": \(JSONWriter.string(part.path)), \"sha256\": \"\(part.sha256)\""
    }
    let plugins = plugins.map { plugin in
      let libraries = plugin.parts.dropFirst().map { "{\(members($0))}" }.joined(separator: ", ")
      return "    {\"id\": \(JSONWriter.string(plugin.animator)), "
        + "\"version\": \(JSONWriter.string(plugin.version)), \(plugin.parts.first.map(members) ?? "")"
        + (libraries.isEmpty ? "}" : ", \"libraries\": [\(libraries)]}")
    }
    let outputs = outputs.map { look, output in
      let frames = output.wanted.map { time, number in
        "        {\"frame\": \(number), \"time\": \(JSONWriter.number(time.seconds)), "
          + "\"sha256\": \"\(hashes[Moment(look: look, time: time)] ?? "")\"}"
      }
      return "    {\n      \"path\": \(JSONWriter.string(output.path)),\n      \"size\": "
        + "[\(output.width), \(output.height)],\n      \"scale\": \(JSONWriter.number(look.scale)),\n"
        + (look.shutter.map { "      \"motionBlur\": \(JSONWriter.string($0.words)),\n" } ?? "")
        + "      \"frames\": [\n" + frames.joined(separator: ",\n") + "\n      ]\n    }"
    }
    let engine = context.version(of: HelperProgram.lottie.rawValue).map {
      "  \"lottie\": \(JSONWriter.string($0)),\n"
    }
    let text = """
      {
        "pipeline": \(JSONWriter.string(HostVersion.text)),
      \(engine ?? "")\
        "document": \(JSONWriter.string(document)),
        "plugins": [
      \(plugins.joined(separator: ",\n"))
        ],
        "outputs": [
      \(outputs.joined(separator: ",\n"))
        ]
      }

      """
    do {
      try file.write(Array(text.utf8))
      try file.commit()
    } catch {
      throw EngineError(error)
    }
  }
}
