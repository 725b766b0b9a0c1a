package import Media

/// The part of a sound mix that one output contains.
package struct SoundOutput: Sendable {
  package let plan: SoundPlan
  /// The start of the part on the timeline, in samples.
  package let start: Int
  package let count: Int

  package init(plan: SoundPlan, start: Int, count: Int) {
    self.plan = plan
    self.start = start
    self.count = count
  }

  /// Returns the mix, positioned at the start of the part.
  func mix(isLossy: Bool) throws(MediaError) -> SoundMix {
    let mix = try SoundMix(plan, isLossy: isLossy)
    try mix.skip(to: start)
    return mix
  }
}
