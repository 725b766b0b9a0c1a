import FuzzTargets
import Glibc

/// The entry point of libFuzzer; `FUZZ_TARGET` names the reader that gets the bytes.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Safety: libFuzzer's bytes exist during the call.
  target.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let target: FuzzTarget = {
  // Safety: the text of the environment is copied at once.
  let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    print("FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    exit(64)
  }
  return target
}()
