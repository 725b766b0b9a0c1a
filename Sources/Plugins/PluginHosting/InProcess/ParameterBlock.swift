internal import PluginModel
internal import CAnimator
internal import Glibc
internal import Scenes

/// The author's parameter struct, which is filled once; its strings and curves exist as long as the struct.
/// The pages become read-only after the struct is filled, so that a plugin that writes to its parameters
/// crashes immediately instead of changing a later frame.
@safe final class ParameterBlock: @unchecked Sendable {
  // Safety: the pages come from mmap, and only init writes to them.
  let base: UnsafeRawPointer
  private let pages: UnsafeMutableRawPointer
  private let pageBytes: Int
  private let strings: [UnsafeMutablePointer<CChar>]
  private let curves: [CurveBox]

  /// Creates the struct; `values` have been checked against `parameters`, and `parameters` against the layout
  /// oracle. The initialiser returns nil if there is too little memory.
  init?(
    parameters: [ParameterDescription], values: [ParameterValue], byteCount: Int, isProtected: Bool
  ) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    pageBytes = (max(byteCount, 64) + page - 1) / page * page
    let mapped = unsafe mmap(
      nil, pageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { return nil }
    var isWhole = true
    unsafe pages = mapped
    unsafe base = UnsafeRawPointer(mapped)
    var strings: [UnsafeMutablePointer<CChar>] = unsafe []
    var curves: [CurveBox] = []
    for (parameter, value) in zip(parameters, values) {
      let isStored = unsafe CallValue.store(
        value, at: mapped + parameter.offset, &strings, &curves)
      if !isStored { isWhole = false }
    }
    unsafe self.strings = strings
    self.curves = curves
    guard isWhole else { return nil }
    if isProtected { unsafe mprotect(mapped, pageBytes, PROT_READ) }
  }

  deinit {
    for i in unsafe strings.indices { unsafe free(strings[i]) }
    unsafe munmap(pages, pageBytes)
  }
}

/// A curve that a plugin can call; the parameter block that contains the curve retains it.
final class CurveBox: Sendable {
  private let function: @Sendable (Double) -> Double

  init(_ function: @escaping @Sendable (Double) -> Double) { self.function = function }

  /// The curve as a struct of the header: a function, and the pointer `self` that the function receives.
  var curve: animator_curve {
    unsafe animator_curve(
      at: { box, x in
        // Safety: `box` is the pointer created below, which is valid as long as its ParameterBlock.
        guard let box = unsafe box else { return x }
        let answer = unsafe Unmanaged<CurveBox>.fromOpaque(box).takeUnretainedValue().function(x)
        // The header guarantees that the results of a curve are finite.
        return answer.isFinite ? answer : x.isFinite ? x : 0
      },
      self: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()))
  }
}
