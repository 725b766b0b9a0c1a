import CommandLine
import ArgumentParser
import Documents
import Encoding
import Files
import JSON
import Packages
import Rendering
import Reporting

struct PluginPackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract: "Packs a plugin into an archive for plugin install.",
    discussion: """
      A folder must have an animator.json that names the plugin's file and its examples, like the \
      animator.json of plugin new. For a single plugin file the animator.json is made from the \
      plugin's own description.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder of the project, or the path of the plugin.", valueName: "DIR|FILE.so"))
  var path: String

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Writes this archive; by default, NAME-VERSION.tar.gz in the current folder.",
      valueName: "OUT.tar.gz"))
  var output: String?

  func run() throws {
    guard System.exists(path) else { throw EngineError("\(path): no such file", .missing) }
    guard Folder.isFolder(path) || path.hasSuffix(".so") else {
      throw EngineError.usage(
        "\(path): pipeline plugin pack needs the folder of a project, or FILE.so")
    }
    var package = try PluginPackage(reading: path)
    for plugin in package.manifest.plugins where plugin.hasSuffix(".so") {
      let place = Folder.isFolder(path) ? "\(path)/\(plugin)" : path
      try package.manifest.take(PluginMetadata.read(place), of: path)
    }
    package.arrange()
    try tryExamples(of: package)
    let name = "\(package.manifest.name)-\(package.manifest.version ?? "0").tar.gz"
    let output = output ?? name
    guard output.hasSuffix(".tar.gz") || output.hasSuffix(".tgz") else {
      throw EngineError.usage("-o takes a name that ends in .tar.gz, found \(output)")
    }
    let bytes = try package.packed()
    do {
      let file = try AtomicFile(output, context: .ofProgram)
      try file.write(bytes)
      try file.commit()
    } catch {
      throw EngineError(error)
    }
    var hash = SHA256()
    hash.add(bytes)
    Console.result("\(output)  \(bytes.count) bytes  SHA-256 \(hash.hexadecimal())")
    if package.manifest.licence == nil {
      Console.warn(
        "neither the plugin nor \(PackageManifest.fileName) names a licence, "
          + "so nobody may distribute the package"
      )
    }
  }

  /// Plans each example document as it will be in the package, with the plugins of the package.
  private func tryExamples(of package: PluginPackage) throws {
    let examples = package.manifest.examples.filter { path in
      let bytes = path.hasSuffix(".json") ? package.file(path)?.bytes : nil
      return bytes.flatMap { JSONNode(json: String(decoding: $0, as: UTF8.self)) }?["version"]
        != nil
    }
    guard !examples.isEmpty else { return }
    let folder: TemporaryFolder
    do { folder = try TemporaryFolder(.checks) } catch {
      throw EngineError("\(System.temporaryFolder): \(error.reason)", .unwritable)
    }
    defer { folder.remove() }
    do throws(EncodingError) {
      for file in package.files {
        let copy = try AtomicFile("\(folder.path)/\(file.path)")
        try copy.write(file.bytes)
        try copy.commit()
      }
    } catch {
      throw EngineError(error)
    }
    let root = "\(folder.path)/"
    let trial = DocumentTrial(plugins: "\(root)\(PackageManifest.architecture)")
    let diagnostics = Diagnostics { event in
      guard case .message(var message) = event else { return }
      message.text = message.text.replacing(root, with: "")
      Console.diagnostics.tell(message)
    }
    let problems = try examples.flatMap { try trial.problems(of: root + $0, diagnostics) }
      .map { $0.replacing(root, with: "") }
    guard problems.isEmpty else { throw EngineError(lines: problems, .content) }
  }
}
