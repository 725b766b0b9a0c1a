package import Animators
internal import CAnimator
internal import Glibc
package import Scenes

/// Puts a plugin through what no document does. Only for checks, in a process of their own: the
/// code runs here.
package enum PluginLab {
  /// Loads the plugin into this process.
  package static func load(
    _ copies: PluginCopies, isBundled: Bool
  ) throws(PluginRefusal) -> PluginContents {
    try PluginLoader.load(copies.plan, isBundled: isBundled)
  }

  /// Loads the libraries that the plugin needs, but not the plugin; their symbols are found by name.
  package static func openLibraries(of copies: PluginCopies) throws(PluginRefusal) {
    try PluginLoader.openLibraries(copies.plan, visibility: RTLD_GLOBAL)
  }

  /// Runs its constructors and nothing else, with nothing around them.
  package static func open(_ copies: PluginCopies) throws(PluginRefusal) {
    let plan = copies.plan
    try PluginLoader.openLibraries(plan)
    guard unsafe dlopen(plan.plugin.place, RTLD_NOW | RTLD_LOCAL) != nil else {
      throw PluginRefusal(path: copies.path, reason: "cannot be loaded")
    }
  }

  package enum Host { case refusing, shorter, longer }

  /// What the entry of a plugin came to.
  package struct Entered {
    package let status: Int32
    package let ids: [String]
    /// What the plugin said by `fail`.
    package let failure: String?
  }

  /// Calls the entry of a loaded plugin with an unusual host.
  package static func enter(_ copies: PluginCopies, isBundled: Bool, _ host: Host) -> Entered {
    // Unsafe: the plugin is loaded; its entry has the type that the header gives it.
    guard let handle = unsafe dlopen(copies.plan.plugin.place, RTLD_NOW | RTLD_LOCAL),
      let symbol = unsafe dlsym(handle, "animator_plugin_v1")
    else { return Entered(status: ANIMATOR_FAILED, ids: [], failure: nil) }
    let entry = unsafe unsafeBitCast(symbol, to: PluginScan.Entry.self)
    let scan = PluginScan(path: copies.path, isBundled: isBundled)
    let status = unsafe scan.run(entry, as: host)
    return Entered(status: status, ids: scan.found.ids, failure: scan.failure)
  }

  /// The animator has an `extension` slot that knows a thing that does not exist; nil without slot.
  package static func knowsTheUnknown(_ animator: HostedAnimator) -> Bool? {
    guard let code = animator.source as? AnimatorCode, let find = unsafe code.find else {
      return nil
    }
    // Unsafe: the plugin reads the string during the call.
    return unsafe "nobody-has-this/1".withCString { unsafe find($0) != nil }
  }
}

extension BoundAnimator {
  /// Every property of the bound layers that `layout` changed, declared or not.
  package func changes(
    _ moment: StepMoment, inputs: [LayerProperties]
  ) throws(AnimatorFault) -> LayerPropertySet {
    var pieces = Array(
      repeating: LayerProperties(frame: inputs.first?.frame ?? .zero), count: try pieceCount())
    pieces = inputs + pieces
    let batch = LayerBatch(inputs: inputs, outputs: pieces)
    let answer = try calls.layout(moment, batch)
    batch.settleTruths()
    guard answer.status == ANIMATOR_OK else { throw fault(answer) }
    var changed: LayerPropertySet = []
    for (i, input) in inputs.enumerated() {
      for set in LayerPropertySet.ofPlugins.properties.map(\.set) {
        var output = input
        // A number that is not finite is a change.
        do throws(LayerTaker.Problem) {
          unsafe try LayerTaker.take(
            set, from: batch.layers + (inputs.count + i), into: &output)
        } catch {
          changed.formUnion(set)
        }
        if output != input { changed.formUnion(set) }
      }
    }
    return changed
  }

  /// Draws into memory of any form.
  package func draw(
    _ moment: StepMoment, scale: Double, inputs: [LabImage], into output: LabImage,
    window: PixelRect
  ) throws(AnimatorFault) {
    guard let local = calls as? LocalCalls else { throw fault("runs in another process") }
    // Unsafe: the images outlive the call and have the sizes that they say.
    let images = unsafe inputs.map { image in
      unsafe animator_image(
        data: UnsafePointer(image.pixels), width: Int32(image.width), height: Int32(image.height),
        stride_bytes: Int64(image.strideBytes))
    }
    let surface = unsafe animator_surface(
      data: output.pixels, width: Int32(output.width), height: Int32(output.height),
      stride_bytes: Int64(output.strideBytes))
    let answer = unsafe local.pixels(
      moment, scale: scale, images: images, surface: surface, window: animator_window(window))
    guard answer.status == ANIMATOR_OK else { throw fault(answer) }
  }
}
