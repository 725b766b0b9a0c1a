internal import PluginModel
internal import CAnimator

/// Copies the table of roles and checks it.
@safe struct RoleReader {
  private let d: VersionedStruct<animator_descriptor>

  init(_ d: VersionedStruct<animator_descriptor>) { unsafe self.d = unsafe d }

  func read() throws(DescriptionProblem) -> [RoleDescription] {
    let count = unsafe d.read(\.role_count, as: UInt32.self)
    let stride = unsafe d.read(\.role_size, as: UInt32.self)
    guard count > 0 else { return [] }
    guard count <= DescriptionReader.maximumRoles else {
      throw problem("has \(count) roles: at most \(DescriptionReader.maximumRoles)")
    }
    guard let table = unsafe d.read(\.roles, as: UnsafeRawPointer?.self) else {
      throw problem("has roles, but no table of roles")
    }
    guard stride >= 32, stride % 8 == 0, stride <= 4096 else {
      throw problem("has a role_size of \(stride)")
    }
    var roles: [RoleDescription] = []
    for i in 0..<Int(count) {
      // Safety: the address is that of element i of the plugin's table, by the stride that the table
      // declares.
      let role = unsafe try read(
        unsafe VersionedStruct<animator_role>(at: table + i * Int(stride), size: Int(stride)),
        number: i)
      guard !roles.contains(where: { $0.name == role.name }) else {
        throw problem("declares the role \(role.name) twice")
      }
      roles.append(role)
    }
    return roles
  }

  private func read(
    _ r: VersionedStruct<animator_role>, number: Int
  ) throws(DescriptionProblem) -> RoleDescription {
    let rawName = unsafe r.read(\.name, as: UnsafePointer<CChar>?.self)
    guard let name = unsafe PluginText.strict(rawName, limit: DescriptionReader.nameLimit),
      Names.isField(name)
    else { throw problem("has a role (number \(number + 1)) without a well-formed name") }
    let rawDoc = unsafe r.read(\.doc, as: UnsafePointer<CChar>?.self)
    guard let doc = unsafe PluginText.strict(rawDoc, limit: DescriptionReader.textLimit),
      !doc.isEmpty
    else { throw problem("role \(name) has no doc, or a doc that is not UTF-8 text") }
    var create: String?
    if let raw = unsafe r.read(\.create_json, as: UnsafePointer<CChar>?.self) {
      create = unsafe PluginText.strict(raw, limit: DescriptionReader.textLimit)
      guard let create, create.first == "{", create.last == "}" else {
        throw problem("role \(name) has a create_json that is not a JSON object")
      }
    }
    let minimum = unsafe r.read(\.minimum, as: UInt32.self)
    let maximum = unsafe r.read(\.maximum, as: UInt32.self)
    guard minimum <= maximum, maximum >= 1, maximum <= 10_000 else {
      throw problem(
        "role \(name) takes \(minimum)…\(maximum) layers: expected 0…10000, at least one")
    }
    return RoleDescription(
      name: name, doc: doc, minimum: Int(minimum), maximum: Int(maximum), createJSON: create)
  }

  private func problem(_ message: String) -> DescriptionProblem {
    DescriptionProblem(id: nil, message: message, rule: .roles)
  }
}
