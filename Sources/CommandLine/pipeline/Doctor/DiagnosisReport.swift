import CommandLine
import JSON
import PluginHosting
import Documents
import Reporting

struct DiagnosisReport {
  private let diagnosis: Diagnosis
  init(_ diagnosis: Diagnosis) { self.diagnosis = diagnosis }

  var lines: [String] {
    let d = diagnosis
    var lines = [
      line("pipeline", Version.text),
      line("kernel", "Linux \(d.kernel)"),
      line("Landlock", d.landlock == 0 ? "not there" : "version \(d.landlock)"),
    ]
    if let sandbox = d.sandbox {
      lines.append(line("sandbox", sandbox.missing.isEmpty ? "whole" : "not whole"))
      lines += sandbox.held.map { line("", "holds: \($0)") }
      lines += sandbox.missing.map { line("", "lacks: \($0)") }
    } else {
      lines.append(line("sandbox", "unknown, because no worker can be started"))
    }
    for (index, helper) in d.helpers.enumerated() {
      let libraries = helper.missingLibraries.joined(separator: ", ")
      let state = helper.isFine ? "" : libraries.isEmpty ? "not installed" : "  needs \(libraries)"
      lines.append(line(index == 0 ? "helpers" : "", (helper.path ?? helper.name + ": ") + state))
    }
    lines.append(line("codecs", working(d.codecs)))
    lines.append(line("fonts", working(d.fonts)))
    for (index, folder) in d.folders.enumerated() {
      lines.append(
        line(index == 0 ? "plugins" : "", folder.path + (folder.exists ? "" : "  (not there)")))
    }
    lines.append(line("cores", "\(d.cores)"))
    for (index, place) in d.space.enumerated() {
      lines.append(line(index == 0 ? "free space" : "", "\(place.path)  \(place.bytes >> 20) MiB"))
    }
    lines.append("")
    if d.missing.isEmpty { return lines + ["nothing is missing"] }
    return lines + d.missing.map { "missing: \($0)" }
      + (d.remedy.map { [$0] } ?? [])
  }

  private func line(_ name: String, _ value: String) -> String { Text.pad(name, 12) + value }

  private func working(_ trials: [Diagnosis.Trial]) -> String {
    let words = trials.map { $0.problem == nil ? $0.name : "\($0.name) (does not work)" }
    return words.joined(separator: ", ")
  }

  var json: String {
    let d = diagnosis
    func trials(_ trials: [Diagnosis.Trial]) -> [JSONObject] {
      trials.map { ["name": $0.name, "problem": $0.problem] }
    }
    let helpers: [JSONObject] = d.helpers.map {
      ["name": $0.name, "path": $0.path, "missingLibraries": $0.missingLibraries]
    }
    let folders: [JSONObject] = d.folders.map { ["path": $0.path, "exists": $0.exists] }
    let space: [JSONObject] = d.space.map { ["path": $0.path, "freeBytes": $0.bytes] }
    let sandbox: JSONObject? = d.sandbox.map { ["holds": $0.held, "lacks": $0.missing] }
    let all: JSONObject = [
      "version": Version.text, "kernel": d.kernel, "landlock": d.landlock, "sandbox": sandbox,
      "helpers": helpers, "codecs": trials(d.codecs), "fonts": trials(d.fonts),
      "pluginFolders": folders, "cores": d.cores, "space": space, "missing": d.missing,
      "remedy": d.remedy,
    ]
    return all.json
  }
}
