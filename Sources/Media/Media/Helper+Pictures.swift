internal import CMedia
internal import Scenes

extension ImageLimits {
  /// Creates a message that contains the picture limits.
  func message(_ kind: some MessageKind) -> media_message {
    var message = media_message(kind)
    message.side_limit = UInt32(side)
    message.pixel_limit = UInt64(pixels)
    return message
  }
}

extension Helper {
  mutating func ask(
    _ message: media_message, passing descriptors: [Int32], seconds: Int, for path: String
  ) throws(MediaError) -> media_message {
    try send(message, passing: descriptors, seconds: seconds, for: path)
    return try receive(milliseconds: seconds * 1000, for: path)!
  }

  /// Returns the size of the picture that the helper has loaded, after the helper answered LOADED.
  private mutating func sides(
    _ loaded: media_message, _ limits: ImageLimits, for path: String
  ) throws(MediaError) -> (width: Int, height: Int) {
    guard loaded.is(MEDIA_LOADED) else { throw refusal(loaded, limits, for: path) }
    let (width, height) = (Int(loaded.width), Int(loaded.height))
    guard width > 0, height > 0, width <= limits.side, height <= limits.side,
      width * height <= limits.pixels
    else { throw fail(.protocolBroken, path) }
    return (width, height)
  }

  /// Decodes the loaded picture without storing it; returns its size.
  mutating func check(
    _ loaded: media_message, _ limits: ImageLimits, seconds: Int, for path: String
  ) throws(MediaError) -> (width: Int, height: Int) {
    let sides = try sides(loaded, limits, for: path)
    let answer = try ask(media_message(MEDIA_CHECK), passing: [], seconds: seconds, for: path)
    guard answer.is(MEDIA_STORED) else { throw refusal(answer, limits, for: path) }
    return sides
  }

  /// Returns the picture that the helper has loaded, after the helper answered LOADED: upright, premultiplied, with its
  /// opacity determined.
  mutating func picture(
    _ loaded: media_message, _ limits: ImageLimits, seconds: Int, for path: String
  ) throws(MediaError) -> Bitmap {
    let (width, height) = try sides(loaded, limits, for: path)
    try MemoryReservation.make(2 * Bitmap.byteCount(width: width, height: height), for: path)
    let bitmap = Bitmap(width: width, height: height)
    MemoryOwners.note(bitmap, of: path)
    guard let memory = SharedMemory(byteCount: bitmap.byteCount) else {
      throw .shortage("\(path): there is no memory for \(width)×\(height) pixels")
    }
    var message = media_message(MEDIA_STORE)
    message.width = UInt32(width)
    message.height = UInt32(height)
    message.stride = UInt64(bitmap.strideBytes)
    message.bytes = UInt64(bitmap.byteCount)
    let answer = try ask(message, passing: [memory.descriptor], seconds: seconds, for: path)
    guard answer.is(MEDIA_STORED) else { throw refusal(answer, limits, for: path) }
    // Safety: both buffers have the bitmap's size. The pixels are copied, because the helper could still write to the
    // memory.
    unsafe UnsafeMutableRawPointer(bitmap.pixels).copyMemory(
      from: memory.address, byteCount: bitmap.byteCount)
    bitmap.scanOpacity()
    if !bitmap.isOpaque { Self.clampToAlpha(bitmap) }
    return bitmap
  }

  /// Clamps all channels to alpha, because the helper is not trusted.
  static func clampToAlpha(_ bitmap: Bitmap) {
    for y in 0..<bitmap.height {
      // Safety: the pointer addresses a row of the bitmap, at its own stride.
      let row = unsafe bitmap.pixels + y * bitmap.strideBytes
      for x in 0..<bitmap.width {
        let alpha = unsafe row[4 * x + 3]
        unsafe row[4 * x] = min(row[4 * x], alpha)
        unsafe row[4 * x + 1] = min(row[4 * x + 1], alpha)
        unsafe row[4 * x + 2] = min(row[4 * x + 2], alpha)
      }
    }
  }

  /// Returns the reason why the helper refused an input.
  mutating func refusal(
    _ answer: media_message, _ limits: ImageLimits, for path: String
  ) -> MediaError {
    guard answer.is(MEDIA_FAILED) else { return fail(.protocolBroken, path) }
    switch media_reason(answer.reason) {
    case MEDIA_TOO_LARGE:
      // The helper's answer contains the size as a text such as "20000×10 pixels".
      let sides = answer.words.split { !$0.isNumber }.compactMap { Int($0) }
      let hint = sides.count == 2 ? limits.hint(sides[0], sides[1]) : limits.hint
      return .unusable(path: path, reason: "too large: \(answer.words); \(hint)")
    case MEDIA_MISSING_CODEC: return .unavailable("\(path): \(answer.words)")
    case MEDIA_NO_MEMORY: return HelperMemory.refusal(path, program)
    case MEDIA_INTERNAL:
      return .helper(path: path, reason: "\(program.rawValue) failed: \(answer.words)")
    default:
      let detail = answer.words.isEmpty ? "" : ": \(answer.words)"
      return .unusable(path: path, reason: "cannot be decoded\(detail)")
    }
  }
}
