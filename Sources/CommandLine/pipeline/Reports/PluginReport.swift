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
    let folders: [JSONObject] = registry.folders.map {
      ["path": $0.path, "source": $0.source.rawValue, "exists": $0.exists]
    }
    let refusals: [JSONObject] = registry.refusals.map { ["path": $0.path, "reason": $0.reason] }
    let store = try? InstalledPackages.ofUser()
    let packages: [JSONObject] = (store?.records ?? []).map {
      [
        "name": $0.name, "version": $0.version, "path": store?.path(of: $0.name) ?? "",
        "source": $0.source, "ids": $0.ids,
      ]
    }
    let all: JSONObject = [
      "animators": registry.animators.map(AnimatorPage.init),
      "functions": registry.functions.map(FunctionPage.init), "packages": packages,
      "folders": folders, "refused": refusals,
    ]
    return all.json
  }
}
