import CPhoto

/// Fuzzes the helpers' readers of a picture's colours and orientation: an ICC profile, or a file or a record with EXIF.
enum PhotoProbe {
  static func reads(_ bytes: [UInt8]) -> Bool {
    // Safety of all calls in this file: the readers stay inside the bytes, which exist until they return.
    let isTurned = unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      let found = unsafe [
        orientation_of_exif(start, bytes.count), orientation_of_jpeg(start, bytes.count),
        orientation_of_webp(start, bytes.count),
      ]
      precondition(found.allSatisfy { (1...8).contains($0) })
      return found.contains { $0 != 1 }
    }
    var isColored = false
    for model in [COLOR_RGBA, COLOR_GRAY, COLOR_CMYK] {
      for bits in [8, 16] where bits == 8 || model != COLOR_CMYK {
        if converts(bytes, model, UInt32(bits)) { isColored = true }
      }
    }
    return isTurned || isColored
  }

  private static func converts(_ profile: [UInt8], _ model: color_model, _ bits: UInt32) -> Bool {
    unsafe profile.withUnsafeBufferPointer { profile in
      var words = unsafe color_words()
      unsafe words.profile = profile.baseAddress
      unsafe words.profile_bytes = profile.count
      var warning = [CChar](repeating: 0, count: Int(COLOR_TEXT))
      var color = unsafe color_open(&words, model, bits, &warning)
      guard unsafe color != nil else { return false }
      defer { unsafe color_close(&color) }
      let samples = (0..<64).map { UInt16(truncatingIfNeeded: $0 &* 9973) }
      var pixels = [UInt8](repeating: 0, count: 16 * 4)
      unsafe color_convert(color, samples, &pixels, 16)
      return true
    }
  }
}
