internal import CAnimator
internal import Glibc
internal import Scenes
internal import Synchronization

/// Tells of an author's mistakes that change nothing that can be seen, each once for an animator.
final class QuietMistakes: Sendable {
  private let isolation: Isolation
  private let told = Mutex<Set<String>>([])
  /// Undeclared properties that were told of, by their bits.
  private let toldProperties = Atomic<UInt64>(0)

  init(_ isolation: Isolation) { self.isolation = isolation }

  private func isNew(_ mistake: String) -> Bool {
    told.withLock { $0.insert(mistake).inserted }
  }

  /// A transition that the two screens cannot be bound to.
  func tellRoles(_ animator: AnimatorDescription) {
    let missing = animator.missingScreens
    guard !missing.isEmpty, isNew("roles") else { return }
    isolation.warnOnce(
      "\(animator.id) (\(animator.plugin)) is a transition without "
        + missing.map { "the role \"\($0)\"" }.joined(separator: " and ")
        + ": it is not given that screen")
  }

  /// Pixels of which a channel exceeded its alpha, once for a step.
  func tellPixels(_ count: Int, of whole: Int, _ animator: AnimatorDescription, step: String) {
    guard isNew("pixels of \(step)") else { return }
    isolation.warn(
      "\(step.isEmpty ? "" : "step \(step): ")\(animator.id) (\(animator.plugin)): \(count) of "
        + "\(whole) pixels have a channel above their alpha and were brought down to it; told once")
  }

  /// A call that said why it fails and then that it did not.
  func tellFailure(_ answer: CallAnswer, _ animator: AnimatorDescription, step: String) {
    guard let failure = answer.failure, isNew("failure of \(step)") else { return }
    isolation.warn(
      "\(step.isEmpty ? "" : "step \(step): ")\(animator.id) (\(animator.plugin)): calls fail with "
        + "\"\(failure.message)\" and returns ANIMATOR_OK, which counts; told once")
  }

  // MARK: Properties that are not declared

  /// What is to be looked at in a call: nil when there is nothing left to tell.
  func watch(_ animator: AnimatorDescription, _ batch: LayerBatch) -> LayerWatch? {
    let told = LayerPropertySet(rawValue: toldProperties.load(ordering: .relaxed))
    let rest = LayerPropertySet.ofPlugins.subtracting(animator.animates).subtracting(told)
    return rest.isEmpty || batch.inputCount == 0 ? nil : LayerWatch(rest, batch)
  }

  func tell(_ changed: LayerPropertySet, of animator: AnimatorDescription, step: String) {
    let before = toldProperties.bitwiseOr(changed.rawValue, ordering: .relaxed).oldValue
    for property in changed.properties where before & property.set.rawValue == 0 {
      isolation.warnOnce(
        "\(step.isEmpty ? "" : "step \(step): ")\(animator.id) (\(animator.plugin)) changes "
          + "\(property.name), which its `animates` does not declare: the change is not used")
    }
  }
}

extension AnimatorDescription {
  /// The screens that a transition must have roles for and has none.
  package var missingScreens: [String] {
    kind == .transition ? ["from", "to"].filter { role(named: $0) == nil } : []
  }
}

/// The bound layers of a call as they were before it, to find what it changed of some properties.
@safe struct LayerWatch {
  private let set: LayerPropertySet
  // Unsafe: in the batch's arena, as many as the batch has inputs.
  private let before: UnsafeMutablePointer<animator_layer>

  fileprivate init(_ set: LayerPropertySet, _ batch: LayerBatch) {
    self.set = set
    let count = batch.inputCount
    unsafe before = batch.arena.array(of: animator_layer.self, count: count)
    unsafe before.update(from: batch.layers + count, count: count)
  }

  /// The properties of the outputs that are bound layers whose values are others now.
  func changes(in batch: LayerBatch) -> LayerPropertySet {
    var changed: LayerPropertySet = []
    for i in 0..<batch.inputCount {
      let (a, b) = unsafe (before + i, batch.layers + batch.inputCount + i)
      // All but the mask, whose bytes are not its value.
      set.subtracting(changed).subtracting(.mask).forEachBit { bit in
        let member = LayerMember.all[bit]
        // Unsafe: a member of both structs, by its own offset and size.
        let isSame =
          unsafe memcmp(
            UnsafeRawPointer(a) + member.offset, UnsafeRawPointer(b) + member.offset, member.size)
          == 0
        if !isSame, unsafe Self.differ(a.pointee, b.pointee, in: member.set) {
          changed.formUnion(member.set)
        }
      }
      if set.contains(.mask), !changed.contains(.mask),
        unsafe !Self.isSame(a.pointee.mask, b.pointee.mask)
      {
        changed.formUnion(.mask)
      }
    }
    return changed
  }

  /// Other bytes may be the same value, as of a zero with another sign.
  private static func differ(
    _ a: animator_layer, _ b: animator_layer, in set: LayerPropertySet
  ) -> Bool {
    var (was, now) = (LayerProperties(frame: .zero), LayerProperties(frame: .zero))
    do throws(LayerTaker.Problem) {
      unsafe try LayerTaker.take(set, from: a, into: &was)
      unsafe try LayerTaker.take(set, from: b, into: &now)
      return was != now
    } catch {
      // A number that is not finite is a change.
      return true
    }
  }

  private static func isSame(_ a: animator_mask, _ b: animator_mask) -> Bool {
    guard unsafe a.kind == b.kind else { return false }
    if unsafe a.kind == ANIMATOR_MASK_NONE { return true }
    guard
      unsafe a.inverted == b.inverted && a.rect.x == b.rect.x && a.rect.y == b.rect.y
        && a.rect.width == b.rect.width && a.rect.height == b.rect.height
        && a.corner_radius == b.corner_radius
    else { return false }
    guard unsafe a.kind == ANIMATOR_MASK_PATH else { return true }
    guard unsafe a.even_odd == b.even_odd && a.path_count == b.path_count else { return false }
    guard let first = unsafe a.path, let second = unsafe b.path else {
      return unsafe a.path == b.path
    }
    // Unsafe: as many elements as both say, of which the first are the host's own.
    return unsafe first == second
      || memcmp(first, second, Int(a.path_count) * MemoryLayout<animator_path_element>.stride) == 0
  }
}
