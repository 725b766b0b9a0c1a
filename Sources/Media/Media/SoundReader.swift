internal import CMedia
package import Files

/// Decodes the sounds of files to 48 kHz stereo in a separate `pipeline-media` process.
package final class SoundReader {
  package static let samplesPerSecond = 48_000
  /// The maximum number of sounds that are open at a time.
  package static let limit = 64
  /// The maximum number of samples that are read at a time; each sample is two floats.
  package static let block = 48_000

  private var helper: Helper
  private let memory: SharedMemory
  private var files: [RegularFile] = []
  /// The remarks about the files for the user, one line each.
  package private(set) var remarks: [String] = []
  private let secondsLimit: Int

  package init(
    _ settings: MediaSettings = MediaSettings(), helperPath: String? = nil
  ) throws(MediaError) {
    helper = try Helper(.media, settings, path: helperPath)
    secondsLimit = settings.seconds ?? 300
    guard let memory = SharedMemory(byteCount: Self.block * 2 * MemoryLayout<Float>.size) else {
      throw .shortage("sound: there is no memory for the samples of the sound")
    }
    self.memory = memory
  }

  /// Opens a file; returns the file's number and its number of samples, which is 0 for a file without sound if the file
  /// may be silent.
  package func open(
    _ file: RegularFile, mayBeSilent: Bool = false
  ) throws(MediaError) -> (number: Int, count: Int) {
    try file.judgeAsMedia()
    guard files.count < Self.limit else {
      throw .unusable(
        path: file.path, reason: "at most \(Self.limit) sounds can be read at the same time")
    }
    var message = media_message(MEDIA_SOUND)
    message.sound.number = UInt32(files.count)
    let answer = try helper.ask(
      message, passing: [file.descriptor], seconds: secondsLimit, for: file.path)
    guard answer.is(MEDIA_READY) else {
      if mayBeSilent, answer.is(MEDIA_FAILED), media_reason(answer.reason) == MEDIA_NO_SOUND {
        return (0, 0)
      }
      throw helper.refusal(answer, ImageLimits(), for: file.path)
    }
    files.append(file)
    if !answer.words.isEmpty { remarks.append("\(file.path): \(answer.words)") }
    return (files.count - 1, Int(clamping: answer.sound.samples))
  }

  /// Reads samples from `start` on, left and right alternating, and returns their number, which is smaller at the end
  /// of the sound. Samples that are read in order are decoded only once.
  package func read(
    _ number: Int, from start: Int, _ count: Int, into samples: UnsafeMutablePointer<Float>
  ) throws(MediaError) -> Int {
    precondition(count <= Self.block && start >= 0)
    let path = files[number].path
    var message = media_message(MEDIA_SAMPLES)
    message.sound.number = UInt32(number)
    message.sound.start = Int64(start)
    message.sound.samples = UInt64(count)
    message.bytes = UInt64(memory.byteCount)
    let descriptor = memory.descriptor
    let answer = try helper.ask(message, passing: [descriptor], seconds: secondsLimit, for: path)
    guard answer.is(MEDIA_STORED), answer.sound.samples <= UInt64(count) else {
      throw helper.refusal(answer, ImageLimits(), for: path)
    }
    let got = Int(answer.sound.samples)
    // Safety: the memory contains this many samples, and the caller's memory has room for them.
    unsafe UnsafeMutableRawPointer(samples).copyMemory(
      from: memory.address, byteCount: got * 2 * MemoryLayout<Float>.size)
    return got
  }
}
