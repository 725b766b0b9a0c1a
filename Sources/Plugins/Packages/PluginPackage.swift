internal import PluginModel
internal import PluginHosting
internal import Documents
internal import Encoding
internal import Files
internal import Media
package import Reporting

/// A package in memory: its manifest `animator.json`, and the contents of the files that the manifest names.
package struct PluginPackage: Sendable {
  package struct File: Sendable {
    package var path: String
    package var bytes: [UInt8]
  }
  package var manifest: PackageManifest
  package var files: [File]
  /// The source of the package in the form in which the user gave it.
  package let source: String

  /// The maximum total size of a package's files in bytes.
  package static let limitBytes = 64 << 20

  package func file(_ path: String) -> File? { files.first { $0.path == path } }

  init(_ manifest: PackageManifest, source: String) {
    self.manifest = manifest
    self.source = source
    files = []
  }

  /// Reads a package from a plugin, an archive or a folder.
  package init(reading path: String) throws(EngineError) {
    guard System.exists(path) else { throw EngineError("\(path): no such file", .missing) }
    if Folder.isFolder(path) {
      try self.init(folder: path)
    } else if path.hasSuffix(".so") {
      try self.init(plugin: path)
    } else if path.hasSuffix(".tar.gz") || path.hasSuffix(".tgz") {
      try self.init(archive: path)
    } else {
      throw EngineError.usage("\(path): expected a plugin as FILE.so, FILE.tar.gz or a folder")
    }
  }

  // MARK: Folders

  /// Reads a folder with an `animator.json`, and only the files that the manifest names.
  package init(folder path: String) throws(EngineError) {
    let root = RootFolder(path)
    let shown = root.path(to: PackageManifest.fileName)
    guard System.exists(shown) else {
      throw EngineError(
        "\(path): has no \(PackageManifest.fileName), which names its files; a plugin alone is given as FILE.so",
        .missing)
    }
    let manifest = try PackageManifest(
      try Self.read(PackageManifest.fileName, below: root, PackageManifest.limitBytes), file: shown)
    self.init(manifest, source: path)
    self.manifest.examples = []
    for example in manifest.examples {
      self.manifest.examples += try Self.expanded(example, below: root)
    }
    var room = Self.limitBytes
    for path in self.manifest.paths where file(path) == nil {
      let bytes = try Self.read(path, below: root, room)
      room -= bytes.count
      files.append(File(path: path, bytes: bytes))
    }
  }

  private static func read(
    _ path: String, below root: RootFolder, _ limitBytes: Int
  ) throws(EngineError) -> [UInt8] {
    do throws(FileError) { return try root.file(path).read(limitBytes: limitBytes) } catch {
      let shown = root.path(to: path)
      switch error {
      case .missing: throw EngineError("\(shown): no such file; build it first?", .missing)
      case .outside:
        throw EngineError("\(shown): the path leads out of the package's folder", .refused)
      case .tooLarge:
        throw EngineError("\(shown): a package has at most \(Self.limitBytes >> 20) MiB", .refused)
      default: throw EngineError("\(shown): \(error.reason)", .content)
      }
    }
  }

  /// The path itself for a file, or the paths of all files inside a folder.
  private static func expanded(
    _ path: String, below root: RootFolder
  ) throws(EngineError) -> [String] {
    let shown = root.path(to: path)
    guard Folder.isFolder(shown) else { return [path] }
    var found: [String] = []
    var folders = [path]
    while let folder = folders.popLast() {
      for name in Folder.names(in: root.path(to: folder)).sorted() where !name.hasPrefix(".") {
        let inner = "\(folder)/\(name)"
        if Folder.isFolder(root.path(to: inner)) {
          folders.append(inner)
        } else {
          found.append(inner)
        }
        guard found.count <= PackageManifest.mostPaths, inner.utf8.count < 255 else {
          throw EngineError("\(shown): the folder has more files than a package may have", .content)
        }
      }
    }
    return found.sorted()
  }

  // MARK: Plugins alone

  /// Creates a package from a single plugin and the files beside it that it reads.
  package init(plugin path: String) throws(EngineError) {
    let found = try PluginMetadata.read(path)
    let root = RootFolder(Folder.of(path))
    let name = Folder.name(of: path)
    var manifest = PackageManifest(name: found.packageName)
    manifest.add(found)
    manifest.files = [(PackageManifest.architecture, [name])]
    let data = root.path(to: PackageManifest.dataFolder)
    if Folder.isFolder(data) {
      manifest.data = try Self.expanded(PackageManifest.dataFolder, below: root)
    }
    manifest.licences = ["LICENSE", "LICENCE", "COPYING"].filter {
      System.exists(root.path(to: $0))
    }
    self.init(manifest, source: path)
    for path in manifest.paths {
      files.append(File(path: path, bytes: try Self.read(path, below: root, Self.limitBytes)))
    }
  }
}

extension PluginPackage {
  /// Moves files to their standard paths in an archive: code by architecture, and all documents together.
  package mutating func arrange() {
    func move(_ path: String, _ place: String) -> String {
      for i in files.indices where files[i].path == path { files[i].path = place }
      return place
    }
    for (i, group) in manifest.files.enumerated() {
      manifest.files[i].paths = group.paths.map {
        move($0, "\(group.architecture)/\(Folder.name(of: $0))")
      }
    }
    manifest.licences = manifest.licences.map { move($0, Folder.name(of: $0)) }
    manifest.examples = manifest.examples.map {
      $0.hasPrefix("examples/") ? $0 : move($0, "examples/\($0)")
    }
  }
}

extension PackageManifest {
  /// Adds the description of a plugin; throws if it contradicts the manifest.
  package mutating func take(_ metadata: PluginMetadata, of source: String) throws(EngineError) {
    if let version, let own = metadata.version, version != own {
      throw EngineError(
        "\(source): \(Self.fileName) says version \(version), "
          + "the plugin \(metadata.ids.first ?? "") says \(own)", .content)
    }
    if let licence, let own = metadata.animators.first?.licence, licence != own {
      throw EngineError(
        "\(source): \(Self.fileName) says the licence \(licence), "
          + "the plugin \(metadata.ids.first ?? "") says \(own)", .content)
    }
    add(metadata)
  }

  /// Fills in values that the manifest leaves out from the description of the plugin.
  mutating func add(_ metadata: PluginMetadata) {
    version = version ?? metadata.version
    let first = metadata.animators.first
    title = title ?? first?.title
    licence = licence ?? first?.licence
    author = author ?? first?.author
    url = url ?? first?.url
  }
}

/// Checks whether a text is a version that requests with `@>=` can use.
enum PluginVersionText {
  static func isNone(_ text: String) -> Bool { PluginVersion(text) == nil }
}
