import PluginHosting
import PluginModel
import Conformance
import Scenes

/// Implements the checks 53 to 56, which examine moving inputs, times, prepared tables, and the finger.
enum InputChecks {
  private static func draw(
    _ bound: BoundAnimator, _ bench: Bench, _ progress: Double, _ inputs: [GuardedImage],
    width: Int = 37, height: Int = 29
  ) throws -> GuardedImage {
    CheckMain.memo?.move(to: progress)
    let output = GuardedImage(width, height)
    try bound.draw(
      bench.moment(progress), scale: 1, inputs: inputs, into: output,
      window: PixelRect(0, 0, width, height))
    return output
  }

  /// Checks the animator with images that change from frame to frame, like those of moving contents.
  static func moving(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each(
      where: { $0.hasPixels && !$0.roles.isEmpty }, otherwise: "the animator reads no images"
    ) { bench in
      let bound = try bench.bound()
      let first = Picture.inputs(bench.inputs.count, 37, 29)
      let others = first.map { image in
        image.mapped { _, _, p in (p.a - p.b, p.r, p.g, p.a) }
      }
      for progress in Bench.progresses {
        let before = try draw(bound, bench, progress, first)
        _ = try draw(bound, bench, progress, others)
        let again = try draw(bound, bench, progress, first)
        for y in 0..<29 where before.row(y) != again.row(y) {
          throw CheckFailure(
            "at progress \(progress), the pixels differ after the animator has drawn other images",
            CheckPicture(before, again))
        }
      }
    }
  }

  static func moments(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each(
      where: { $0.hasTimes },
      otherwise: "the animator requests no "
        + "moments"
    ) { bench in
      var random = SeededRandom(subject.seed)
      var trials = [
        try bench.defaults(), try bench.extremes(.least), try bench.extremes(.most),
      ]
      for _ in 0..<50 { trials.append(try bench.random(&random)) }
      for values in trials {
        let bound = try bench.bound(values)
        for progress in Bench.progresses {
          do {
            let times = try bound.inputTimes(bench.moment(progress), count: bench.inputs.count)
            _ = try bound.inputTimes(bench.moment(1 - progress), count: bench.inputs.count)
            guard
              try bound.inputTimes(bench.moment(progress), count: bench.inputs.count) == times
            else {
              throw CheckFailure(
                "at progress \(progress), the animator requests different moments in a second call")
            }
          } catch let fault as AnimatorFault where fault.isOwnWords {
            continue
          }
        }
      }
    }
  }

  static func finger(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each(
      where: { $0.readsFinger },
      otherwise: "the animator does not read the finger"
    ) {
      bench in
      var random = SeededRandom(subject.seed)
      let bound = try bench.bound()
      let ends = try [0, 1].map { try bench.trace(bound, $0) }
      for number in 0..<40 {
        // The positions are in the middle and far outside, and the finger is at rest or fast.
        let (reach, speed) = [(1.0, 0.0), (1, 3_000), (1_000, 0), (1e6, 1e6)][number % 4]
        func along(_ size: Double) -> Double {
          size / 2 + size * reach * .random(in: -0.5...0.5, using: &random)
        }
        let finger = Finger(
          place: Point(along(bench.container.width), along(bench.container.height)),
          velocity: Point(
            speed * .random(in: -1...1, using: &random), speed * .random(in: -1...1, using: &random)
          ),
          isDown: number % 3 > 0)
        for progress in Bench.progresses {
          let first = try bench.trace(bound, progress, finger)
          _ = try bench.trace(bound, progress)
          let again = try bench.trace(bound, progress, finger)
          if first != again {
            throw bench.difference(
              "at progress \(progress), the animator gives different results for the same finger",
              first, again)
          }
          guard bench.animator.kind == .transition, progress == 0 || progress == 1 else { continue }
          let end = ends[progress == 0 ? 0 : 1]
          if first != end {
            throw bench.difference(
              "at progress \(progress), a finger at (\(finger.place.x), "
                + "\(finger.place.y)) changes the transition",
              end, first)
          }
        }
      }
    }
  }

  static func tables(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each(where: { $0.hasTable }, otherwise: "the animator prepares no table") { bench in
      for (width, height) in [(1, 1), (37, 29), (64, 48)] {
        let inputs = Picture.inputs(bench.inputs.count, width, height)
        let (one, two) = (try bench.bound(), try bench.bound())
        guard try table(of: one, width, height) == table(of: two, width, height) else {
          throw CheckFailure(
            "two calls with the same parameters give different tables for \(width)×\(height) pixels"
          )
        }
        for progress in Bench.progresses {
          let picture = try draw(one, bench, progress, inputs, width: width, height: height)
          let other = try draw(two, bench, progress, inputs, width: width, height: height)
          for y in 0..<height where picture.row(y) != other.row(y) {
            throw CheckFailure(
              "at progress \(progress), two tables for the same parameters give different pictures",
              CheckPicture(picture, other))
          }
        }
      }
    }
  }

  private static func table(
    of bound: BoundAnimator, _ width: Int, _ height: Int
  ) throws -> [UInt8] {
    do throws(AnimatorFault) { return try bound.table(width: width, height: height) } catch {
      throw CheckFailure("for \(width)×\(height): \(error.message)")
    }
  }
}
