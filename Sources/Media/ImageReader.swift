internal import CMedia
internal import CProcess
internal import Glibc
package import Scenes

/// The largest picture that is read.
package struct ImageLimits: Hashable, Sendable {
  /// Pixels.
  package var side = 16_384
  package var pixels = 64_000_000
  package init() {}
}

/// Reads pictures through one `pipeline-media`, started when the first is asked for.
///
/// PNG, JPEG, WebP, GIF (its first picture), BMP, TIFF and QOI, by what their bytes say.
package final class ImageReader {
  private let helperPath: String?
  private let limits: ImageLimits
  private let secondsLimit: Int
  private var helper: Helper?

  /// `helperPath` is where `pipeline-media` lies when not in its usual place.
  package init(helperPath: String? = nil, limits: ImageLimits = ImageLimits(), seconds: Int = 60) {
    self.helperPath = helperPath
    self.limits = limits
    secondsLimit = seconds
  }

  /// Starts the helper ahead of the first picture: its libraries take some 50 ms to load.
  package func start() throws(MediaError) {
    if helper == nil { helper = try Helper(path: helperPath) }
  }

  /// The picture in a file, upright, premultiplied; opacity is scanned.
  package func read(_ path: String) throws(MediaError) -> Bitmap {
    var file: Int32 = -1
    var byteCount: UInt64 = 0
    // Unsafe: the shim writes two numbers.
    let problem = unsafe process_open_plain(path, &file, &byteCount)
    switch problem {
    case 0: break
    case ENOENT, ENOTDIR: throw .missing(path: path)
    case EISDIR: throw .unusable(path: path, reason: "is a folder, not a picture")
    case EINVAL, ENXIO: throw .unusable(path: path, reason: "is not a plain file")
    default: throw .unreadable(path: path, reason: words(problem))
    }
    defer { Glibc.close(file) }
    if byteCount == 0 { throw .unusable(path: path, reason: "is empty") }
    try start()
    do throws(MediaError) {
      let (width, height) = try load(file, path)
      return try store(width, height, path)
    } catch {
      // The next picture gets a fresh helper.
      if case .helper = error { helper = nil }
      throw error
    }
  }

  /// Ends the helper; a later `read` starts another.
  package func close() { helper = nil }

  private func load(_ file: Int32, _ path: String) throws(MediaError) -> (Int, Int) {
    var message = media_message(MEDIA_LOAD)
    message.side_limit = UInt32(limits.side)
    message.pixel_limit = UInt64(limits.pixels)
    let answer = try ask(message, passing: file, path)
    guard answer.is(MEDIA_LOADED) else { throw refusal(answer, path) }
    let (width, height) = (Int(answer.width), Int(answer.height))
    guard width > 0, height > 0, width <= limits.side, height <= limits.side,
      width * height <= limits.pixels
    else { throw helper!.fail(.protocolBroken, path) }
    return (width, height)
  }

  private func store(_ width: Int, _ height: Int, _ path: String) throws(MediaError) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    guard let memory = SharedMemory(byteCount: bitmap.byteCount) else {
      throw .unusable(path: path, reason: "there is no memory for \(width)×\(height) pixels")
    }
    var message = media_message(MEDIA_STORE)
    message.width = UInt32(width)
    message.height = UInt32(height)
    message.stride = UInt64(bitmap.strideBytes)
    message.bytes = UInt64(bitmap.byteCount)
    let answer = try ask(message, passing: memory.descriptor, path)
    guard answer.is(MEDIA_STORED) else { throw refusal(answer, path) }
    // Unsafe: both have the bitmap's size. Copied, since the helper could still write.
    unsafe UnsafeMutableRawPointer(bitmap.pixels).copyMemory(
      from: memory.address, byteCount: bitmap.byteCount)
    clampToAlpha(bitmap)
    bitmap.scanOpacity()
    return bitmap
  }

  /// No channel exceeds alpha, whatever the helper wrote.
  private func clampToAlpha(_ bitmap: Bitmap) {
    for y in 0..<bitmap.height {
      // Unsafe: a row of the bitmap, by its own stride.
      let row = unsafe bitmap.pixels + y * bitmap.strideBytes
      for x in 0..<bitmap.width {
        let alpha = unsafe row[4 * x + 3]
        unsafe row[4 * x] = min(row[4 * x], alpha)
        unsafe row[4 * x + 1] = min(row[4 * x + 1], alpha)
        unsafe row[4 * x + 2] = min(row[4 * x + 2], alpha)
      }
    }
  }

  private func ask(
    _ message: media_message, passing descriptor: Int32, _ path: String
  ) throws(MediaError) -> media_message {
    try helper!.send(message, passing: [descriptor], seconds: secondsLimit, for: path)
    return try helper!.receive(milliseconds: secondsLimit * 1000, for: path)!
  }

  private func refusal(_ answer: media_message, _ path: String) -> MediaError {
    guard answer.is(MEDIA_FAILED) else { return helper!.fail(.protocolBroken, path) }
    switch media_reason(answer.reason) {
    case MEDIA_TOO_LARGE:
      return .unusable(
        path: path,
        reason: "too large: \(answer.words); the limit is \(limits.side) pixels a side"
          + " and \(limits.pixels / 1_000_000) megapixels")
    case MEDIA_MISSING_CODEC: return .unavailable("\(path): \(answer.words)")
    case MEDIA_INTERNAL: return .helper(path: path, reason: "failed: \(answer.words)")
    default:
      let detail = answer.words.isEmpty ? "" : ": \(answer.words)"
      return .unusable(path: path, reason: "cannot be decoded\(detail)")
    }
  }
}
