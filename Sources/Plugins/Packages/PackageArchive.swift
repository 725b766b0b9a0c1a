internal import CDeflate
internal import Documents
internal import Files
internal import Media
package import Reporting

/// Reads and writes package archives: .tar.gz files with one folder, in which `animator.json` names all other
/// files.
extension PluginPackage {
  /// Reads an untrusted archive: a sandboxed helper unpacks and lists it, and this initialiser checks the
  /// list.
  package init(archive path: String) throws(EngineError) {
    let packed: [UInt8]
    do throws(FileError) { packed = try RegularFile(path).read(limitBytes: Self.limitBytes) } catch
    {
      if case .tooLarge = error {
        throw EngineError("\(path): a package has at most \(Self.limitBytes >> 20) MiB", .refused)
      }
      throw EngineError("\(path): \(error.reason)", .unwritable)
    }
    guard packed.starts(with: [0x1f, 0x8b]) else {
      throw EngineError("\(path): the archive is not compressed with gzip", .content)
    }
    let read: TarArchive?
    do throws(MediaError) {
      let reader = LottieReader()
      defer { reader.close() }
      read = try TarArchive(packed, path: path, limitBytes: Self.limitBytes, by: reader)
    } catch {
      throw EngineError(error)
    }
    guard let archive = read else {
      throw EngineError(
        "\(path): unpacks to more than \(Self.limitBytes >> 20) MiB, which a package has at most",
        .refused)
    }
    let listed = try Self.judged(archive, path)
    guard let text = listed[PackageManifest.fileName] else {
      throw EngineError("\(path): has no \(PackageManifest.fileName)", .content)
    }
    let manifest = try PackageManifest(text, file: "\(path): \(PackageManifest.fileName)")
    self.init(manifest, source: path)
    for name in manifest.paths where file(name) == nil {
      guard let bytes = listed[name] else {
        throw EngineError(
          "\(path): \(PackageManifest.fileName) names \"\(name)\", which is not in the archive",
          .content)
      }
      files.append(File(path: name, bytes: bytes))
    }
    let known = Set(manifest.paths + [PackageManifest.fileName])
    if let stray = listed.keys.filter({ !known.contains($0) }).sorted().first {
      throw EngineError(
        "\(path): has \"\(stray)\", which \(PackageManifest.fileName) does not name", .content)
    }
  }

  /// The files of an archive by their paths in the package. Links, devices, paths that lead outside, and
  /// duplicate names are refused.
  private static func judged(
    _ archive: TarArchive, _ path: String
  ) throws(EngineError) -> [String: [UInt8]] {
    func refuse(_ entry: TarArchive.Entry, _ what: String) -> EngineError {
      EngineError("\(path): \"\(EscapedText.line(entry.name))\" \(what)", .refused)
    }
    var plain: [(name: String, entry: TarArchive.Entry)] = []
    for entry in archive.entries {
      var name = entry.name
      if name.hasPrefix("./") { name.removeFirst(2) }
      if entry.kind == .folder, name.hasSuffix("/") { name.removeLast() }
      if entry.kind == .folder, name.isEmpty || name == "." { continue }
      switch entry.kind {
      case .link: throw refuse(entry, "is a link, which is not allowed in a package")
      case .other: throw refuse(entry, "is neither a file nor a folder")
      case .file, .folder: break
      }
      guard PackageManifest.isPath(name) else {
        throw refuse(entry, "is not a path inside the package")
      }
      plain.append((name, entry))
    }
    // If one folder of the archive contains everything, the folder's name is removed from the paths.
    let tops = Set(plain.map { $0.name.split(separator: "/")[0] })
    let isWrapped =
      tops.count == 1 && plain.allSatisfy { $0.entry.kind == .folder || $0.name.contains("/") }
    var files: [String: [UInt8]] = [:]
    var folders: Set<String> = []
    var folded: Set<String> = []
    for (name, entry) in plain {
      let inner = isWrapped ? name.split(separator: "/").dropFirst().joined(separator: "/") : name
      if entry.kind == .folder {
        folders.insert(inner)
        continue
      }
      guard folded.insert(inner.lowercased()).inserted else {
        throw refuse(
          entry,
          "is in the archive twice, or differs from another name only in upper and lower case")
      }
      files[inner] = archive.contents(of: entry)
    }
    let above = files.keys.flatMap { name in
      let parts = name.split(separator: "/")
      return (1..<max(1, parts.count)).map { parts.prefix($0).joined(separator: "/") }
    }
    if let both = (folders.union(above)).first(where: { files[$0] != nil }) {
      throw EngineError("\(path): \"\(both)\" is both a file and a folder", .refused)
    }
    return files
  }

  // MARK: Writing

  /// The bytes of an archive, which depend only on the package.
  package func packed() throws(EngineError) -> [UInt8] {
    let top = "\(manifest.name)-\(manifest.version ?? "0")"
    var tar: [UInt8] = []
    let all =
      [File(path: PackageManifest.fileName, bytes: Array(manifest.json.utf8))]
      + files.sorted { $0.path < $1.path }
    for file in all {
      let isCode = manifest.files.contains { $0.paths.contains(file.path) }
      guard
        let header = TarHeader.bytes(
          "\(top)/\(file.path)", byteCount: file.bytes.count, isExecutable: isCode)
      else { throw EngineError("\(file.path): its path is too long for an archive", .content) }
      tar += header + file.bytes
      tar += [UInt8](repeating: 0, count: (512 - file.bytes.count % 512) % 512)
    }
    tar += [UInt8](repeating: 0, count: 1024)
    guard tar.count <= Self.limitBytes else {
      throw EngineError("a package has at most \(Self.limitBytes >> 20) MiB", .content)
    }
    return Self.gzip(tar)
  }

  private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    guard let tool = unsafe libdeflate_alloc_compressor(9) else { return [] }
    defer { unsafe libdeflate_free_compressor(tool) }
    let bound = unsafe libdeflate_gzip_compress_bound(tool, bytes.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      // Safety: the buffer has space for as many bytes as the library may write.
      count = unsafe libdeflate_gzip_compress(
        tool, bytes, bytes.count, buffer.baseAddress!, bound)
    }
  }
}

/// Writes headers for files in a tar archive (POSIX ustar), without the owner and the time.
enum TarHeader {
  /// The tar header of a file; nil if the path does not fit.
  static func bytes(_ path: String, byteCount: Int, isExecutable: Bool) -> [UInt8]? {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at place: Int) {
      header.replaceSubrange(place..<(place + text.utf8.count), with: text.utf8)
    }
    func octal(_ number: Int, _ digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    var (prefix, name) = ("", path)
    if path.utf8.count > 100 {
      // The path is divided at the earliest slash after which the rest of the path fits.
      let slashes = path.indices.filter { path[$0] == "/" }
      guard let cut = slashes.first(where: { path[$0...].utf8.count <= 101 }),
        path[..<cut].utf8.count <= 155
      else { return nil }
      (prefix, name) = (String(path[..<cut]), String(path[path.index(after: cut)...]))
    }
    put(name, at: 0)
    put(isExecutable ? "0000755" : "0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(byteCount, 11), at: 124)
    put("00000000000", at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    put(prefix, at: 345)
    put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\0 ", at: 148)
    return header
  }
}
