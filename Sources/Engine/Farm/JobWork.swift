import JSON
internal import PluginHosting
internal import Documents
internal import Encoding

/// The work of a job, and its division into tasks.
package struct JobWork {
  /// The path of the document inside the job's bundle.
  package let document: String
  package let name: String
  /// The total number of frames or rows of the job.
  package let total: Int
  /// The number of frames or rows in a chunk; the last chunk may have fewer.
  package let chunk: Int
  /// The pattern of the numbered PNG files, or of the parts of a video by their first frames; nil if rows are
  /// rendered.
  package let frames: String?
  /// Whether each task renders a part of a video, and the parts are joined without encoding them again.
  package var isInParts = false
  /// The path of the table inside the bundle; nil if the job renders frames.
  package let data: String?
  /// The outputs made from the frames, or the names of the files of each row.
  package let outputs: [String]
  /// The arguments that tell every command of the job how to read the document.
  package let options: [String]
  /// The command-line arguments for encoding the outputs.
  package let encoding: [String]
  /// The number of threads of a farm task; nil means all processors of the machine.
  package let threads: Int?
  /// The maximum number of retries of a task whose failure may be temporary.
  package var retries = 1
  /// The arguments that each call of Slurm's sbatch receives.
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

  /// The number of the first frame or row: frames are counted from 0 and rows from 1.
  package var first: Int { data == nil ? 0 : 1 }
  package var last: Int { first + total - 1 }

  package var chunkCount: Int { (total + chunk - 1) / chunk }

  /// The job as a template of Open Job Description 2023-09 with the extension TASK_CHUNKING.
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
    // A job of rows has no joining step, because no output combines several rows.
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
    // Other characters are removed from the name, because a format string in the name would be expanded.
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

  /// The job as JSON for programs that inspect the bundle; either `data` or `frames` is null.
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
