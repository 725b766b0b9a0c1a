package import Synchronization

/// The bytes of all pictures of this process: decoded ones, drawn texts and drawings, frames in progress,
/// stills, pictures of blurred layers, the memory that it shares with helpers, and the helpers' own memory.
package enum MemoryAccount {
  private static let used = Atomic<Int>(0)
  private static let processes = Atomic<Int>(0)
  private static let most = Atomic<Int>(0)
  /// The most bytes of all pictures together: caches are emptied for new pictures, and a frame that needs
  /// more is refused.
  package static let limit = Atomic<Int>(defaultLimit)
  /// Whether the limit is less than it is by default, because this machine or its control group is small.
  package static let isOfMachine = Atomic<Bool>(false)
  /// On a machine that is large enough.
  package static let defaultLimit = 4 << 30
  package static let possibleLimits = 16 << 20...1 << 50

  package static var bytes: Int { used.load(ordering: .relaxed) }
  /// The most bytes that this process has held at one time.
  package static var highest: Int { most.load(ordering: .relaxed) }

  /// The size of the last picture that was requested, even if the allocation failed, which ends the program.
  package static var lastAsked: Int { asked.load(ordering: .relaxed) }
  package static func ask(_ bytes: Int) { asked.store(bytes, ordering: .relaxed) }
  private static let asked = Atomic<Int>(0)

  /// Counts bytes; with `ofProcess`, they are those of another process.
  package static func take(_ bytes: Int, ofProcess: Bool = false) {
    let all = used.add(bytes, ordering: .relaxed).newValue
    if ofProcess {
      processes.add(bytes, ordering: .relaxed)
    } else {
      most.max(all - processes.load(ordering: .relaxed), ordering: .relaxed)
    }
  }

  package static func giveBack(_ bytes: Int, ofProcess: Bool = false) {
    used.subtract(bytes, ordering: .relaxed)
    if ofProcess { processes.subtract(bytes, ordering: .relaxed) }
  }

  package static var room: Int { limit.load(ordering: .relaxed) - bytes }
  package static func hasRoom(for bytes: Int) -> Bool { bytes <= room }
}
