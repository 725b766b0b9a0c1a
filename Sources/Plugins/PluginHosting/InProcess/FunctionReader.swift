internal import PluginModel
internal import CAnimator
internal import Files

/// Copies the table of a plugin's functions, and checks it, including the signatures.
@safe struct FunctionReader {
  static let maximumFunctions: UInt32 = 1_000
  /// The size in bytes of the function struct in version 1.0.
  private static let leastBytes = 72

  let plugin: String
  let isBundled: Bool
  let lock: CallLock

  func read(
    _ table: UnsafeRawPointer?, count: UInt32, stride: UInt32
  ) throws(DescriptionProblem) -> [HostedFunction] {
    guard count > 0 else { return [] }
    guard let table = unsafe table, UInt(bitPattern: table) % 8 == 0 else {
      throw problem("adds functions without a table, or with a table that is not aligned")
    }
    guard count <= Self.maximumFunctions else {
      throw problem("adds \(count) functions: at most \(Self.maximumFunctions)")
    }
    guard stride >= Self.leastBytes, stride % 8 == 0, stride <= 4096 else {
      throw problem("adds functions with a function_size of \(stride)")
    }
    var functions: [HostedFunction] = []
    for i in 0..<Int(count) {
      // Safety: the address is that of element i of the plugin's table, by the stride that the table
      // declares.
      let element = unsafe VersionedStruct<animator_function>(
        at: table + i * Int(stride), size: Int(stride))
      let id = unsafe try identifier(element, number: i)
      do throws(DescriptionProblem) {
        unsafe functions.append(try read(element, id: id))
      } catch {
        throw DescriptionProblem(
          id: id, message: "function \(id): \(error.message)", rule: error.rule)
      }
    }
    return functions
  }

  private func identifier(
    _ f: VersionedStruct<animator_function>, number: Int
  ) throws(DescriptionProblem) -> String {
    let raw = unsafe f.read(\.id, as: UnsafePointer<CChar>?.self)
    guard let name = unsafe PluginText.strict(raw, limit: DescriptionReader.nameLimit),
      !name.isEmpty
    else { throw problem("adds a function (number \(number + 1)) without an id") }
    let id = String(name.map { $0 == "_" ? "-" : $0 })
    if let reason = Names.problem(withID: id, of: "functions", isBundled: isBundled) {
      throw problem(
        "adds a function whose id \"\(EscapedText.line(id))\" "
          + reason)
    }
    return id
  }

  private func read(
    _ f: VersionedStruct<animator_function>, id: String
  ) throws(DescriptionProblem) -> HostedFunction {
    let rawDoc = unsafe f.read(\.doc, as: UnsafePointer<CChar>?.self)
    guard let doc = unsafe PluginText.strict(rawDoc, limit: DescriptionReader.textLimit),
      !doc.isEmpty
    else { throw problem("has no doc, or a doc that is not UTF-8 text", .documentation) }
    guard let code = unsafe f.read(\.code, as: UnsafeRawPointer?.self) else {
      throw problem("has no code", .signatures)
    }
    let rawResult = unsafe f.read(\.result, as: UInt32.self)
    guard let result = ParameterType(rawValue: rawResult),
      FunctionDescription.resultTypes.contains(result)
    else {
      throw problem(
        "has a result of type \(rawResult), which a function cannot return", .signatures)
    }
    let count = unsafe f.read(\.argument_count, as: UInt32.self)
    guard (1...UInt32(ANIMATOR_ARGUMENTS_MAX)).contains(count) else {
      throw problem(
        "takes \(count) arguments: 1 to \(ANIMATOR_ARGUMENTS_MAX) are allowed", .signatures)
    }
    let types = unsafe f.read(\.arguments, as: CodesOfArguments.self).codes
    var arguments: [ParameterType] = []
    for (i, raw) in types.prefix(Int(count)).enumerated() {
      guard let type = ParameterType(rawValue: raw),
        FunctionDescription.argumentTypes.contains(type)
      else {
        throw problem("takes an argument (number \(i + 1)) of unknown type (\(raw))", .signatures)
      }
      arguments.append(type)
    }
    guard types.dropFirst(Int(count)).allSatisfy({ $0 == 0 }) else {
      throw problem("has types after the type of its last argument", .signatures)
    }
    // Safety: the address is that of the plugin's function, which libffi calls with the signature above.
    let address = unsafe unsafeBitCast(code, to: FunctionCode.Address.self)
    guard
      let source = FunctionCode(address, result: result, arguments: arguments, lock: lock)
    else { throw problem("has a signature that cannot be called", .signatures) }
    let flags = unsafe AnimatorDescription.Flags(rawValue: f.read(\.flags, as: UInt64.self))
    let description = FunctionDescription(
      id: id, doc: doc, result: result, arguments: arguments,
      isExclusive: flags.contains(.notReentrant), plugin: plugin, isBundled: isBundled)
    return HostedFunction(description, source: source)
  }

  /// The member `arguments` of animator_function as a tuple of types.
  private struct CodesOfArguments: BitwiseCopyable {
    var pairs: (UInt64, UInt64, UInt64, UInt64)
    var codes: [UInt32] {
      [pairs.0, pairs.1, pairs.2, pairs.3].flatMap {
        [UInt32(truncatingIfNeeded: $0), UInt32($0 >> 32)]
      }
    }
  }

  private func problem(
    _ message: String, _ rule: DescriptionRule = .identity
  ) -> DescriptionProblem {
    DescriptionProblem(id: nil, message: message, rule: rule)
  }
}
