internal import PluginModel
internal import CAnimator
internal import CHosting
internal import Glibc
internal import Scenes

/// A function that is loaded in this process, with its libffi call interface, which is prepared once. Plugins
/// are never unloaded, so the address stays valid.
@safe final class FunctionCode: FunctionSource, @unchecked Sendable {
  // Safety: the plugin's function is called only through libffi with the signature that it declares.
  typealias Address = @convention(c) () -> Void
  private let address: Address
  // Safety: hosting_prepare has created the object, which is never freed and never changed.
  private let interface: OpaquePointer
  /// The lock for calls into the plugin.
  private let lock: CallLock

  /// The size in bytes of the largest value, which is a rectangle.
  private static let valueBytes = 32

  /// Creates the function; nil if libffi cannot call a function with this signature.
  init?(
    _ address: @escaping Address, result: ParameterType, arguments: [ParameterType], lock: CallLock
  ) {
    // Safety: the C function reads `count` types.
    let interface = unsafe hosting_prepare(
      result.rawValue, arguments.map(\.rawValue), UInt32(arguments.count))
    guard let interface = unsafe interface else { return nil }
    unsafe self.interface = interface
    self.address = address
    self.lock = lock
  }

  func call(
    _ function: FunctionDescription, _ arguments: [ParameterValue], step: String
  ) throws(AnimatorFault) -> ParameterValue {
    guard let value = answer(of: function, to: arguments) else {
      throw .noMemory(function.id, "its arguments", step: step)
    }
    return value
  }

  /// Calls the function; nil if there is no memory for the arguments.
  private func answer(
    of function: FunctionDescription, to arguments: [ParameterValue]
  ) -> ParameterValue? {
    let count = arguments.count
    // The closure captures these two values instead of a copy of the whole description.
    let (isExclusive, resultType) = (function.isExclusive, function.result)
    let byteCount: Int = (count + 1) * Self.valueBytes + count * MemoryLayout<UInt>.size
    // Safety: the values, the result, and the addresses of the values are in separate parts of the memory.
    return unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { memory in
      let values = memory.baseAddress!
      let result = unsafe values + count * Self.valueBytes
      let addresses = unsafe (result + Self.valueBytes).bindMemory(
        to: UnsafeMutableRawPointer?.self, capacity: count)
      var strings: [UnsafeMutablePointer<CChar>] = unsafe []
      var curves: [CurveBox] = []
      for i in arguments.indices {
        let place = unsafe values + i * Self.valueBytes
        unsafe addresses[i] = unsafe place
        guard unsafe CallValue.store(arguments[i], at: place, &strings, &curves) else {
          while let string = unsafe strings.popLast() { unsafe free(string) }
          return nil
        }
      }
      lock.call(isExclusive: isExclusive) {
        withExtendedLifetime(curves) {
          unsafe hosting_call(interface, address, addresses, result)
        }
      }
      while let string = unsafe strings.popLast() { unsafe free(string) }
      return unsafe CallValue.load(resultType, at: result)
    }
  }
}

/// Converts values of function calls to C layouts and back.
enum CallValue {
  /// Writes an argument of a function call to memory. The caller frees strings; curves exist as long as their
  /// boxes. The method returns false if there is too little memory.
  static func store(
    _ value: ParameterValue, at place: UnsafeMutableRawPointer,
    _ strings: inout [UnsafeMutablePointer<CChar>], _ curves: inout [CurveBox]
  ) -> Bool {
    // Safety: the memory at `place` has space for any value.
    switch value {
    case .bool(let b): unsafe place.storeBytes(of: b, as: Bool.self)
    case .int32(let n): unsafe place.storeBytes(of: n, as: Int32.self)
    case .choice(let n): unsafe place.storeBytes(of: Int32(n), as: Int32.self)
    case .double(let n): unsafe place.storeBytes(of: n, as: Double.self)
    case .string(let text):
      guard let copy = unsafe strdup(text) else { return false }
      unsafe strings.append(copy)
      unsafe place.storeBytes(of: copy, as: UnsafeMutablePointer<CChar>.self)
    case .curve(let function):
      let box = CurveBox(function)
      curves.append(box)
      unsafe place.storeBytes(of: box.curve, as: animator_curve.self)
    default:
      let components = value.components
      switch value.type.storage {
      case .doubles(let count):
        for i in 0..<count {
          unsafe place.storeBytes(of: components[i], toByteOffset: 8 * i, as: Double.self)
        }
      case .floats(let count):
        for i in 0..<count {
          unsafe place.storeBytes(of: Float(components[i]), toByteOffset: 4 * i, as: Float.self)
        }
      case .flag, .int32, .text, .curve:
        preconditionFailure("values of this type are stored by an earlier case")
      }
    }
    return true
  }

  /// Reads the result of a call; strings and curves cannot be results.
  static func load(_ type: ParameterType, at place: UnsafeMutableRawPointer) -> ParameterValue {
    // Safety: the memory at `place` contains a value of the type, which hosting_call has written.
    var components = SIMD4<Double>.zero
    switch type.storage {
    case .flag: return .bool(unsafe place.load(as: UInt8.self) != 0)
    case .int32: return .int32(unsafe place.load(as: Int32.self))
    case .doubles(let count):
      for i in 0..<count {
        components[i] = unsafe place.load(fromByteOffset: 8 * i, as: Double.self)
      }
    case .floats(let count):
      for i in 0..<count {
        components[i] = Double(unsafe place.load(fromByteOffset: 4 * i, as: Float.self))
      }
    case .text, .curve: preconditionFailure("no result has this type")
    }
    return type.row.value(components)!
  }
}
