internal import PluginModel
internal import CHosting

/// Compares the layout of the author's struct with the layout that libffi computes for the declared fields.
/// If an entry of the table is wrong, the struct is packed, or a field is not declared, the host could write
/// outside the author's fields.
enum LayoutOracle {
  struct Field {
    let name: String
    let type: ParameterType
    let offset: Int
    let size: Int
  }

  /// The first difference with the name of the field; nil if both layouts are equal.
  static func problem(fields: [Field], size: Int, alignment: Int) -> String? {
    let ordered = fields.sorted { $0.offset < $1.offset }
    let types = ordered.map(\.type.rawValue)
    var offsets = [Int](repeating: 0, count: ordered.count)
    var trueSize = 0
    var trueAlignment = 0
    // Safety: the C function reads `count` types and writes `count` offsets.
    guard unsafe hosting_struct_layout(types, types.count, &offsets, &trueSize, &trueAlignment) == 0
    else {
      return "has a struct of parameters whose layout differs from the layout of a C compiler"
    }
    for (field, offset) in zip(ordered, offsets) {
      let size = hosting_type_size(field.type.rawValue)
      if field.size != size {
        return "parameter \(field.name) is a \(field.type.name) of \(size) bytes,"
          + " but its field has \(field.size)"
      }
      if field.offset != offset {
        return
          "parameter \(field.name) is at byte \(field.offset) of its struct, but C places it at "
          + "\(offset): the struct is packed, or a field before it is not declared"
      }
    }
    let last = ordered.last?.name ?? ""
    if alignment != trueAlignment {
      return "the struct of parameter \(last) is aligned to \(alignment) bytes, but C aligns it to"
        + " \(trueAlignment): is it packed?"
    }
    if size != trueSize {
      return "the struct ends \(size) bytes from its start where C ends it at \(trueSize), after"
        + " parameter \(last): a field is not declared, or the struct is packed"
    }
    return nil
  }
}
