/// A struct of the other side that starts with its size: members beyond that size read as zero.
@safe struct VersionedStruct<Layout> {
  // Safety: the other side's memory, read only within the size that it declares.
  private let base: UnsafeRawPointer
  private let size: Int

  init(at base: UnsafeRawPointer, size: Int) {
    unsafe self.base = base
    self.size = size
  }

  /// A struct whose first word is its size.
  init(sized base: UnsafeRawPointer) {
    unsafe self.base = base
    size = Int(unsafe base.loadUnaligned(as: UInt32.self))
  }

  /// Whether the struct contains the complete member with that many bytes.
  @inline(__always)
  func reaches<Member>(_ member: KeyPath<Layout, Member>, bytes: Int) -> Bool {
    MemoryLayout<Layout>.offset(of: member)! + bytes <= size
  }

  /// The member as `Value`, an integer, number or optional pointer as wide as the member. Always inlined: the
  /// offset of a named member is then a constant, and no key path is created.
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
