import Assets
import CommandLine
import Encoding
import Files
import Glibc
import Importing
import PluginHosting
import Reporting

extension PluginImportGLSLCommand {
  func perform() throws {
    guard let worker = EngineContext.ofProgram.find("pipeline-worker") else {
      throw EngineError("compiling \(Isolation.missingWorker)", .unavailable)
    }
    guard
      let compiler = PluginCompiler(
        box: [worker, CompilerBox.word, plugins.settings.sandbox.rawValue])
    else {
      throw EngineError(
        "clang++ is needed to compile GLSL and is not on the PATH: apt install clang", .unavailable)
    }
    let files = try input.flatMap(Self.files)
    var problems: [String] = []
    var sources: [PluginCompiler.Source] = []
    var texts: [String: String] = [:]
    var ids: [String: String] = [:]
    for file in files {
      do throws(GLSLSource.Problem) {
        let source = try GLSLSource(try Self.bytes(of: file))
        let plugin = GLSLPlugin(source, file: file)
        if let other = ids[plugin.id] {
          problems.append("\(file): \(other) has already been imported as \(plugin.id)")
          continue
        }
        ids[plugin.id] = file
        let name = String(plugin.id.dropFirst(5))
        sources.append(.init(name: name, text: plugin.placedText))
        texts[name] = plugin.text
      } catch { problems.append("\(file):\(error)") }
    }
    let made = try compile(sources, with: compiler, files: ids, shown: texts, &problems)
    for id in made { Console.result(id) }
    if !made.isEmpty {
      Console.note("next: pipeline transition \(made[0]) -o \(made[0]).gif")
    }
    guard problems.isEmpty else { throw EngineError(lines: problems, .content) }
  }

  /// Compiles plugins, and returns the ids of those that can be loaded. Beside each plugin, its source is
  /// written in the form of `shown`.
  private func compile(
    _ sources: [PluginCompiler.Source], with compiler: PluginCompiler, files: [String: String],
    shown texts: [String: String], _ problems: inout [String]
  ) throws -> [String] {
    guard !sources.isEmpty else { return [] }
    let work = try WorkFolder()
    for header in ["animator.h"] + PluginCompiler.glslHeaders {
      try work.write(PluginCompiler.header(header), to: header)
    }
    for (place, source) in sources.enumerated() {
      try work.write(Array(source.text.utf8), to: "\(place).cpp")
    }
    let outcomes = compiler.make(sources, in: work.path)
    let target = try ImportFolder(folder, vendor: "glsl")
    for header in PluginCompiler.glslHeaders {
      try target.write(PluginCompiler.header(header), to: header)
    }
    var written: [String] = []
    for (source, outcome) in zip(sources, outcomes) {
      switch outcome {
      case .made(let bytes):
        try target.write(Array((texts[source.name] ?? "").utf8), to: "\(source.name).cpp")
        try target.write(bytes, to: "\(source.name).so")
        written.append(source.name)
      case .refused(let reason):
        problems.append(Self.problem(reason, in: files["glsl.\(source.name)"] ?? source.name))
      }
    }
    let refusals = target.refusals(plugins)
    for name in written {
      if let reason = refusals["\(name).so"] {
        problems.append("\(target.path)/\(name).so \(reason)")
      }
    }
    return written.filter { refusals["\($0).so"] == nil }.map { "glsl.\($0)" }
  }

  /// Converts a message of clang about a file, such as `glsl@5:3:9: error: …`, to a message with the path,
  /// the line, and the column of the statement's start, because clang counts columns in the C++ text.
  private static func problem(_ reason: String, in file: String) -> String {
    let parts = reason.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
    let place = (parts.first ?? "").split(separator: "@")
    guard parts.count == 5, place.count == 2, place[0] == GLSLPlugin.placeName, parts[3] == " error"
    else {
      return "\(file): \(reason)"
    }
    return "\(file):\(parts[1]):\(place[1]):\(parts[4])"
  }

  private static func files(_ path: String) throws -> [String] {
    guard System.exists(path) else { throw EngineError("\(path): is not there", .missing) }
    guard let folder = try? OpenFolder(existing: path, beneath: nil) else { return [path] }
    let names = FileTree.names(in: folder.descriptor).filter { $0.hasSuffix(".glsl") }.sorted()
    guard !names.isEmpty else {
      throw EngineError("\(path): has no .glsl files", .content)
    }
    return names.map { "\(path)/\($0)" }
  }

  private static func bytes(of file: String) throws(GLSLSource.Problem) -> [UInt8] {
    do {
      return try RegularFile(file, in: .ofProgram).read(limitBytes: 1 << 20)
    } catch {
      throw GLSLSource.Problem(line: 1, message: "\(error)")
    }
  }
}
