internal import CAnimator
internal import Glibc

/// Copies layers to and from the shared buffer, in which they are structs of animator.h. Instead of an
/// address, a path there has the number of its first element, counted from 1.
extension SharedBuffer {
  private static func number(_ path: UnsafePointer<animator_path_element>?) -> Int {
    // The pointer is only a number; it is never dereferenced.
    Int(bitPattern: path)
  }
  private static func path(_ number: Int) -> UnsafePointer<animator_path_element>? {
    unsafe UnsafePointer(bitPattern: number)
  }

  /// Writes the inputs to the shared memory, in the host. Returns the number of path elements; nil if the
  /// layers do not fit.
  func post(_ batch: LayerBatch) -> Int? {
    guard batch.count <= Self.maximumLayers else { return nil }
    var used = 0
    for i in 0..<batch.count {
      var layer = unsafe batch.layers[i]
      if let path = unsafe layer.mask.path {
        let count = unsafe Int(layer.mask.path_count)
        guard count <= Self.maximumElements - used else { return nil }
        unsafe (elements + used).update(from: path, count: count)
        unsafe layer.mask.path = Self.path(used + 1)
        used += count
      }
      unsafe layers[i] = layer
    }
    return used
  }

  /// The layers in the shared memory with addresses instead of numbers, in the worker.
  func opened(inputCount: Int, outputCount: Int) -> LayerBatch {
    let batch = unsafe LayerBatch(at: layers, inputCount: inputCount, outputCount: outputCount)
    for i in 0..<batch.count {
      let number = unsafe Self.number(layers[i].mask.path)
      if number > 0 { unsafe layers[i].mask.path = UnsafePointer(elements + (number - 1)) }
    }
    return batch
  }

  /// Writes the worker's results; returns false if the paths do not fit. `used` is the number of path
  /// elements in the request.
  func closed(_ batch: LayerBatch, used: Int) -> Bool {
    var used = used
    for i in batch.inputCount..<batch.count {
      guard unsafe layers[i].mask.kind == ANIMATOR_MASK_PATH, let path = unsafe layers[i].mask.path
      else { continue }
      let count = unsafe layers[i].mask.path_count
      let own = unsafe path - UnsafePointer(elements)
      if (0..<used).contains(own) {
        unsafe layers[i].mask.path = Self.path(own + 1)
        continue
      }
      guard count <= UInt64(Self.maximumElements - used) else { return false }
      // Safety: the plugin declares the number of elements; a wrong number can only crash this process, the
      // worker.
      unsafe (elements + used).update(from: path, count: Int(count))
      unsafe layers[i].mask.path = Self.path(used + 1)
      used += Int(count)
    }
    return true
  }

  /// Copies the outputs, in the host, each once before it is checked; returns false if a path is outside the
  /// shared memory, or if the paths together have more elements than fit, which paths that share elements can
  /// have.
  func fetch(into batch: LayerBatch) -> Bool {
    var left = UInt64(Self.maximumElements)
    for i in batch.inputCount..<batch.count {
      unsafe memcpy(batch.layers + i, layers + i, MemoryLayout<animator_layer>.size)
      let number = unsafe Self.number(batch.layers[i].mask.path)
      let count = unsafe batch.layers[i].mask.path_count
      unsafe batch.layers[i].mask.path = nil
      guard unsafe batch.layers[i].mask.kind == ANIMATOR_MASK_PATH, number != 0 else { continue }
      guard number > 0, number <= Self.maximumElements,
        count <= left, count <= UInt64(Self.maximumElements - (number - 1)),
        let copy = unsafe batch.arena.allocate(
          max(1, Int(count)) * MemoryLayout<animator_path_element>.stride)
      else { return false }
      left -= count
      unsafe memcpy(
        copy, elements + (number - 1), Int(count) * MemoryLayout<animator_path_element>.stride)
      unsafe batch.layers[i].mask.path = UnsafePointer(
        copy.assumingMemoryBound(to: animator_path_element.self))
    }
    return true
  }
}

extension LayerBatch {
  /// Sets every bool of the outputs to 0 or 1, because other bytes are not valid bools.
  func settleTruths() {
    for i in inputCount..<count {
      let bytes = unsafe UnsafeMutableRawPointer(layers + i)
      for offset in LayerMember.bools {
        let byte = unsafe bytes.load(fromByteOffset: offset, as: UInt8.self)
        unsafe bytes.storeBytes(of: byte == 0 ? 0 : 1, toByteOffset: offset, as: UInt8.self)
      }
    }
  }
}
