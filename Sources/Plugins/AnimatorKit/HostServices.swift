public import CAnimator

// The services of a host of 1.2 or later: messages and drawing helpers. With an older host, messages are
// dropped and `pixels` is nil.

/// The host's log, received while it loaded the plugin; written once, before any other call.
private nonisolated(unsafe) var messages: UnsafePointer<animator_log>?
private nonisolated(unsafe) var helpers: UnsafePointer<animator_pixels>?

func keepServices(of host: PluginHost) {
  // Safety: the host's interfaces with these names live until the process ends.
  unsafe messages = host.pointee.extension(host, ANIMATOR_LOG)?
    .assumingMemoryBound(to: animator_log.self)
  unsafe helpers = host.pointee.extension(host, ANIMATOR_PIXELS)?
    .assumingMemoryBound(to: animator_pixels.self)
}

extension Context {
  public enum MessageLevel: UInt32, Sendable {
    /// A message for authors, shown with -v.
    case detail
    case note
    /// A picture differs from the document.
    case warning
  }

  /// Logs a message; the host shows it with the plugin, step and frame.
  public func log(_ message: String, _ level: MessageLevel = .note) {
    unsafe messages?.pointee.log(raw, level.rawValue, message)
  }

  /// Drawing helpers: the same arguments give the same bits on every machine.
  public var pixels: Pixels? { unsafe helpers.map { unsafe Pixels(table: $0, context: raw) } }
}

/// Noise, samples, blurs and mixed colours, as animator.h describes them. Valid until the call returns.
@safe public struct Pixels {
  public enum Noise: UInt32, Sendable { case value, perlin, simplex }
  public enum Filter: UInt32, Sendable { case nearest, linear, cubic }
  public enum Edge: UInt32, Sendable { case clamp, `repeat`, mirror, transparent }
  public enum Space: UInt32, Sendable { case srgb, linear }

  // Safety: the host's table and its context are valid until the call returns.
  let table: UnsafePointer<animator_pixels>
  let context: UnsafePointer<animator_context>

  /// The noise at a point, from -1 to 1.
  public func noise(_ kind: Noise, seed: UInt64, _ x: Double, _ y: Double = 0, _ z: Double = 0)
    -> Double
  {
    unsafe table.pointee.noise(kind.rawValue, seed, x, y, z)
  }

  /// The premultiplied colour at a place in pixels.
  public func sample(
    _ image: Image, _ x: Double, _ y: Double, _ filter: Filter = .linear, _ edge: Edge = .clamp
  ) -> animator_color {
    unsafe withUnsafePointer(to: image.raw) { image in
      unsafe table.pointee.sample(image, x, y, filter.rawValue, edge.rawValue)
    }
  }

  /// Blurs a whole image into a surface of the same size; false if there is no memory.
  public func blur(
    _ image: Image, into output: Surface, sigmaX: Double, sigmaY: Double, _ edge: Edge = .clamp
  ) -> Bool {
    unsafe withUnsafePointer(to: image.raw) { image in
      unsafe table.pointee.blur(context, image, output.raw, sigmaX, sigmaY, edge.rawValue)
        == ANIMATOR_OK
    }
  }

  /// A colour between two, with straight alpha.
  public func mix(
    _ from: animator_color, _ to: animator_color, _ share: Double, _ space: Space = .srgb
  ) -> animator_color {
    unsafe table.pointee.mix(from, to, share, space.rawValue)
  }
}
