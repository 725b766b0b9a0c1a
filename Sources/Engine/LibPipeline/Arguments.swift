internal import Files
internal import CPipeline
internal import Glibc

/// Validates the arguments that callers pass through the C interface.
enum Arguments {
  /// Reads a text argument of a C call, which must not be null.
  static func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(Refusal) -> String {
    guard let pointer = unsafe pointer else { throw .usage("\(name) is null") }
    // Safety: the text is zero-terminated, as the header requires.
    guard let text = unsafe String(validatingCString: pointer) else {
      throw .usage("\(name) is no UTF-8")
    }
    return text
  }

  /// Reads a file path argument, which must not be a standard stream or an option.
  static func path(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(Refusal) -> String {
    let path = try unsafe text(pointer, name)
    return path.hasPrefix("-") ? "./\(path)" : path
  }

  /// Reads a text argument of a C call, which may be null.
  static func optionalText(
    _ pointer: UnsafePointer<CChar>?, _ name: String
  ) throws(Refusal) -> String? {
    unsafe pointer == nil ? nil : try unsafe text(pointer, name)
  }

  /// Checks that the pointer to which a call writes its result is not null.
  static func place<Value>(
    _ pointer: UnsafeMutablePointer<Value>?, _ name: String
  ) throws(Refusal) -> UnsafeMutablePointer<Value> {
    guard let pointer = unsafe pointer else { throw .usage("\(name) is null") }
    return unsafe pointer
  }

  static func array<Element>(
    _ pointer: UnsafePointer<Element>?, _ count: UInt64, _ name: String
  ) throws(Refusal) -> UnsafeBufferPointer<Element> {
    guard count <= 1_000_000 else { throw .usage("\(name) has \(count) elements") }
    if count > 0, unsafe pointer == nil {
      throw .usage("\(name) is null, but its count is \(count)")
    }
    return unsafe UnsafeBufferPointer(start: count == 0 ? nil : pointer, count: Int(count))
  }

  /// The largest size in bytes that a later version of a struct may have.
  private static let largest = 4096

  /// Reads the size member, with which every growing struct begins.
  static func size(
    _ pointer: UnsafeRawPointer, atLeast least: Int, _ name: String
  ) throws(Refusal) -> Int {
    // Safety, here and below: the struct starts with its size.
    let size = unsafe Int(pointer.loadUnaligned(as: UInt32.self))
    guard size >= least, size <= largest else {
      throw .usage("the size of \(name) is \(size), but version 1.0 has at least \(least)")
    }
    return size
  }

  /// Reads the members of a growing struct that this version supports. Members that an earlier version of the
  /// struct lacks are read as zero; members that this version does not know must be zero.
  static func grown<Struct>(
    _ pointer: UnsafePointer<Struct>?, _ name: String, least: Int = MemoryLayout<Struct>.stride
  ) throws(Refusal) -> Struct {
    guard let pointer = unsafe pointer else { throw .usage("\(name) is null") }
    let known = MemoryLayout<Struct>.stride
    let raw = unsafe UnsafeRawPointer(pointer)
    let size = try unsafe size(raw, atLeast: least, name)
    if size > known {
      for place in known..<size where unsafe raw.load(fromByteOffset: place, as: UInt8.self) != 0 {
        throw .usage("\(name) has members that this version of the library does not support")
      }
    }
    return unsafe withUnsafeTemporaryAllocation(of: Struct.self, capacity: 1) { room in
      unsafe memset(room.baseAddress!, 0, known)
      unsafe memcpy(room.baseAddress!, raw, min(size, known))
      return unsafe room[0]
    }
  }

  /// Fills a growing struct of the caller without changing its size member.
  static func fill<Struct>(
    _ pointer: UnsafeMutablePointer<Struct>, _ name: String, _ value: Struct
  ) throws(Refusal) {
    let raw = UnsafeMutableRawPointer(pointer)
    let known = MemoryLayout<Struct>.stride
    let size = try unsafe size(raw, atLeast: known, name)
    unsafe withUnsafeBytes(of: value) { bytes in
      unsafe raw.copyMemory(from: bytes.baseAddress!, byteCount: min(known, bytes.count))
    }
    unsafe memset(raw + known, 0, size - known)
    unsafe raw.storeBytes(of: UInt32(size), as: UInt32.self)
  }

  /// Reads a number of seconds, in which 0 means no limit.
  static func seconds(_ value: Double, _ name: String) throws(Refusal) -> Double? {
    guard value >= 0, value <= 1e9 else {
      throw .usage("\(name) must be from 0 to 1e9, found \(value)")
    }
    return value == 0 ? nil : value
  }

  static func flags(_ value: UInt32, _ known: UInt32, _ name: String) throws(Refusal) {
    guard value & ~known == 0 else {
      throw .usage("\(name) has bits that this version of the library does not support")
    }
  }

  /// Copies a text for the caller, who releases it with `pipeline_free`.
  static func copy(_ text: String) throws(Refusal) -> UnsafeMutablePointer<CChar> {
    guard let copy = unsafe text.withCString({ unsafe strdup($0) }) else {
      throw Refusal(PIPELINE_SHORTAGE, exitStatus: .shortage, "no memory for a text")
    }
    return unsafe copy
  }
}
