package import Media

/// The part of a mix for one output.
package struct SoundOutput: Sendable {
  package let plan: SoundPlan
  /// The start on the timeline, in samples.
  package let start: Int
  package let count: Int

  package init(plan: SoundPlan, start: Int, count: Int) {
    self.plan = plan
    self.start = start
    self.count = count
  }

  /// The mix at the start of the part.
  func mix(isLossy: Bool) throws(MediaError) -> SoundMix {
    let mix = try SoundMix(plan, isLossy: isLossy)
    try mix.skip(to: start)
    return mix
  }
}
