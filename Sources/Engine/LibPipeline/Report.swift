internal import CPipeline
internal import Glibc
internal import Pipeline

/// Creates reports in the form of the C interface: one block of memory that contains everything to which its
/// pointers refer.
enum Report {
  static func make(
    status: pipeline_status, exitStatus: Int32, lines: [String], problems: [DocumentProblem] = [],
    places: [String] = []
  ) -> UnsafeMutablePointer<pipeline_report>? {
    var texts = Texts()
    let message = texts.add(lines.joined(separator: "\n"))
    let words = problems.map { problem in
      (
        file: texts.add(problem.file), pointer: texts.add(problem.pointer),
        message: texts.add(problem.message), suggestion: problem.suggestion.map { texts.add($0) },
        text: texts.add(problem.description)
      )
    }
    let tried = places.map { texts.add($0) }

    let head = unsafe MemoryLayout<pipeline_report>.stride
    let problemStride = unsafe MemoryLayout<pipeline_problem>.stride
    let problemsStart = head
    let placesStart = problemsStart + problems.count * problemStride
    let textsStart = unsafe placesStart + tried.count * MemoryLayout<UnsafePointer<CChar>?>.stride
    // Safety, to the end: the memory is large enough for all its parts, which follow one another.
    guard let memory = unsafe malloc(textsStart + texts.bytes.count) else { return nil }
    let start = unsafe (memory + textsStart).assumingMemoryBound(to: CChar.self)
    unsafe texts.bytes.withUnsafeBytes { bytes in
      unsafe (memory + textsStart).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
    }
    func text(_ offset: Int) -> UnsafePointer<CChar> { unsafe UnsafePointer(start + offset) }

    for (i, problem) in problems.enumerated() {
      let made = unsafe pipeline_problem(
        file: text(words[i].file), line: UInt32(clamping: problem.line),
        column: UInt32(clamping: problem.column), pointer: text(words[i].pointer),
        message: text(words[i].message), suggestion: words[i].suggestion.map { unsafe text($0) },
        text: text(words[i].text))
      unsafe (memory + problemsStart + i * problemStride).initializeMemory(
        as: pipeline_problem.self, to: made)
    }
    for (i, place) in tried.enumerated() {
      unsafe (memory + placesStart + i * MemoryLayout<UnsafePointer<CChar>?>.stride)
        .initializeMemory(as: UnsafePointer<CChar>?.self, to: text(place))
    }
    let report = unsafe pipeline_report(
      size: UInt32(head), status: status, exit_status: exitStatus,
      problem_size: UInt32(problemStride), message: text(message),
      problems: problems.isEmpty
        ? nil
        : UnsafePointer(
          (memory + problemsStart).assumingMemoryBound(to: pipeline_problem.self)),
      problem_count: UInt64(problems.count),
      places: tried.isEmpty
        ? nil
        : UnsafePointer(
          (memory + placesStart).assumingMemoryBound(to: UnsafePointer<CChar>?.self)),
      place_count: UInt64(tried.count))
    return unsafe memory.initializeMemory(as: pipeline_report.self, to: report)
  }

  /// Consecutive zero-terminated texts; a text that contains a zero byte ends there.
  private struct Texts {
    private(set) var bytes: [UInt8] = []

    /// Appends a text to the report, and returns the offset of its first byte.
    mutating func add(_ text: String) -> Int {
      defer { bytes.append(0) }
      let start = bytes.count
      bytes.append(contentsOf: text.utf8)
      return start
    }
  }
}
