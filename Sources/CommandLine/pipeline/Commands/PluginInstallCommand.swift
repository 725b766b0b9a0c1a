import CommandLine
import PluginHosting
import PluginModel
import ArgumentParser
import Conformance
import Encoding
import Files
import Packages
import Reporting

/// The option for the folder in which packages of plugins are installed.
struct PackageFolderOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sets the folder of plugins; ~/.local/lib/animators by default.", valueName: "DIR"))
  var to: String?

  func packages() throws(EngineError) -> InstalledPackages {
    if let to { return InstalledPackages(folder: System.plainPath(to)) }
    return try InstalledPackages.ofUser()
  }
}

struct PluginInstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Tests a plugin, and installs the plugin for every document.",
    discussion:
      """
      A plugin is a file, an archive from plugin pack, or a folder with an animator.json. A plugin \
      is installed, with its licence, examples and hashes, if it passes every applicable check of \
      plugin test. The new version of a plugin replaces an older version of the same name. An \
      update reports the changes for documents, and warns about problems that the update causes in \
      documents below the current folder.
      """)

  @Argument(
    help: ArgumentHelp(
      "The path of the plugin, its archive or its folder.", valueName: "FILE.so|FILE.tar.gz|DIR"))
  var file: String

  @OptionGroup var folder: PackageFolderOption

  @Flag(help: "Installs the plugin without testing it.")
  var untested = false

  func run() throws {
    let packages = try folder.packages()
    for line in packages.settle() { Console.warn(line) }
    var package = try PluginPackage(reading: file)
    guard package.manifest.plugins.contains(where: { $0.hasSuffix(".so") }) else {
      let others = package.manifest.files.map(\.architecture).joined(separator: ", ")
      throw EngineError(
        "\(file): the package has plugins for \(others), but not for this machine, "
          + "\(PackageManifest.architecture)",
        .content)
    }
    // The descriptions of the plugin and its manifest supplement each other.
    let probe = try packages.stage(package)
    let plugins = try Self.complete(&package, by: probe)
    let ids = plugins.flatMap(\.ids)
    let staged = try Self.needsAnother(package, probe) ? packages.stage(package) : probe
    if untested {
      Console.warn("\(package.manifest.name) was not tested")
    } else {
      try test(staged)
    }
    let name = package.manifest.name
    let version = package.manifest.version ?? "0"
    for line in packages.others(with: ids, than: name) { Console.warn(line) }
    let update = try PackageUpdate(of: name, in: packages)
    let (before, said) = try staged.commit(ids: ids)
    for line in said { Console.warn(line) }
    for plugin in staged.plugins {
      let place = "\(packages.path(of: name))/\(Folder.name(of: plugin))"
      if let reason = FileTrust.problem(of: place) { Console.warn("\(place): \(reason)") }
    }
    if let reason = FileTrust.problem(ofFolder: packages.folder) {
      Console.warn(
        "\(packages.folder): \(reason), so other users could replace the installed plugins")
    }
    let change =
      before.map { $0 == version ? "\(version) again" : "\(version), which was \($0)" } ?? version
    Console.result("\(name) \(change): \(packages.path(of: name))")
    Console.note(
      (["licence \(package.manifest.licence ?? "not said")"]
        + [package.manifest.author, package.manifest.url].compactMap { $0 })
        .joined(separator: ", "))
    Console.note("the package has \(ids.joined(separator: ", "))")
    for line in update?.changes(to: plugins) ?? [] { Console.note("  \(line)") }
    for line in try update?.problems() ?? [] { Console.warn(line) }
  }

  private static func needsAnother(_ package: PluginPackage, _ probe: StagedPackage) -> Bool {
    package.manifest.json != probe.package.manifest.json
  }

  /// Adds the descriptions of the plugins to the manifest, and returns them.
  private static func complete(
    _ package: inout PluginPackage, by staged: StagedPackage
  ) throws(EngineError) -> [PluginMetadata] {
    let plugins = try staged.plugins.map { plugin throws(EngineError) in
      try PluginMetadata.read(plugin)
    }
    for metadata in plugins { try package.manifest.take(metadata, of: package.source) }
    return plugins
  }

  private func test(_ staged: StagedPackage) throws {
    guard let program = EngineContext.ofProgram.find(ConformanceRun.programName) else {
      throw EngineError(Isolation.missing(ConformanceRun.programName), .unavailable)
    }
    for plugin in staged.plugins {
      let name = plugin.split(separator: "/").last.map(String.init) ?? plugin
      var trial = ConformanceRun(
        path: plugin, isBundled: false, seed: UInt64.random(in: 0...999_999), program: program)
      trial.jobs = System.processorCount
      trial.warn = { Console.warn($0) }
      let results: [ConformanceRun.Result]
      do throws(PluginRefusal) { results = try trial.run() } catch {
        throw EngineError("\(error)", .unavailable)
      }
      let failed = results.filter { $0.verdict.status == .failed }
      let skipped = results.filter { $0.verdict.status == .skipped }
      guard failed.isEmpty else {
        let lines = failed.map {
          "\(name): check \($0.check.number) \($0.check.name): \($0.verdict.reason)"
        }
        for line in lines { Console.result(line) }
        Console.result(
          "\(file) is not installed: \(failed.count) of \(results.count) checks failed")
        throw ExitCode(1)
      }
      Console.note("\(name): \(results.count - skipped.count) of \(results.count) checks passed")
      for result in skipped {
        Console.note(
          "  skipped: \(result.check.number) \(result.check.name) (\(result.verdict.reason))")
      }
    }
  }
}

struct PluginRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes an installed plugin.")

  @Argument(help: ArgumentHelp("The name of the plugin's package.", valueName: "NAME"))
  var name: String

  @OptionGroup var folder: PackageFolderOption

  func run() throws {
    let packages = try folder.packages()
    let said = try packages.remove(name)
    Console.result("\(name): removed from \(packages.folder)")
    for line in said { Console.warn(line) }
  }
}

struct PluginVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks that installed plugins have not changed since they were installed.",
    discussion:
      """
      The exit status is 1 if a file has changed or is missing, or if there is a plugin that was \
      not installed. Other files that the user added are listed.
      """)

  @Argument(
    help: ArgumentHelp("The names of packages; by default, all packages.", valueName: "NAME"))
  var names: [String] = []

  @OptionGroup var folder: PackageFolderOption

  func run() throws {
    let packages = try folder.packages()
    for line in packages.settle() { Console.warn(line) }
    let records =
      names.isEmpty ? packages.records : try names.map { try packages.record(of: $0) }
    let strays = names.isEmpty ? packages.strays : []
    Console.result(strays)
    var isFine = strays.isEmpty
    for record in records {
      let found = packages.findings(record)
      isFine = isFine && found.faults.isEmpty
      Console.result(found.faults + found.notes)
      if found.faults.isEmpty {
        Console.result(
          "\(record.name) \(record.version): \(Text.count(record.files.count, "file")) as installed"
        )
      }
    }
    if records.isEmpty, strays.isEmpty {
      Console.result("nothing is installed in \(packages.folder)")
    }
    if !isFine { throw ExitCode(1) }
  }
}

struct PluginRepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Repairs the records of plugins, and cleans up after interrupted commands.",
    discussion:
      """
      A missing or damaged record is written again from the files in the package's folder, without \
      testing the files.
      """)

  @Argument(
    help: ArgumentHelp(
      "The names of packages; by default, all packages with damaged records.", valueName: "NAME"))
  var names: [String] = []

  @OptionGroup var folder: PackageFolderOption

  func run() throws {
    let packages = try folder.packages()
    let said = packages.settle()
    Console.result(said)
    let mended = names.isEmpty ? packages.damaged : names
    for name in mended {
      let count = try packages.repair(name)
      Console.result(
        count == 0
          ? "\(name): its record is intact"
          : "\(name): its record was rebuilt, \(Text.count(count, "file")), untested")
    }
    if mended.isEmpty, said.isEmpty { Console.result("nothing is damaged in \(packages.folder)") }
  }
}
