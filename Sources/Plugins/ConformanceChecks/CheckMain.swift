import PluginHosting
import PluginModel
import CProcess
import Conformance
import Glibc

/// Runs one check in a separate process: `pipeline-check NUMBER PATH bundled|other SEED [ANIMATOR]`. The
/// process writes its sandbox features and later the verdict to descriptor 3. The process waits until the
/// features are accepted before it reads the plugin.
package enum CheckMain {
  static let channel: Int32 = 3

  /// The shared memory for the progress of the check; nil if no parent reads it.
  static let memo = CheckProgress(descriptor: CheckProgress.descriptor)

  package static func run(_ words: [String]) -> Int32 {
    guard words.count == 4 || words.count == 5, let number = Int(words[0]),
      let seed = UInt64(words[3]),
      let check = checks[number]
    else { return 64 }
    let memo = memo
    let subject = PluginUnderTest(
      path: words[1], isBundled: words[2] == "bundled", seed: seed,
      only: words.count == 5 ? words[4] : nil)
    guard mayCheck(with: WorkerSandbox.enter(for: subject.path)) else { return 0 }
    let verdict: Verdict
    do {
      verdict = try check(subject)
    } catch let seen as CheckFailure {
      if let picture = seen.picture { memo?.leave(picture) }
      verdict = .failed(seen.text)
    } catch let refusal as PluginRefusal {
      verdict = .failed(refusal.reason)
    } catch {
      verdict = .failed("\(error)")
    }
    // _exit ends the process without running exit handlers of the plugin.
    _exit(tell("\(verdict.status.rawValue) \(verdict.reason)") ? 0 : 70)
  }

  private static func mayCheck(with locks: UInt32) -> Bool {
    guard tell("\(CheckProgress.locked)\(locks)") else { return false }
    var answer = [UInt8](repeating: 0, count: 1)
    var count = 0
    // Safety: the shim writes at most one byte.
    let problem = unsafe process_receive(channel, &answer, answer.count, &count, -1)
    return problem == 0 && count == 1
  }

  private static func tell(_ text: String) -> Bool {
    let line = Array(text.utf8.prefix(4000))
    // Safety: the shim copies the bytes before it returns.
    return unsafe process_send(channel, line, line.count, nil, 0, 1000) == 0
  }

  private static let checks: [Int: @Sendable (PluginUnderTest) throws -> Verdict] = [
    1: FileChecks.elf, 2: FileChecks.note, 3: FileChecks.exports, 4: FileChecks.undefined,
    5: FileChecks.segments, 6: FileChecks.imports,
    7: LoadChecks.loading, 8: LoadChecks.twice, 9: LoadChecks.traces, 10: LoadChecks.refusing,
    11: LoadChecks.shorter, 12: LoadChecks.longer, 13: LoadChecks.unknownExtension,
    14: DescriptorChecks.fine, 15: DescriptorChecks.fine, 16: FunctionChecks.signatures,
    17: DescriptorChecks.fine, 18: DescriptorChecks.fine, 19: DescriptorChecks.fine,
    20: DescriptorChecks.fine, 21: DescriptorChecks.schema, 22: DescriptorChecks.duration,
    23: DescriptorChecks.roles,
    24: ParameterChecks.defaults, 25: ParameterChecks.minima, 26: ParameterChecks.maxima,
    27: ParameterChecks.fuzz, 28: ParameterChecks.badValues, 29: ParameterChecks.untouched,
    30: ScreenChecks.begins, 31: ScreenChecks.ends, 32: LawChecks.continuity,
    33: LawChecks.twice, 34: LawChecks.anyOrder, 35: LawChecks.threads, 36: PixelChecks.tiles,
    37: LawChecks.fingerprint, 38: LawChecks.scale, 39: LawChecks.frameRate,
    40: LawChecks.declared,
    41: PixelChecks.sizes, 42: PixelChecks.strides, 43: PixelChecks.edges,
    44: PixelChecks.inputsStay, 45: PixelChecks.window, 46: PixelChecks.premultiplied,
    47: PixelChecks.transparency,
    48: LifeChecks.noMemory, 49: LifeChecks.leaks, 50: LifeChecks.errors,
    51: LifeChecks.stopping, 52: LifeChecks.brokenCurve,
    53: InputChecks.moving, 54: InputChecks.moments, 55: InputChecks.tables,
    56: InputChecks.finger,
  ]
}
