import AnimatorHosting
import Comparing
import Documents
import Encoding
import Files
import Planning
import Scenes

/// The SHA-256 of every frame of a run, with the plugins that made them: a JSON file.
///
/// A frame's hash is of its pixels alone (RGBA8, premultiplied, row after row), so it does not
/// depend on the format of the output.
final class FrameManifest {
  private struct Moment: Hashable {
    let scale: Double
    let time: FrameTime
  }
  private struct Plugin {
    let animator: String
    let version: String
    let file: String
    let sha256: String
  }
  private let file: WholeFile
  private let document: String
  private let plugins: [Plugin]
  private var hashes: [Moment: String] = [:]

  /// Opens the file, so that a path that cannot be written fails before the first frame.
  init(_ path: String, of planned: PlannedDocument, _ registry: AnimatorRegistry) throws(Failure) {
    do { file = try WholeFile(path) } catch { throw Failure(error) }
    document = planned.document.file
    let animators = planned.animators.compactMap(registry.animator(named:))
      .map { (id: $0.id, version: $0.version, file: $0.plugin) }
    let functions = planned.functions.compactMap(registry.function(named:))
      .map { (id: $0.id, version: "", file: $0.plugin) }
    var plugins: [Plugin] = []
    for used in animators + functions {
      guard let bytes = try? PlainFile(used.file).read(limitBytes: 1 << 30) else {
        throw Failure("\(used.file): cannot be read", status: 74)
      }
      var hash = SHA256()
      hash.add(bytes)
      plugins.append(
        Plugin(
          animator: used.id, version: used.version, file: used.file, sha256: hash.hexadecimal()))
    }
    self.plugins = plugins
  }

  func add(_ bitmap: Bitmap, at time: FrameTime, scale: Double) {
    hashes[Moment(scale: scale, time: time)] = SHA256.ofPixels(bitmap)
  }

  /// Writes the file, whole or not at all; `outputs` have all their frames.
  func write(_ outputs: [(scale: Double, output: OpenOutput)]) throws(Failure) {
    let plugins = plugins.map { plugin in
      "    {\"id\": \(JSONWriter.string(plugin.animator)), "
        + "\"version\": \(JSONWriter.string(plugin.version)), "
        + "\"file\": \(JSONWriter.string(plugin.file)), \"sha256\": \"\(plugin.sha256)\"}"
    }
    let outputs = outputs.map { scale, output in
      let frames = output.wanted.map { time, number in
        "        {\"frame\": \(number), \"time\": \(JSONWriter.number(time.seconds)), "
          + "\"sha256\": \"\(hashes[Moment(scale: scale, time: time)] ?? "")\"}"
      }
      return "    {\n      \"path\": \(JSONWriter.string(output.path)),\n      \"size\": "
        + "[\(output.width), \(output.height)],\n      \"scale\": \(JSONWriter.number(scale)),\n"
        + "      \"frames\": [\n" + frames.joined(separator: ",\n") + "\n      ]\n    }"
    }
    let text = """
      {
        "pipeline": \(JSONWriter.string(HostVersion.text)),
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
      throw Failure(error)
    }
  }
}
