/// A failure that may be a want of memory: what failed may be had once others have let go of theirs.
package protocol MemoryLimitError: Error {
  var isWantOfRoom: Bool { get }
}
