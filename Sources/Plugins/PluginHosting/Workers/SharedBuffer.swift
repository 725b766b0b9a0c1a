internal import CAnimator
internal import CHosting
internal import CProcess
internal import Glibc

/// The memory that the host shares with one worker, beside images: a payload, layers, and elements
/// of their masks' paths. worker.h has the map.
@safe final class SharedBuffer: @unchecked Sendable {
  static let maximumLayers =
    unsafe Int(WORKER_PATHS_AT - WORKER_PAYLOAD_BYTES) / MemoryLayout<animator_layer>.stride
  static let maximumElements =
    Int(WORKER_SHARED_BYTES - WORKER_PATHS_AT) / MemoryLayout<animator_path_element>.stride

  let descriptor: Int32
  // Unsafe: a mapping of WORKER_SHARED_BYTES whose size is sealed.
  private let base: UnsafeMutableRawPointer

  /// The host's; nil when the system has no memory or no descriptor left.
  convenience init?() {
    var made: Int32 = -1
    guard unsafe process_memory("animator-shared", Int(WORKER_SHARED_BYTES), &made) == 0 else {
      return nil
    }
    self.init(descriptor: made)
  }

  /// The worker's; owns the descriptor.
  init?(descriptor: Int32) {
    guard let mapped = unsafe process_map(descriptor, Int(WORKER_SHARED_BYTES)) else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    unsafe base = mapped
  }

  deinit {
    unsafe process_unmap(base, Int(WORKER_SHARED_BYTES))
    close(descriptor)
  }

  /// The first layer; there is room for `maximumLayers`.
  var layers: UnsafeMutablePointer<animator_layer> {
    unsafe (base + Int(WORKER_PAYLOAD_BYTES)).assumingMemoryBound(to: animator_layer.self)
  }
  /// The first element; there is room for `maximumElements`.
  var elements: UnsafeMutablePointer<animator_path_element> {
    unsafe (base + Int(WORKER_PATHS_AT)).assumingMemoryBound(to: animator_path_element.self)
  }

  /// Writes a payload; false if it is too long.
  func write(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= Int(WORKER_PAYLOAD_BYTES) else { return false }
    // Unsafe: within the payload's part.
    unsafe bytes.withUnsafeBytes { bytes in
      if let first = bytes.baseAddress { unsafe memcpy(base, first, bytes.count) }
    }
    return true
  }

  /// A copy of a payload, which the other side can no longer change; nil when it is too long.
  func read(_ count: UInt64) -> [UInt8]? {
    guard count <= WORKER_PAYLOAD_BYTES else { return nil }
    // Unsafe: within the payload's part.
    return unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: Int(count)))
  }
}
