internal import PluginModel
internal import CAnimator
internal import Scenes

/// Encodes descriptions of plugins, which a worker sends to the host.
extension WireWriter {
  mutating func put(_ a: AnimatorDescription) {
    put(a.id)
    put(a.aliases) { $0.put($1) }
    put(a.title)
    put(a.version)
    put(a.doc)
    put(a.kind.rawValue)
    put(a.flags.rawValue)
    put(a.animates.rawValue)
    put(a.durationSeconds)
    put(a.easingJSON)
    put(a.parameters) { writer, p in
      writer.put(p.name)
      writer.put(p.doc)
      writer.put(p.type.rawValue)
      writer.put(p.unit.rawValue)
      writer.put(p.defaultJSON)
      writer.put(p.minimum)
      writer.put(p.maximum)
      writer.put(p.choices) { $0.put($1) }
      writer.put(p.offset)
    }
    put(a.roles) { writer, r in
      writer.put(r.name)
      writer.put(r.doc)
      writer.put(r.minimum)
      writer.put(r.maximum)
      writer.put(r.createJSON)
    }
    for flag in [a.hasLayout, a.hasPixels, a.hasPieces, a.hasDuration] { put(flag) }
    for text in [a.licence, a.author, a.url] { put(text) }
    for flag in [a.readsLiveInputs, a.hasTimes, a.hasTable, a.readsFinger] { put(flag) }
  }
}

extension WireWriter {
  mutating func put(_ contents: PluginContents) {
    put(contents.animators) { $0.put($1.description) }
    put(contents.functions) { $0.put($1.description) }
  }
}

extension PluginContents {
  /// Decodes descriptions; nil if one of them violates a rule. The sources receive the index of an animator
  /// or function in the plugin.
  init?(
    in bytes: [UInt8], plugin: String, isBundled: Bool,
    animator: (UInt32) -> any AnimatorSource, function: (UInt32) -> any FunctionSource
  ) {
    var reader = WireReader(bytes)
    do throws(WireReader.Broken) {
      let animatorCount = try reader.u32()
      guard animatorCount <= PluginScan.maximumAnimators else { return nil }
      for index in 0..<animatorCount {
        let description = try reader.description(plugin: plugin, isBundled: isBundled)
        animators.append(HostedAnimator(description, source: animator(index)))
      }
      let functionCount = try reader.u32()
      guard functionCount <= FunctionReader.maximumFunctions else { return nil }
      for index in 0..<functionCount {
        let description = try reader.function(plugin: plugin, isBundled: isBundled)
        functions.append(HostedFunction(description, source: function(index)))
      }
    } catch {
      return nil
    }
    guard reader.isAtEnd, !isEmpty, Set(names).count == names.count else { return nil }
  }
}

extension WireWriter {
  mutating func put(_ f: FunctionDescription) {
    put(f.id)
    put(f.doc)
    put(f.result.rawValue)
    put(f.arguments) { $0.put($1.rawValue) }
    put(f.isExclusive)
  }
}

extension WireReader {
  /// Decodes a function and checks all rules, because the sender is not trusted.
  mutating func function(
    plugin: String, isBundled: Bool
  ) throws(Broken) -> FunctionDescription {
    let (id, doc) = (try string(), try string())
    guard let result = ParameterType(rawValue: try u32()) else { throw Broken() }
    let arguments = try list(limit: Int(ANIMATOR_ARGUMENTS_MAX)) { reader throws(Broken) in
      guard let type = ParameterType(rawValue: try reader.u32()) else { throw Broken() }
      return type
    }
    let isExclusive = try bool()
    guard Names.problem(withID: id, isBundled: isBundled) == nil, !doc.isEmpty,
      FunctionDescription.resultTypes.contains(result), !arguments.isEmpty,
      arguments.allSatisfy(FunctionDescription.argumentTypes.contains)
    else { throw Broken() }
    return FunctionDescription(
      id: id, doc: doc, result: result, arguments: arguments, isExclusive: isExclusive,
      plugin: plugin, isBundled: isBundled)
  }

  /// Decodes a description and checks all rules, because the sender is not trusted.
  mutating func description(
    plugin: String, isBundled: Bool
  ) throws(Broken) -> AnimatorDescription {
    let (id, aliases) = (
      try string(),
      try list(limit: 32) { reader throws(Broken) in
        try reader.string()
      }
    )
    let (title, version, doc) = (try string(), try string(), try string())
    guard let kind = AnimatorDescription.Kind(rawValue: try string()) else { throw Broken() }
    let (flags, animates) = (try u64(), try u64())
    let (seconds, easing) = (try double(), try optionalString())
    let parameters = try list(limit: Int(DescriptionReader.maximumParameters)) {
      reader throws(Broken) in try reader.parameter()
    }
    let roles = try list(limit: Int(DescriptionReader.maximumRoles)) {
      reader throws(Broken) in try reader.role()
    }
    var result = AnimatorDescription(
      id: id, aliases: aliases, title: title, version: version, doc: doc, kind: kind,
      flags: .init(rawValue: flags), animates: LayerPropertySet(rawValue: animates),
      durationSeconds: seconds, easingJSON: easing, parameters: parameters, roles: roles,
      hasLayout: try bool(), hasPixels: try bool(), hasPieces: try bool(),
      hasDuration: try bool(), plugin: plugin, isBundled: isBundled)
    result.licence = try optionalString()
    result.author = try optionalString()
    result.url = try optionalString()
    result.readsLiveInputs = try bool()
    result.hasTimes = try bool()
    result.hasTable = try bool()
    result.readsFinger = try bool()
    guard DescriptionRules.hold(for: result) else { throw Broken() }
    return result
  }

  private mutating func parameter() throws(Broken) -> ParameterDescription {
    let (name, doc) = (try string(), try string())
    guard let type = ParameterType(rawValue: try u32()),
      let unit = ParameterUnit(rawValue: try u32())
    else { throw Broken() }
    return ParameterDescription(
      name: name, doc: doc, type: type, unit: unit, defaultJSON: try string(),
      minimum: try optionalDouble(), maximum: try optionalDouble(),
      choices: try list(limit: DescriptionReader.textLimit) { reader throws(Broken) in
        try reader.string()
      }, offset: try int())
  }

  private mutating func role() throws(Broken) -> RoleDescription {
    RoleDescription(
      name: try string(), doc: try string(), minimum: try int(), maximum: try int(),
      createJSON: try optionalString())
  }
}

/// The rules for all descriptions, whatever their source is. DescriptionReader reports which rule a plugin
/// violates, while these functions only report whether a rule is violated.
enum DescriptionRules {
  static func hold(for a: AnimatorDescription) -> Bool {
    ([a.id] + a.aliases).allSatisfy { Names.problem(withID: $0, isBundled: a.isBundled) == nil }
      && Set([a.id] + a.aliases).count == a.aliases.count + 1
      && ![a.title, a.version, a.doc, a.easingJSON ?? "none"].contains("")
      && ![a.licence, a.author, a.url].contains("")
      && a.durationSeconds > 0 && a.durationSeconds <= 86_400
      && a.animates.isSubset(of: .ofPlugins) && (a.hasLayout || a.hasPixels)
      && (a.hasPixels || !(a.hasTimes || a.hasTable))
      && (a.hasPixels || a.hasPieces || !a.readsLiveInputs)
      && a.parameters.allSatisfy(hold) && Set(a.parameters.map(\.name)).count == a.parameters.count
      && a.roles.allSatisfy(hold) && Set(a.roles.map(\.name)).count == a.roles.count
  }

  private static func hold(for p: ParameterDescription) -> Bool {
    Names.isField(p.name) && !p.doc.isEmpty && !p.defaultJSON.isEmpty
      && (p.minimum == nil) == (p.maximum == nil)
      && (p.minimum ?? 0).isFinite && (p.maximum ?? 0).isFinite
      && (p.minimum ?? 0) <= (p.maximum ?? 0)
      && (p.type == .choice) == !p.choices.isEmpty && p.choices.allSatisfy(Names.isField)
      && Set(p.choices).count == p.choices.count && DefaultCheck.problem(with: p) == nil
  }

  private static func hold(for r: RoleDescription) -> Bool {
    Names.isField(r.name) && !r.doc.isEmpty && r.minimum >= 0 && r.minimum <= r.maximum
      && (1...10_000).contains(r.maximum)
      && (r.createJSON.map { $0.first == "{" && $0.last == "}" } ?? true)
  }
}
