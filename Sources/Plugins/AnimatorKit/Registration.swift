public import CAnimator

/// The services of the host while it loads the plugin.
public typealias PluginHost = UnsafePointer<animator_host>

extension UnsafePointer where Pointee == animator_host {
  /// Adds animators; the entry function returns the result of this function:
  ///
  ///     @c(animator_plugin_v1)
  ///     public func plugin(_ host: PluginHost) -> Int32 { host.add(Ripple.self, Fold.self) }
  public func add(_ animators: any Animator.Type...) -> Int32 {
    unsafe keepServices(of: self)
    for animator in animators {
      let status = unsafe pointee.add(self, makeDescriptor(animator))
      guard status == ANIMATOR_OK else { return status }
    }
    return ANIMATOR_OK
  }
}

/// Creates a descriptor, which exists until the process ends.
private func makeDescriptor<A: Animator>(_ type: A.Type) -> UnsafePointer<animator_descriptor> {
  let declaration = A.declaration
  let box = AnimatorBox(type, roleNames: declaration.roles.map(\.name))
  let parameters = unsafe lasting(declaration.parameters.map { unsafe row($0) })
  let roles = unsafe lasting(
    declaration.roles.map { role in
      unsafe animator_role(
        name: lasting(role.name), doc: lasting(role.doc), create_json: role.create.map(lasting),
        minimum: UInt32(role.count.lowerBound), maximum: UInt32(role.count.upperBound))
    })
  let aliases = unsafe lasting(declaration.aliases.map { unsafe Optional(lasting($0)) } + [nil])
  let descriptor = unsafe animator_descriptor(
    size: UInt32(MemoryLayout<animator_descriptor>.size), kind: declaration.kind.rawValue,
    id: lasting(declaration.id), title: lasting(declaration.title),
    version: lasting(declaration.version), doc: lasting(declaration.doc), aliases: aliases,
    flags: declaration.flags.rawValue, animates: declaration.animates.rawValue,
    duration_seconds: declaration.durationSeconds, easing_json: declaration.easing.map(lasting),
    parameters: parameters, parameter_count: UInt32(declaration.parameters.count),
    parameter_size: UInt32(MemoryLayout<animator_parameter>.size),
    parameters_bytes: UInt64(
      declaration.parameters.isEmpty ? 0 : MemoryLayout<A.Parameters>.stride),
    parameters_alignment: UInt64(MemoryLayout<A.Parameters>.alignment),
    roles: roles, role_count: UInt32(declaration.roles.count),
    role_size: UInt32(MemoryLayout<animator_role>.size),
    self: Unmanaged.passRetained(box).toOpaque(),
    duration: box.durationSeconds == nil ? nil : callDuration,
    pieces: box.pieceCount == nil ? nil : callPieces,
    layout: box.layout == nil ? nil : callLayout, regions: nil,
    pixels: box.pixels == nil ? nil : callPixels, extension: offerFunction(offers(of: box)),
    licence: declaration.licence.map(lasting), author: declaration.author.map(lasting),
    url: declaration.url.map(lasting))
  return unsafe lasting([descriptor])
}

private func row<P>(_ p: Parameter<P>) -> animator_parameter {
  unsafe animator_parameter(
    name: lasting(p.name), doc: lasting(p.doc), default_json: lasting(p.defaultJSON),
    choices: p.choices.map { unsafe lasting($0.joined(separator: "|")) },
    minimum: p.range?.lowerBound ?? 0, maximum: p.range?.upperBound ?? 0, type: p.type,
    unit: p.unit.rawValue, offset: UInt32(p.offset), field_size: UInt32(p.fieldBytes))
}

/// Creates a copy of an array, which exists until the process ends.
private func lasting<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
  let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
  unsafe copy.initialize(from: elements, count: elements.count)
  return unsafe UnsafePointer(copy)
}

private func lasting(_ text: String) -> UnsafePointer<CChar> {
  unsafe lasting(text.utf8CString.map { $0 })
}
