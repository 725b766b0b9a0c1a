internal import Documents
package import Encoding
package import Files
import JSON
package import Planning
package import Reporting

/// Checks before the first frame that no output replaces an input, and that all output files are different.
package enum OutputGuard {
  /// Checks output files from the command line; `inputs` are the files that the command reads.
  package static func check(
    _ outputs: [String?], reading inputs: [String?] = [], in context: EngineContext
  ) throws(EngineError) {
    for input in inputs { if let input { context.inputs.add(path: input) } }
    var written = WrittenFiles(context.inputs)
    for output in outputs {
      guard let output else { continue }
      do { try written.add(output) } catch { throw .usage(error.description) }
      context.outputs.note(Folder.of(output))
    }
  }

  /// Checks the output files of a command whose document cannot be parsed; any existing file that a string in
  /// its text names may be an input.
  package static func check(
    _ outputs: [String?], aboutBroken document: String, in context: EngineContext
  ) throws(EngineError) {
    let folder = FilePath.folder(of: document)
    let bytes = (try? RegularFile(document).read(limitBytes: 64 << 20)) ?? []
    for part in Set(bytes.split(separator: UInt8(ascii: "\""))) where part.count <= 4_096 {
      let path = String(decoding: part, as: UTF8.self).replacing("\\/", with: "/")
      let full = path.hasPrefix("/") ? path : "\(folder)/\(path)"
      guard !part.contains(0), FileVersion(path: full) != nil else { continue }
      context.inputs.add(path: full)
    }
    try check(outputs, in: context)
  }

  /// Checks all files that a run writes: its outputs with their records, and `others` from the command line.
  package static func check(
    _ jobs: [OutputRequest], of planned: PlannedDocument, frames: FrameSelection,
    others: [String?] = [], in context: EngineContext
  ) throws(EngineError) {
    var written = WrittenFiles(context.inputs)
    for job in jobs {
      let output = try job.output(of: planned, frames: frames)
      do throws(WrittenFiles.Clash) {
        let isSequence = output.format.sequence != nil
        try written.add(output.path, output.format, frames: isSequence ? output.frames : 0...0)
        if case .shard = frames, !isSequence {
          try written.add(SegmentRecord.path(for: output.path))
        }
      } catch {
        guard let origin = job.origin else { throw .usage(error.description) }
        throw EngineError(
          Problem(file: planned.document.file, origin: origin, message: error.description))
      }
    }
    for other in others {
      guard let other else { continue }
      do { try written.add(other) } catch { throw .usage(error.description) }
      context.outputs.note(Folder.of(other))
    }
  }
}
