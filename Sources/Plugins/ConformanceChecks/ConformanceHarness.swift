package import PluginHosting
package import PluginModel
import CAnimator
import Glibc
package import Scenes

/// Calls a plugin in ways that no document does, inside the process of a check.
enum ConformanceHarness {
  /// Loads the plugin into this process and returns its contents.
  static func load(
    _ copies: PluginCopies, isBundled: Bool
  ) throws(PluginRefusal) -> PluginContents {
    try PluginLoader.load(copies.plan, isBundled: isBundled)
  }

  /// Loads the libraries that the plugin needs, but not the plugin itself, so that their symbols can be found
  /// by name.
  static func openLibraries(of copies: PluginCopies) throws(PluginRefusal) {
    try PluginLoader.openLibraries(copies.plan, visibility: RTLD_GLOBAL)
  }

  /// Runs the constructors of the plugin and no other code of it, without any protection.
  static func open(_ copies: PluginCopies) throws(PluginRefusal) {
    let plan = copies.plan
    try PluginLoader.openLibraries(plan)
    guard unsafe dlopen(plan.plugin.place, RTLD_NOW | RTLD_LOCAL) != nil else {
      throw PluginRefusal(path: copies.path, reason: "cannot be loaded")
    }
  }

  enum Host { case refusing, shorter, longer }

  /// The result of calling a plugin's entry function.
  struct Entered {
    let status: Int32
    let ids: [String]
    /// The message that the plugin's entry function passed to `fail`.
    let failure: String?
  }

  /// Calls the entry function of a loaded plugin with an unusual host.
  static func enter(_ copies: PluginCopies, isBundled: Bool, _ host: Host) -> Entered {
    // Safety: the plugin is loaded; the header defines the type of its entry.
    guard let handle = unsafe dlopen(copies.plan.plugin.place, RTLD_NOW | RTLD_LOCAL),
      let symbol = unsafe dlsym(handle, "animator_plugin_v1")
    else { return Entered(status: ANIMATOR_FAILED, ids: [], failure: nil) }
    let entry = unsafe unsafeBitCast(symbol, to: PluginScan.Entry.self)
    let scan = PluginScan(path: copies.path, isBundled: isBundled, isRefusing: host == .refusing)
    let status = unsafe scan.run(entry, hostBytes: bytes(of: host))
    return Entered(status: status, ids: scan.found.ids, failure: scan.failure)
  }

  /// The size of the host struct: an older host lacks the last member, and a newer host has 64 additional
  /// bytes.
  private static func bytes(of host: Host) -> Int {
    let known = unsafe MemoryLayout<animator_host>.size
    return switch host {
    case .shorter: unsafe MemoryLayout<animator_host>.offset(of: \.add_functions)!
    case .longer: known + 64
    case .refusing: known
    }
  }
}

extension BoundAnimator {
  /// Draws into images with any memory layout. For an input with several times, the same image is used for
  /// all times.
  package func draw(
    _ moment: StepMoment, scale: Double, inputs: [GuardedImage], into output: GuardedImage,
    window: PixelRect
  ) throws(AnimatorFault) {
    // Safety: the images have the declared sizes and exist longer than the call.
    let times = try inputTimes(moment, count: inputs.count)
    let counts = times?.map { max(1, $0.count) } ?? inputs.map { _ in 1 }
    let images = unsafe zip(inputs, counts).flatMap { image, count in
      Array(repeating: image, count: count)
    }.map { image in
      unsafe animator_image(
        data: UnsafePointer(image.pixels), width: Int32(image.width), height: Int32(image.height),
        stride_bytes: Int64(image.strideBytes))
    }
    let surface = unsafe animator_surface(
      data: output.pixels, width: Int32(output.width), height: Int32(output.height),
      stride_bytes: Int64(output.strideBytes))
    unsafe try draw(
      moment, scale: scale, from: images, counts: counts, onto: surface, window: window)
  }
}
