import Foundation
import Testing

/// A run of the program as a user starts it, with the kernel's measurements of the program and its helpers.
package struct MeasuredRun {
  /// The exit status, or the negative number of the signal that ended the program.
  package let status: Int
  package let errors: String
  package let processorSeconds: Double
  /// The maximum memory of one of its processes.
  package let byteCount: Int

  /// Runs `pipeline`; the kernel ends it after a number of processor seconds.
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
