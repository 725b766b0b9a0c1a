import CArchive
import Documents
import JSON

/// Fuzzes the reader of archives, which otherwise runs in `pipeline-lottie`.
enum ArchiveProbe {
  /// Finds every file by its name, unpacks it, and reads it as a manifest, as the host does.
  static func reads(_ bytes: [UInt8]) -> Bool {
    // Safety of all calls in this file: the reader does not access bytes outside the archive.
    unsafe bytes.withUnsafeBytes { bytes in
      var whole = unsafe archive()
      guard let start = bytes.baseAddress,
        unsafe archive_open(&whole, start, bytes.count) == nil
      else { return false }
      var room = 1 << 24
      let count = unsafe whole.file_count
      for index in 0..<count {
        var file = unsafe archive_file()
        let fault = unsafe archive_locate(&whole, index, &file)
        var found: UInt32 = 0
        let isFound = unsafe archive_find(&whole, file.name, file.name_count, &found)
        precondition(isFound && found <= index, "a file that its own name does not find")
        let size = unsafe file.count
        guard unsafe fault == nil, size <= room else { continue }
        room -= size
        // Safety: the memory has exactly the size of the file, so that the address sanitizer detects the next byte.
        let unpacked = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { unsafe unpacked.deallocate() }
        if unsafe archive_unpack(&file, unpacked.baseAddress!) {
          _ = unsafe LottieArchive.animationNames(manifest: Array(unpacked))
        }
      }
      return true
    }
  }
}
