internal import CAnimator
internal import CHosting
internal import CProcess
internal import Glibc

/// The memory that the host shares with one worker in addition to images: a payload, layers, and elements of
/// the paths of their masks; worker.h defines its layout.
@safe final class SharedBuffer: @unchecked Sendable {
  static let maximumLayers =
    unsafe Int(WORKER_PATHS_AT - WORKER_PAYLOAD_BYTES) / MemoryLayout<animator_layer>.stride
  static let maximumElements =
    Int(WORKER_SHARED_BYTES - WORKER_PATHS_AT) / MemoryLayout<animator_path_element>.stride

  let descriptor: Int32
  // Safety: the pointer refers to a mapping of WORKER_SHARED_BYTES bytes with a sealed size.
  private let base: UnsafeMutableRawPointer

  /// Creates the host's side; nil if the system has too little memory or no descriptor left.
  convenience init?() {
    var made: Int32 = -1
    guard unsafe process_memory("animator-shared", Int(WORKER_SHARED_BYTES), &made) == 0 else {
      return nil
    }
    self.init(descriptor: made)
  }

  /// Creates the worker's side, which takes over the descriptor.
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

  /// The address of the first of `maximumLayers` layers.
  var layers: UnsafeMutablePointer<animator_layer> {
    unsafe (base + Int(WORKER_PAYLOAD_BYTES)).assumingMemoryBound(to: animator_layer.self)
  }
  /// The address of the first of `maximumElements` path elements.
  var elements: UnsafeMutablePointer<animator_path_element> {
    unsafe (base + Int(WORKER_PATHS_AT)).assumingMemoryBound(to: animator_path_element.self)
  }

  /// Writes a payload; returns false if it is too long.
  func write(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= Int(WORKER_PAYLOAD_BYTES) else { return false }
    // Safety: the bytes stay inside the payload's area.
    unsafe bytes.withUnsafeBytes { bytes in
      if let first = bytes.baseAddress { unsafe memcpy(base, first, bytes.count) }
    }
    return true
  }

  /// Copies a payload, so that the other process can no longer change it; nil if the payload is too long.
  func read(_ count: UInt64) -> [UInt8]? {
    guard count <= WORKER_PAYLOAD_BYTES else { return nil }
    // Safety: the bytes stay inside the payload's area.
    return unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: Int(count)))
  }
}
