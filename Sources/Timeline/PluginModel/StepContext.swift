package import Scenes

/// The part of the context that does not change during a step.
package struct StepContext: Sendable {
  package enum Operation: UInt32, Sendable {
    case none = 0
    case push, pop, present, dismiss
  }
  package var operation: Operation
  /// The duration of the step; zero while it is being determined.
  package var duration: FrameTime
  package var framesPerSecond: Double
  /// The number of output pixels per point of the canvas.
  package var scale: Double
  /// The name of the step in messages: its id, or its position in the document.
  package var step = ""
  /// The random seed, which is computed from the document's seed, the step and the layer.
  package var seed: UInt64
  /// The size of the step's container layer in points.
  package var container: Size
  /// The number of layers that are bound to each role, in the order of the roles.
  package var roleCounts: [Int]
  /// The maximum number of bytes that one call may allocate with `allocate`.
  package var memoryBytes = 1 << 30
  /// Whether parameters are stored in read-only memory pages.
  package var protectsParameters = true
  /// A function that returns true when the work is cancelled; long calls check it.
  package var isCancelled: (@Sendable () -> Bool)?
  /// A function that receives the plugin's output during a call, if the plugin runs in this process; nil
  /// means the receiver that was set when the plugin was loaded.
  package var said: (@Sendable (PluginLogLine) -> Void)?

  package init(
    operation: Operation = .none, duration: FrameTime, framesPerSecond: Double = 60,
    scale: Double = 1, seed: UInt64 = 0, container: Size, roleCounts: [Int],
    isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.operation = operation
    self.duration = duration
    self.framesPerSecond = framesPerSecond
    self.scale = scale
    self.seed = seed
    self.container = container
    self.roleCounts = roleCounts
    self.isCancelled = isCancelled
  }
}
