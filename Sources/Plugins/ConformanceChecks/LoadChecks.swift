import PluginHosting
import PluginModel
import CHosting
import Conformance
import Glibc

/// Implements the checks 7 to 13, which examine loading and hosts of other versions.
enum LoadChecks {
  static func loading(_ subject: PluginUnderTest) throws -> Verdict {
    let before = clock()
    do {
      _ = try subject.animators()
    } catch let refusal as PluginRefusal {
      // A violated rule of the description is reported by the check for that rule.
      guard let rule = refusal.rule else { throw refusal }
      return Verdict(status: .passed, reason: "rule:\(rule.rawValue):\(refusal.reason)")
    }
    let milliseconds = Int(clock() - before) * 1000 / Int(CLOCKS_PER_SEC)
    return milliseconds > 100
      ? .warned("takes \(milliseconds) ms of processor time to load") : .passed
  }

  static func twice(_ subject: PluginUnderTest) throws -> Verdict {
    let (first, second) = (try subject.contents(), try subject.contents())
    guard first.ids == second.ids else {
      throw CheckFailure("adds \(first.ids) and then \(second.ids)")
    }
    for (a, b) in zip(first.animators.map(\.description), second.animators.map(\.description))
    where a.parameters != b.parameters || a.roles != b.roles || a.animates != b.animates {
      throw CheckFailure("the description of \(a.id) differs the second time")
    }
    for (a, b) in zip(first.functions.map(\.description), second.functions.map(\.description))
    where a.signature != b.signature {
      throw CheckFailure("\(a.id) has another signature the second time")
    }
    return .passed
  }

  static func traces(_ subject: PluginUnderTest) throws -> Verdict {
    let before = ProcessState()
    // The constructors run without the protection that the host normally applies.
    try ConformanceHarness.open(subject.copies())
    _ = try subject.animators()
    let after = ProcessState()
    if let difference = before.difference(to: after) { throw CheckFailure(difference) }
    return .passed
  }

  static func refusing(_ subject: PluginUnderTest) throws -> Verdict {
    _ = try subject.contents()
    let entered = try ConformanceHarness.enter(
      subject.copies(), isBundled: subject.isBundled, .refusing)
    guard entered.status != 0 else {
      throw CheckFailure("its entry returns ANIMATOR_OK although the host refused everything")
    }
    return .passed
  }

  /// Calls the plugin with a shorter host struct; the plugin may report that it needs a newer host.
  static func shorter(_ subject: PluginUnderTest) throws -> Verdict {
    try enter(subject, .shorter) { $0.status != 0 && !($0.failure ?? "").isEmpty }
  }
  static func longer(_ subject: PluginUnderTest) throws -> Verdict {
    try enter(subject, .longer) { _ in false }
  }

  private static func enter(
    _ subject: PluginUnderTest, _ host: ConformanceHarness.Host,
    orElse isFine: (ConformanceHarness.Entered) -> Bool
  ) throws -> Verdict {
    let known = try subject.contents().ids
    let entered = try ConformanceHarness.enter(subject.copies(), isBundled: subject.isBundled, host)
    if isFine(entered) { return .warned("says: \(entered.failure ?? "")") }
    guard entered.status == 0, entered.ids == known else {
      throw CheckFailure(
        "its entry returns \(entered.status) and adds \(entered.ids), but otherwise \(known)")
    }
    return .passed
  }

  static func unknownExtension(_ subject: PluginUnderTest) throws -> Verdict {
    var asked = false
    for animator in try subject.animators() {
      switch animator.knows(extension: "nobody-has-this/1") {
      case true?:
        throw CheckFailure("\(animator.description.id) returns an extension that does not exist")
      case false?: asked = true
      case nil: break
      }
    }
    return asked ? .passed : .inapplicable("the animator has no extension function")
  }
}

/// The state of the check process that loading a library must not change.
struct ProcessState {
  private var threads: Int
  private var descriptors: Int
  private var outputs: [off_t]
  private var handlers: [UInt]
  private var folder: String
  private var locale: String
  private var control: hosting_float_state
  private var mask: mode_t

  init() {
    threads = Self.threadCount
    descriptors = Self.count("/proc/self/fd")
    fflush(nil)
    outputs = [1, 2].map { lseek($0, 0, SEEK_CUR) }
    handlers = (1..<65).map { signal in
      var action = sigaction()
      // Safety: sigaction fills `action`, whose handler is compared and not called.
      guard unsafe sigaction(Int32(signal), nil, &action) == 0 else { return 0 }
      return unsafe UInt(
        bitPattern: unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self))
    }
    // Safety: the C library returns a C string, which is copied immediately.
    folder =
      unsafe getcwd(nil, 0).map { path in
        defer { unsafe free(path) }
        return unsafe String(cString: path)
      } ?? ""
    locale = unsafe setlocale(LC_ALL, nil).map { unsafe String(cString: $0) } ?? ""
    control = hosting_float_save()
    mask = umask(0o22)
    umask(mask)
  }

  /// The number of threads of this process, from the link count of a folder: 2, and 1 for each folder inside
  /// it. A sandboxed process may read the link count, but not the folder.
  static var threadCount: Int {
    var about = stat()
    // Safety: stat fills `about`.
    return unsafe stat("/proc/self/task", &about) == 0 ? Int(about.st_nlink) - 2 : -1
  }

  private static func count(_ path: String) -> Int {
    // Safety: the directory is read to its end and closed.
    guard let directory = unsafe opendir(path) else { return -1 }
    defer { unsafe closedir(directory) }
    var count = 0
    while unsafe readdir(directory) != nil { count += 1 }
    return count
  }

  func difference(to after: ProcessState) -> String? {
    if after.threads != threads { return "loading starts \(after.threads - threads) threads" }
    if after.descriptors != descriptors {
      return "loading leaves \(after.descriptors - descriptors) descriptors open"
    }
    if after.outputs != outputs { return "loading writes to standard output or standard error" }
    if let signal = zip(handlers, after.handlers).enumerated().first(where: { $1.0 != $1.1 }) {
      return "loading changes the handler of signal \(signal.offset + 1)"
    }
    if after.folder != folder { return "loading changes the working directory" }
    if after.locale != locale { return "loading changes the locale to \(after.locale)" }
    // The low six bits of the SSE control word are status flags.
    if after.control.sse & ~63 != control.sse & ~63 || after.control.x87 != control.x87 {
      return "loading changes the floating-point state"
    }
    if after.mask != mask { return "loading changes the file mode mask" }
    return nil
  }
}
