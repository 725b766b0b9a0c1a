import AnimatorHosting
import Documents
import Encoding

/// What a job renders, and how that is divided.
struct JobWork {
  /// The document inside the bundle.
  let document: String
  let name: String
  /// The number of frames.
  let total: Int
  /// The frames of a chunk; the last one may have fewer.
  let chunk: Int
  /// The pattern of the numbered PNGs.
  let frames: String
  /// What is made of them.
  let outputs: [String]
  /// The words of every command of the job: how the document is read.
  let options: [String]
  /// The number of threads of a task; nil: as many as its machine has processors.
  let threads: Int?

  var chunkCount: Int { (total + chunk - 1) / chunk }

  /// Open Job Description 2023-09 with the extension TASK_CHUNKING.
  /// https://github.com/OpenJobDescription/openjd-specifications
  var template: String {
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
            "default": ".", "description": "The folder that holds this template."
          },
          {
            "name": "Frames", "type": "STRING", "default": "0-\(total - 1)",
            "description": "The frames to render."
          },
          {
            "name": "Chunk", "type": "INT", "default": \(chunk), "minValue": 1,
            "description": "The number of frames that one task renders."
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
          },
          {
            "name": "Join",
            "dependencies": [{ "dependsOn": "Render" }],
            \(script("join", ["openjd"]))
          }
        ]
      }

      """
  }

  /// The job for programs that look into the bundle. `data` is the place of a table whose rows are rendered
  /// one after the other, once there are tables.
  func description(_ files: [(path: String, sha256: String)]) -> String {
    let files = files.sorted { $0.path < $1.path }.map {
      "    { \"path\": \(JSONWriter.string($0.path)), \"sha256\": \"\($0.sha256)\" }"
    }
    return """
      {
        "version": 1,
        "pipeline": \(JSONWriter.string(HostVersion.text)),
        "document": \(JSONWriter.string(document)),
        "options": [\(options.map(JSONWriter.string).joined(separator: ", "))],
        "data": null,
        "frames": { "count": \(total), "chunk": \(chunk), "path": \(JSONWriter.string(frames)) },
        "outputs": [\(outputs.map(JSONWriter.string).joined(separator: ", "))],
        "files": [
      \(files.joined(separator: ",\n"))
        ]
      }

      """
  }
}
