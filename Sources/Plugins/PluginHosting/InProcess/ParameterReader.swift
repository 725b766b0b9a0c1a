internal import PluginModel
internal import CAnimator

/// Copies the table of parameters and checks it against the author's struct.
@safe struct ParameterReader {
  private let d: VersionedStruct<animator_descriptor>
  private let code: AnimatorCode

  init(_ d: VersionedStruct<animator_descriptor>, code: AnimatorCode) {
    unsafe self.d = unsafe d
    self.code = code
  }

  func read() throws(DescriptionProblem) -> [ParameterDescription] {
    let count = unsafe d.read(\.parameter_count, as: UInt32.self)
    let table = unsafe d.read(\.parameters, as: UnsafeRawPointer?.self)
    let stride = unsafe d.read(\.parameter_size, as: UInt32.self)
    guard count > 0 else { return [] }
    guard count <= DescriptionReader.maximumParameters else {
      throw problem("has \(count) parameters: at most \(DescriptionReader.maximumParameters)")
    }
    guard let table = unsafe table else {
      throw problem("has parameters, but no table of parameters")
    }
    guard stride >= 64, stride % 8 == 0, stride <= 4096 else {
      throw problem("has a parameter_size of \(stride)")
    }
    var parameters: [ParameterDescription] = []
    var fields: [LayoutOracle.Field] = []
    for i in 0..<Int(count) {
      // Safety: the address is that of element i of the plugin's table, by the stride that the table
      // declares.
      let element = unsafe VersionedStruct<animator_parameter>(
        at: table + i * Int(stride), size: Int(stride))
      let parameter = unsafe try read(element, number: i)
      guard !parameters.contains(where: { $0.name == parameter.name }) else {
        throw problem("declares the parameter \(parameter.name) twice")
      }
      parameters.append(parameter)
      unsafe fields.append(
        LayoutOracle.Field(
          name: parameter.name, type: parameter.type, offset: parameter.offset,
          size: Int(element.read(\.field_size, as: UInt32.self))))
    }
    if let lie = LayoutOracle.problem(
      fields: fields, size: code.parametersBytes, alignment: code.parametersAlignment)
    {
      throw problem(lie, .layout)
    }
    return parameters
  }

  private func read(
    _ p: VersionedStruct<animator_parameter>, number: Int
  ) throws(DescriptionProblem) -> ParameterDescription {
    let rawName = unsafe p.read(\.name, as: UnsafePointer<CChar>?.self)
    guard let name = unsafe PluginText.strict(rawName, limit: DescriptionReader.nameLimit),
      Names.isField(name)
    else { throw problem("has a parameter (number \(number + 1)) without a well-formed name") }
    let rawType = unsafe p.read(\.type, as: UInt32.self)
    guard let type = ParameterType(rawValue: rawType) else {
      throw problem("parameter \(name) has an unknown type (\(rawType))")
    }
    let rawUnit = unsafe p.read(\.unit, as: UInt32.self)
    guard let unit = ParameterUnit(rawValue: rawUnit) else {
      throw problem("parameter \(name) has an unknown unit (\(rawUnit))", .documentation)
    }
    let rawDoc = unsafe p.read(\.doc, as: UnsafePointer<CChar>?.self)
    guard let doc = unsafe PluginText.strict(rawDoc, limit: DescriptionReader.textLimit),
      !doc.isEmpty
    else {
      throw problem("parameter \(name) has no doc, or a doc that is not UTF-8 text", .documentation)
    }
    let rawDefault = unsafe p.read(\.default_json, as: UnsafePointer<CChar>?.self)
    guard let json = unsafe PluginText.strict(rawDefault, limit: DescriptionReader.textLimit),
      !json.isEmpty
    else { throw problem("parameter \(name) has no default", .range) }

    let minimum = unsafe p.read(\.minimum, as: Double.self)
    let maximum = unsafe p.read(\.maximum, as: Double.self)
    guard minimum.isFinite, maximum.isFinite, minimum <= maximum else {
      throw problem("parameter \(name) has the range \(minimum)…\(maximum)", .range)
    }
    let isBounded = minimum != 0 || maximum != 0
    let choices = unsafe try self.choices(p, name: name, type: type)
    let parameter = unsafe ParameterDescription(
      name: name, doc: doc, type: type, unit: unit, defaultJSON: json,
      minimum: isBounded ? minimum : nil, maximum: isBounded ? maximum : nil, choices: choices,
      offset: Int(p.read(\.offset, as: UInt32.self)))
    if let reason = DefaultCheck.problem(with: parameter) {
      throw problem("parameter \(name) has the default \(json): \(reason)", .range)
    }
    return parameter
  }

  private func choices(
    _ p: VersionedStruct<animator_parameter>, name: String, type: ParameterType
  ) throws(DescriptionProblem) -> [String] {
    guard let raw = unsafe p.read(\.choices, as: UnsafePointer<CChar>?.self) else {
      if type == .choice {
        throw problem("parameter \(name) has the type choice, but no choices", .choices)
      }
      return []
    }
    guard type == .choice,
      let text = unsafe PluginText.strict(raw, limit: DescriptionReader.textLimit)
    else {
      throw problem(
        "parameter \(name) has choices that are not UTF-8 text, or a type other than choice",
        .choices)
    }
    let words = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard words.allSatisfy(Names.isField), Set(words).count == words.count else {
      throw problem(
        "parameter \(name) has choices that are not well formed or not unique: \(text)",
        .choices)
    }
    return words
  }

  private func problem(
    _ message: String, _ rule: DescriptionRule = .identity
  ) -> DescriptionProblem {
    DescriptionProblem(id: nil, message: message, rule: rule)
  }
}
