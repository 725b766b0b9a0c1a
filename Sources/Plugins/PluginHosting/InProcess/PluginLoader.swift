package import PluginModel
package import CAnimator
internal import CHosting
internal import Files
internal import Glibc

/// Loads a plugin into this process and collects its contents; if a part is invalid, none of them is used.
package enum PluginLoader {
  /// Loads a plugin and returns its animators and functions. The plugin is never unloaded, because pointers
  /// to thread-local data and Swift code would become invalid.
  package static func load(
    _ plan: LoadPlan, isBundled: Bool
  ) throws(PluginRefusal) -> PluginContents {
    let path = plan.plugin.path
    func refuse(
      _ reason: String, ids: [String] = [], rule: DescriptionRule? = nil
    ) -> PluginRefusal {
      PluginRefusal(path: path, reason: EscapedText.line(reason), ids: ids, rule: rule)
    }
    try openLibraries(plan)
    let (handle, message) = unsafe open(plan.plugin, at: plan.plugin.place)
    guard let handle = unsafe handle else { throw refuse("cannot be loaded: \(message)") }
    guard let symbol = unsafe dlsym(handle, "animator_plugin_v1") else {
      throw refuse("does not export animator_plugin_v1")
    }
    // Safety: the header defines the type of the entry function.
    let entry = unsafe unsafeBitCast(symbol, to: PluginScan.Entry.self)
    let scan = PluginScan(path: path, isBundled: isBundled)
    let status = unsafe scan.run(entry)
    let ids = scan.found.ids
    if let problem = scan.problem {
      throw refuse(problem, ids: ids + scan.problemIDs, rule: scan.rule)
    }
    if status != ANIMATOR_OK {
      throw refuse(
        scan.failure.map { "cannot be used here: \($0)" }
          ?? "its entry failed with status \(status)",
        ids: ids)
    }
    guard !scan.found.isEmpty else { throw refuse("adds no animator and no function") }
    return scan.found
  }

  /// Opens the libraries that the plugin needs, so that the loader does not search for them.
  package static func openLibraries(
    _ plan: LoadPlan, visibility: Int32 = RTLD_LOCAL
  ) throws(PluginRefusal) {
    for library in plan.libraries {
      // A library that is already loaded, such as a library of the program, is found by its name.
      let isThere = unsafe library.name.withCString { unsafe hosting_has_library($0) }
      let place = isThere && !library.isCopy ? library.name : library.place
      let (handle, message) = unsafe open(library, at: place, visibility)
      guard unsafe handle != nil else {
        throw PluginRefusal(
          path: plan.plugin.path,
          reason: EscapedText.line("needs \(library.path), which cannot be loaded: \(message)"))
      }
    }
  }

  /// Opens a library; returns the handle of the loader, or nil and the loader's error message.
  private static func open(
    _ step: LoadPlan.Step, at place: String, _ visibility: Int32 = RTLD_LOCAL
  ) -> (handle: UnsafeMutableRawPointer?, message: String) {
    var handle: UnsafeMutableRawPointer? = nil
    var message = ""
    // Safety: dlopen runs the constructors of the library, whose file has been checked.
    CallLock.call {
      unsafe handle = dlopen(place, RTLD_NOW | visibility)
      if unsafe handle == nil {
        message = unsafe dlerror().map { unsafe String(cString: $0) } ?? ""
      }
    }
    guard let handle = unsafe handle else {
      // The message of dlerror starts with the internal path, which is meaningless to users.
      let isNamed = message.hasPrefix(place + ": ")
      return (nil, isNamed ? String(message.dropFirst(place.count + 2)) : message)
    }
    // Safety: the shim copies the strings.
    unsafe step.name.withCString { name in
      unsafe step.path.withCString { path in
        unsafe hosting_name_library(handle, name, step.isCopy ? path : nil)
      }
    }
    return unsafe (handle, "")
  }
}

/// The state of loading a plugin, while its entry function adds contents through the host struct.
package final class PluginScan {
  static let maximumAnimators = 1_000

  package private(set) var found = PluginContents()
  /// The first problem of the plugin; if there is one, no part of the plugin is used.
  private(set) var problem: String?
  private(set) var problemIDs: [String] = []
  private(set) var rule: DescriptionRule?
  /// The reason that the plugin itself gives for not being usable.
  package private(set) var failure: String?
  private let reader: DescriptionReader
  private let functionReader: FunctionReader
  /// Whether every added animator and function is refused, which checks use.
  private let isRefusing: Bool

  /// Creates a scan; `isRefusing` is set only by checks.
  package init(path: String, isBundled: Bool, isRefusing: Bool = false) {
    self.isRefusing = isRefusing
    let lock = CallLock()
    reader = DescriptionReader(plugin: path, isBundled: isBundled, lock: lock)
    functionReader = FunctionReader(plugin: path, isBundled: isBundled, lock: lock)
  }

  package typealias Entry = @convention(c) (UnsafePointer<animator_host>) -> Int32

  /// Calls the plugin's entry function and returns its status. The host struct has `hostBytes` bytes: the
  /// size in this header or, in checks, a smaller or larger size.
  package func run(
    _ entry: Entry, hostBytes: Int = unsafe MemoryLayout<animator_host>.size
  ) -> Int32 {
    var status = ANIMATOR_FAILED
    unsafe "pipeline".withCString { name in
      unsafe HostVersion.text.withCString { version in
        // Safety: the host struct and this scan exist longer than the call of the entry function.
        let host = unsafe animator_host(
          size: UInt32(hostBytes), major: UInt32(ANIMATOR_VERSION_MAJOR),
          minor: UInt32(ANIMATOR_VERSION_MINOR), reserved: 0, name: name, version: version,
          host_data: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()),
          add: { host, descriptor in
            unsafe PluginScan.of(host).add(UnsafeRawPointer(descriptor))
          },
          fail: { host, message in
            unsafe PluginScan.of(host).failure = PluginText.sanitised(message)
          },
          extension: { _, id in unsafe HostExtensions.find(id) },
          add_functions: { host, table, count, stride in
            unsafe PluginScan.of(host).add(
              functions: UnsafeRawPointer(table), count: count, stride: stride)
          })
        guard let place = unsafe HostStruct(host, byteCount: hostBytes) else {
          failure = "there is no memory for loading the plugin"
          return
        }
        CallLock.call { status = unsafe entry(place.address) }
      }
    }
    return status
  }

  private static func of(_ host: UnsafePointer<animator_host>) -> PluginScan {
    // Safety: `host_data` is the scan that created the host struct, and exists until the entry function
    // returns.
    unsafe Unmanaged<PluginScan>.fromOpaque(host.pointee.host_data).takeUnretainedValue()
  }

  private func add(_ descriptor: UnsafeRawPointer?) -> Int32 {
    guard problem == nil, !isRefusing else { return ANIMATOR_FAILED }
    do throws(DescriptionProblem) {
      let animator = unsafe try reader.read(descriptor)
      guard found.animators.count < Self.maximumAnimators else {
        throw DescriptionProblem(
          id: nil, message: "adds more than \(Self.maximumAnimators) animators")
      }
      let taken = found.names
      let (id, aliases) = (animator.description.id, animator.description.aliases)
      if let twice = ([id] + aliases).first(where: taken.contains) {
        throw DescriptionProblem(
          id: id, message: "adds \(twice) twice",
          rule: twice == id ? .identity : .aliases)
      }
      found.animators.append(animator)
      return ANIMATOR_OK
    } catch {
      problem = error.message
      rule = error.rule
      problemIDs = error.id.map { [$0] } ?? []
      return ANIMATOR_FAILED
    }
  }

  private func add(functions table: UnsafeRawPointer?, count: UInt32, stride: UInt32) -> Int32 {
    guard problem == nil, !isRefusing else { return ANIMATOR_FAILED }
    do throws(DescriptionProblem) {
      for function in unsafe try functionReader.read(table, count: count, stride: stride) {
        guard found.functions.count < Int(FunctionReader.maximumFunctions) else {
          throw DescriptionProblem(
            id: nil, message: "adds more than \(FunctionReader.maximumFunctions) functions")
        }
        guard !found.names.contains(function.description.id) else {
          let id = function.description.id
          throw DescriptionProblem(id: id, message: "adds \(id) twice")
        }
        found.functions.append(function)
      }
      return ANIMATOR_OK
    } catch {
      problem = error.message
      rule = error.rule
      problemIDs = error.id.map { [$0] } ?? []
      return ANIMATOR_FAILED
    }
  }
}

/// The versions of the host that plugins can read.
package enum HostVersion {
  package static let text = "1.1.0"
  /// The version of the plugin interface, such as "1.0".
  package static let interface = "\(ANIMATOR_VERSION_MAJOR).\(ANIMATOR_VERSION_MINOR)"
}
