public import CPipeline
internal import Files
internal import Glibc
internal import Pipeline
internal import Synchronization

// Safety, in every function: the pointers satisfy the contract in the header.

@c @implementation
public func pipeline_engine_new(
  _ options: UnsafePointer<pipeline_engine_options>?,
  _ engine: UnsafeMutablePointer<pipeline_engine>!,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe call(report) { () throws(Refusal) in
    let place = try unsafe Arguments.place(engine, "engine")
    unsafe place.pointee = pipeline_engine(id: 0)
    var prefix: String?
    if let options = unsafe options {
      let read = try unsafe Arguments.grown(options, "options")
      prefix = try unsafe Arguments.optionalText(read.prefix, "options.prefix")
    }
    unsafe place.pointee.id = Handles.add(OpenEngine(prefix: prefix ?? LibraryPlace.prefix))
  }
}

@c @implementation
public func pipeline_engine_close(_ engine: pipeline_engine) -> pipeline_status {
  call(nil) { () throws(Refusal) in
    _ = try Handles.engine(engine.id)
    func closeCompositions() throws(Refusal) {
      for (number, composition) in Handles.compositions(of: engine.id) {
        try composition.close { Handles.forget(number) }
      }
    }
    try closeCompositions()
    Handles.forget(engine.id)
    // Compositions that another thread has opened in the meantime are closed too; no further composition can
    // be opened.
    try closeCompositions()
    restWhenIdle()
  }
}

@c @implementation
public func pipeline_open_file(
  _ engine: pipeline_engine, _ path: UnsafePointer<CChar>!,
  _ options: UnsafePointer<pipeline_open_options>?,
  _ composition: UnsafeMutablePointer<pipeline_composition>!,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe call(report) { () throws(Refusal) in
    let place = try unsafe Arguments.place(composition, "composition")
    unsafe place.pointee = pipeline_composition(id: 0)
    let file = try unsafe Arguments.path(path, "path")
    unsafe place.pointee.id = try unsafe opened(engine.id, options) {
      options throws(PipelineError) in
      try Composition(file: file, options: options)
    }
  }
}

@c @implementation
public func pipeline_open_bytes(
  _ engine: pipeline_engine, _ bytes: UnsafeRawPointer!, _ count: UInt64,
  _ folder: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?,
  _ options: UnsafePointer<pipeline_open_options>?,
  _ composition: UnsafeMutablePointer<pipeline_composition>!,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe call(report) { () throws(Refusal) in
    let place = try unsafe Arguments.place(composition, "composition")
    unsafe place.pointee = pipeline_composition(id: 0)
    guard unsafe bytes != nil else { throw .usage("bytes is null") }
    guard count <= 1 << 30 else { throw .usage("count is at most \(1 << 30), found \(count)") }
    let start = try unsafe Arguments.optionalText(folder, "folder") ?? "."
    let title = try unsafe Arguments.optionalText(name, "name") ?? "document"
    let text = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    unsafe place.pointee.id = try unsafe opened(engine.id, options) {
      options throws(PipelineError) in
      try Composition(bytes: text, folder: start, name: title, options: options)
    }
  }
}

@c @implementation
public func pipeline_close(_ composition: pipeline_composition) -> pipeline_status {
  call(nil) { () throws(Refusal) in
    try Handles.composition(composition.id).close { Handles.forget(composition.id) }
    restWhenIdle()
  }
}

@c @implementation
public func pipeline_cancel(_ composition: pipeline_composition) -> pipeline_status {
  call(nil) { () throws(Refusal) in
    try Handles.composition(composition.id).isCancelled.isOn = true
  }
}

@c @implementation
public func pipeline_resume(_ composition: pipeline_composition) -> pipeline_status {
  call(nil) { () throws(Refusal) in
    try Handles.composition(composition.id).isCancelled.isOn = false
  }
}

/// Opens a composition and returns the number of its handle.
private func opened(
  _ engineNumber: UInt64, _ options: UnsafePointer<pipeline_open_options>?,
  _ make: (OpenOptions) throws(PipelineError) -> Composition
) throws(Refusal) -> UInt64 {
  let owner = try Handles.engine(engineNumber)
  var asked = OpenOptions()
  if let options = unsafe options { asked = try unsafe OpenOptions(options) }
  asked.prefix = owner.prefix
  do throws(Refusal) {
    let made = try refusing { () throws(PipelineError) in try make(asked) }
    let composition = OpenComposition(made, engine: engineNumber, isCancelled: Switch())
    guard let number = Handles.add(composition) else {
      try composition.close {}
      throw Refusal.handle
    }
    return number
  } catch {
    restWhenIdle()
    throw error
  }
}

/// Locates the folder that contains the library file.
private enum LibraryPlace {
  /// The folder of the installation or of the build; nil if neither of them contains the helpers.
  static var prefix: String? {
    let room = 4096
    var path = [CChar](repeating: 0, count: room)
    // Safety: the shim writes at most `room` bytes, including a terminating zero byte.
    guard unsafe host_guard_library(&path, room),
      let file = String(
        validating: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    else { return nil }
    let folder = FilePath.folder(of: file)
    let above = FilePath.folder(of: folder)
    for prefix in [above, folder]
    where System.exists("\(prefix)/lib/pipeline/pipeline-worker")
      || System.exists("\(prefix)/pipeline-worker")
    {
      return prefix
    }
    return nil
  }
}

/// The message callback of the caller with its context pointer.
@safe private struct MessageCallback: @unchecked Sendable {
  let function: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<pipeline_message>?) -> Void
  let user: UnsafeMutableRawPointer?
  let lock = CallLock()

  func tell(_ message: EngineMessage) {
    let level: UInt32 =
      switch message.level {
      case .warning: PIPELINE_LEVEL_WARNING
      case .note: PIPELINE_LEVEL_NOTE
      case .detail: PIPELINE_LEVEL_DETAIL
      }
    func optional(
      _ text: String?, _ body: (UnsafePointer<CChar>?) -> Void
    ) {
      guard let text else { return body(nil) }
      unsafe text.withCString { unsafe body($0) }
    }
    unsafe message.text.withCString { text in
      unsafe optional(message.step) { step in
        unsafe optional(message.plugin) { plugin in
          var told = unsafe pipeline_message(
            size: UInt32(MemoryLayout<pipeline_message>.stride), level: level, text: text,
            step: step, plugin: plugin, frame: Int64(message.frame ?? -1),
            seconds: message.time ?? -1)
          lock.pass { unsafe function(user, &told) }
        }
      }
    }
  }
}

/// A lock that admits one call at a time.
private final class CallLock: Sendable {
  private let lock = Mutex(())

  func pass(_ work: () -> Void) { lock.withLock { _ in work() } }
}

extension OpenOptions {
  /// Converts the options from the C struct.
  fileprivate init(_ pointer: UnsafePointer<pipeline_open_options>) throws(Refusal) {
    self.init()
    let read = try unsafe Arguments.grown(pointer, "options")
    try unsafe Arguments.flags(read.flags, 0xf, "options.flags")
    let flags = unsafe read.flags
    allowsOutsideAssets = flags & PIPELINE_OPEN_OUTSIDE_ASSETS != 0
    isStrict = flags & PIPELINE_OPEN_STRICT != 0
    allowsDocumentPlugins = flags & PIPELINE_OPEN_DOCUMENT_PLUGINS != 0
    pluginFaults = flags & PIPELINE_OPEN_SKIP_FAULTS != 0 ? .skip : .fail
    scale = unsafe read.scale == 0 ? nil : read.scale
    guard unsafe read.threads <= 256 else {
      throw .usage("options.threads must be at most 256, found \(unsafe read.threads)")
    }
    threads = unsafe Int(max(1, read.threads))
    switch unsafe read.isolation {
    case PIPELINE_ISOLATE_AUTO: isolation = .automatic
    case PIPELINE_ISOLATE_ALWAYS: isolation = .always
    case PIPELINE_ISOLATE_NEVER: isolation = .never
    default: throw .usage("options.isolation is unknown: \(unsafe read.isolation)")
    }
    switch unsafe read.sandbox {
    case PIPELINE_SANDBOX_AUTO: sandbox = .available
    case PIPELINE_SANDBOX_REQUIRE: sandbox = .required
    case PIPELINE_SANDBOX_OFF: sandbox = .off
    default: throw .usage("options.sandbox is unknown: \(unsafe read.sandbox)")
    }
    if let seconds = try unsafe Arguments.seconds(read.plugin_seconds, "options.plugin_seconds") {
      pluginTimeout = seconds
    }
    mediaTimeout = try unsafe Arguments.seconds(read.media_seconds, "options.media_seconds")
      .map { Int($0.rounded(.up)) }
    timeout = try unsafe Arguments.seconds(read.seconds, "options.seconds")
    let pairs = try unsafe Arguments.array(
      read.variables, read.variable_count, "options.variables")
    for index in pairs.indices {
      let variable = unsafe pairs[index]
      let name = try unsafe Arguments.text(variable.name, "the name of a variable")
      variables[name] = try unsafe Arguments.text(variable.value, "the value of \(name)")
    }
    let bounds = try unsafe Arguments.array(read.limits, read.limit_count, "options.limits")
    for index in bounds.indices {
      let limit = unsafe bounds[index]
      let name = try unsafe Arguments.text(limit.name, "the name of a limit")
      guard let known = Limit(rawValue: name) else {
        let names = Limit.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage("the name of a limit must be one of \(names), found \"\(name)\"")
      }
      limits[known] = unsafe Int(limit.value)
    }
    let folders = try unsafe Arguments.array(
      read.plugin_folders, read.plugin_folder_count, "options.plugin_folders")
    for index in folders.indices {
      pluginFolders.append(try unsafe Arguments.text(folders[index], "a folder of plugins"))
    }
    if let function = unsafe read.message {
      let callback = unsafe MessageCallback(function: function, user: read.user)
      tell = { callback.tell($0) }
    }
  }
}
