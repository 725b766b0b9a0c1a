import PluginHosting
import PluginModel
import Conformance
import Glibc

/// Implements the checks 1 to 6, which examine only the file without executing any code of the plugin.
enum FileChecks {
  static func elf(_ subject: PluginUnderTest) throws -> Verdict {
    _ = try ElfFile(path: subject.path)
    return .passed
  }

  static func note(_ subject: PluginUnderTest) throws -> Verdict {
    guard let note = try ElfFile(path: subject.path).note else {
      throw CheckFailure("no .note.animator: end the file with ANIMATOR_PLUGIN(…)")
    }
    if let problem = note.problem { throw CheckFailure(problem) }
    return .passed
  }

  /// The symbols that linkers add to every library without a version script.
  private static let marks: Set<String> = [
    "_init", "_fini", "_edata", "_end", "__bss_start", "__end__", "edata", "end",
  ]

  static func exports(_ subject: PluginUnderTest) throws -> Verdict {
    let exports = try ElfFile(path: subject.path).exports
    guard exports.contains(where: { $0.name == "animator_plugin_v1" }) else {
      throw CheckFailure("does not export animator_plugin_v1")
    }
    var others: [String] = []
    for symbol in exports where symbol.name != "animator_plugin_v1" {
      if symbol.binding == 10 {
        throw CheckFailure(
          "exports \(symbol.name) as GNU_UNIQUE, so two plugins would share this symbol")
      }
      if marks.contains(symbol.name) { continue }
      // Safety: dlsym looks up a symbol in the libraries that this process has loaded.
      if unsafe dlsym(nil, symbol.name) != nil {
        throw CheckFailure("exports \(symbol.name), a name of the host or of the C library")
      }
      others.append(symbol.name)
    }
    return others.isEmpty
      ? .passed
      : .warned(
        "also exports \(others.prefix(3).joined(separator: ", "))"
          + (others.count > 3 ? " and \(others.count - 3) more" : "") + ": use a version script")
  }

  static func undefined(_ subject: PluginUnderTest) throws -> Verdict {
    let elf = try ElfFile(path: subject.path)
    try ConformanceHarness.openLibraries(of: subject.copies())
    for symbol in elf.dynamicSymbols where !symbol.isDefined && symbol.binding == 1 {
      // Safety: dlsym looks up a symbol in the libraries that this process has loaded.
      guard unsafe dlsym(nil, symbol.name) != nil else {
        throw CheckFailure("needs \(symbol.name), which is in none of its libraries")
      }
    }
    return .passed
  }

  static func segments(_ subject: PluginUnderTest) throws -> Verdict {
    let elf = try ElfFile(path: subject.path)
    let (load, stack): (UInt32, UInt32) = (1, 0x6474_e551)
    let (executable, writable): (UInt32, UInt32) = (1, 2)
    for segment in elf.segments {
      if segment.type == stack, segment.flags & executable != 0 {
        throw CheckFailure("requests an executable stack")
      }
      if segment.type == load, segment.flags & executable != 0, segment.flags & writable != 0 {
        throw CheckFailure("has a segment that is writable and executable")
      }
    }
    // The test finds the entries DT_TEXTREL, and the flag DF_TEXTREL in DT_FLAGS.
    if elf.dynamicEntries.contains(where: { $0.tag == 22 || ($0.tag == 30 && $0.value & 4 != 0) }) {
      throw CheckFailure("has text relocations: build the plugin with -fPIC")
    }
    return .passed
  }

  private static let unwanted: Set<String> = [
    "time", "clock", "clock_gettime", "gettimeofday", "timespec_get", "localtime", "gmtime",
    "rand", "srand", "rand_r", "random", "srandom", "drand48", "lrand48", "arc4random",
    "getrandom", "getentropy", "fork", "vfork", "system", "popen", "posix_spawn", "posix_spawnp",
    "execv", "execve", "execvp", "execl", "execlp", "execle", "setlocale", "uselocale",
  ]

  static func imports(_ subject: PluginUnderTest) throws -> Verdict {
    let elf = try ElfFile(path: subject.path)
    let found = elf.dynamicSymbols.filter { !$0.isDefined && unwanted.contains($0.name) }
      .map(\.name).sorted()
    if found.isEmpty { return .passed }
    let list = found.joined(separator: ", ")
    // The runtimes of Swift and Rust use some of these symbols, so only the behaviour of such plugins is
    // checked.
    if elf.note?.swiftVersion ?? 0 != 0 || elf.isRust(at: subject.path) {
      return .warned("the runtime of the plugin's language imports \(list)")
    }
    throw CheckFailure("imports \(list)")
  }
}
