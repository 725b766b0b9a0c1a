import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Compares small videos and sounds of all kinds with ffmpeg's output. A long run tests all of them, and writes
/// ffmpeg's values to PIPELINE_ORACLE_TABLE; a short run compares a sample with the recorded values.
@Suite struct FootageCountTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private static let record = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Support/Footage.txt")
  private static let isWriting =
    ProcessInfo.processInfo.environment["PIPELINE_ORACLE_TABLE"] != nil
  private static let recorded: [String: [Int]] = {
    let lines = ((try? String(contentsOf: record, encoding: .utf8)) ?? "").split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let parts = line.split(separator: "\t")
        return (String(parts[0]), parts[1].split(separator: " ").compactMap { Int($0) })
      })
  }()

  private func ffmpeg(_ arguments: [String]) throws {
    let result = try Program.tool(
      "ffmpeg", ["-v", "error", "-y"] + arguments, in: folder.url)
    try #require(result.status == 0, "\(arguments): \(result.summary)")
  }

  private func make(_ kind: FootageKind) throws -> String {
    let name = "x.\(kind.ending)"
    for step in kind.steps {
      try ffmpeg(
        step.map { word in
          word == "@" ? name : word.hasPrefix("@") ? "y\(word.dropFirst())" : word
        })
    }
    return name
  }

  /// Returns the kinds to test, which in a short run are every fourteenth.
  private static func sample(_ kinds: [FootageKind]) -> [FootageKind] {
    if Effort.current >= .long { return kinds }
    return kinds.indices.filter { $0 % 14 == 5 }.map { kinds[$0] }
  }

  /// Returns the premultiplied means over the quarters of a frame.
  private static func quarters(_ pixels: ArraySlice<UInt8>, _ width: Int, _ height: Int) -> [Int] {
    var result: [Int] = []
    for part in 0..<4 {
      let (left, top) = (part % 2 * (width / 2), part / 2 * (height / 2))
      var sums = [0, 0, 0, 0]
      for y in top..<top + height / 2 {
        for x in left..<left + width / 2 {
          let place = pixels.startIndex + 4 * (y * width + x)
          for c in 0..<4 { sums[c] += Int(pixels[place + c]) }
        }
      }
      result += sums.map { $0 / (width / 2 * (height / 2)) }
    }
    return result
  }

  /// Returns ffmpeg's frames, premultiplied.
  private func judged(_ name: String, _ kind: FootageKind) throws -> [UInt8] {
    try ffmpeg(
      kind.input + [
        "-i", name, "-vsync", "passthrough", "-vf", kind.filter, "-f", "rawvideo", "-pix_fmt",
        "rgba",
        "raw",
      ])
    var bytes = [UInt8](try folder.data("raw"))
    for place in stride(from: 0, to: bytes.count, by: 4) where bytes[place + 3] < 255 {
      for c in place..<place + 3 {
        bytes[c] = UInt8((Int(bytes[c]) * Int(bytes[place + 3]) + 127) / 255)
      }
    }
    return bytes
  }

  /// Whether this ffmpeg creates the same files as the recorded one; another version chooses other colours for the same
  /// options.
  private static let makesTheSame: Bool = {
    let said = (try? Program.tool("ffmpeg", ["-version"]).output) ?? ""
    let isOne = said.hasPrefix("ffmpeg version 5.")
    if !isOne { LeftOut.tell("videos beside those of ffmpeg 5: it is another one here") }
    return isOne
  }()

  @Test func videosAreWhatFFmpegShows() throws {
    guard Self.makesTheSame else { return }
    var lines: [String] = []
    for kind in Self.sample(FootageKinds.videos) {
      let name = try make(kind)
      let reader = try SeekableVideo(try RegularFile(folder.path(name)))
      let count = reader.starts.count
      let shown = [0, count / 2, count - 1]
      let ours = try shown.map { Pixels(try reader.frame($0)).bytes }
      if kind.name.hasPrefix("delays") {
        let apart = zip(reader.starts, reader.starts.dropFirst()).map { $1.seconds - $0.seconds }
        #expect(apart.allSatisfy { abs($0 - 0.1) < 1e-6 }, "\(kind.name): \(apart)")
      }
      if let frames = kind.frames { #expect(count == frames, "\(kind.name)") }
      if Effort.current < .long, !Self.isWriting {
        let wanted = try #require(Self.recorded[kind.name], "\(kind.name) is not recorded")
        let got = [count] + ours.flatMap { Self.quarters($0[...], reader.width, reader.height) }
        let isNear = got.count == wanted.count && zip(got, wanted).allSatisfy { abs($0 - $1) <= 2 }
        #expect(isNear && got[0] == wanted[0], "\(kind.name): \(got) for \(wanted)")
        continue
      }
      let theirs = try judged(name, kind)
      let size = reader.width * reader.height * 4
      #expect(count == theirs.count / size, "\(kind.name)")
      for (bytes, index) in zip(ours, shown) where (index + 1) * size <= theirs.count {
        var sum = 0
        for place in 0..<size { sum += abs(Int(bytes[place]) - Int(theirs[index * size + place])) }
        let mean = Double(sum) / Double(size)
        #expect(mean < 1, "\(kind.name), frame \(index): \(mean) off")
      }
      let means = shown.flatMap { index in
        Self.quarters(theirs[(index * size)..<(index + 1) * size], reader.width, reader.height)
      }
      lines.append(Self.line(kind, [count] + means))
    }
    try note(lines)
  }

  private static func line(_ kind: FootageKind, _ numbers: [Int]) -> String {
    "\(kind.name)\t" + numbers.map(String.init).joined(separator: " ")
  }

  /// Appends the results to the recorded values.
  private func note(_ lines: [String]) throws {
    guard Self.isWriting, Effort.current >= .long else { return }
    let names = Set(lines.compactMap { $0.split(separator: "\t").first })
    let text = (try? String(contentsOf: Self.record, encoding: .utf8)) ?? ""
    let others = text.split(separator: "\n").filter { !names.contains($0.prefix { $0 != "\t" }) }
    try ((others.map(String.init) + lines).sorted().joined(separator: "\n") + "\n")
      .write(to: Self.record, atomically: true, encoding: .utf8)
  }

  // MARK: Sounds

  /// Returns the loudness of a sound in eighths of 0.7 s, left and right, in 1/1000.
  private static func loudness(_ samples: [Float]) -> [Int] {
    (0..<8).flatMap { part in
      (0..<2).map { side in
        var sum = 0.0
        for place in part * 4200..<(part + 1) * 4200 where 2 * place + side < samples.count {
          sum += Double(samples[2 * place + side]) * Double(samples[2 * place + side])
        }
        return Int(clamped: 1000 * (sum / 4200).squareRoot(), rounded: .toNearestOrEven)
      }
    }
  }

  private func heard(_ reader: SoundReader, _ name: String) throws -> [Float] {
    let opened = try reader.open(try RegularFile(folder.path(name)))
    var samples = [Float](repeating: 0, count: 2 * opened.count)
    var place = 0
    while place < opened.count {
      let part = try unsafe samples.withUnsafeMutableBufferPointer { all throws(MediaError) in
        // Safety: the array has room for all samples.
        try unsafe reader.read(
          opened.number, from: place, min(SoundReader.block, opened.count - place),
          into: all.baseAddress! + 2 * place)
      }
      if part == 0 { break }
      place += part
    }
    #expect(place == opened.count, "\(name)")
    return samples
  }

  @Test func soundsAreWhatFFmpegHears() throws {
    let reader = try SoundReader()
    var lines: [String] = []
    for kind in Self.sample(FootageKinds.sounds) {
      let name = try make(kind)
      let got = try heard(reader, name)
      if Effort.current < .long, !Self.isWriting {
        let wanted = try #require(Self.recorded[kind.name], "\(kind.name) is not recorded")
        let isNear = zip(Self.loudness(got), wanted.dropFirst()).allSatisfy { abs($0 - $1) <= 3 }
        #expect(isNear && abs(got.count / 2 - wanted[0]) <= 2, "\(kind.name)")
        continue
      }
      try ffmpeg([
        "-flags", "bitexact", "-i", name, "-af", kind.filter, "-ac", "2", "-f", "f32le", "raw",
      ])
      let data = [UInt8](try folder.data("raw"))
      // Safety: the numbers are in their format in memory.
      let wanted = unsafe data.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
      // If an edit list ends the sound at a thousandth of a second, ffmpeg continues to the end of the packet.
      let isWhole = abs(got.count / 2 - wanted.count / 2) <= 2
      let isCut = abs(got.count / 2 - 33600) <= 100 && wanted.count > got.count
      #expect(isWhole || isCut, "\(kind.name): \(got.count / 2) for \(wanted.count / 2)")
      let shared = min(got.count, wanted.count)
      var (sum, most) = (0.0, Float(0))
      for index in 0..<shared {
        sum += Double(got[index] - wanted[index]) * Double(got[index] - wanted[index])
        most = max(most, abs(wanted[index]))
      }
      // An offset of a tenth of a millisecond would give four times this difference.
      let apart = (sum / Double(max(1, shared))).squareRoot()
      #expect(apart < 0.005 && most > 0.05, "\(kind.name): \(apart)")
      lines.append(
        Self.line(kind, [got.count / 2] + Self.loudness(isCut ? Array(wanted[..<shared]) : wanted)))
    }
    try note(lines)
  }
}
