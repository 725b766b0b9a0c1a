internal import PluginModel
internal import CAnimator
internal import Glibc
internal import Scenes
internal import Synchronization

/// Reports mistakes of a plugin's author that have no visible effect; each mistake is reported once for an
/// animator.
final class PluginLints: Sendable {
  private let isolation: Isolation
  private let told = Mutex<Set<String>>([])
  /// The undeclared properties that have been reported, by their bits.
  private let toldProperties = Atomic<UInt64>(0)

  init(_ isolation: Isolation) { self.isolation = isolation }

  private func isNew(_ mistake: String) -> Bool {
    told.withLock { $0.insert(mistake).inserted }
  }

  /// Reports a transition whose roles cannot be bound to the two screens.
  func tellRoles(_ animator: AnimatorDescription) {
    let missing = animator.missingScreens
    guard !missing.isEmpty, isNew("roles") else { return }
    isolation.warnOnce(
      "\(animator.id) (\(animator.plugin)) is a transition without "
        + missing.map { "the role \"\($0)\"" }.joined(separator: " and ")
        + ": the animator does not receive that screen")
  }

  /// Reports pixels in which a channel exceeds alpha, once for a step.
  func tellPixels(_ count: Int, of whole: Int, _ animator: AnimatorDescription, step: String) {
    guard isNew("pixels of \(step)") else { return }
    isolation.warn(
      "\(step.isEmpty ? "" : "step \(step): ")\(animator.id) (\(animator.plugin)): "
        + "\(count) of \(whole) pixels have a channel above alpha and were clamped; reported once")
  }

  /// Reports a call that called `fail` and then returned success.
  func tellFailure(_ answer: CallAnswer, _ animator: AnimatorDescription, step: String) {
    guard let failure = answer.failure, isNew("failure of \(step)") else { return }
    isolation.warn(
      "\(step.isEmpty ? "" : "step \(step): ")\(animator.id) (\(animator.plugin)): "
        + "calls fail with \"\(failure.message)\" and returns ANIMATOR_OK, which counts; told once")
  }

  // MARK: Properties that are not declared

  /// The properties that the animator does not declare and that have not been reported yet; empty if no
  /// reports are requested.
  func watched(_ animator: AnimatorDescription) -> LayerPropertySet {
    guard isolation.comparesLayers else { return [] }
    let told = LayerPropertySet(rawValue: toldProperties.load(ordering: .relaxed))
    return .ofPlugins.subtracting(animator.animates).subtracting(told)
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

extension LayerBatch {
  /// The properties in `set` that the plugin has changed: the outputs of bound layers were filled with the
  /// values in `before`, and now differ from these values.
  func changes(in set: LayerPropertySet, from before: [LayerProperties]) -> LayerPropertySet {
    var rest = set
    // Safety: both lists have the same number of layers, and each row contains the offset of its member.
    unsafe before.withUnsafeBufferPointer { before in
      for i in 0..<inputCount {
        let host = unsafe UnsafeRawPointer(before.baseAddress! + i)
        let plugin = unsafe UnsafeRawPointer(layers + (inputCount + i))
        for member in LayerMember.all where rest.contains(member.set) {
          let (was, now) = unsafe (host + member.hostOffset, plugin + member.offset)
          if unsafe !isSame(member.form, was, now) { rest.subtract(member.set) }
        }
      }
    }
    return set.subtracting(rest)
  }

  /// Values are compared instead of bytes: zeros with different signs are equal, and a number that is not
  /// finite counts as changed.
  private func isSame(
    _ form: LayerMember.Form, _ was: UnsafeRawPointer, _ now: UnsafeRawPointer
  ) -> Bool {
    switch form {
    case .flag: return unsafe was.load(as: Bool.self) == now.load(as: Bool.self)
    case .number: return unsafe Self.isSame(1, was, now)
    case .rect: return unsafe Self.isSame(4, was, now)
    case .numbers(let count): return unsafe Self.isSame(count, was, now)
    case .corners:
      return unsafe was.load(as: CornerRadii.self).largest == now.load(as: Double.self)
    case .other(let conversion): return unsafe conversion.isSame(was, now)
    case .color:
      return unsafe Self.isSame(was.load(as: Color.self), now.load(as: animator_color.self))
    case .optionalColor:
      return unsafe Self.isSame(
        was.load(as: Color?.self) ?? .clear, now.load(as: animator_color.self))
    case .mask:
      let old = unsafe was.assumingMemoryBound(to: Mask?.self)
      let new = unsafe now.assumingMemoryBound(to: animator_mask.self)
      guard unsafe old.pointee != nil else { return unsafe new.pointee.kind == ANIMATOR_MASK_NONE }
      return unsafe Self.isSame(LayerExporter.mask(old.pointee, arena: arena), new.pointee)
    }
  }

  private static func isSame(
    _ count: Int, _ was: UnsafeRawPointer, _ now: UnsafeRawPointer
  ) -> Bool {
    for i in 0..<count {
      let offset = i * MemoryLayout<Double>.stride
      let (a, b) = unsafe (
        was.load(fromByteOffset: offset, as: Double.self),
        now.load(fromByteOffset: offset, as: Double.self)
      )
      if a != b { return false }
    }
    return true
  }

  private static func isSame(_ was: Color, _ now: animator_color) -> Bool {
    LayerExporter.color(was).isSame(as: now)
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
    // Safety: both paths declare the number of their elements, and the first one belongs to the host.
    return unsafe first == second
      || memcmp(first, second, Int(a.path_count) * MemoryLayout<animator_path_element>.stride) == 0
  }
}
