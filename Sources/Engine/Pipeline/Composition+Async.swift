internal import Synchronization

extension Composition {
  /// The picture at a time, drawn away from the caller's actor; a task that is cancelled ends it.
  ///
  ///     let frame = try await composition.frame(at: 0.5)
  @concurrent public func frame(
    at seconds: Double, alpha: Alpha = .premultiplied
  ) async throws(PipelineError) -> Frame {
    try await cancellable { isCancelled throws(PipelineError) in
      try self.frame(at: seconds, alpha: alpha, isCancelled: isCancelled)
    }
  }

  /// Draws one frame of a film.
  @concurrent public func frame(
    number: Int, alpha: Alpha = .premultiplied
  ) async throws(PipelineError) -> Frame {
    try await cancellable { isCancelled throws(PipelineError) in
      try self.frame(number: number, alpha: alpha, isCancelled: isCancelled)
    }
  }

  /// Writes files, away from the caller's actor. It ends early if its task is cancelled, or if `asked` cancels
  /// it.
  @concurrent @discardableResult public func render(
    _ asked: RenderOptions = RenderOptions()
  ) async throws(PipelineError) -> [String] {
    try await cancellable { isCancelled throws(PipelineError) in
      var options = asked
      options.isCancelled = { isCancelled() || asked.isCancelled() }
      return try self.render(options)
    }
  }

  /// The frames of a film, one after the other.
  ///
  ///     var total = 0
  ///     for try await frame in composition.frames() { total += frame.bytes.count }
  public func frames(_ range: Range<Int>? = nil, alpha: Alpha = .premultiplied) -> FrameStream {
    FrameStream(composition: self, range: range ?? 0..<frameCount, alpha: alpha)
  }
}

/// The frames of a composition, each of which is drawn on request.
public struct FrameStream: AsyncSequence, Sendable {
  let composition: Composition
  let range: Range<Int>
  let alpha: Alpha

  public struct Iterator: AsyncIteratorProtocol {
    let stream: FrameStream
    var number: Int

    public mutating func next() async throws(PipelineError) -> Frame? {
      guard let wanted = advance() else { return nil }
      return try await stream.composition.frame(number: wanted, alpha: stream.alpha)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(PipelineError) -> Frame? {
      guard let wanted = advance() else { return nil }
      return try await stream.composition.frame(number: wanted, alpha: stream.alpha)
    }

    private mutating func advance() -> Int? {
      guard number < stream.range.upperBound else { return nil }
      defer { number += 1 }
      return number
    }
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(stream: self, number: range.lowerBound)
  }
}

/// Whether a task was cancelled, for all threads that work for it.
private final class CancellationFlag: Sendable {
  private let isRaised = Atomic(false)
  func raise() { isRaised.store(true, ordering: .relaxed) }
  var value: Bool { isRaised.load(ordering: .relaxed) }
}

/// Does work that a cancelled task ends.
private func cancellable<Result: Sendable>(
  _ work: (@escaping @Sendable () -> Bool) throws(PipelineError) -> Result
) async throws(PipelineError) -> Result {
  let flag = CancellationFlag()
  let result: Swift.Result<Result, PipelineError> = await withTaskCancellationHandler {
    do throws(PipelineError) { return .success(try work { flag.value }) } catch {
      return .failure(error)
    }
  } onCancel: {
    flag.raise()
  }
  return try result.get()
}
