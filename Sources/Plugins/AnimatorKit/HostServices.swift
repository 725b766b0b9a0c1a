public import CAnimator

// The services of hosts from version 1.2 on: messages and drawing helpers. With an older host, messages are
// discarded and `pixels` is nil.

/// The log interface of the host, which is stored when the plugin is loaded, before any other call.
private nonisolated(unsafe) var messages: UnsafePointer<animator_log>?
private nonisolated(unsafe) var helpers: UnsafePointer<animator_pixels>?

func keepServices(of host: PluginHost) {
  // Safety: the host's interfaces with these names exist until the process ends.
  unsafe messages = host.pointee.extension(host, ANIMATOR_LOG)?
    .assumingMemoryBound(to: animator_log.self)
  unsafe helpers = host.pointee.extension(host, ANIMATOR_PIXELS)?
    .assumingMemoryBound(to: animator_pixels.self)
}

extension Context {
  public enum MessageLevel: UInt32, Sendable {
    /// The log message is for plugin authors and is shown only with -v.
    case detail
    case note
    /// The log message is a warning that a picture differs from the document's request.
    case warning
  }

  /// Logs a message, which the host shows with the plugin, the step and the frame.
  public func log(_ message: String, _ level: MessageLevel = .note) {
    unsafe messages?.pointee.log(raw, level.rawValue, message)
  }

  /// The drawing helpers, which give the same bits for equal arguments on every machine; nil if the host is
  /// too old.
  public var pixels: Pixels? { unsafe helpers.map { unsafe Pixels(table: $0, context: raw) } }
}

/// Drawing helpers for noise, samples, blurs and mixed colours, which animator.h describes. The helpers are
/// valid until the animator's call returns.
@safe public struct Pixels {
  public enum Noise: UInt32, Sendable { case value, perlin, simplex }
  public enum Filter: UInt32, Sendable { case nearest, linear, cubic }
  public enum Edge: UInt32, Sendable { case clamp, `repeat`, mirror, transparent }
  public enum Space: UInt32, Sendable { case srgb, linear }

  // Safety: the host's table and its context are valid until the call returns.
  let table: UnsafePointer<animator_pixels>
  let context: UnsafePointer<animator_context>

  /// The noise at a point, in the range -1 to 1.
  public func noise(_ kind: Noise, seed: UInt64, _ x: Double, _ y: Double = 0, _ z: Double = 0)
    -> Double
  {
    unsafe table.pointee.noise(kind.rawValue, seed, x, y, z)
  }

  /// Returns the premultiplied colour at a position in pixels.
  public func sample(
    _ image: Image, _ x: Double, _ y: Double, _ filter: Filter = .linear, _ edge: Edge = .clamp
  ) -> animator_color {
    unsafe withUnsafePointer(to: image.raw) { image in
      unsafe table.pointee.sample(image, x, y, filter.rawValue, edge.rawValue)
    }
  }

  /// Blurs a whole image into a surface of the same size; returns false if there is too little memory.
  public func blur(
    _ image: Image, into output: Surface, sigmaX: Double, sigmaY: Double, _ edge: Edge = .clamp
  ) -> Bool {
    unsafe withUnsafePointer(to: image.raw) { image in
      unsafe table.pointee.blur(context, image, output.raw, sigmaX, sigmaY, edge.rawValue)
        == ANIMATOR_OK
    }
  }

  /// Mixes two colours with straight alpha.
  public func mix(
    _ from: animator_color, _ to: animator_color, _ share: Double, _ space: Space = .srgb
  ) -> animator_color {
    unsafe table.pointee.mix(from, to, share, space.rawValue)
  }
}
