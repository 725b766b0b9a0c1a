import Foundation
import TestSupport
import Testing

/// Tests sounds that accompany the picture, decoded with ffmpeg.
@Suite struct SoundTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func ffmpeg(_ arguments: [String]) throws {
    let result = try Program.tool("ffmpeg", ["-v", "error", "-y"] + arguments, in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
  }

  /// Writes a click of one sample in silence, at 48 kHz.
  private func click(_ name: String, amplitude: Double = 0.5) throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc='if(eq(n,0),\(amplitude),0)':s=48000:d=0.1", "-c:a",
      "pcm_s24le", name,
    ])
  }

  private func run(_ output: String, _ more: [String] = []) throws -> Program.Result {
    let result = try Program.pipeline(["run", "doc.json", "-o", output] + more, in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
    return result
  }

  /// Returns the left channel of a file at 48 kHz.
  private func samples(_ name: String) throws -> [Float] {
    try ffmpeg(["-i", name, "-map", "0:a", "-f", "f32le", "-ac", "2", "-ar", "48000", "x.raw"])
    let data = try folder.data("x.raw")
    return stride(from: 0, to: data.count, by: 8).map { place in
      Float(bitPattern: data[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  private func document(_ audio: String, duration: Double = 1, timeline: String = "") throws {
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [32, 32], "fps": 25 }, "duration": \(duration),
        "layers": [ { "id": "box", "frame": [0, 0, 16, 16], "backgroundColor": "#a81c31" } ],
        "audio": [\(audio)]\(timeline) }
      """, to: "doc.json")
  }

  @Test func startsOnItsSample() throws {
    try click("tap.wav")
    try document(
      #"{ "file": "tap.wav", "at": 0.25 }"#,
      timeline: """
        , "timeline": { "targets": ["box"], "at": 0.5, "duration": 0.2, "sound": "tap.wav",
            "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] }
        """)
    _ = try run("mix.wav")
    let wave = try samples("mix.wav")
    #expect(wave.count == 48_000)
    let heard = wave.indices.filter { abs(wave[$0]) > 0.4 }
    #expect(heard == [12_000, 24_000])
    let told = try Program.pipeline(["inspect", "doc.json"], in: folder.url)
    #expect(told.output.contains("sound tap.wav") && told.output.contains("0.25 – 0.35"))
  }

  /// In AAC and Opus, a tone begins within a millisecond of its time, and the sound is as long as the video.
  @Test(arguments: Effort.spread(["mp4", "mov", "webm"], test: 1)) func isInVideos(_ ending: String)
    throws
  {
    try ffmpeg([
      "-f", "lavfi", "-i", "sine=f=1000:r=48000:d=0.4", "-af", "volume=8", "-c:a", "pcm_s16le",
      "tone.wav",
    ])
    try document(#"{ "file": "tone.wav", "at": 0.4 }"#)
    _ = try run("x.\(ending)")
    let wave = try samples("x.\(ending)")
    let loudest = wave.map(abs).max() ?? 0
    #expect(loudest > 0.3 && loudest < 0.9)
    let start = try #require(wave.firstIndex { abs($0) > loudest / 4 })
    #expect(abs(Double(start) / 48 - 400) <= 1.2, "\(Double(start) / 48) ms")
    // A frame of AAC has 1024 samples; the track declares how many of them are audible, but ffmpeg returns all.
    #expect(ending == "webm" ? wave.count == 48_000 : (48_000...49_024).contains(wave.count))
    let length = try Program.tool(
      "ffprobe",
      ["-v", "error", "-select_streams", "a", "-show_entries"]
        + [
          ending == "webm" ? "format=duration" : "stream=duration", "-of", "csv=p=0", "x.\(ending)",
        ],
      in: folder.url)
    let seconds = Double(length.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    #expect(abs(seconds - 1) < (ending == "webm" ? 0.02 : 0.001), "\(length.output)")
    let probe = try Program.tool(
      "ffprobe",
      ["-v", "error", "-count_packets", "-select_streams", "v", "-show_entries"]
        + ["stream=nb_read_packets", "-of", "csv=p=0", "x.\(ending)"], in: folder.url)
    #expect(probe.output.hasPrefix("25"), "\(probe.summary)")
  }

  @Test func gainsFadesAndLoops() throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc=0.5:s=48000:d=0.3", "-c:a", "pcm_s24le", "level.wav",
    ])
    try document(
      #"{ "file": "level.wav", "loop": true, "gain": [[0, -20], [0.5, 0]], "fadeOut": 0.2 }"#)
    _ = try run("mix.wav")
    let wave = try samples("mix.wav")
    for (second, decibels) in [(0.0, -20.0), (0.25, -10), (0.5, 0), (0.7, 0)] {
      let wanted = 0.5 * pow(10, decibels / 20)
      #expect(abs(Double(wave[Int(second * 48_000)]) - wanted) < 0.001, "at \(second)")
    }
    #expect(abs(wave[43_200] - 0.25) < 0.001 && abs(wave[47_999]) < 0.001)
  }

  @Test func givesWay() throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc=0.5|0:s=48000:d=1", "-c:a", "pcm_s24le", "bed.wav",
    ])
    try ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc=0|0.5:s=48000:d=0.3", "-c:a", "pcm_s24le", "voice.wav",
    ])
    try document(
      """
      { "file": "bed.wav", "duck": { "by": "voice", "gain": -12, "attack": 0.1, "release": 0.1 } },
      { "file": "voice.wav", "id": "voice", "at": 0.3 }
      """)
    _ = try run("mix.wav")
    let wave = try samples("mix.wav")
    let ducked = 0.5 * pow(10, -12.0 / 20)
    for (second, wanted) in [(0.2, 0.5), (0.5, ducked), (0.95, 0.5)] {
      #expect(abs(Double(wave[Int(second * 48_000)]) - wanted) < 0.002, "at \(second)")
    }
  }

  /// A sound with `"duck": true` is ducked by the sounds of steps.
  @Test func givesWayToSteps() throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc=0.5|0:s=48000:d=0.4", "-c:a", "pcm_s24le", "bed.wav",
    ])
    try ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc=0|0.5:s=48000:d=0.3", "-c:a", "pcm_s24le", "tap.wav",
    ])
    try document(
      #"{ "file": "bed.wav", "loop": true, "duck": true }"#,
      timeline: """
        , "timeline": { "targets": ["box"], "at": 0.3, "duration": 0.5, "sound": "tap.wav",
            "keyframes": [ { "opacity": 1 }, { "opacity": 0 } ] }
        """)
    _ = try run("mix.wav")
    let wave = try samples("mix.wav")
    let ducked = 0.5 * pow(10, -12.0 / 20)
    for (second, wanted) in [(0.2, 0.5), (0.5, ducked)] {
      #expect(abs(Double(wave[Int(second * 48_000)]) - wanted) < 0.002, "at \(second)")
    }
  }

  /// At double speed, a tone keeps its pitch if that is requested, and keeps its loudness in any case.
  @Test(arguments: Effort.spread([("keep", 500.0), ("follow", 1000.0)], test: 1))
  func aSpeedKeepsThePitch(_ pitch: String, _ wanted: Double) throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "sine=f=500:r=48000:d=2", "-c:a", "pcm_s24le", "tone.wav",
    ])
    try document(#"{ "file": "tone.wav", "speed": 2, "pitch": "\#(pitch)" }"#)
    _ = try run("mix.wav")
    let wave = try samples("mix.wav")
    var turns = 0
    for i in 4_800..<43_200 where wave[i] < 0 && wave[i + 1] >= 0 { turns += 1 }
    #expect(abs(Double(turns) / 0.8 - wanted) < 0.02 * wanted, "\(turns)")
    let highest = (1...8).map { part in wave[part * 4_800..<(part + 1) * 4_800].max() ?? 0 }
    #expect((highest.min() ?? 0) > 0.97 * (highest.max() ?? 1), "\(highest)")
  }

  /// Two loud tones together would clip; ffmpeg's meter measures the mix below -1 dBTP.
  @Test func staysBelowFullScale() throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "sine=f=997:r=48000:d=1", "-af", "volume=7.9", "-c:a", "pcm_s16le",
      "loud.wav",
    ])
    try document(#"{ "file": "loud.wav" }, { "file": "loud.wav" }"#)
    let made = try run("mix.wav")
    #expect(made.errors.contains("dBTP"), "\(made.summary)")
    let meter = try Program.tool(
      "ffmpeg",
      ["-v", "info", "-i", "mix.wav", "-af", "ebur128=peak=true", "-f", "null", "-"],
      in: folder.url)
    let line = try #require(
      meter.errors.split(separator: "\n").last { $0.contains("Peak:") }, "\(meter.errors)")
    let peak = try #require(
      line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }.last)
    #expect(peak <= -0.9 && peak > -1.5, "\(line)")
  }

  @Test func refusesWhatCannotBeHeard() throws {
    try document("")
    let silent = try Program.pipeline(["run", "doc.json", "-o", "mix.wav"], in: folder.url)
    #expect(silent.status == 64 && silent.errors.contains("no sound"), "\(silent.summary)")
    try folder.write("text", to: "tap.wav")
    try document(#"{ "file": "tap.wav" }"#)
    let wrong = try Program.pipeline(["run", "doc.json", "-o", "mix.wav"], in: folder.url)
    #expect(wrong.status != 0 && wrong.errors.contains("not a sound"), "\(wrong.summary)")
  }
}
