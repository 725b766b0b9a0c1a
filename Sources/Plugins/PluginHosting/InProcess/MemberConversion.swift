internal import CAnimator
internal import Scenes

/// The conversion of a member with its own type to the plugin's struct and back, and the comparison of both.
@safe struct MemberConversion: Sendable {
  typealias Flaw = LayerImporter.Flaw

  // Safety: the first pointer is the address of the host's value, and the second that of the plugin's value;
  // the member's row provides both. The function converts the host's value to the plugin's value, whose bytes
  // are initially zero.
  let fill: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  /// Converts the value of the plugin to a value of the host.
  let take: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) throws(Flaw) -> Void
  /// Whether the plugin's value has not changed since the host filled it in.
  let isSame: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// Creates a conversion between values of the host and of a plugin. `export` returns nil for a value that
  /// plugins receive as `none`, whose bytes are all zero. `take` receives the plugin's value and the previous
  /// value of the host.
  init<Own, Member: BitwiseCopyable & Sendable>(
    none: Member, export: @escaping @Sendable (Own) -> Member?,
    take: @escaping @Sendable (Member, Own) throws(Flaw) -> Own,
    isSame: @escaping @Sendable (Member, Member) -> Bool
  ) {
    unsafe fill = { from, to in
      let own = unsafe from.assumingMemoryBound(to: Own.self)
      if let member = unsafe export(own.pointee) {
        unsafe to.storeBytes(of: member, as: Member.self)
      }
    }
    unsafe self.take = { (from, to) throws(Flaw) in
      let own = unsafe to.assumingMemoryBound(to: Own.self)
      unsafe own.pointee = try take(from.load(as: Member.self), own.pointee)
    }
    unsafe self.isSame = { was, now in
      let own = unsafe was.assumingMemoryBound(to: Own.self)
      return unsafe isSame(export(own.pointee) ?? none, now.load(as: Member.self))
    }
  }
}

extension animator_color {
  func isSame(as other: animator_color) -> Bool {
    red == other.red && green == other.green && blue == other.blue && alpha == other.alpha
  }
}
