/// A struct from the plugin or the host that starts with its size; members beyond that size are read as zero.
@safe struct VersionedStruct<Layout> {
  // Safety: the memory belongs to the other side, and is read only within the size that it declares.
  private let base: UnsafeRawPointer
  private let size: Int

  init(at base: UnsafeRawPointer, size: Int) {
    unsafe self.base = base
    self.size = size
  }

  /// Creates a view of a struct whose first word is its size.
  init(sized base: UnsafeRawPointer) {
    unsafe self.base = base
    size = Int(unsafe base.loadUnaligned(as: UInt32.self))
  }

  /// Whether the struct of the other side contains the whole member, which has the given number of bytes.
  @inline(__always)
  func reaches<Member>(_ member: KeyPath<Layout, Member>, bytes: Int) -> Bool {
    MemoryLayout<Layout>.offset(of: member)! + bytes <= size
  }

  /// The member as `Value`, which must be an integer, a number or an optional pointer of the same size. The
  /// method is always inlined, so that the offset of a named member is a constant and no key path is created.
  @inline(__always)
  func read<Member, Value: BitwiseCopyable>(
    _ member: KeyPath<Layout, Member>, as type: Value.Type
  ) -> Value {
    let offset = MemoryLayout<Layout>.offset(of: member)!
    return unsafe withUnsafeTemporaryAllocation(
      byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment
    ) { buffer in
      unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
      if offset + MemoryLayout<Value>.size <= size {
        unsafe buffer.copyMemory(
          from: UnsafeRawBufferPointer(start: base + offset, count: MemoryLayout<Value>.size))
      }
      return unsafe buffer.load(as: Value.self)
    }
  }
}
