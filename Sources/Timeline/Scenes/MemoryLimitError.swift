/// An error that a lack of memory may cause; the work may succeed after other memory is released.
package protocol MemoryLimitError: Error {
  var isWantOfRoom: Bool { get }
}
