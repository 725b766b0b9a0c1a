import Foundation
import Pipeline

// embed FILE.json PREFIX DIR: every frame of a document as raw RGBA, DIR/0.rgba and so on. PREFIX is
// where pipeline is installed, or the folder of a build.

let words = CommandLine.arguments
guard words.count == 4 else { fatalError("embed FILE.json PREFIX DIR") }
do {
  var options = OpenOptions()
  options.prefix = words[2]
  options.tell = { message in
    if message.level == .warning { print("warning: \(message.text)") }
  }
  let composition = try Composition(file: words[1], options: options)
  print("\(composition.duration) s, \(composition.frameCount) frames")
  for number in 0..<composition.frameCount {
    let frame = try composition.frame(number: number)
    try Data(frame.bytes).write(to: URL(filePath: "\(words[3])/\(number).rgba"))
  }
} catch let error as PipelineError {
  for line in error.lines { print("error: \(line)") }
  for place in error.placesTried { print("  looked at \(place)") }
  exit(1)
}
