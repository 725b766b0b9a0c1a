import JSON
internal import PluginHosting
internal import Documents
internal import Encoding

/// The work of a job, and its division into tasks.
package struct JobWork {
  /// The document inside the bundle.
  package let document: String
  package let name: String
  /// The number of frames, or of rows.
  package let total: Int
  /// The number of frames or rows in a chunk; the last chunk may have fewer.
  package let chunk: Int
  /// The pattern of the numbered PNGs, or of the parts of a video by their first frame; nil if rows are
  /// rendered.
  package let frames: String?
  /// Whether the tasks render parts of a video, which are joined without encoding them again.
  package var isInParts = false
  /// The table inside the bundle whose rows are rendered; nil if the job renders frames.
  package let data: String?
  /// The outputs made from the frames, or the names of the files made from the rows.
  package let outputs: [String]
  /// The arguments of every command of the job that determine how the document is read.
  package let options: [String]
  /// The arguments for encoding the outputs.
  package let encoding: [String]
  /// The number of threads of a task; nil means the number of processors of its machine.
  package let threads: Int?
  /// The number of times that a task is retried if it may succeed.
  package var retries = 1
  /// The arguments for each call of Slurm's sbatch.
  package var schedulerOptions: [String] = []

  package init(
    document: String, name: String, total: Int, chunk: Int, frames: String?, data: String?,
    outputs: [String], options: [String], encoding: [String], threads: Int?
  ) {
    self.document = document
    self.name = name
    self.total = total
    self.chunk = chunk
    self.frames = frames
    self.data = data
    self.outputs = outputs
    self.options = options
    self.encoding = encoding
    self.threads = threads
  }

  /// Frames count from 0, rows from 1.
  package var first: Int { data == nil ? 0 : 1 }
  package var last: Int { first + total - 1 }

  package var chunkCount: Int { (total + chunk - 1) / chunk }

  /// The format is Open Job Description 2023-09 with the extension TASK_CHUNKING.
  /// https://github.com/OpenJobDescription/openjd-specifications
  package var template: String {
    func script(_ name: String, _ arguments: [String]) -> String {
      let words = (["{{Param.Bundle}}/\(name)"] + arguments).map(JSONWriter.string)
        .joined(separator: ", ")
      return """
        "script": {
                "actions": {
                  "onRun": {
                    "command": "sh",
                    "args": [\(words)],
                    "cancelation": { "mode": "NOTIFY_THEN_TERMINATE", "notifyPeriodInSeconds": 30 }
                  }
                }
              }
        """
    }
    let what = data == nil ? "frames" : "rows"
    // Jobs of rows have no joining step, because no output combines several rows.
    let join =
      data != nil
      ? ""
      : """
      ,
          {
            "name": "Join",
            "dependencies": [{ "dependsOn": "Render" }],
            \(script("join", ["openjd"]))
          }
      """
    // A word of the field in a name would be replaced.
    let shown = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || " .-_".contains($0)) }
    return """
      {
        "specificationVersion": "jobtemplate-2023-09",
        "extensions": ["TASK_CHUNKING"],
        "name": \(JSONWriter.string("pipeline \(shown.prefix(60))")),
        "parameterDefinitions": [
          {
            "name": "Bundle", "type": "PATH", "objectType": "DIRECTORY", "dataFlow": "INOUT",
            "default": ".", "description": "The folder that contains the job's template."
          },
          {
            "name": "Frames", "type": "STRING", "default": "\(first)-\(last)",
            "description": "The \(what) to render."
          },
          {
            "name": "Chunk", "type": "INT", "default": \(chunk), "minValue": 1,
            "description": "The number of \(what) that one task renders."
          }
        ],
        "steps": [
          {
            "name": "Render",
            "parameterSpace": {
              "taskParameterDefinitions": [
                {
                  "name": "Frame", "type": "CHUNK[INT]", "range": "{{Param.Frames}}",
                  "chunks": { "defaultTaskCount": "{{Param.Chunk}}", "rangeConstraint": "CONTIGUOUS" }
                }
              ]
            },
            \(script("render", ["{{Task.Param.Frame}}", "openjd"]))
          }\(join)
        ]
      }

      """
  }

  /// The job for programs that inspect the bundle: `data` or `frames` is null.
  package func description(_ files: [(path: String, sha256: String)]) -> String {
    let files = files.sorted { $0.path < $1.path }.map {
      "    { \"path\": \(JSONWriter.string($0.path)), \"sha256\": \"\($0.sha256)\" }"
    }
    let rows = data.map { path in
      "{ \"path\": \(JSONWriter.string(path)), \"count\": \(total), \"chunk\": \(chunk) }"
    }
    let pictures = frames.map { path in
      "{ \"count\": \(total), \"chunk\": \(chunk), \"path\": \(JSONWriter.string(path)) }"
    }
    return """
      {
        "version": 1,
        "pipeline": \(JSONWriter.string(HostVersion.text)),
        "document": \(JSONWriter.string(document)),
        "options": [\(options.map(JSONWriter.string).joined(separator: ", "))],
        "data": \(rows ?? "null"),
        "frames": \(pictures ?? "null"),
        "outputs": [\(outputs.map(JSONWriter.string).joined(separator: ", "))],
        "files": [
      \(files.joined(separator: ",\n"))
        ]
      }

      """
  }
}
