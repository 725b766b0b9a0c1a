internal import PluginModel
internal import CAnimator
internal import Scenes
internal import Synchronization

/// A plugin whose description is cached; the plugin is loaded when it is first called.
final class CachedPlugin: Sendable {
  private let load: @Sendable () throws(PluginRefusal) -> PluginContents
  private let loaded = Mutex<Result<PluginContents, PluginRefusal>?>(nil)

  init(_ load: @escaping @Sendable () throws(PluginRefusal) -> PluginContents) {
    self.load = load
  }

  /// The contents of the loaded plugin, in the order of the cached descriptions.
  func contents() throws(PluginRefusal) -> PluginContents {
    let result = loaded.withLock { loaded in
      if let loaded { return loaded }
      let made = Result { () throws(PluginRefusal) in try load() }
      loaded = made
      return made
    }
    return try result.get()
  }
}

/// An animator of a plugin whose description is cached.
struct CachedAnimator: AnimatorSource {
  let plugin: CachedPlugin
  let index: Int

  func bind(
    _ description: AnimatorDescription, values: [ParameterValue], stepContext: StepContext
  ) throws(AnimatorFault) -> any AnimatorCalls {
    let animators: [HostedAnimator]
    do throws(PluginRefusal) {
      animators = try plugin.contents().animators
      guard animators.indices.contains(index), animators[index].description.id == description.id
      else {
        throw PluginRefusal(path: description.plugin, reason: "describes itself differently now")
      }
    } catch {
      return RefusedCalls(fault: AnimatorFault(error, of: description.id, step: stepContext.step))
    }
    return try animators[index].source.bind(description, values: values, stepContext: stepContext)
  }
}

/// A function of a plugin whose description is cached; the function is looked up at the first call, and must
/// then have the same description.
final class CachedFunction: FunctionSource {
  private let plugin: CachedPlugin
  private let index: Int
  private let found = Mutex<Found?>(nil)

  private final class Found: Sendable {
    let function: HostedFunction
    init(_ function: HostedFunction) { self.function = function }
  }

  init(plugin: CachedPlugin, index: Int) {
    self.plugin = plugin
    self.index = index
  }

  func call(
    _ function: FunctionDescription, _ arguments: [ParameterValue], step: String
  ) throws(AnimatorFault) -> ParameterValue {
    let found =
      if let known = self.found.withLock({ $0 }) { known } else { try find(function, step: step) }
    return try found.function.source.call(function, arguments, step: step)
  }

  private func find(
    _ function: FunctionDescription, step: String
  ) throws(AnimatorFault) -> Found {
    do throws(PluginRefusal) {
      let functions = try plugin.contents().functions
      guard functions.indices.contains(index),
        functions[index].description.signature == function.signature
      else {
        throw PluginRefusal(path: function.plugin, reason: "describes itself differently now")
      }
      let found = Found(functions[index])
      self.found.withLock { $0 = found }
      return found
    } catch {
      throw AnimatorFault(error, of: function.id, step: step)
    }
  }
}

extension AnimatorFault {
  /// The fault for a call of a plugin that could not be loaded.
  fileprivate init(_ refusal: PluginRefusal, of id: String, step: String) {
    self.init(animator: id, message: "\(refusal.path) \(refusal.reason)", step: step)
    if refusal.kind == .untrusted { cause = .distrust }
  }
}

/// The calls of an animator whose plugin could not be loaded; each call throws the same fault.
private struct RefusedCalls: AnimatorCalls {
  let fault: AnimatorFault

  func duration() throws(AnimatorFault) -> CallAnswer { throw fault }
  func pieceCount() throws(AnimatorFault) -> CallAnswer { throw fault }
  func layout(_ moment: StepMoment, _ batch: LayerBatch) throws(AnimatorFault) -> CallAnswer {
    throw fault
  }
  func times(
    _ moment: StepMoment, count: Int
  ) throws(AnimatorFault) -> (answer: CallAnswer, times: [[Int64]]) { throw fault }
  func regions(
    _ moment: StepMoment, window: animator_window, counts: [Int]?, needed: inout [animator_window]
  ) throws(AnimatorFault) -> CallAnswer { throw fault }
  func pixels(
    _ moment: StepMoment, scale: Double, inputs: [[Bitmap]], width: Int, height: Int
  ) throws(AnimatorFault) -> (answer: CallAnswer, picture: DrawnPicture) { throw fault }
}
