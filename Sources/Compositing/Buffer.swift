/// Memory that kernels read through a pointer, freed with its owner and never written once shared.
@safe final class Buffer<Element: BitwiseCopyable>: @unchecked Sendable {
  let count: Int
  // Unsafe: the address stays the same while a paint that holds it lives.
  let base: UnsafeMutablePointer<Element>

  init(_ elements: [Element]) {
    count = elements.count
    unsafe base = UnsafeMutablePointer.allocate(capacity: max(1, elements.count))
    unsafe elements.withUnsafeBufferPointer {
      if let first = $0.baseAddress { unsafe base.initialize(from: first, count: $0.count) }
    }
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
