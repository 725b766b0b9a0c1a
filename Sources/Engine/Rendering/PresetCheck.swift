package import Documents
internal import Encoding
internal import Files
internal import Media
internal import Reporting
package import Scenes

/// The requirements of an output's preset, which are checked after the file is complete.
package struct PresetCheck {
  private let name: String
  private let rule: OutputPreset.Rule
  /// The required width in pixels, in the orientation of the canvas; nil allows any width.
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

  /// The problem with the duration of an output; nil if the preset permits the duration.
  package func problem(seconds: Double) -> String? {
    guard let length = rule.length, !length.contains((seconds * 1000).rounded() / 1000) else {
      return nil
    }
    return "the preset \"\(name)\" requires \(Text.number(length.lowerBound)) to "
      + "\(Text.number(length.upperBound)) s; the file lasts \(Text.number(seconds)) s"
  }

  /// Reads the finished file, and throws an error if it does not meet the preset's requirements.
  func check(_ path: String, _ media: MediaSettings, _ diagnostics: Diagnostics) throws(EngineError)
  {
    let found: Found
    let file: RegularFile
    do throws(FileError) { file = try RegularFile(path, own: true) } catch {
      throw EngineError(MediaError(error))
    }
    do throws(MediaError) { found = try look(at: file, media) } catch {
      throw EngineError(error)
    }
    var problems: [String] = []
    if let width, let height, (width, height) != (found.width, found.height) {
      problems.append("\(width)×\(height) pixels; the file has \(found.width)×\(found.height)")
    }
    if let rate = rule.framesPerSecond, found.frames > 1 {
      let own = Double(found.frames) / found.seconds
      if (own - rate).magnitude > 0.01 * rate {
        problems.append("\(Text.number(rate)) frames a second; the file has \(Text.number(own))")
      }
    }
    var streams: [String] = []
    if let most = rule.level {
      let index = MovieIndex(of: file)
      if let level = index.level, level > most {
        problems.append("H.264 up to level \(Self.words(most)); the file has \(Self.words(level))")
      }
      if let sound = index.sound { streams.append(sound) } else { problems.append("sound in AAC") }
      if let level = index.level, let profile = index.profile {
        streams.insert("H.264 \(profile), level \(Self.words(level))", at: 0)
      }
    }
    if let bytes = rule.bytes, file.byteCount > bytes {
      problems.append("at most \(bytes) bytes; the file has \(file.byteCount)")
    }
    if let words = problem(seconds: found.seconds), found.frames > 1 {
      throw EngineError("\(path): \(words)", .content)
    }
    guard problems.isEmpty else {
      throw EngineError(
        "\(path): the preset \"\(name)\" requires \(problems.joined(separator: ", and for "))",
        .content)
    }
    if let poster = rule.poster, found.posterIsEmpty {
      diagnostics.warn(
        "\(path): the frame at \(Text.number(poster)) s, "
          + "which \"\(name)\" shows before the video plays, has only one colour"
      )
    }
    var points = ["\(found.width)×\(found.height) pixels"]
    if found.frames > 1 {
      points.append(
        "\(Text.number((Double(found.frames) / found.seconds * 100).rounded() / 100)) frames a second"
      )
      points.append("\(Text.number((found.seconds * 100).rounded() / 100)) s")
    }
    points += streams
    if let poster = rule.poster, poster < found.seconds, !found.posterIsEmpty {
      points.append("a picture at \(Text.number(poster)) s")
    }
    points.append(
      "\(file.byteCount) bytes" + (rule.bytes.map { " of at most \($0)" } ?? ""))
    diagnostics.note("\(path): as \"\(name)\" requires: \(points.joined(separator: ", "))")
  }

  private static func words(_ level: Int) -> String { "\(level / 10).\(level % 10)" }

  /// The properties of the output file that the preset restricts.
  private struct Found {
    var width: Int
    var height: Int
    var frames = 1
    var seconds = 0.0
    var posterIsEmpty = false
  }

  private func look(at file: RegularFile, _ media: MediaSettings) throws(MediaError) -> Found {
    let path = file.path.lowercased()
    if [".png", ".jpg", ".jpeg"].contains(where: path.hasSuffix) {
      let picture = try ImageReader(media).read(file)
      return Found(width: picture.width, height: picture.height)
    }
    let moving = try SeekableVideo(file, media)
    var found = Found(
      width: moving.width, height: moving.height, frames: moving.starts.count,
      seconds: moving.duration.seconds)
    if let poster = rule.poster, poster < found.seconds,
      let index = moving.starts.lastIndex(where: { $0.seconds <= poster })
    {
      found.posterIsEmpty = Self.isEven(try moving.frame(index))
    }
    return found
  }

  /// Whether all pixels of a picture have the same colour.
  private static func isEven(_ picture: Bitmap) -> Bool {
    let first = picture.color(0, 0)
    func isLikeFirst(_ color: Color) -> Bool {
      [(color.red, first.red), (color.green, first.green), (color.blue, first.blue)]
        .allSatisfy { ($0 - $1).magnitude < 0.04 }
    }
    for y in stride(from: 0, to: picture.height, by: 4) {
      for x in stride(from: 0, to: picture.width, by: 4)
      where !isLikeFirst(picture.color(x, y)) { return false }
    }
    return true
  }
}

/// The encoding parameters of an MP4 or MOV file that this program wrote, from the index at the start or the
/// end of the file.
private struct MovieIndex {
  /// The H.264 level of the output, multiplied by 10.
  var level: Int?
  var profile: String?
  /// The codec, bit rate, sample rate and channels of the sound track.
  var sound: String?

  init(of file: RegularFile) {
    let reach = 1 << 20
    for part in [file.head(reach), file.bytes(at: max(0, file.byteCount - reach), reach)] {
      if level == nil, let video = Self.bytes(after: "avcC", in: part, 4) {
        level = video[3]
        profile = [66: "Baseline", 77: "Main", 100: "High"][video[1]] ?? "profile \(video[1])"
      }
      // The sample entry contains the channels and the sample rate, and its descriptor contains the bit rate.
      if sound == nil, let entry = Self.bytes(after: "mp4a", in: part, 28),
        let details = Self.bytes(after: "esds", in: part, 64),
        let decoder = details.dropLast(18).firstIndex(where: { $0 == 4 }),
        let start = details[(decoder + 1)...].firstIndex(where: { $0 == 0x40 }),
        start + 9 < details.count
      {
        let bits = details[start + 5..<start + 9].reduce(0) { $0 << 8 | $1 }
        let (channels, rate) = (entry[16] << 8 | entry[17], entry[24] << 8 | entry[25])
        sound =
          "AAC of \(Text.number((Double(bits) / 1_000).rounded())) kb/s, "
          + (channels == 2 ? "stereo" : "\(channels) channels")
          + ", \(Text.number(Double(rate) / 1_000)) kHz"
      }
    }
  }

  /// The bytes that follow the name of an MP4 box.
  private static func bytes(after name: String, in part: [UInt8], _ count: Int) -> [Int]? {
    let name = Array(name.utf8)
    guard part.count > name.count + count else { return nil }
    for place in 0..<part.count - name.count - count
    where part[place] == name[0] && part[place..<place + 4].elementsEqual(name) {
      return part[place + 4..<place + 4 + count].map { Int($0) }
    }
    return nil
  }
}
