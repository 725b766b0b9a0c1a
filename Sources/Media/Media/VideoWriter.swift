internal import CMedia
internal import Files
internal import Glibc

/// A container that `pipeline-media` encodes, with its number in messages, and the pixel format that it requires.
package enum VideoContainer: UInt32, Sendable, CaseIterable {
  /// H.264 in MP4, with 4:2:0 and 8 bits.
  case mp4 = 1
  /// VP9 in WebM, with 4:2:0 and 8 bits, optionally with alpha.
  case webm = 2
  /// ProRes 4444 in QuickTime, with 4:4:4 and alpha, 10 bits in 16.
  case mov = 3
  /// Animated WebP, from BGRA with straight alpha.
  case webp = 4
  case mp4H265 = 5
  case mp4AV1 = 6
  /// Lossless VP9: opaque planes of green, blue and red with 8 bits.
  case webmLossless = 7
  case webmAV1 = 8
  case movH264 = 9
  case movH265 = 10
  /// FFV1 in Matroska: lossless straight BGRA.
  case mkv = 11
  /// H.264 in MP4, in consecutive fragments for a pipe.
  case mp4Stream = 12

  /// The pixel format that the encoder requires.
  package enum Pixels: Sendable {
    /// YUV with 8 bits and 4:2:0 subsampling.
    case yuv420
    /// YUV 4:4:4 with alpha, 10 bits in 16.
    case yuva444
    /// Pixels as BGRA with straight alpha.
    case bgra
    /// Planes of green, blue and red.
    case gbr
  }
  package var pixels: Pixels {
    switch self {
    case .mov: .yuva444
    case .mkv, .webp: .bgra
    case .webmLossless: .gbr
    default: .yuv420
    }
  }

  /// Whether the format keeps transparency; the other formats refuse transparent frames.
  package var keepsAlpha: Bool {
    switch self {
    case .webm, .webmLossless, .mov, .mkv, .webp: true
    default: false
    }
  }
  /// Returns the reason why frames cannot have the given size; nil if they can.
  package func problem(width: Int, height: Int) -> String? {
    switch self {
    case .webp where max(width, height) > 16_383: "WebP has at most 16383 pixels on each side"
    case .mkv where width == 1 && height > 288:
      "FFV1 has no picture of one column with more than 288 rows"
    default: nil
    }
  }
  package var hasSound: Bool { self != .webp }
  /// Whether the sound in the container is lossy.
  package var losesSound: Bool { self != .mkv }
}

/// The time that an encoder may spend to make a file small.
package enum VideoEffort: String, Hashable, Sendable, CaseIterable {
  case draft, good, best

  var number: media_effort {
    switch self {
    case .draft: MEDIA_DRAFT
    case .good: MEDIA_GOOD
    case .best: MEDIA_BEST
    }
  }
}

/// The settings of an encoder, except those that describe the frames.
package struct VideoSettings: Hashable, Sendable {
  /// The number of times that an animated WebP plays; 0 means endlessly.
  package var loop: Int
  /// The quality from 0, the smallest file, to 1, the best picture; nil means the encoder's default.
  /// containers.c has the mapping for each codec.
  package var quality: Double?
  package var effort: VideoEffort
  /// The number of the first frame if the video is one of several parts that are joined; otherwise nil.
  package var partStart: Int?
  /// Whether H.264 stays within level 4.0, and AAC has 256 kb/s, as app stores require.
  package var isForStore = false

  package init(
    loop: Int = 0, quality: Double? = nil, effort: VideoEffort = .good, partStart: Int? = nil,
    isForStore: Bool = false
  ) {
    self.isForStore = isForStore
    self.loop = loop
    self.quality = quality
    self.effort = effort
    self.partStart = partStart
  }
}

/// The positions of one frame's planes in order: Y, Cb, Cr, then alpha; or green, blue and red; or one plane of BGRA.
package struct PlaneLayout: Hashable, Sendable {
  package let container: VideoContainer
  package let hasAlpha: Bool
  /// The width in pixels, padded to an even number for 4:2:0.
  package let width: Int
  package let height: Int
  /// The number of bytes in a row of luma, alpha or BGRA.
  package let strideBytes: Int
  /// The number of bytes in a row of chroma.
  package let chromaStrideBytes: Int
  package let lumaBytes: Int
  package let chromaBytes: Int
  package let byteCount: Int

  /// Creates the layout for a picture of the given size; MP4 never has alpha, and MOV always has alpha.
  package init(container: VideoContainer, width: Int, height: Int, hasAlpha: Bool) {
    self.container = container
    let subsampled = container.pixels == .yuv420
    self.hasAlpha =
      container.pixels == .yuva444 || (subsampled && container.keepsAlpha && hasAlpha)
    self.width = subsampled ? (width + 1) & ~1 : width
    self.height = subsampled ? (height + 1) & ~1 : height
    let isPacked = container.pixels == .bgra
    let sampleBytes = container.pixels == .yuva444 ? 2 : isPacked ? 4 : 1
    strideBytes = (self.width * sampleBytes + 63) & ~63
    chromaStrideBytes = isPacked ? 0 : subsampled ? strideBytes / 2 : strideBytes
    lumaBytes = strideBytes * self.height
    chromaBytes = chromaStrideBytes * (subsampled ? self.height / 2 : self.height)
    byteCount = (lumaBytes * (self.hasAlpha ? 2 : 1) + 2 * chromaBytes + 4095) & ~4095
  }
}

/// Encodes a video into an open file in a separate `pipeline-media` process. Frames are written into slots of shared
/// memory; the helper encodes one frame while the next frame is drawn.
package final class VideoWriter: SoundTaking {
  package let layout: PlaneLayout
  private let path: String
  private var helper: Helper
  private let memory: SharedMemory
  private var free: [Int]
  private var sent = 0
  private let secondsLimit: Int
  /// Whether the buffer for samples is free; if not, its samples are being encoded.
  private var soundIsFree = true

  package static let slotCount = 4

  /// Creates a writer. `file` is open for reading and writing, and the writer does not close it; `path` is for messages.
  package init(
    _ layout: PlaneLayout, _ settings: VideoSettings = VideoSettings(),
    rate: (numerator: Int, denominator: Int), hasSound: Bool = false, file: Int32, path: String,
    media: MediaSettings = MediaSettings(), helperPath: String? = nil
  ) throws(MediaError) {
    self.layout = layout
    self.path = path
    let seconds = media.seconds ?? 300
    secondsLimit = seconds
    let encoder = try EncoderMemory(layout, settings, for: path, media.context.vocabulary)
    if let note = encoder.note { media.warn(note) }
    helper = try Helper(.media, media, path: helperPath, writes: true)
    let soundBytes = hasSound ? SoundBlock.byteCount : 0
    guard let memory = SharedMemory(byteCount: layout.byteCount * Self.slotCount + soundBytes)
    else {
      throw .shortage("\(path): pipeline-media has no memory for \(Self.slotCount) frames")
    }
    let pixels = memory.descriptor
    self.memory = memory
    free = Array(0..<Self.slotCount)
    var message = media_message(MEDIA_OPEN)
    message.video.container = layout.container.rawValue
    message.width = UInt32(layout.width)
    message.height = UInt32(layout.height)
    message.stride = UInt64(layout.strideBytes)
    message.bytes = UInt64(layout.byteCount)
    message.video.slots = UInt32(Self.slotCount)
    message.video.samples = hasSound ? UInt64(SoundBlock.samples) : 0
    message.video.has_alpha = layout.hasAlpha ? 1 : 0
    message.video.loop = UInt32(clamping: settings.loop)
    message.video.quality = settings.quality ?? -1
    message.video.effort = settings.effort.number.rawValue
    message.video.is_part = settings.partStart == nil ? 0 : 1
    message.video.thrift = UInt32(encoder.thrift)
    message.video.is_for_store = settings.isForStore ? 1 : 0
    message.video.first_frame = UInt64(settings.partStart ?? 0)
    message.video.rate_numerator = UInt32(rate.numerator)
    message.video.rate_denominator = UInt32(rate.denominator)
    try helper.send(message, passing: [file, pixels], seconds: seconds, for: path)
    let answer = try helper.receive(milliseconds: seconds * 1000, for: path)!
    guard answer.is(MEDIA_READY) else { throw refusal(answer) }
  }

  /// Fills the next slot and passes it to the helper; waits while the helper is encoding all slots. `fill` receives the
  /// slot's memory, which still has its previous contents, and the slot's number.
  package func write(
    _ fill: (UnsafeMutableRawPointer, _ slot: Int) -> Void
  ) throws(MediaError) {
    while let answer = try helper.receive(
      milliseconds: free.isEmpty ? secondsLimit * 1000 : 0, patient: free.isEmpty, for: path)
    { try take(answer) }
    let slot = free.removeLast()
    unsafe fill(memory.address + slot * layout.byteCount, slot)
    var message = media_message(MEDIA_FRAME)
    message.video.slot = UInt32(slot)
    message.video.frame = UInt64(sent)
    try send(message)
    sent += 1
  }

  /// Passes on `count` samples that `fill` writes, left and right alternating; waits until earlier samples are encoded.
  package func write(
    samples count: Int, _ fill: (UnsafeMutablePointer<Float>) throws(MediaError) -> Void
  ) throws(MediaError) {
    precondition((1...SoundBlock.samples).contains(count))
    while !soundIsFree {
      try take(try helper.receive(milliseconds: secondsLimit * 1000, for: path)!)
    }
    // Safety: the memory has room for this many samples after the slots.
    let samples = unsafe memory.address + layout.byteCount * Self.slotCount
    try unsafe fill(samples.assumingMemoryBound(to: Float.self))
    var message = media_message(MEDIA_HEARD)
    message.video.samples = UInt64(count)
    try send(message)
    soundIsFree = false
  }

  /// Finishes the video; when this function returns, the file contains every frame.
  package func finish() throws(MediaError) {
    try send(media_message(MEDIA_FINISH))
    while true {
      let answer = try helper.receive(milliseconds: secondsLimit * 1000, for: path)!
      if answer.is(MEDIA_FINISHED) {
        if answer.video.frames == UInt64(sent) { return }
        throw .helper(
          path: path, reason: "pipeline-media wrote \(answer.video.frames) of \(sent) frames")
      }
      try take(answer)
    }
  }

  /// Sends a message. If the helper has ended before the message arrived, the error is the failure that the helper
  /// reported.
  private func send(_ message: media_message) throws(MediaError) {
    do throws(MediaError) {
      try helper.send(message, seconds: secondsLimit, for: path)
    } catch {
      while let said = try? helper.receive(milliseconds: 0, patient: false, for: path) {
        if said.is(MEDIA_FAILED) { throw refusal(said) }
      }
      throw error
    }
  }

  private func take(_ answer: media_message) throws(MediaError) {
    guard answer.is(MEDIA_RELEASED) else { throw refusal(answer) }
    if answer.video.slot == UInt32.max, !soundIsFree {
      soundIsFree = true
      return
    }
    let slot = Int(answer.video.slot)
    guard slot < Self.slotCount, !free.contains(slot) else {
      throw helper.fail(.protocolBroken, path)
    }
    free.append(slot)
  }

  private func refusal(_ answer: media_message) -> MediaError {
    guard answer.is(MEDIA_FAILED) else { return helper.fail(.protocolBroken, path) }
    switch media_reason(answer.reason) {
    case MEDIA_MISSING_CODEC: return .unavailable("\(path): \(answer.words)")
    case MEDIA_WRITE: return .unwritable(path: path, reason: answer.words)
    case MEDIA_NO_MEMORY: return HelperMemory.refusal(path, .media)
    default: return .helper(path: path, reason: "pipeline-media failed: \(answer.words)")
    }
  }
}
