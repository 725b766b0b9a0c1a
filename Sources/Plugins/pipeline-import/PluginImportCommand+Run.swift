import CommandLine
import Files
import Importing
import PluginHosting
import Reporting

extension PluginImportCommand {
  func perform() throws {
    let effects = try Self.effects(input)
    let bridge = try Bridges.bytes(of: "libfrei0r-bridge.so")
    let target = try ImportFolder(folder, vendor: "frei0r")
    var lines: [String] = []
    var written: [(effect: String, name: String)] = []
    for path in effects {
      let file = String(
        path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
      if let reason = Frei0rEffects.quarantined[String(file.dropLast(3))] {
        lines.append("left out: \(file) \(reason)")
        continue
      }
      let effect = System.realPath(path)
      do throws(FileError) {
        let hash = try RegularFile(effect, in: .ofProgram).sha256()
        guard let bytes = BridgedLibrary(path: effect, sha256: hash).written(into: bridge) else {
          lines.append("left out: \(file): its path is too long")
          continue
        }
        let name = Frei0rEffects.name(ofFile: file)
        try? target.write(bytes, to: "\(name).so")
        written.append((file, name))
      } catch { lines.append("left out: \(file): \(error.reason)") }
    }
    let refusals = target.refusals(plugins)
    var count = 0
    for (file, name) in written {
      if let reason = refusals["\(name).so"] {
        lines.append("left out: \(file): \(reason)")
        FileTree.remove("\(target.path)/\(name).so")
      } else {
        Console.result("frei0r.\(name)")
        count += 1
      }
    }
    for line in lines { Console.note(line) }
    Console.note("\(count) of \(effects.count) effects are in \(target.path)")
    guard count > 0 else { throw EngineError("no effect could be imported", .content) }
  }

  private static func effects(_ given: String?) throws -> [String] {
    if let given, given.hasSuffix(".so") {
      guard System.exists(given) else { throw EngineError("\(given): is not there", .missing) }
      return [given]
    }
    let folders = given.map { [$0] } ?? Frei0rEffects.folders
    for folder in folders {
      guard let opened = try? OpenFolder(existing: folder, beneath: nil) else { continue }
      let names = FileTree.names(in: opened.descriptor).filter { $0.hasSuffix(".so") }.sorted()
      if !names.isEmpty { return names.map { "\(folder)/\($0)" } }
    }
    throw given.map { EngineError("\($0): has no effects", .missing) }
      ?? EngineError(
        "no effects are installed in \(folders.joined(separator: " or ")): "
          + "apt install frei0r-plugins", .unavailable)
  }
}
