import Encoding
import Scenes

/// An output while its frames come in.
final class OpenOutput {
  private let output: Output
  private let clip: Clip
  private let sink: any FrameSink
  /// How many frames it has taken.
  private var taken = 0

  init(_ output: Output, source: FrameSource, scale: Double, threads: Int) {
    self.output = output
    clip = Clip(
      width: source.width, height: source.height, framesPerSecond: output.framesPerSecond,
      frameCount: output.times.count, isOpaque: source.isOpaque, scale: scale, jobs: threads)
    sink = output.sink(clip)
  }

  var path: String { output.path }
  var width: Int { clip.width }
  var height: Int { clip.height }

  /// When its frames are taken.
  var times: [FrameTime] { output.times }

  /// The same with the frames' numbers.
  var numbered: [(FrameTime, Int)] {
    times.enumerated().map { ($1, output.firstIndex + $0) }
  }

  func begin() throws(Failure) {
    if let message = output.message { Console.note(message) }
    do { try sink.begin() } catch { throw Failure(error) }
  }

  /// The number of the frame that it takes next, when that is the one at `time`.
  private func number(at time: FrameTime) -> Int? {
    taken < times.count && times[taken] == time ? output.firstIndex + taken : nil
  }

  /// Takes a frame when it is one that this output shows; a state that is held comes several times.
  func write(_ bitmap: Bitmap, at time: FrameTime, changed: [PixelRect]?) throws(Failure) {
    var changed = changed
    while let number = number(at: time) {
      do {
        try sink.write(
          RenderedFrame(index: number, time: time, bitmap: bitmap, changed: changed))
      } catch {
        throw Failure(error)
      }
      changed = []
      taken += 1
    }
  }

  func finish() throws(Failure) {
    do { try sink.finish() } catch { throw Failure(error) }
  }
  func cancel() { sink.cancel() }

  /// Frames go to standard output.
  var isRaw: Bool { output.format == .raw }

  var summary: String {
    let size = "\(clip.width)×\(clip.height)"
    if case .png = output.format {
      return times.count == 1
        ? "\(output.path)  \(size)" : "\(output.path)  \(times.count) moments"
    }
    let seconds = Double(times.count) / output.framesPerSecond
    return
      "\(output.path)  \(times.count) frames, \(size), \(Text.number(output.framesPerSecond)) fps, "
      + "\(Text.number((seconds * 1000).rounded() / 1000)) s"
  }
}
