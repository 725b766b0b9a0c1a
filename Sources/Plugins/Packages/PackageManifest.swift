internal import Documents
internal import Files
import JSON
package import Reporting

/// The contents of `animator.json`: the name of a package, its author, and its files.
package struct PackageManifest: Sendable {
  /// The name in the form "vendor.name", like an animator's id; it is also the name of the installed folder.
  package var name: String
  /// The version of the package; nil means that of its plugin.
  package var version: String?
  package var title: String?
  package var licence: String?
  package var author: String?
  package var url: String?
  /// The paths of plugins and of the libraries beside them, by architecture.
  package var files: [(architecture: String, paths: [String])] = []
  /// The paths of files that plugins read, all below `animator_data`.
  package var data: [String] = []
  /// The paths of the package's licence texts.
  package var licences: [String] = []
  /// The paths of documents that show the animators, and of their pictures; a folder includes all its
  /// contents.
  package var examples: [String] = []

  package static let fileName = "animator.json"
  package static let architecture = "x86_64"
  package static let dataFolder = "animator_data"
  package static let mostPaths = 1_000
  package static let limitBytes = 1 << 20

  package init(name: String) { self.name = name }

  /// The paths of the plugins for the architecture of this machine.
  package var plugins: [String] {
    files.first { $0.architecture == Self.architecture }?.paths ?? []
  }
  /// All paths that the package's manifest lists.
  package var paths: [String] { files.flatMap(\.paths) + data + licences + examples }
}

// MARK: Reading

extension PackageManifest {
  private static let keys = [
    "name", "version", "title", "licence", "author", "url", "files", "data", "licences", "examples",
  ]

  /// Parses a manifest; `file` is its name in messages.
  package init(_ bytes: [UInt8], file: String) throws(EngineError) {
    guard bytes.count <= Self.limitBytes else {
      throw EngineError("\(file): is larger than \(Self.limitBytes) bytes", .content)
    }
    guard let text = String(validating: bytes, as: UTF8.self), let root = JSONNode(json: text),
      let members = root.members
    else {
      throw EngineError("\(file): the file is not a JSON object, or has a key twice", .content)
    }
    var problems = Problems(file: file)
    var manifest = PackageManifest(name: "")
    for member in members {
      if !Self.keys.contains(member.key) {
        problems.add(
          "\(Self.fileName) has an unknown key \"\(member.key)\"", at: member.keyOrigin,
          suggestion: NearestWord.find(member.key, in: Self.keys))
      }
      manifest.set(member, &problems)
    }
    if root["name"] == nil { problems.add("the manifest needs \"name\"", at: root.origin) }
    if root["files"] == nil { problems.add("the manifest needs \"files\"", at: root.origin) }
    if let failure = problems.failure { throw EngineError(failure) }
    self = manifest
  }

  private mutating func set(_ member: JSONMember, _ problems: inout Problems) {
    let node = member.value
    switch member.key {
    case "name":
      name = Self.text(node, &problems) ?? ""
      if !Self.isName(name), node.string != nil {
        problems.add(
          "expected a package name such as vendor.name, with lower-case letters, digits and '-'",
          at: node.origin)
      }
    case "version":
      version = Self.text(node, &problems)
      if let version, PluginVersionText.isNone(version) {
        problems.add("expected a version such as 1.2.0, found \"\(version)\"", at: node.origin)
      }
    case "title": title = Self.text(node, &problems)
    case "licence": licence = Self.text(node, &problems)
    case "author": author = Self.text(node, &problems)
    case "url": url = Self.text(node, &problems)
    case "files":
      guard let members = node.members, !members.isEmpty else {
        return problems.add(
          "\"files\" has a list of files for each architecture: {\"x86_64\": [\"libhop.so\"]}",
          at: node.origin)
      }
      files = members.map { ($0.key, Self.paths($0.value, &problems)) }
    case "data":
      data = Self.paths(node, &problems)
      if data.contains(where: { !$0.hasPrefix(Self.dataFolder + "/") }) {
        problems.add("files that a plugin reads must be below \(Self.dataFolder)/", at: node.origin)
      }
    case "licences": licences = Self.paths(node, &problems)
    case "examples": examples = Self.paths(node, &problems)
    default: break
    }
  }

  private static func text(_ node: JSONNode, _ problems: inout Problems) -> String? {
    guard let text = node.string, text.utf8.count <= 4096 else {
      problems.add("expected a text", at: node.origin)
      return nil
    }
    return text.isEmpty ? nil : text
  }

  private static func paths(_ node: JSONNode, _ problems: inout Problems) -> [String] {
    guard let elements = node.elements, elements.count <= mostPaths else {
      problems.add("expected a list of paths, at most \(mostPaths)", at: node.origin)
      return []
    }
    return elements.compactMap { element in
      guard let path = element.string, isPath(path) else {
        problems.add(
          "expected a path inside the package, without \"..\"", at: element.origin,
          kind: element.string == nil ? .fault : .notAllowed)
        return nil
      }
      return path
    }
  }

  /// Whether a path stays inside the package's folder: relative, without special components, and with
  /// printable names.
  package static func isPath(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return path.utf8.count <= 255 && parts.count <= 16
      && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
      && path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f && $0 != "\\" }
  }

  /// Whether a text is a name with a vendor, like an animator's id.
  package static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return name.utf8.count <= 96 && parts.count >= 2
      && parts.allSatisfy { part in
        guard let first = part.utf8.first, (0x61...0x7a).contains(first) else { return false }
        return part.utf8.last != 0x2d
          && part.utf8.allSatisfy {
            (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d
          }
      }
  }
}

// MARK: Writing

extension PackageManifest {
  package var json: String {
    func list(_ paths: [String]) -> String {
      "[" + paths.map(JSONWriter.string).joined(separator: ", ") + "]"
    }
    var members = ["\"name\": \(JSONWriter.string(name))"]
    let texts = [
      ("version", version), ("title", title), ("licence", licence), ("author", author),
      ("url", url),
    ]
    for (key, text) in texts {
      if let text { members.append("\"\(key)\": \(JSONWriter.string(text))") }
    }
    let files = files.map { "\(JSONWriter.string($0.architecture)): \(list($0.paths))" }
    members.append("\"files\": {\(files.joined(separator: ", "))}")
    for (key, paths) in [("data", data), ("licences", licences), ("examples", examples)]
    where !paths.isEmpty {
      members.append("\"\(key)\": \(list(paths))")
    }
    return "{\n  " + members.joined(separator: ",\n  ") + "\n}\n"
  }
}
