import Foundation
import Testing

/// A program that was run as a person would, with what the kernel counted of it and its helpers.
package struct MeasuredRun {
  /// The exit status, or minus the signal that ended it.
  package let status: Int
  package let errors: String
  package let processorSeconds: Double
  /// The most memory that one of its processes had.
  package let byteCount: Int

  /// Runs `pipeline`; after so many seconds of a processor the kernel ends it.
  package init(
    _ arguments: [String], in folder: Folder, processorLimit: Int = 0
  ) throws {
    let script = """
      import os, resource, sys
      limit, child = int(sys.argv[1]), os.fork()
      if child == 0:
        if limit: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        os.execv(sys.argv[2], sys.argv[2:])
      _, status, use = os.wait4(child, 0)
      print(os.waitstatus_to_exitcode(status), use.ru_utime + use.ru_stime,
            use.ru_maxrss * 1024)
      """
    let program = Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    let ran = try Program.run(
      URL(filePath: "/usr/bin/python3"), ["-c", script, "\(processorLimit)", program] + arguments,
      in: folder.url)
    let words = ran.output.split(separator: "\n").last?.split(separator: " ") ?? []
    try #require(words.count == 3, "\(ran.summary)")
    status = try #require(Int(words[0]))
    errors = ran.errors
    processorSeconds = try #require(Double(words[1]))
    byteCount = try #require(Int(words[2]))
  }
}
