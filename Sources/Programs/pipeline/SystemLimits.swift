import CProcess
import Files
import Glibc

/// The program's needs of things that the system counts.
enum SystemLimits {
  /// The fewest descriptors that any command gets by with: its own, a worker's, a helper's and an output's.
  private static let fewest = 32
  /// The most descriptors asked for: as many as a large document has pictures. More only take time to
  /// close in processes of ours.
  private static let most = 65_536
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

  /// Sees that the standard descriptors are there, since a file of ours would take their place, and
  /// allows as many as the system lets.
  static func prepare() throws(Failure) {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // Writing to a standard output that is closed still fails. Unsafe: the path is a C string.
      _ = unsafe open("/dev/null", number == 2 ? O_WRONLY : O_RDONLY)
    }
    var limit = rlimit()
    // Unsafe, here and below: the kernel fills in or reads the limit.
    guard unsafe getrlimit(resource, &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, rlim_t(most))
    if limit.rlim_cur < wanted {
      limit.rlim_cur = wanted
      _ = unsafe setrlimit(resource, &limit)
    }
    guard limit.rlim_cur >= rlim_t(fewest) else { throw tooFew(limit.rlim_cur) }
  }

  /// The shortage behind a failure, when the system once had no descriptor left, or no memory to share.
  static func shortage(behind failure: Failure) -> Failure? {
    switch max(process_shortage(), Errno.lastShortage) {
    case 0: return nil
    case EFBIG:
      return Failure(
        "the limit on the size of files, ulimit -f, leaves no room for memory to share", status: 74)
    default: break
    }
    var limit = rlimit()
    _ = unsafe getrlimit(resource, &limit)
    return tooFew(limit.rlim_cur)
  }

  private static func tooFew(_ limit: rlim_t) -> Failure {
    Failure(
      "too few descriptors: the system allows \(limit) open files; ulimit -n allows more",
      status: 71)
  }
}
