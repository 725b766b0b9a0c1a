package import PluginModel
internal import CAnimator
internal import CHosting
internal import Files
internal import Glibc
internal import Scenes

/// Decodes arbitrary bytes as messages of a worker, for fuzzing. The first byte determines how the other
/// bytes are decoded: as a plugin description, a refusal, a result with windows, the context and parameters
/// of a step, or layers in the shared memory.
package enum WireProbe {
  /// Whether the bytes are a valid message of the worker protocol.
  package static func reads(_ bytes: [UInt8]) -> Bool {
    guard let kind = bytes.first else { return false }
    let rest = Array(bytes.dropFirst())
    var reader = WireReader(rest)
    do throws(WireReader.Broken) {
      switch kind % 5 {
      case 0: try contents(&reader)
      case 1:
        _ = try reader.string()
        _ = try reader.list(limit: PluginScan.maximumAnimators) { r throws(WireReader.Broken) in
          try r.string(limit: DescriptionReader.nameLimit)
        }
      case 2:
        if try reader.bool() {
          _ = EscapedText.line(try reader.string(limit: 8_000))
          _ = EscapedText.line(try reader.string(limit: 8_000))
        }
        _ = try reader.list(limit: 64) { r throws(WireReader.Broken) in try r.u32() }
      case 3:
        _ = try reader.stepContext()
        _ = try reader.list(limit: 1_000) { r throws(WireReader.Broken) in
          try r.value(curve: { $0 })
        }
      default: return layers(rest)
      }
      return reader.isAtEnd
    } catch {
      return false
    }
  }

  /// The encoded descriptions in the form in which a worker sends them.
  package static func bytes(of animators: [AnimatorDescription]) -> [UInt8] {
    var writer = WireWriter()
    writer.put(animators) { $0.put($1) }
    writer.put(UInt32(0))
    return [0] + writer.bytes
  }

  private static func contents(_ reader: inout WireReader) throws(WireReader.Broken) {
    _ = try reader.list(limit: PluginScan.maximumAnimators) { r throws(WireReader.Broken) in
      try r.description(plugin: "/probe.so", isBundled: false)
    }
    _ = try reader.list(limit: Int(FunctionReader.maximumFunctions)) {
      r throws(WireReader.Broken) in
      try r.function(plugin: "/probe.so", isBundled: false)
    }
  }

  /// Decodes two layers that a plugin may have left in the shared buffer, with paths among the elements that
  /// follow them.
  private static func layers(_ bytes: [UInt8]) -> Bool {
    guard let sharedBuffer = SharedBuffer() else { return false }
    let size = unsafe MemoryLayout<animator_layer>.stride
    // Safety: at most two layers and as many elements as there are bytes are used, all within the shared
    // buffer.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      unsafe memcpy(sharedBuffer.layers + 1, first, min(bytes.count, 2 * size))
      if bytes.count > 2 * size {
        unsafe memcpy(
          sharedBuffer.elements, first + 2 * size, min(bytes.count - 2 * size, 1 << 20))
      }
    }
    let frame = LayerProperties(frame: Rect(0, 0, 10, 10))
    guard let batch = LayerBatch(inputs: [frame], outputs: [frame, frame]),
      sharedBuffer.fetch(into: batch)
    else { return false }
    batch.settleTruths()
    for i in 1...2 {
      var properties = frame
      do {
        unsafe try LayerImporter.take(
          .ofPlugins, from: batch.layers + i, into: &properties)
      } catch {
        return false
      }
    }
    return true
  }
}
