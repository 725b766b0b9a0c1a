internal import PluginModel
internal import Scenes

/// Encodes the context and the parameters of a step for a worker. Curves remain in the host: the worker
/// requests each value, so that it has the same bits.
extension WireWriter {
  mutating func put(_ stepContext: StepContext) {
    put(stepContext.operation.rawValue)
    put(UInt64(bitPattern: stepContext.duration.ticks))
    put(stepContext.framesPerSecond)
    put(stepContext.scale)
    put(stepContext.seed)
    put(stepContext.container.width)
    put(stepContext.container.height)
    put(stepContext.roleCounts) { $0.put($1) }
  }

  mutating func put(_ value: ParameterValue) {
    put(value.type.rawValue)
    switch value {
    case .bool(let b): put(b)
    case .string(let text): put(text)
    case .choice(let n): put(n)
    case .curve: break
    default: for number in value.numbers { put(number) }
    }
  }
}

extension WireReader {
  mutating func stepContext() throws(Broken) -> StepContext {
    guard let operation = StepContext.Operation(rawValue: try u32()) else { throw Broken() }
    let duration = FrameTime(ticks: Int64(bitPattern: try u64()))
    let (rate, scale, seed) = (try double(), try double(), try u64())
    let container = Size(try double(), try double())
    let counts = try list(limit: Int(DescriptionReader.maximumRoles)) { reader throws(Broken) in
      try reader.int()
    }
    return StepContext(
      operation: operation, duration: duration, framesPerSecond: rate, scale: scale, seed: seed,
      container: container, roleCounts: counts)
  }

  /// Decodes a value; `curve` creates the curve of a parameter.
  mutating func value(curve: @Sendable @escaping (Double) -> Double) throws(Broken)
    -> ParameterValue
  {
    guard let type = ParameterType(rawValue: try u32()) else { throw Broken() }
    switch type.storage {
    case .flag: return .bool(try bool())
    case .text: return .string(try string(limit: 1 << 20))
    case .curve: return .curve(curve)
    case .int32 where type == .choice: return .choice(try int())
    case .int32, .doubles, .floats:
      var components = SIMD4<Double>.zero
      for i in 0..<type.storage.count { components[i] = try double() }
      guard let value = type.row.value(components) else { throw Broken() }
      return value
    }
  }
}
