/// The layout of a header as `Tests/Fixtures/abi/describe.c` prints it, and the rule for changes of the header.
struct AbiDescription {
  struct Layout: Equatable {
    var size: Int
    var alignment: Int
    /// The members as "name offset N size N", in their order.
    var members: [String]
  }
  var structs: [String: Layout] = [:]
  var constants: [String: String] = [:]

  /// The structs that begin with their size, or that are in tables with the size of an element.
  static let growing: Set<String> = [
    "animator_layer", "animator_context", "animator_parameter", "animator_role",
    "animator_descriptor", "animator_function", "animator_host",
    "pipeline_problem", "pipeline_report", "pipeline_engine_options", "pipeline_message",
    "pipeline_open_options", "pipeline_image", "pipeline_info", "pipeline_frame_info",
    "pipeline_render_options",
  ]

  init(_ text: String) {
    var name = ""
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words[0] {
      case "struct":
        name = words[1]
        structs[name] = Layout(size: Int(words[3])!, alignment: Int(words[5])!, members: [])
      case "constant": constants[words[1]] = words[2]
      default: structs[name]!.members.append(words.joined(separator: " "))
      }
    }
  }

  /// Returns the differences from `old` that are not additions at the end; empty if plugins that were built with the
  /// old header still work.
  ///
  /// A growing struct may get new members after its last member; structs and constants may be new. The minor version
  /// counts additions.
  func breaks(from old: AbiDescription) -> [String] {
    var breaks: [String] = []
    for (name, was) in old.structs.sorted(by: { $0.key < $1.key }) {
      guard let now = structs[name] else {
        breaks.append("\(name) is gone")
        continue
      }
      guard now != was else { continue }
      if !Self.growing.contains(name) {
        breaks.append("\(name) is frozen and has changed")
      } else if !now.members.starts(with: was.members) {
        breaks.append("\(name) has changed before its end")
      } else if now.members.count == was.members.count || now.size < was.size
        || now.alignment != was.alignment
      {
        breaks.append("\(name) has changed without a new member")
      }
    }
    for (name, value) in old.constants.sorted(by: { $0.key < $1.key })
    where constants[name] != value && !name.hasSuffix("_VERSION_MINOR") {
      breaks.append("\(name) was \(value)")
    }
    return breaks
  }
}
