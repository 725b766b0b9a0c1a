internal import Dispatch
package import Scenes
internal import Synchronization
internal import Threading

/// Passes frames to the outputs in order, on a separate thread while the next frames are drawn; a run with
/// one thread encodes on that thread. A small number of bitmaps is reused, so memory does not grow with the
/// length of a run.
package final class EncodingQueue: Sendable {
  /// The number of frames that may be waiting or being drawn, in addition to the frame that is being encoded.
  private static let depth = 2

  /// The outputs; after they are opened, only the thread of the queue uses them.
  private struct Outputs: @unchecked Sendable {
    let list: [OpenOutput]
  }
  private struct State {
    var free: [Bitmap] = []
    var failure: (any Error)?
  }

  private let outputs: Outputs
  private let width: Int
  private let height: Int
  private let hasThread: Bool
  private let state = Mutex(State())
  // The semaphore starts at 0, because a semaphore that is released below its initial value ends the program.
  private let room = DispatchSemaphore(value: 0)
  private let queue = SerialQueue()

  package init(_ outputs: [OpenOutput], width: Int, height: Int, threads: Int) {
    self.outputs = Outputs(list: outputs)
    hasThread = threads > 1
    self.width = width
    self.height = height
    for _ in 0...Self.depth { room.signal() }
  }

  /// Returns a bitmap to draw into, and waits until one is free. The first bitmaps are created on demand,
  /// because the kernel needs time to clear them, and earlier frames can be encoded during that time.
  package func bitmap() throws -> Bitmap {
    room.wait()
    let used: Bitmap? = try state.withLock { state in
      if let failure = state.failure {
        room.signal()
        throw failure
      }
      return state.free.popLast()
    }
    return used ?? Bitmap(width: width, height: height)
  }

  /// Passes a drawn frame to every output that shows it; `changed` contains the differences from the previous
  /// frame.
  package func write(_ bitmap: Bitmap, at time: FrameTime, changed: [PixelRect]?) {
    @Sendable func hand() {
      let hasFailed = state.withLock { $0.failure != nil }
      if !hasFailed {
        do {
          for output in outputs.list { try output.write(bitmap, at: time, changed: changed) }
        } catch {
          state.withLock { $0.failure = error }
        }
      }
      giveBack(bitmap)
    }
    if hasThread { queue.add { hand() } } else { hand() }
  }

  package func giveBack(_ bitmap: Bitmap) {
    state.withLock { $0.free.append(bitmap) }
    room.signal()
  }

  /// Waits until all frames are written; throws the errors of the outputs.
  package func drain() throws {
    queue.finish()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}
