internal import Synchronization

extension Composition {
  /// Draws the picture at a time without blocking the caller's actor; cancelling the task ends the drawing.
  ///
  ///     let frame = try await composition.frame(at: 0.5)
  @concurrent public func frame(
    at seconds: Double, alpha: Alpha = .premultiplied
  ) async throws(PipelineError) -> Frame {
    try await cancellable { isCancelled throws(PipelineError) in
      try self.frame(at: seconds, alpha: alpha, isCancelled: isCancelled)
    }
  }

  /// Draws one frame of a film without blocking the caller's actor.
  @concurrent public func frame(
    number: Int, alpha: Alpha = .premultiplied
  ) async throws(PipelineError) -> Frame {
    try await cancellable { isCancelled throws(PipelineError) in
      try self.frame(number: number, alpha: alpha, isCancelled: isCancelled)
    }
  }

  /// Writes files without blocking the caller's actor. The work ends early if its task is cancelled, or if
  /// `isCancelled` of the options returns true.
  @concurrent @discardableResult public func render(
    _ asked: RenderOptions = RenderOptions()
  ) async throws(PipelineError) -> [String] {
    try await cancellable { isCancelled throws(PipelineError) in
      var options = asked
      options.isCancelled = { isCancelled() || asked.isCancelled() }
      return try self.render(options)
    }
  }

  /// The frames of a film in order, drawn on demand.
  ///
  ///     var total = 0
  ///     for try await frame in composition.frames() { total += frame.bytes.count }
  public func frames(_ range: Range<Int>? = nil, alpha: Alpha = .premultiplied) -> FrameStream {
    FrameStream(composition: self, range: range ?? 0..<frameCount, alpha: alpha)
  }
}

/// The frames of a composition, each of which is drawn when it is requested.
public struct FrameStream: AsyncSequence, Sendable {
  let composition: Composition
  let range: Range<Int>
  let alpha: Alpha

  public struct Iterator: AsyncIteratorProtocol {
    let stream: FrameStream
    var number: Int

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(PipelineError) -> Frame? {
      guard number < stream.range.upperBound else { return nil }
      defer { number += 1 }
      return try await stream.composition.frame(number: number, alpha: stream.alpha)
    }
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(stream: self, number: range.lowerBound)
  }
}

/// A Boolean flag that several threads share.
package final class Switch: Sendable {
  private let value = Atomic(false)

  package init() {}

  package var isOn: Bool {
    get { value.load(ordering: .relaxed) }
    set { value.store(newValue, ordering: .relaxed) }
  }
}

/// Runs work that ends early if its task is cancelled.
private func cancellable<Result: Sendable>(
  _ work: (@escaping @Sendable () -> Bool) throws(PipelineError) -> Result
) async throws(PipelineError) -> Result {
  let isCancelled = Switch()
  let result: Swift.Result<Result, PipelineError> = await withTaskCancellationHandler {
    do throws(PipelineError) { return .success(try work { isCancelled.isOn }) } catch {
      return .failure(error)
    }
  } onCancel: {
    isCancelled.isOn = true
  }
  return try result.get()
}
