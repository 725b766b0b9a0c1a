internal import Files
internal import Scenes

/// Estimates the memory of an encoder before the first frame, and chooses how far it is reduced. The figures are the
/// private memory of pipeline-media for each pixel of a frame, measured with 60 frames of 960×544, plus a tenth: with
/// the usual settings, with a short look-ahead in one thread, and without look-ahead (`tune_…` in containers.c).
struct EncoderMemory {
  /// The memory of pipeline-media with the libraries of its codecs, without frames.
  private static let ownBytes = 32 << 20
  /// The memory for drawing frames, in pictures of a frame's size.
  private static let pictures = 3.25

  /// The number that is sent to the helper as `video.thrift`.
  let thrift: Int
  /// The message about a reduction; nil for the usual settings.
  let note: String?

  /// Chooses the settings; throws an error if a video does not fit even with all reductions. A part of a video always
  /// has the same settings as the other parts, whatever the memory of the machine.
  init(
    _ layout: PlaneLayout, _ settings: VideoSettings, for path: String, _ vocabulary: Vocabulary
  ) throws(MediaError) {
    guard let bytes = Self.bytesOfPixel(layout.container, settings.effort) else {
      (thrift, note) = (0, nil)
      return
    }
    let pixels = Double(layout.width * layout.height)
    let frames = Int(pixels * 4 * Self.pictures) + layout.byteCount * VideoWriter.slotCount
    func needed(_ level: Int) -> Int {
      Self.ownBytes + frames + Int(pixels * bytes[level] * Self.factor(layout, settings))
    }
    let levels = settings.partStart == nil ? bytes.indices : 0..<1
    let last = levels.upperBound - 1
    let level =
      levels.first { MemoryAccount.hasRoom(for: needed($0)) }
      ?? (PurgeableCaches.makeRoom(needed(last)) ? last : nil)
    guard let level else {
      let least = MemoryOwners.megabytes(needed(last))
      let effort = settings.effort == .draft ? "" : "; \(vocabulary.name(.effort)) draft takes less"
      throw MemoryReservation.refusal(
        "frames of \(layout.width)×\(layout.height) and what pipeline-media needs for them, about \(least)\(effort)",
        path)
    }
    thrift = level
    let usual = MemoryOwners.megabytes(needed(0))
    let loss =
      (level < bytes.count - 1 ? "looks less far ahead" : "does not look ahead")
      + ", in one thread, and the file is larger"
    note =
      level == 0
      ? nil
      : "\(path): the encoder \(layout.container == .mov ? "has one thread" : loss): "
        + "it would take about \(usual), and takes \(MemoryOwners.megabytes(needed(level)))"
  }

  /// VP9 stores the alpha as a separate picture, and `prores_ks` (containers.c) takes less memory than the usual encoder.
  private static func factor(_ layout: PlaneLayout, _ settings: VideoSettings) -> Double {
    switch layout.container {
    case .webm, .webmLossless: layout.hasAlpha ? 2 : 1
    case .mov: settings.quality != nil || layout.width % 2 == 1 ? 0.13 : 1
    default: 1
    }
  }

  private static func bytesOfPixel(
    _ container: VideoContainer, _ effort: VideoEffort
  ) -> [Double]? {
    switch (container, effort) {
    case (.mp4, .draft), (.movH264, .draft), (.mp4Stream, .draft): [118, 90, 23]
    case (.mp4, .good), (.movH264, .good), (.mp4Stream, .good): [252, 91, 38]
    case (.mp4, .best), (.movH264, .best), (.mp4Stream, .best): [300, 98, 50]
    case (.mp4H265, .draft), (.movH265, .draft): [127, 127, 72]
    case (.mp4H265, .good), (.movH265, .good): [227, 151, 73]
    case (.mp4H265, .best), (.movH265, .best): [251, 152, 89]
    case (.mp4AV1, .best), (.webmAV1, .best): [307, 120, 61]
    case (.mp4AV1, _), (.webmAV1, _): [243, 95, 61]
    case (.webm, _), (.webmLossless, _): [183, 98]
    case (.mov, _): [95, 25]
    case (.mkv, _): [191]
    case (.webp, .best): [57]
    // The encoder takes less memory than the frames. The encoded data also stays in memory, and its size is not known
    // in advance.
    case (.webp, _): nil
    }
  }
}
