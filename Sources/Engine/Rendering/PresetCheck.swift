package import Documents
internal import Encoding
internal import Files
internal import Media
internal import Reporting
package import Scenes

/// What an output's preset asks of the file, which is looked at when it is there.
package struct PresetCheck {
  private let name: String
  private let rule: OutputPreset.Rule
  /// Pixels, the way that the canvas lies; nil: any.
  package let width: Int?
  package let height: Int?

  package init(_ name: String, _ rule: OutputPreset.Rule, _ canvas: Size) {
    self.name = name
    self.rule = rule
    let size = rule.size.map { size in
      rule.turns && (canvas.width > canvas.height) != (size.width > size.height)
        ? (size.height, size.width) : (size.width, size.height)
    }
    width = size?.0
    height = size?.1
  }

  /// What is wrong with a length.
  package func problem(seconds: Double) -> String? {
    guard let length = rule.length, !length.contains((seconds * 1000).rounded() / 1000) else {
      return nil
    }
    return "the preset \"\(name)\" asks for \(Text.number(length.lowerBound)) to "
      + "\(Text.number(length.upperBound)) s; it lasts \(Text.number(seconds)) s"
  }

  /// Reads the file, and refuses one that is not as it is asked for.
  func check(_ path: String, _ media: MediaSettings) throws(EngineError) {
    let found: (width: Int, height: Int, frames: Int, seconds: Double)
    let file: RegularFile
    do throws(FileError) { file = try RegularFile(path, own: true) } catch {
      throw EngineError(MediaError(error))
    }
    do throws(MediaError) { found = try Self.look(at: file, media) } catch {
      throw EngineError(error)
    }
    var problems: [String] = []
    if let width, let height, (width, height) != (found.width, found.height) {
      problems.append("\(width)×\(height) pixels; it has \(found.width)×\(found.height)")
    }
    if let rate = rule.framesPerSecond, found.frames > 1 {
      let own = Double(found.frames) / found.seconds
      if (own - rate).magnitude > 0.01 * rate {
        problems.append("\(Text.number(rate)) frames a second; it has \(Text.number(own))")
      }
    }
    if let bytes = rule.bytes, file.byteCount > bytes {
      problems.append("at most \(bytes) bytes; it has \(file.byteCount)")
    }
    if let words = problem(seconds: found.seconds), found.frames > 1 {
      throw EngineError("\(path): \(words)", .content)
    }
    guard problems.isEmpty else {
      throw EngineError(
        "\(path): the preset \"\(name)\" asks for \(problems.joined(separator: ", and for "))",
        .content)
    }
  }

  private static func look(
    at file: RegularFile, _ media: MediaSettings
  ) throws(MediaError) -> (width: Int, height: Int, frames: Int, seconds: Double) {
    let path = file.path.lowercased()
    if [".png", ".jpg", ".jpeg"].contains(where: path.hasSuffix) {
      let picture = try ImageReader(media).read(file)
      return (picture.width, picture.height, 1, 0)
    }
    let moving = try SeekableVideo(file, media)
    return (moving.width, moving.height, moving.starts.count, moving.duration.seconds)
  }
}
