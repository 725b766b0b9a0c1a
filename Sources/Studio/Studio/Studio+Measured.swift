import Editing
import JSON
internal import PluginHosting
internal import Assets
internal import Documents
internal import Files
internal import Media
internal import Planning
internal import Reporting
internal import StudioProtocol

/// Creates a document in the current folder from a measured recording.
extension Studio {
  /// Copies a measured document and its pictures; their new names contain the name of the recording. The server passes
  /// their location; the answer contains the path of the document.
  func beginMeasured(_ request: StudioRequest) throws -> StudioAnswer {
    let node = try body(of: request)
    guard let source = node["folder"]?.string,
      let given = node["name"]?.string
    else { throw StudioRefusal(.badRequest, "a folder must be given") }
    let stem = Self.stem(given)
    let place =
      isGallery
      ? file : "\(folder)/\(Self.freeName("\(stem).json", in: folder, holding: nil))"
    if isGallery {
      try begin { made in try put(measured: source, stem, &made) }
    } else {
      try begin(measured: source, stem, beside: place)
    }
    let name = place.split(separator: "/").last.map(String.init) ?? place
    drawsAfterAnswer = true
    return StudioAnswer(object: ["file": name, "isShown": place == file])
  }

  /// Returns the name of a recording without its extension.
  private static func stem(_ given: String) -> String {
    let name = plainName(given) ?? "measured"
    let stem = name.split(separator: ".").first.map(String.init) ?? "measured"
    return stem.isEmpty ? "measured" : stem
  }

  /// Writes a new document without replacing the open one; if the new document is invalid, all written files are removed.
  private func begin(measured source: String, _ stem: String, beside place: String) throws {
    var made: [String] = []
    do {
      let text = try put(measured: source, stem, &made)
      do {
        let document = try reader.read(bytes: text, path: place, sets: [])
        let loader = AssetLoader(media, diagnostics)
        _ = try PlannedDocument(planning: document, images: loader, registry: registry)
      } catch let failure as DocumentFailure {
        throw EngineError(failure)
      }
      try write(text, to: place)
    } catch {
      for path in made { FileTree.remove(path) }
      throw error
    }
  }

  /// Writes the pictures, records their paths, and returns the text of the document that refers to them.
  private func put(
    measured source: String, _ stem: String, _ made: inout [String]
  ) throws -> [UInt8] {
    let text = try Self.bytes("\(source)/pipeline.json")
    guard let document = JSONNode(json: String(decoding: text, as: UTF8.self)) else {
      throw EngineError("the measurement has no document", .failed)
    }
    var editor = TextEditor(text)
    do throws(TextEditor.Refusal) {
      for value in [("/name", stem), ("/outputs/0/path", "out/\(stem).mp4")] {
        try editor.set(value.0, to: JSONNode(json: JSONWriter.string(value.1))!)
      }
    } catch {
      throw EngineError("\(error)", .failed)
    }
    for member in document["assets"]?.members ?? [] {
      let (key, asset) = (member.key, member.value)
      guard let picture = asset["image"]?.string else { continue }
      let bytes = try Self.bytes("\(source)/\(picture)")
      let plain = picture.hasPrefix("layer-") ? String(picture.dropFirst(6)) : picture
      let name = Self.freeName("\(stem)-\(plain)", in: folder, holding: bytes)
      if !System.exists("\(folder)/\(name)") {
        made.append("\(folder)/\(name)")
        try write(bytes, to: "\(folder)/\(name)")
      }
      do throws(TextEditor.Refusal) {
        let pointer = EscapedText.pointerPart(key)
        try editor.set("/assets/\(pointer)/image", to: JSONNode(json: JSONWriter.string(name))!)
      } catch {
        throw EngineError("\(error)", .failed)
      }
    }
    return editor.bytes
  }
}
