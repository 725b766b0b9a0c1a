/// Memory that kernels read through a pointer, freed with its owner and never written once shared.
@safe final class Buffer<Element: BitwiseCopyable>: @unchecked Sendable {
  let count: Int
  // Unsafe: the address stays the same while a paint that holds it lives.
  let base: UnsafeMutablePointer<Element>

  /// `padding`: elements after the last one that kernels may read, whatever they are.
  init(_ elements: [Element], padding: Int = 0) {
    count = elements.count
    unsafe base = UnsafeMutablePointer.allocate(capacity: max(1, elements.count + padding))
    unsafe elements.withUnsafeBufferPointer {
      if let first = $0.baseAddress { unsafe base.initialize(from: first, count: $0.count) }
      if let last = elements.last {
        unsafe (base + count).initialize(repeating: last, count: padding)
      }
    }
  }

  /// Room for elements that a kernel writes before anyone reads them.
  init(roomFor count: Int) {
    self.count = count
    unsafe base = UnsafeMutablePointer.allocate(capacity: max(1, count))
  }

  /// The first elements of a buffer, and `padding` more.
  init(_ first: Int, of other: Buffer, padding: Int = 0) {
    precondition(first >= 0 && first + padding <= other.count)
    count = first
    unsafe base = UnsafeMutablePointer.allocate(capacity: max(1, first + padding))
    unsafe base.initialize(from: other.base, count: first + padding)
  }

  init(repeating value: Element, count: Int) {
    self.count = count
    unsafe base = UnsafeMutablePointer.allocate(capacity: max(1, count))
    unsafe base.initialize(repeating: value, count: max(1, count))
  }

  deinit { unsafe base.deallocate() }

  subscript(i: Int) -> Element {
    get {
      precondition(i >= 0 && i < count)
      return unsafe base[i]
    }
    set {
      precondition(i >= 0 && i < count)
      unsafe base[i] = newValue
    }
  }
}
