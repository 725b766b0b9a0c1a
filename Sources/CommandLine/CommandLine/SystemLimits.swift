internal import CProcess
internal import Files
internal import Glibc
internal import Media
package import Reporting
internal import Synchronization

/// The resources that the program needs and that the system may limit.
package enum SystemLimits {
  /// The minimum number of descriptors that every command needs: for the command, a worker, a helper and an
  /// output.
  private static let fewest = 32
  /// The largest number of descriptors that the program requests, which is enough for the pictures of a large
  /// document. A higher limit only slows down closing descriptors in child processes.
  private static let most = 65_536
  private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  private static let stack = __rlimit_resource_t(RLIMIT_STACK.rawValue)
  private static let addresses = __rlimit_resource_t(RLIMIT_AS.rawValue)
  private static let data = __rlimit_resource_t(RLIMIT_DATA.rawValue)
  /// The minimum memory for data that belongs to no file, including thread stacks and the memory of helpers.
  private static let fewestDataBytes: rlim_t = 192 << 20
  private static let amplyDataBytes: rlim_t = 1 << 30
  /// The minimum stack of the first thread of the program or a helper; picture decoders need the most.
  private static let fewestStackBytes: rlim_t = 512 << 10
  /// The minimum address space in bytes: mapped programs and libraries take 200 MiB even without a picture.
  private static let fewestAddressBytes: rlim_t = 256 << 20
  /// The address space below which any failure is attributed to too little memory.
  private static let amplyAddressBytes: rlim_t = 2 << 30

  /// Checks that the standard descriptors are open, because a file could otherwise get their numbers, and
  /// raises the limit of descriptors.
  package static func prepare(for words: [String]) throws(EngineError) {
    guard isProcThere || doesWithout(words) else {
      throw EngineError(
        "/proc is not mounted: only --help, --version and doctor work without it; mount it with "
          + "mount -t proc proc /proc", .system)
    }
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // Writing to a standard output that was closed still fails. Safety: the path is a C string.
      _ = unsafe open("/dev/null", number == 2 ? O_WRONLY : O_RDONLY)
    }
    let allowed = raise(files, to: rlim_t(most))
    guard allowed >= rlim_t(fewest) else { throw tooFew(allowed) }
    let depth = raise(stack, to: fewestStackBytes)
    guard depth >= fewestStackBytes else { throw tooLittle("stack", "-s", depth, fewestStackBytes) }
    let room = raise(addresses, to: fewestAddressBytes)
    guard room >= fewestAddressBytes else {
      throw tooLittle("memory", "-v", room, fewestAddressBytes)
    }
    let written = raise(data, to: fewestDataBytes)
    guard written >= fewestDataBytes else {
      throw tooLittle("memory", "-d", written, fewestDataBytes)
    }
    guard ThreadRoom.isThere(ThreadRoom.fewest) else { throw ThreadRoom.shortage }
  }

  package static var isProcThere: Bool { System.exists("/proc/self/exe") }

  /// Whether the command works on a system on which /proc is not mounted.
  private static func doesWithout(_ words: [String]) -> Bool {
    ["help", "doctor", nil].contains(words.first)
      || words.contains { ["--help", "-h", "--version"].contains($0) }
  }

  /// The command-line arguments without the name of the program. The arguments come from the loader, because
  /// the Swift runtime would read them from /proc.
  package static var words: [String] {
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>>?
    // Safety: the loader's list has `count` C strings, which exist as long as the process.
    let count = unsafe Int(process_words(&list))
    guard let list = unsafe list, count > 1 else { return [] }
    return (1..<count).map { unsafe String(cString: list[$0]) }
  }

  /// Refuses arguments that are not UTF-8, because converting them would change a file name or text.
  static func checkWords() throws(EngineError) {
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>>?
    // Safety: the loader's list has `count` C strings, which exist as long as the process.
    let count = unsafe Int(process_words(&list))
    guard let list = unsafe list, count > 1 else { return }
    for place in 1..<count where unsafe String(validatingCString: list[place]) == nil {
      var shown = ""
      var rest = unsafe list[place]
      while unsafe rest.pointee != 0 {
        let byte = unsafe UInt8(bitPattern: rest.pointee)
        let digits = String(byte, radix: 16)
        shown += 0x20..<0x7F ~= byte ? String(UnicodeScalar(byte)) : "\\x\(digits)"
        unsafe rest += 1
      }
      throw .usage("argument \(place), \"\(shown)\", is not UTF-8")
    }
  }

  /// Raises a limit as far as the system allows, and returns the new limit.
  private static func raise(_ resource: __rlimit_resource_t, to wanted: rlim_t) -> rlim_t {
    var limit = rlimit()
    // Safety, here and below: the kernel fills or reads the limit.
    guard unsafe getrlimit(resource, &limit) == 0 else { return rlim_t.max }
    guard limit.rlim_cur < wanted else { return limit.rlim_cur }
    limit.rlim_cur = min(limit.rlim_max, wanted)
    return unsafe setrlimit(resource, &limit) == 0 ? limit.rlim_cur : raise(resource, to: 0)
  }

  /// The error about missing resources if the system has ever refused a descriptor or shared memory;
  /// otherwise nil.
  package static func shortage(behind failure: EngineError) -> EngineError? {
    switch max(process_shortage(), Errno.lastShortage) {
    case 0: return wantOfThreads(behind: failure) ?? wantOfMemory(behind: failure)
    case EFBIG:
      return EngineError(
        "the limit on the size of files, ulimit -f, is too small for shared memory", .unwritable
      )
    default: break
    }
    return tooFew(raise(files, to: 0))
  }

  /// The failure with its probable cause; a program with too little memory may report any error, or may not
  /// start at all.
  private static func wantOfMemory(behind failure: EngineError) -> EngineError? {
    let (room, written) = (raise(addresses, to: 0), raise(data, to: 0))
    guard room < amplyAddressBytes || written < amplyDataBytes, mayBeOurs(failure) else {
      return nil
    }
    let (limit, option) = room < amplyAddressBytes ? (room, "-v") : (written, "-d")
    var failure = failure
    failure.cause = .system
    failure.lines.append(
      "the system allows \(limit >> 20) MiB of memory, ulimit \(option), which may be too little")
    return failure
  }

  /// Whether missing resources may have caused a failure; a helper without memory or threads seems to fail
  /// because of its input.
  private static func mayBeOurs(_ failure: EngineError) -> Bool {
    [.unavailable, .failed, .plugin].contains(failure.cause)
      || failure.cause == .content && EngineContext.ofProgram.hasFailedProgram
  }

  /// An error about too few processes if the system refuses to start another process; otherwise nil.
  private static func wantOfThreads(behind failure: EngineError) -> EngineError? {
    guard mayBeOurs(failure), !ThreadRoom.isThere(ThreadRoom.fewest) else { return nil }
    var shortage = ThreadRoom.shortage
    shortage.lines = failure.lines + shortage.lines
    return shortage
  }

  private static func tooLittle(
    _ what: String, _ option: String, _ limit: rlim_t, _ fewest: rlim_t
  ) -> EngineError {
    EngineError(
      "too little \(what): the system allows \(limit >> 10) KiB, "
        + "and pipeline needs \(fewest >> 10) KiB; ulimit \(option) allows more", .system)
  }

  private static func tooFew(_ limit: rlim_t) -> EngineError {
    EngineError(
      "too few descriptors: the system allows \(limit) open files; ulimit -n allows more",
      .system)
  }
}
