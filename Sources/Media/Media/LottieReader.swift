internal import CMedia
internal import Files
package import Scenes
internal import Synchronization

/// Draws Lottie files and reads their archives in a `pipeline-lottie` process, which starts at the first request. The
/// reader may be used on any thread; its calls wait for each other. Only a few readers have a running helper at a time.
package final class LottieReader: HelperUser {
  /// The maximum number of helpers that run at a time.
  package static let helperLimit = 16
  private static let users = HelperPool(limit: helperLimit)
  /// The number of readers whose helpers are running.
  package static var helperCount: Int { users.count }

  var limits: ImageLimits { settings.limits }
  private let helperPath: String?
  package let settings: MediaSettings
  /// The helper, created at the first request.
  private let helper = Mutex<PictureHelper?>(nil)

  /// Creates a reader; `helperPath` is the path of `pipeline-lottie`, unless the program is in its usual
  /// place.
  package init(_ settings: MediaSettings = MediaSettings(), helperPath: String? = nil) {
    self.settings = settings
    self.helperPath = helperPath
  }

  /// Returns the helper's answer, whose kind must be one of `kinds`; throws the helper's reason if the helper refuses.
  func answer(
    _ message: media_message, passing descriptors: [Int32], for name: String,
    expecting kinds: [media_kind]
  ) throws(MediaError) -> media_message {
    try helper.withLock { known throws(MediaError) in
      Self.users.use(by: self)
      let helper =
        known
        ?? PictureHelper(.lottie, settings, path: helperPath, seconds: 20)
      known = helper
      let answer = try helper.answer(message, passing: descriptors, for: name)
      guard kinds.contains(where: answer.is) else { throw helper.refusal(answer, for: name) }
      return answer
    }
  }

  /// Draws commands over a picture of width × height pixels.
  func draw(
    _ words: [UInt64], _ pictures: LottiePictures, of path: String, width: Int, height: Int
  ) throws(MediaError) -> Bitmap {
    try MemoryReservation.make(2 * Bitmap.byteCount(width: width, height: height), for: path)
    let bitmap = Bitmap(width: width, height: height)
    MemoryOwners.note(bitmap, of: path)
    guard let memory = SharedMemory(byteCount: bitmap.byteCount),
      let list = SharedMemory(byteCount: max(8, words.count * 8))
    else {
      throw .shortage("\(path): there is no memory for \(width)×\(height) pixels")
    }
    // Safety: the memory was created with the size of these words.
    unsafe words.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        unsafe list.address.copyMemory(from: start, byteCount: bytes.count)
      }
    }
    var message = limits.message(MEDIA_LOTTIE)
    message.width = UInt32(width)
    message.height = UInt32(height)
    message.stride = UInt64(bitmap.strideBytes)
    message.bytes = UInt64(bitmap.byteCount)
    message.lottie.list_bytes = UInt64(words.count * 8)
    message.lottie.pictures_bytes = UInt64(pictures.byteCount)
    let answer = try answer(
      message, passing: [list.descriptor, pictures.descriptor, memory.descriptor], for: path,
      expecting: [MEDIA_STORED])
    settings.context.note(version: answer.words, of: HelperProgram.lottie.rawValue)
    // Safety: both buffers have the bitmap's size. The pixels are copied, because the helper could still write to the
    // memory.
    unsafe UnsafeMutableRawPointer(bitmap.pixels).copyMemory(
      from: memory.address, byteCount: bitmap.byteCount)
    bitmap.scanOpacity()
    if !bitmap.isOpaque { Helper.clampToAlpha(bitmap) }
    return bitmap
  }

  /// Returns the unpacked bytes of a gzip file; the file declares their number.
  package func unpacked(_ bytes: [UInt8], of path: String) throws(MediaError) -> [UInt8] {
    // The last four bytes of a gzip file contain the unpacked size in little-endian order.
    let count = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count > 18, 1...Self.mostUnpacked ~= count,
      let unpacked = try unpacked(bytes, of: path, room: count)
    else {
      throw .unusable(
        path: path,
        reason: "is packed by gzip, and damaged or more than \(Self.mostUnpacked >> 20) MiB")
    }
    return unpacked
  }

  /// Returns the unpacked bytes of a gzip file, whatever size the file declares; nil if the bytes do not fit in memory.
  func unpacked(
    _ bytes: [UInt8], of path: String, room: Int
  ) throws(MediaError) -> [UInt8]? {
    let packed = try HeldFile(bytes, path: path)
    guard let memory = SharedMemory(byteCount: room) else {
      throw .shortage("\(path): there is no memory for the contents of the Lottie file")
    }
    var message = media_message(MEDIA_GUNZIP)
    message.bytes = UInt64(packed.byteCount)
    message.lottie.file_bytes = UInt64(room)
    let answer = try answer(
      message, passing: [packed.descriptor, memory.descriptor], for: path,
      expecting: [MEDIA_STORED])
    guard answer.lottie.file_bytes <= UInt64(room) else { return nil }
    // Safety: the memory has at least this many bytes.
    return unsafe Array(
      UnsafeRawBufferPointer(start: memory.address, count: Int(answer.lottie.file_bytes)))
  }
  private static let mostUnpacked = 64 << 20

  /// Ends the helper; a later call starts a new one.
  package func close() {
    helper.withLock { $0?.close() }
  }

  func endWhenIdle() -> Bool {
    helper.withLockIfAvailable { $0?.close() } != nil
  }
}

/// The pictures of a Lottie file in the form that pipeline-lottie reads.
package final class LottiePictures: Sendable {
  /// The sizes of the pictures in pixels.
  package let sizes: [Size]
  private let held: HeldFile
  private let isEmpty: Bool

  private static let mostBytes = 1 << 30

  /// Stores the pictures; `sizes` are their nominal sizes, and the bitmaps may be smaller.
  package init(_ bitmaps: [Bitmap], sizes: [Size], of path: String) throws(MediaError) {
    self.sizes = sizes
    isEmpty = bitmaps.isEmpty
    let count = bitmaps.reduce(8) { $0 + 16 + 4 * $1.width * $1.height }
    guard count <= Self.mostBytes else {
      throw .unusable(path: path, reason: "has pictures of more than \(Self.mostBytes >> 20) MiB")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    func put(_ number: Int) {
      for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
    put(bitmaps.count)
    for bitmap in bitmaps {
      put(bitmap.width)
      put(bitmap.height)
    }
    for bitmap in bitmaps {
      for y in 0..<bitmap.height {
        // Safety: the row is inside the bitmap.
        let row = unsafe UnsafeRawBufferPointer(
          start: UnsafeRawPointer(bitmap.pixels) + y * bitmap.strideBytes, count: 4 * bitmap.width)
        for x in stride(from: 0, to: 4 * bitmap.width, by: 4) {
          unsafe bytes += [row[x + 2], row[x + 1], row[x], row[x + 3]]
        }
      }
    }
    held = try HeldFile(bytes, path: path)
  }

  var descriptor: Int32 { held.descriptor }
  var byteCount: Int { isEmpty ? 0 : held.byteCount }
}

/// A Lottie file that can be drawn at any time and size.
package final class LottieDrawing: Sendable {
  /// The number of parts into which a frame is divided; other times are rounded to the nearest part.
  package static let frameParts = Int(MEDIA_FRAME_PARTS)

  /// Returns the drawing commands for a time in frames after the first frame and a size in pixels; the commands depend
  /// only on these parameters.
  package typealias Commands = @Sendable (_ frame: Double, _ width: Int, _ height: Int) -> [UInt64]

  private let path: String
  private let pictures: LottiePictures
  private let commands: Commands
  private let reader: LottieReader
  private let rasters = RasterCache<Question>()
  private struct Question: Hashable { var step: Int, width: Int, height: Int }

  package init(
    path: String, pictures: LottiePictures, by reader: LottieReader, _ commands: @escaping Commands
  ) {
    self.path = path
    self.pictures = pictures
    self.reader = reader
    self.commands = commands
  }

  /// Returns the picture at `step` parts of a frame after the first frame, with the requested number of pixels, or
  /// fewer if the limits require it.
  package func picture(step: Int, width: Int, height: Int) throws(MediaError) -> Bitmap {
    let fitting = reader.settings.fitting(Size(Double(width), Double(height)), of: path)
    let question = Question(
      step: step, width: Int(clamped: Double(width) * fitting, rounded: .down, to: 1...width),
      height: Int(clamped: Double(height) * fitting, rounded: .down, to: 1...height))
    return try rasters.bitmap(for: question) { () throws(MediaError) in
      let words = commands(
        Double(step) / Double(Self.frameParts), question.width, question.height)
      return try reader.draw(
        words, pictures, of: path, width: question.width, height: question.height)
    }
  }
}
