public import CAnimator

/// A type that a field of a parameter struct may have. The size of the type must equal its stride, so that
/// Swift lays out the struct as C does.
public protocol ParameterField {
  /// The type of the parameter's field as an ANIMATOR_TYPE_… constant.
  static var parameterType: UInt32 { get }
  /// The words of a choice; nil for all other types.
  static var parameterChoices: [String]? { get }
}

extension ParameterField {
  public static var parameterChoices: [String]? { nil }
}

extension Bool: ParameterField {
  public static var parameterType: UInt32 { ANIMATOR_TYPE_BOOL }
}
extension Int32: ParameterField {
  public static var parameterType: UInt32 { ANIMATOR_TYPE_INT32 }
}
extension Double: ParameterField {
  public static var parameterType: UInt32 { ANIMATOR_TYPE_DOUBLE }
}
extension animator_point: ParameterField {
  public static var parameterType: UInt32 { ANIMATOR_TYPE_POINT }
}
extension animator_size: ParameterField {
  public static var parameterType: UInt32 { ANIMATOR_TYPE_SIZE }
}
extension animator_rect: ParameterField {
  public static var parameterType: UInt32 { ANIMATOR_TYPE_RECT }
}
extension animator_color: ParameterField {
  public static var parameterType: UInt32 { ANIMATOR_TYPE_COLOR }
}
extension animator_curve: @unsafe ParameterField {
  public static var parameterType: UInt32 { ANIMATOR_TYPE_CURVE }
}

/// A string from the document, which the host owns until the call returns.
@safe public struct Text: ParameterField {
  // Safety: the pointer refers to a zero-terminated string of the host.
  private let pointer: UnsafePointer<CChar>
  public static var parameterType: UInt32 { ANIMATOR_TYPE_STRING }
  public var string: String { unsafe String(cString: pointer) }
}

/// A case of a string enumeration, which is stored as its index.
public struct Choice<Value: CaseIterable & RawRepresentable<String>>: ParameterField {
  private let index: Int32
  public static var parameterType: UInt32 { ANIMATOR_TYPE_CHOICE }
  public static var parameterChoices: [String]? { Value.allCases.map(\.rawValue) }
  public var value: Value { Array(Value.allCases)[Int(index)] }
}

/// The unit of the numbers in a parameter's value.
public enum Unit: UInt32, Sendable {
  case none = 0
  case points, degrees, seconds, fraction
}

/// A row of the parameter table, which describes a field of the author's struct.
///
/// The type is derived from the field, so it is always correct: `Parameter("radius", \.radius, .points, in:
/// 0...4096, default: "0", doc: "Radius of the hole.")`
public struct Parameter<Parameters> {
  let name: String
  let doc: String
  let defaultJSON: String
  let choices: [String]?
  let range: ClosedRange<Double>?
  let type: UInt32
  let unit: Unit
  let offset: Int
  let fieldBytes: Int

  /// `default` is JSON in the notation of documents, so it may be an expression. `range` applies to every
  /// number of a parameter's value.
  public init<Field: ParameterField>(
    _ name: String, _ field: KeyPath<Parameters, Field>, _ unit: Unit = .none,
    in range: ClosedRange<Double>? = nil, default defaultJSON: String, doc: String
  ) {
    guard let offset = MemoryLayout<Parameters>.offset(of: field) else {
      fatalError("\(name): only a stored property of the struct can be a parameter")
    }
    precondition(MemoryLayout<Field>.size == MemoryLayout<Field>.stride)
    if let word = Field.parameterChoices?.first(where: { $0.isEmpty || $0.contains("|") }) {
      fatalError(
        "\(name): \"\(word)\" cannot be a choice: '|' separates choices, "
          + "and a choice is never empty")
    }
    self.name = name
    self.doc = doc
    self.defaultJSON = defaultJSON
    self.range = range
    self.unit = unit
    self.offset = offset
    choices = Field.parameterChoices
    type = Field.parameterType
    fieldBytes = MemoryLayout<Field>.size
  }
}
