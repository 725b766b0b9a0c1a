internal import PluginModel
internal import CAnimator
internal import Files
internal import Scenes

/// A problem of a descriptor, as one line without the path of the plugin.
struct DescriptionProblem: Error {
  let id: String?
  let message: String
  var rule = DescriptionRule.identity
}

/// Copies the descriptor of a plugin out of its memory, and checks every member.
@safe struct DescriptionReader {
  static let textLimit = 64 * 1024
  static let nameLimit = 128
  static let maximumParameters: UInt32 = 256
  static let maximumRoles: UInt32 = 64
  /// The size of the smallest valid descriptor, which ends after the member `layout`.
  static let leastBytes =
    unsafe MemoryLayout<animator_descriptor>.offset(of: \.layout)!
    + MemoryLayout<UnsafeRawPointer>.size

  let plugin: String
  let isBundled: Bool
  /// The lock for calls into the plugin.
  let lock: CallLock

  func read(_ address: UnsafeRawPointer?) throws(DescriptionProblem) -> HostedAnimator {
    guard let address = unsafe address else {
      throw DescriptionProblem(id: nil, message: "adds an animator without a descriptor")
    }
    guard UInt(bitPattern: address) % 8 == 0 else {
      throw DescriptionProblem(id: nil, message: "adds a descriptor that is not aligned")
    }
    let size = unsafe address.loadUnaligned(as: UInt32.self)
    guard size >= Self.leastBytes else {
      throw DescriptionProblem(
        id: nil,
        message: "adds an animator whose descriptor says size \(size): "
          + "set .size = sizeof(animator_descriptor)")
    }
    let d = unsafe VersionedStruct<animator_descriptor>(sized: address)
    let id = unsafe try identifier(d)
    do throws(DescriptionProblem) {
      return unsafe try read(d, id: id)
    } catch {
      throw DescriptionProblem(
        id: id, message: "animator \(id): \(error.message)", rule: error.rule)
    }
  }

  private func identifier(
    _ d: VersionedStruct<animator_descriptor>
  ) throws(DescriptionProblem) -> String {
    let raw = unsafe d.read(\.id, as: UnsafePointer<CChar>?.self)
    guard let id = unsafe PluginText.strict(raw, limit: Self.nameLimit), !id.isEmpty else {
      throw DescriptionProblem(id: nil, message: "adds an animator without an id")
    }
    if let problem = Names.problem(withID: id, isBundled: isBundled) {
      throw DescriptionProblem(
        id: nil,
        message: "adds an animator whose id \"\(EscapedText.line(id))\" \(problem)"
      )
    }
    return id
  }

  private func read(
    _ d: VersionedStruct<animator_descriptor>, id: String
  ) throws(DescriptionProblem) -> HostedAnimator {
    let code = unsafe code(d)
    guard code.hasLayout || code.hasPixels else {
      throw problem("has neither layout nor pixels")
    }
    let kind: AnimatorDescription.Kind =
      switch unsafe d.read(\.kind, as: UInt32.self) {
      case 1: .transition
      case 2: .effect
      case 3: .filter
      case 4: .generator
      case let other: throw problem("has an unknown kind (\(other))")
      }
    let seconds = unsafe d.read(\.duration_seconds, as: Double.self)
    guard seconds.isFinite, seconds > 0, seconds <= 86_400 else {
      throw problem(
        "has a duration_seconds of \(seconds): expected more than 0, at most 86400", .duration)
    }
    let animates = unsafe LayerPropertySet(rawValue: d.read(\.animates, as: UInt64.self))
    guard animates.isSubset(of: .ofPlugins) else {
      throw problem("animates properties that the host does not support")
    }
    if code.hasLayout && animates.isEmpty && !code.hasPieces {
      throw problem("has layout but declares no properties in animates")
    }
    let parameters = unsafe try ParameterReader(d, code: code).read()
    var description = unsafe AnimatorDescription(
      id: id, aliases: try aliases(d, of: id),
      title: try text(d, \.title, "title"), version: try text(d, \.version, "version"),
      doc: try text(d, \.doc, "doc"), kind: kind,
      flags: .init(rawValue: d.read(\.flags, as: UInt64.self)),
      animates: animates, durationSeconds: seconds,
      easingJSON: try optionalText(d, \.easing_json, "easing_json"),
      parameters: parameters, roles: try RoleReader(d).read(), hasLayout: code.hasLayout,
      hasPixels: code.hasPixels, hasPieces: code.hasPieces, hasDuration: code.hasDuration,
      plugin: plugin, isBundled: isBundled)
    unsafe description.licence = try optionalText(d, \.licence, "licence")
    unsafe description.author = try optionalText(d, \.author, "author")
    unsafe description.url = try optionalText(d, \.url, "url")
    if unsafe d.reaches(\.url, bytes: 8) { try readOffers(code, &description) }
    return HostedAnimator(description, source: code)
  }

  private func code(_ d: VersionedStruct<animator_descriptor>) -> AnimatorCode {
    // Safety: the address is one of the plugin's function pointers, whose type the header defines.
    func function<F>(_ address: UnsafeRawPointer?, _ type: F.Type) -> F? {
      unsafe address.map { unsafe unsafeBitCast($0, to: F.self) }
    }
    return unsafe AnimatorCode(
      parametersBytes: Int(clamping: d.read(\.parameters_bytes, as: UInt64.self)),
      parametersAlignment: Int(clamping: d.read(\.parameters_alignment, as: UInt64.self)),
      selfPointer: d.read(\.`self`, as: UnsafeMutableRawPointer?.self),
      duration: function(
        d.read(\.duration, as: UnsafeRawPointer?.self), AnimatorCode.Duration.self),
      pieces: function(d.read(\.pieces, as: UnsafeRawPointer?.self), AnimatorCode.Pieces.self),
      layout: function(d.read(\.layout, as: UnsafeRawPointer?.self), AnimatorCode.Layout.self),
      regions: function(d.read(\.regions, as: UnsafeRawPointer?.self), AnimatorCode.Regions.self),
      pixels: function(d.read(\.pixels, as: UnsafeRawPointer?.self), AnimatorCode.Pixels.self),
      find: function(
        d.read(\.extension, as: UnsafeRawPointer?.self), AnimatorCode.Extension.self),
      lock: lock)
  }

  /// Reads the optional features of the animator through its function `extension`. Only plugins that were
  /// built with header version 1.2 or later are asked, because earlier plugins do not know the names of the
  /// features.
  private func readOffers(
    _ code: AnimatorCode, _ description: inout AnimatorDescription
  ) throws(DescriptionProblem) {
    guard let find = unsafe code.find else { return }
    // Safety: the plugin reads the name during the call, and the result starts with its size.
    func offer<Table>(
      _ name: String, _ table: Table.Type
    ) throws(DescriptionProblem) -> UnsafeRawPointer? {
      let least = MemoryLayout<Table>.size
      var found: UnsafeRawPointer?
      CallLock.call { unsafe found = unsafe name.withCString { unsafe find($0) } }
      guard let found = unsafe found else { return nil }
      guard UInt(bitPattern: found) % UInt(MemoryLayout<Table>.alignment) == 0,
        unsafe found.loadUnaligned(as: UInt32.self) >= UInt32(least)
      else {
        throw problem(
          "answers \(name) with a struct that is not aligned, or whose size is less than \(least)")
      }
      return unsafe found
    }
    description.readsFinger =
      unsafe try offer(ANIMATOR_FINGER, animator_finger_input.self) != nil
    guard code.hasPixels || code.hasPieces else { return }
    description.readsLiveInputs =
      unsafe try offer(ANIMATOR_LIVE_INPUTS, animator_live_inputs.self) != nil
    guard code.hasPixels else { return }
    if let found = unsafe try offer(ANIMATOR_TIMES, animator_times.self) {
      let table = unsafe VersionedStruct<animator_times>(sized: found)
      unsafe code.moments = function(table.read(\.moments, as: UnsafeRawPointer?.self))
      description.hasTimes = unsafe code.moments != nil
      guard description.hasTimes else { throw problem("answers \(ANIMATOR_TIMES) without moments") }
    }
    if let found = unsafe try offer(ANIMATOR_PREPARE, animator_prepare.self) {
      let table = unsafe VersionedStruct<animator_prepare>(sized: found)
      unsafe code.tableBytes = function(table.read(\.bytes, as: UnsafeRawPointer?.self))
      unsafe code.prepare = function(table.read(\.prepare, as: UnsafeRawPointer?.self))
      description.hasTable = unsafe code.tableBytes != nil && code.prepare != nil
      guard description.hasTable else {
        throw problem("answers \(ANIMATOR_PREPARE) without bytes or prepare")
      }
    }
  }

  // Safety: the address is one of the plugin's function pointers, whose type the header defines.
  private func function<F>(_ address: UnsafeRawPointer?) -> F? {
    unsafe address.map { unsafe unsafeBitCast($0, to: F.self) }
  }

  private func aliases(
    _ d: VersionedStruct<animator_descriptor>, of id: String
  ) throws(DescriptionProblem) -> [String] {
    guard var next = unsafe d.read(\.aliases, as: UnsafeRawPointer?.self) else { return [] }
    var aliases: [String] = []
    // Safety: the list ends with a null pointer, and at most 32 entries are read.
    while let raw = unsafe next.loadUnaligned(as: UnsafePointer<CChar>?.self) {
      guard aliases.count < 32, let alias = unsafe PluginText.strict(raw, limit: Self.nameLimit)
      else {
        throw problem("has too many aliases, or an alias that is not UTF-8 text", .aliases)
      }
      if let reason = Names.problem(withID: alias, isBundled: isBundled) {
        throw problem("has an alias \"\(EscapedText.line(alias))\" that \(reason)", .aliases)
      }
      guard alias != id, !aliases.contains(alias) else {
        throw problem("has the alias \"\(EscapedText.line(alias))\" twice", .aliases)
      }
      aliases.append(alias)
      unsafe next += MemoryLayout<UnsafeRawPointer>.size
    }
    return aliases
  }

  @inline(__always)
  private func text(
    _ d: VersionedStruct<animator_descriptor>,
    _ member: KeyPath<animator_descriptor, UnsafePointer<CChar>>, _ name: String
  ) throws(DescriptionProblem) -> String {
    let raw = unsafe d.read(member, as: UnsafePointer<CChar>?.self)
    guard let text = unsafe PluginText.strict(raw, limit: Self.textLimit), !text.isEmpty else {
      throw problem("has no \(name), or a \(name) that is not UTF-8 text")
    }
    return text
  }

  @inline(__always)
  private func optionalText(
    _ d: VersionedStruct<animator_descriptor>,
    _ member: KeyPath<animator_descriptor, UnsafePointer<CChar>?>, _ name: String
  ) throws(DescriptionProblem) -> String? {
    guard let raw = unsafe d.read(member, as: UnsafePointer<CChar>?.self) else { return nil }
    guard let text = unsafe PluginText.strict(raw, limit: Self.textLimit), !text.isEmpty else {
      throw problem("has an \(name) that is empty or not UTF-8 text")
    }
    return text
  }

  private func problem(
    _ message: String, _ rule: DescriptionRule = .identity
  ) -> DescriptionProblem {
    DescriptionProblem(id: nil, message: message, rule: rule)
  }
}

extension AnimatorCode {
  var hasLayout: Bool { unsafe layout != nil }
  var hasPixels: Bool { unsafe pixels != nil }
  var hasPieces: Bool { unsafe pieces != nil }
  var hasDuration: Bool { unsafe duration != nil }
}
