internal import PluginModel
internal import CAnimator

/// The addresses of an animator's functions in a loaded plugin. Plugins are never unloaded, so the addresses
/// stay valid.
@safe final class AnimatorCode: @unchecked Sendable {
  // The variable members are set while the plugin is loaded, before any other code has access to the object.
  // Safety: these are raw addresses, which DescriptionReader has checked and only BoundAnimator calls.
  typealias Duration = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Double
  typealias Pieces = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> UInt32
  typealias Layout =
    @convention(c) (
      UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UInt32, UnsafeRawPointer?, UInt32
    ) -> Int32
  typealias Regions =
    @convention(c) (
      UnsafeRawPointer?, UnsafeRawPointer?, animator_window, UnsafeMutablePointer<animator_window>?,
      UInt32
    ) -> Void
  typealias Extension = @convention(c) (UnsafePointer<CChar>?) -> UnsafeRawPointer?
  typealias Pixels =
    @convention(c) (
      UnsafeRawPointer?, UnsafeRawPointer?, UnsafePointer<animator_image>?, UInt32,
      animator_surface, animator_window
    ) -> Int32

  typealias Moments =
    @convention(c) (
      UnsafeRawPointer?, UnsafeRawPointer?, UInt32, UnsafeMutablePointer<animator_time>?
    ) -> UInt32
  typealias TableBytes =
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, Int32, Int32) -> UInt64
  typealias Prepare =
    @convention(c) (
      UnsafeRawPointer?, UnsafeRawPointer?, Int32, Int32, UnsafeMutableRawPointer?, UInt64
    ) -> Int32

  let parametersBytes: Int
  let parametersAlignment: Int
  let find: Extension?
  let selfPointer: UnsafeMutableRawPointer?
  let duration: Duration?
  let pieces: Pieces?
  let layout: Layout?
  let regions: Regions?
  let pixels: Pixels?
  /// The optional features of the animator that this host supports.
  var moments: Moments?
  var tableBytes: TableBytes?
  var prepare: Prepare?
  /// The lock of the whole plugin, because its animators may share state that is not re-entrant.
  let lock: CallLock

  init(
    parametersBytes: Int, parametersAlignment: Int, selfPointer: UnsafeMutableRawPointer?,
    duration: Duration?, pieces: Pieces?, layout: Layout?, regions: Regions?, pixels: Pixels?,
    find: Extension?, lock: CallLock
  ) {
    self.parametersBytes = parametersBytes
    self.parametersAlignment = parametersAlignment
    unsafe self.selfPointer = selfPointer
    unsafe self.duration = duration
    unsafe self.pieces = pieces
    unsafe self.layout = layout
    unsafe self.regions = regions
    unsafe self.pixels = pixels
    unsafe self.find = find
    self.lock = lock
  }
}

extension HostedAnimator {
  /// Whether the plugin's function `extension` returns an interface for `name`; nil if the plugin has no such
  /// function or runs in another process.
  package func knows(extension name: String) -> Bool? {
    guard let code = source as? AnimatorCode, let find = unsafe code.find else { return nil }
    // Safety: the plugin reads the name during the call.
    return unsafe name.withCString { unsafe find($0) != nil }
  }
}
