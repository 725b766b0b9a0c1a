import CommandLine
import PluginHosting
import Conformance
import Encoding
import Files
import Glibc
import Media
import Reporting
import Scenes

/// The features of this machine that pipeline uses, each determined by a test.
struct Diagnosis {
  /// A program that works for us.
  struct Helper {
    let name: String
    /// The path of the program; nil if the program is not installed.
    let path: String?
    let missingLibraries: [String]

    var isFine: Bool { path != nil && missingLibraries.isEmpty }
  }
  /// The result of a trial.
  struct Trial {
    let name: String
    /// The reason why the test failed; nil if it succeeded.
    let problem: String?
  }

  let kernel: String
  /// The version of Landlock; 0 if the kernel does not support it.
  let landlock: Int
  /// The sandbox's parts; nil if no worker can be started.
  let sandbox: (held: [String], missing: [String])?
  let helpers: [Helper]
  /// The formats that the helpers write or read.
  let codecs: [Trial]
  let fonts: [Trial]
  /// The folders in which plugins are searched for, in this order.
  let folders: [PluginFolder]
  /// The bundled plugins that cannot be loaded.
  let lostPlugins: [String]
  let cores: Int
  /// Bytes that are free, by folder.
  let space: [(path: String, bytes: Int)]

  init() throws {
    var about = utsname()
    // Safety: the kernel fills `about`, and its texts end with zero bytes.
    kernel =
      unsafe uname(&about) != 0
      ? "unknown"
      : unsafe withUnsafeBytes(of: &about.release) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    landlock = SandboxProbe.landlockVersion
    let context = EngineContext.ofProgram
    let worker = context.find("pipeline-worker")
    sandbox = worker.flatMap(SandboxProbe.parts)
    let programs = [HelperProgram.png, .media, .draw, .svg, .lottie, .preview]
    let places =
      programs.map { ($0.rawValue, context.find($0.rawValue)) } + [
        ("pipeline-worker", worker),
        (ConformanceRun.programName, context.find(ConformanceRun.programName)),
      ]
    helpers = places.map { name, path in
      Helper(
        name: name, path: path, missingLibraries: path.map(HelperLibraries.missing) ?? [])
    }
    let registry = AnimatorRegistry()
    folders = registry.folders
    lostPlugins = registry.lostPlugins
    cores = System.processorCount
    let temporary = System.variable("TMPDIR") ?? "/tmp"
    space = [System.plainPath("."), temporary].compactMap { path in
      Self.freeBytes(path).map { (path, $0) }
    }
    fonts = [Self.font("Inter")]
    codecs = try Self.codecs(in: temporary)
  }

  /// The features that do not work, in words; empty if all work.
  var missing: [String] {
    var list: [String] = []
    guard SystemLimits.isProcThere else {
      return ["/proc is not mounted: only --help, --version and doctor work without it"]
    }
    for helper in helpers where !helper.isFine {
      let libraries = helper.missingLibraries.joined(separator: ", ")
      list.append(
        helper.path == nil ? "\(helper.name) is not installed" : "\(helper.name) needs \(libraries)"
      )
    }
    if !lostPlugins.isEmpty {
      list.append("bundled plugins are missing: \(lostPlugins.joined(separator: ", "))")
    }
    // A helper that does not start is listed already.
    guard list.isEmpty else { return list }
    if sandbox == nil { list.append("pipeline-worker does not start") }
    return list
      + (codecs + fonts).compactMap { trial in trial.problem.map { "\(trial.name): \($0)" } }
  }

  /// The way to install the missing parts on this system; nil if there is none.
  var remedy: String? {
    // Without /proc the loader does not find libraries beside the helpers.
    guard SystemLimits.isProcThere else { return "as root, run: mount -t proc proc /proc" }
    let libraries = Set(helpers.flatMap(\.missingLibraries)).sorted()
    var packages = Set(libraries.compactMap(HelperLibraries.package))
    // If text cannot be laid out at all, it is unknown whether the font exists.
    let setsText = helpers.contains { $0.name == HelperProgram.draw.rawValue && $0.path != nil }
    if setsText, fonts.contains(where: { $0.problem != nil }) { packages.insert("fonts-inter") }
    var ways: [String] = []
    if System.program("apt-get") != nil {
      if !packages.isEmpty {
        ways = ["as root, run: apt-get install -y \(packages.sorted().joined(separator: " "))"]
      }
    } else if !libraries.isEmpty {
      ways = [
        "install the packages of this system that contain \(libraries.joined(separator: ", "))"
      ]
    }
    let isWhole = helpers.allSatisfy { $0.path != nil } && lostPlugins.isEmpty
    if !isWhole || libraries.contains(where: { HelperLibraries.package(of: $0) == nil }) {
      ways.append(
        "parts of pipeline are missing: install pipeline again, or run make in its sources")
    }
    return ways.isEmpty ? nil : ways.joined(separator: "; ")
  }

  private static func freeBytes(_ path: String) -> Int? {
    var about = statvfs()
    // Safety: the kernel fills `about`.
    guard unsafe statvfs(path, &about) == 0 else { return nil }
    return Int(
      clamping: UInt64(about.f_bavail).multipliedReportingOverflow(by: UInt64(about.f_frsize))
        .partialValue)
  }

  /// Sets a word in a font.
  private static func font(_ family: String) -> Trial {
    var run = Typesetting.Run("Aa")
    run.font.family = family
    do throws(MediaError) {
      let drawn = try DrawingReader().set(
        Typesetting([run]), size: Size(64, 64), density: Size(1, 1), name: "a word")
      return Trial(name: family, problem: drawn.remarks.first)
    } catch {
      return Trial(name: family, problem: error.description)
    }
  }

  // MARK: Codecs

  /// Writes a picture and small videos into a temporary folder, and reads them.
  private static func codecs(in temporary: String) throws(EngineError) -> [Trial] {
    let folder = "\(temporary)/pipeline-doctor.\(getpid())"
    do { try Folder.create(folder) } catch {
      let told = "\(error); set TMPDIR to use another folder for temporary files"
      return [Trial(name: "temporary files", problem: told)]
    }
    defer { FileTree.remove(folder) }
    return try ["png", "mp4", "webm", "mov", "webp", "gif", "apng"].map {
      ending throws(EngineError) in
      try Interruption.cancellation.check()
      let path = "\(folder)/trial.\(ending)"
      return Trial(name: ending, problem: problem { try tryOut(path) })
    }
  }

  private static func problem(_ work: () throws -> Void) -> String? {
    do {
      try work()
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func tryOut(_ path: String) throws {
    let bitmap = Bitmap(width: 16, height: 16)
    bitmap.scanOpacity()
    let output = try Output(
      path: path, duration: FrameTime(seconds: 0.04), framesPerSecond: 50)
    let sink = output.sink(
      StreamFormat(width: 16, height: 16, framesPerSecond: 50, frameCount: 2, isOpaque: false))
    do {
      try sink.begin()
      for (index, time) in output.times.enumerated() {
        try sink.write(RenderedFrame(index: index, time: time, bitmap: bitmap))
      }
      try sink.finish()
    } catch {
      sink.cancel()
      throw error
    }
    if path.hasSuffix(".png") || path.hasSuffix(".webp") {
      _ = try ImageReader().read(path)
    } else {
      _ = try ClipReader(path).next()
    }
  }
}
