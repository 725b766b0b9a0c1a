import JSON
internal import PluginHosting
internal import PluginModel
package import Assets
internal import Documents
package import Encoding
internal import Evaluation
internal import Files
internal import Media
internal import Planning
package import Reporting
internal import Scenes
internal import Synchronization

/// A list of all facts that determine the pixels of a run: the program and the libraries that it and its
/// helpers load, the document with its variables, files and fonts, and the plugins that it uses. Together
/// with the scale and rate of an output, these facts form the job to which records of frames refer.
package struct JobInputsRecord {
  private struct Fact: Hashable {
    let name: String
    let value: String
  }
  private var facts: [Fact] = []

  /// Creates the record; all pictures of `project` must be loaded, so that the helpers and fonts in use are
  /// known.
  package init(
    _ project: Project, fonts: [String]
  ) throws(EngineError) {
    let (planned, settings) = (project.planned, project.settings)
    add("pipeline", HostVersion.text)
    var hash = SHA256()
    hash.add(planned.document.source)
    add("document", hash.hexadecimal())
    // If a variable is set more than once, the last value applies.
    for (name, value) in Dictionary(settings.sets, uniquingKeysWith: { $1 }).sorted(by: {
      $0.0 < $1.0
    }) {
      add("variable \(name)", value)
    }
    for dependency in project.dependencies() { try add(dependency, of: planned.document) }
    for font in fonts {
      do { add("font \(Folder.name(of: font))", try RegularFile(font).sha256()) } catch {
        throw EngineError("\(font): cannot be read: \(error.reason)", .unwritable)
      }
    }
    if let engine = settings.context.version(of: HelperProgram.lottie.rawValue) {
      add("Lottie engine", engine)
    }
    if settings.plugins.onFault == .skip { add("plugin faults", "skip") }
    addLibraries(settings.context)
  }

  private mutating func add(
    _ dependency: Dependency, of document: Document
  ) throws(EngineError) {
    switch dependency {
    case .file(let path):
      guard let file = try? document.paths.forReading(path) else { return }
      add("file \(path)", try Self.sha256(of: file))
    case .frames(let pattern, let files):
      var hash = SHA256()
      // The input files are opened one at a time, because the limit for open files may be lower than their
      // number.
      for name in files {
        guard let file = try? document.paths.opened(name) else { continue }
        hash.add(Array(try Self.sha256(of: file).utf8))
      }
      add("frames \(pattern)", hash.hexadecimal())
    case .animator(let id, let version, let parts):
      add("plugin \(id)", "\(version) \(Self.hash(of: parts))")
    case .function(let id, let parts):
      add("function \(id)", Self.hash(of: parts))
    }
  }

  private static func sha256(of file: RegularFile) throws(EngineError) -> String {
    do { return try file.sha256() } catch {
      throw EngineError("\(file.path): cannot be read: \(error.reason)", .unwritable)
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    facts.append(Fact(name: name, value: value))
  }

  /// Adds the libraries that this process and its helpers loaded to compute pixels.
  private mutating func addLibraries(_ context: EngineContext) {
    let helpers = context.started.compactMap(context.installation.find)
    var versions: [String: String] = [:]
    for program in [System.commandPath] + helpers {
      versions.merge(HelperLibraries.versions(for: program)) { known, _ in known }
    }
    for (name, version) in versions.sorted(by: { $0.key < $1.key }) {
      add("library \(name)", version)
    }
  }

  /// The combined hash of the loaded files; each file was hashed when it was loaded.
  private static func hash(of parts: [PluginPart]) -> String {
    if parts.count == 1 { return parts[0].sha256 }
    var hash = SHA256()
    for part in parts { hash.add(Array(part.sha256.utf8)) }
    return hash.hexadecimal()
  }

  /// Creates the job record of an output.
  package func record(_ look: RenderSettings, framesPerSecond: Double) -> JobRecord {
    let all =
      [
        Fact(name: "scale", value: JSONWriter.number(look.scale)),
        Fact(name: "dither", value: "\(look.dithers)"),
        Fact(name: "frames a second", value: JSONWriter.number(framesPerSecond)),
        Fact(name: "motion blur", value: look.shutter?.words ?? "none"),
      ] + (look.speed == 1 ? [] : [Fact(name: "speed", value: JSONWriter.number(look.speed))])
      + facts
    let list = all.map { "[\(JSONWriter.string($0.name)),\(JSONWriter.string($0.value))]" }
      .joined(separator: ",")
    var hash = SHA256()
    hash.add(Array(list.utf8))
    let id = hash.hexadecimal()
    return JobRecord(id: id, line: "{\"job\":\"\(id)\",\"facts\":[\(list)]}")
  }

  /// Describes how another job differs from this job, as in "scale 1, not 2".
  package static func differences(of other: String?, from job: JobRecord) -> String {
    guard let theirs = other.flatMap(read), let ours = read(job.line) else {
      return "another job made it"
    }
    var words: [String] = []
    for (name, value) in theirs.sorted(by: { $0.key < $1.key }) where ours[name] != value {
      words.append(
        "\(name) \(shown(value))" + (ours[name].map { ", not \(shown($0))" } ?? ", not without"))
    }
    for name in ours.keys.sorted() where theirs[name] == nil { words.append("no \(name)") }
    let more = words.count - 3
    return "made with " + words.prefix(3).joined(separator: "; ")
      + (more > 0 ? "; and \(more) more that differ" : "")
  }

  private static func read(_ line: String) -> [String: String]? {
    guard let members = JSONNode(json: line)?.members,
      let list = members.first(where: { $0.key == "facts" })?.value.elements
    else { return nil }
    var facts: [String: String] = [:]
    for pair in list {
      guard let words = pair.elements, words.count == 2, let name = words[0].string,
        let value = words[1].string
      else { return nil }
      facts[name] = value
    }
    return facts
  }

  /// The value of a recorded fact in messages; a hash is shortened to its first digits.
  private static func shown(_ value: String) -> String {
    value.split(separator: " ").map { word in
      let isHash = word.utf8.count >= 40 && word.allSatisfy(\.isHexDigit)
      return isHash ? "\(word.prefix(8))…" : String(word)
    }.joined(separator: " ")
  }
}
