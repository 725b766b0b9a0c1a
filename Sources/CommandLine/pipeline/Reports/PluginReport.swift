import JSON
import PluginHosting
import PluginModel
import Documents
import Inspecting
import Packages
import Reporting

/// A report that lists the animators, the functions, the searched folders in order, and the refused files.
struct PluginReport {
  private let registry: AnimatorRegistry
  init(_ registry: AnimatorRegistry) { self.registry = registry }

  var lines: [String] {
    let animators = registry.animators
    let widest = animators.map(\.id.count).max() ?? 0
    var lines = animators.map { animator in
      "\(Text.pad(animator.id, widest))  \(Text.pad(animator.kind.rawValue, 10))  \(animator.title)"
    }
    if animators.isEmpty { lines.append("no animators found") }
    let functions = registry.functions
    if !functions.isEmpty { lines += ["", "functions that documents call:"] }
    for function in functions { lines.append("  \(function.signature)") }
    let packages = (try? InstalledPackages.ofUser().records) ?? []
    if !packages.isEmpty { lines += ["", "installed:"] }
    for package in packages {
      lines.append("  \(package.name) \(package.version)  (\(package.source))")
    }
    lines += ["", "folders searched, in this order:"]
    for folder in registry.folders {
      lines.append(
        "  \(folder.path)  (\(folder.source.rawValue)\(folder.exists ? "" : ", not there"))")
    }
    if !registry.refusals.isEmpty {
      lines += ["", "not used:"]
      for refusal in registry.refusals { lines.append("  \(refusal)") }
    }
    return lines
  }

  var json: String {
    let animators = registry.animators.map { AnimatorPage($0).json }
    let folders = registry.folders.map { folder in
      "{\"path\":\(JSONWriter.string(folder.path)),"
        + "\"source\":\(JSONWriter.string(folder.source.rawValue)),\"exists\":\(folder.exists)}"
    }
    let refusals = registry.refusals.map { refusal in
      "{\"path\":\(JSONWriter.string(refusal.path)),"
        + "\"reason\":\(JSONWriter.string(refusal.reason))}"
    }
    let functions = registry.functions.map { FunctionPage($0).json }
    let store = try? InstalledPackages.ofUser()
    let packages = (store?.records ?? []).map { package in
      "{\"name\":\(JSONWriter.string(package.name)),"
        + "\"version\":\(JSONWriter.string(package.version)),"
        + "\"path\":\(JSONWriter.string(store?.path(of: package.name) ?? "")),"
        + "\"source\":\(JSONWriter.string(package.source)),"
        + "\"ids\":[\(package.ids.map(JSONWriter.string).joined(separator: ","))]}"
    }
    return "{\"animators\":[\(animators.joined(separator: ","))],"
      + "\"functions\":[\(functions.joined(separator: ","))],"
      + "\"packages\":[\(packages.joined(separator: ","))],"
      + "\"folders\":[\(folders.joined(separator: ","))],"
      + "\"refused\":[\(refusals.joined(separator: ","))]}"
  }
}
