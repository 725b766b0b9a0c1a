internal import Scenes

/// Memory that kernels read through a pointer; it is freed with its owner and is not written after it is
/// shared. Large buffers are counted in the memory account.
@safe final class Buffer<Element: BitwiseCopyable>: @unchecked Sendable {
  let count: Int
  // Safety: the memory stays allocated as long as this object, which each paint that reads it retains.
  let base: UnsafeMutablePointer<Element>
  private let counted: Int
  /// The number of bytes below which memory is not counted.
  private static var leastCounted: Int { 1 << 16 }

  /// Allocates memory for a number of elements of a buffer.
  private static func make(
    _ capacity: Int
  ) -> (base: UnsafeMutablePointer<Element>, counted: Int) {
    let bytes = capacity * MemoryLayout<Element>.stride
    let counted = bytes < leastCounted ? 0 : bytes
    if counted > 0 { MemoryAccount.take(counted) }
    return (UnsafeMutablePointer.allocate(capacity: max(1, capacity)), counted)
  }

  /// Copies the elements; `padding` is the number of elements after the last one that kernels may read, with
  /// any value.
  init(_ elements: [Element], padding: Int = 0) {
    count = elements.count
    unsafe (base, counted) = Self.make(elements.count + padding)
    unsafe elements.withUnsafeBufferPointer {
      if let first = $0.baseAddress { unsafe base.initialize(from: first, count: $0.count) }
      if let last = elements.last {
        unsafe (base + count).initialize(repeating: last, count: padding)
      }
    }
  }

  /// Allocates memory for elements that a kernel writes before any code reads them.
  init(roomFor count: Int) {
    self.count = count
    unsafe (base, counted) = Self.make(count)
  }

  /// Copies the first elements of a buffer and `padding` elements after them.
  init(_ first: Int, of other: Buffer, padding: Int = 0) {
    precondition(first >= 0 && first + padding <= other.count)
    count = first
    unsafe (base, counted) = Self.make(first + padding)
    unsafe base.initialize(from: other.base, count: first + padding)
  }

  init(repeating value: Element, count: Int) {
    self.count = count
    unsafe (base, counted) = Self.make(count)
    unsafe base.initialize(repeating: value, count: max(1, count))
  }

  deinit {
    unsafe base.deallocate()
    if counted > 0 { MemoryAccount.giveBack(counted) }
  }

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
