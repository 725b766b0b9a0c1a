import CommandLine
import PluginHosting
import Conformance
import Encoding
import Files
import Glibc
import Media
import Reporting
import Scenes

/// The features of this machine that pipeline uses; a test determines whether each feature is available.
struct Diagnosis {
  /// A helper program of pipeline, with its path and its missing libraries.
  struct Helper {
    let name: String
    /// The path of the program; nil if the program is not installed.
    let path: String?
    let missingLibraries: [String]

    var isFine: Bool { path != nil && missingLibraries.isEmpty }
  }
  /// The result of testing a feature of the machine.
  struct Trial {
    let name: String
    /// The reason why the test of a feature failed; nil if the test succeeded.
    let problem: String?
  }

  let kernel: String
  /// The version of Landlock; 0 if the kernel has no Landlock.
  let landlock: Int
  /// The active and missing features of the sandbox; nil if no worker can be started.
  let sandbox: (held: [String], missing: [String])?
  let helpers: [Helper]
  /// The media formats that the helpers can write or read.
  let codecs: [Trial]
  let fonts: [Trial]
  /// The folders that are searched for plugins, in order.
  let folders: [PluginFolder]
  /// The bundled plugins that cannot be loaded.
  let lostPlugins: [String]
  let cores: Int
  /// The number of free bytes in the file system of each folder.
  let space: [(path: String, bytes: Int)]

  init() throws {
    var about = utsname()
    // Safety: uname fills `about` with zero-terminated texts.
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

  /// The features that do not work, as text; empty if all features work.
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
    // A helper that does not start has already been listed as broken.
    guard list.isEmpty else { return list }
    if sandbox == nil { list.append("pipeline-worker does not start") }
    return list
      + (codecs + fonts).compactMap { trial in trial.problem.map { "\(trial.name): \($0)" } }
  }

  /// A hint for installing the missing features on this system; nil if no hint is known.
  var remedy: String? {
    // Without /proc, the loader does not find the libraries beside the helpers.
    guard SystemLimits.isProcThere else { return "as root, run: mount -t proc proc /proc" }
    let libraries = Set(helpers.flatMap(\.missingLibraries)).sorted()
    var packages = Set(libraries.compactMap(HelperLibraries.package))
    // If no text can be laid out, it is unknown whether the font exists.
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
    // Safety: statvfs fills `about`.
    guard unsafe statvfs(path, &about) == 0 else { return nil }
    return Int(
      clamping: UInt64(about.f_bavail).multipliedReportingOverflow(by: UInt64(about.f_frsize))
        .partialValue)
  }

  /// Tests a font by laying out a word.
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

  /// Tests the formats by writing a picture and small videos into a temporary folder, and reading them.
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
