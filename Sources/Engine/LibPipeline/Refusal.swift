internal import CPipeline
internal import Files
internal import Glibc
internal import Pipeline
internal import PluginHosting
internal import CProcess
internal import Threading

/// The reason why a call of the C interface failed.
struct Refusal: Error {
  let status: pipeline_status
  let exitStatus: Int32
  let lines: [String]
  var problems: [DocumentProblem] = []
  var places: [String] = []

  init(_ status: Int32, exitStatus: ExitStatus, _ line: String) {
    self.status = status
    self.exitStatus = exitStatus.rawValue
    lines = [line]
  }

  static func usage(_ line: String) -> Refusal {
    Refusal(PIPELINE_USAGE, exitStatus: .usage, line)
  }
  static var handle: Refusal {
    Refusal(
      PIPELINE_HANDLE, exitStatus: .usage, "the handle was closed, or the number is not a handle")
  }
  static var busy: Refusal {
    Refusal(
      PIPELINE_BUSY, exitStatus: .usage,
      "a callback cannot use the composition that calls the callback")
  }
  static var forked: Refusal {
    Refusal(
      PIPELINE_FORKED, exitStatus: .usage,
      "the handle belongs to the parent process from which the calling process was forked")
  }
  static var cancelled: Refusal {
    Refusal(PIPELINE_CANCELLED, exitStatus: .interrupted, "cancelled")
  }

  init(_ error: PipelineError) {
    status =
      PIPELINE_USAGE + pipeline_status(PipelineError.Kind.allCases.firstIndex(of: error.kind)!)
    exitStatus = error.exitStatus.rawValue
    lines = error.lines
    problems = error.problems
    places = error.placesTried
  }
}

/// The pointer to which a call writes its report.
typealias ReportPlace = UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?

/// Performs one call of the C interface and reports its failure.
func call(_ place: ReportPlace, _ work: () throws(Refusal) -> Void) -> pipeline_status {
  guard host_guard_is_forked() else { return unsafe answer(place, work) }
  return withoutActuallyEscaping(work) { work in
    let job = unsafe Job(place: place, work: work)
    guard let thread = Threads.start({ job.run() }) else {
      unsafe place?.pointee = nil
      return PIPELINE_SHORTAGE
    }
    pthread_join(thread, nil)
    return job.status
  }
}

/// A call of the C interface that another thread performs while the caller waits.
@safe private final class Job: @unchecked Sendable {
  private let place: ReportPlace
  private let work: () throws(Refusal) -> Void
  private(set) var status: pipeline_status = PIPELINE_FAILED

  init(place: ReportPlace, work: @escaping () throws(Refusal) -> Void) {
    unsafe self.place = place
    self.work = work
  }

  func run() { status = unsafe answer(place, work) }
}

private func answer(
  _ place: ReportPlace, _ work: () throws(Refusal) -> Void
) -> pipeline_status {
  var guarded = host_guard()
  // Safety: the guard is a local variable that exists until the end of the call.
  unsafe host_guard_enter(&guarded)
  defer { unsafe host_guard_leave(&guarded) }
  unsafe place?.pointee = nil
  do throws(Refusal) {
    try work()
    return PIPELINE_OK
  } catch {
    unsafe place?.pointee = Report.make(
      status: error.status, exitStatus: error.exitStatus, lines: error.lines,
      problems: error.problems, places: error.places)
    return error.status
  }
}

/// Converts errors of the engine to errors of the C interface.
func refusing<Result>(_ work: () throws(PipelineError) -> Result) throws(Refusal) -> Result {
  do throws(PipelineError) { return try work() } catch { throw Refusal(error) }
}

/// Ends idle worker threads if no composition is open.
func restWhenIdle() {
  guard Handles.areIdle else { return }
  IdleWatch.rest()
  process_rest()
}
