/// Generates the Rust bindings of animator.h, with the sizes and offsets of the ABI's description as assertions for the
/// compiler.
///
/// The header provides names, types and comments; the description, animator_v1.txt, provides the numbers of a C
/// compiler. A declaration that only one of them has is an error.
struct RustBindings {
  /// A line of the description: a struct, a member or a constant.
  private struct Layout {
    var size = 0
    var alignment = 0
    var members: [(name: String, offset: Int, size: Int)] = []
  }
  private var layouts: [String: Layout] = [:]
  private var constants: [String: String] = [:]
  private(set) var text = """
    // The bindings of animator.h, made from it and from the description of its layout. The comments
    // are the header's; a pointer may be null only where it says so.
    //
    // Include this file at the root of a crate, which needs only the standard library:
    //
    //     #[allow(dead_code, non_camel_case_types, unused_macros)]
    //     #[macro_use]
    //     mod animator {
    //         include!(env!("ANIMATOR_RS"));
    //     }

    use std::os::raw::{c_char, c_void};

    // Declarations of parameters and plugins, as the macros at the end of animator.h for C.
    include!("declare.rs");


    """
  private var endsWithConstant = false

  init(header: String, description: String) throws {
    try read(description)
    for item in try HeaderReader(header).items {
      if case .constant = item {
      } else if endsWithConstant {
        text += "\n"
        endsWithConstant = false
      }
      switch item {
      case .heading(let title): text += "// ---- \(title)\n\n"
      case .constant(let name, let value, let doc):
        guard let known = constants.removeValue(forKey: name) else { continue }
        let type = value.hasSuffix("ull") ? "u64" : value.hasSuffix("u") ? "u32" : "i32"
        text += Self.comment(doc, indent: "")
        text += "pub const \(name): \(type) = \(known);\n"
        endsWithConstant = true
      case .structure(let name, let members, let doc):
        try add(name, members, doc)
      }
    }
    guard layouts.isEmpty, constants.isEmpty else {
      throw HeaderReader.Failure(
        message: "the header lacks \(Array(layouts.keys) + Array(constants.keys))")
    }
  }

  private mutating func read(_ description: String) throws {
    var name = ""
    for line in description.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words[0] {
      case "struct":
        name = words[1]
        layouts[name] = Layout(size: Int(words[3])!, alignment: Int(words[5])!)
      case "constant": constants[words[1]] = words[2]
      default: layouts[name]!.members.append((words[0], Int(words[2])!, Int(words[4])!))
      }
    }
  }

  private mutating func add(
    _ name: String, _ members: [HeaderReader.Member], _ doc: String
  ) throws {
    guard let layout = layouts.removeValue(forKey: name),
      layout.members.map(\.name) == members.map(\.name)
    else { throw HeaderReader.Failure(message: "the description has another \(name)") }
    text += Self.comment(doc, indent: "")
    text += "#[repr(C)]\n#[derive(Clone, Copy)]\npub struct \(name) {\n"
    for member in members {
      text += Self.comment(member.doc, indent: "    ")
      text += "    pub \(Self.name(member.name)): \(Self.rust(member.type)),\n"
    }
    text += "}\nanimator_layout!(\(name), \(layout.size), \(layout.alignment), {\n"
    for member in layout.members {
      text += "    \(Self.name(member.name)): \(member.offset), \(member.size);\n"
    }
    text += "});\n\n"
  }

  /// Returns a type in Rust's notation. A function may always be absent, which needs no additional space.
  private static func rust(_ type: HeaderReader.CType) -> String {
    switch type {
    case .named(let name): plain[name] ?? name
    case .pointer(let target, let isConst): "\(isConst ? "*const" : "*mut") \(rust(target))"
    case .array(let element, let count):
      "[\(rust(element)); \(Int(count) == nil ? "\(count) as usize" : count)]"
    case .function(let result, let parameters):
      {
        let list = parameters.map { "\(name($0.name)): \(rust($0.type))" }
        var signature = list.joined(separator: ", ")
        if signature.count > 60 {
          signature = "\n        " + list.joined(separator: ",\n        ") + ",\n    "
        }
        let returned = rust(result)
        return "Option<unsafe extern \"C\" fn(\(signature))"
          + (returned == "c_void" ? "" : " -> \(returned)") + ">"
      }()
    }
  }

  private static let plain = [
    "double": "f64", "float": "f32", "bool": "bool", "char": "c_char", "void": "c_void",
    "uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64", "int32_t": "i32",
    "int64_t": "i64", "size_t": "usize",
  ]

  /// Returns a name that is not a keyword of Rust.
  private static func name(_ name: String) -> String {
    ["self": "this", "in": "input", "type": "r#type"][name] ?? name
  }

  /// Breaks a comment into lines of at most 100 columns.
  private static func comment(_ text: String, indent: String) -> String {
    guard !text.isEmpty else { return "" }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if word == "\n" {
        lines += [line, ""]
        line = ""
        continue
      }
      if !line.isEmpty, line.count + word.count + indent.count + 5 > 100 {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? "\(word)" : " \(word)"
    }
    return (lines + [line]).map { "\(indent)///\($0.isEmpty ? "" : " ")\($0)\n" }.joined()
  }
}
