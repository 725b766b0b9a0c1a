/// An error that may be caused by a lack of memory: the work may succeed after other memory is released.
package protocol MemoryLimitError: Error {
  var isWantOfRoom: Bool { get }
}
