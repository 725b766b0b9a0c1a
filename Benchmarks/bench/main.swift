// Our side of the comparison: `bench FOLDER` puts the pictures that every side draws into FOLDER, then
// answers lines until its input ends.
//
//   CASE INDEX WARM   nanoseconds of one run after WARM others, or "none REASON"
//   check CASE        hash of the case's frames, hash of plain repaints, number of frames
import Scenes

guard CommandLine.arguments.count == 2 else {
  print("usage: bench FOLDER")
  exit(64)
}
let table = try CaseTable(folder: CommandLine.arguments[1])
print("ready")
flushOutput()
while let line = readLine() {
  let words = line.split(separator: " ").map(String.init)
  print(answer(words, from: table))
  flushOutput()
}

func answer(_ words: [String], from table: CaseTable) -> String {
  do {
    if words.count == 2, words[0] == "check" {
      guard let found = try table.find(words[1]) as? any CheckedCase else {
        return "none nothing to check"
      }
      let (drawn, plain, count) = try found.hashes()
      return "\(drawn) \(plain) \(count)"
    }
    guard words.count == 3, let index = Int(words[1]), let warm = Int(words[2]) else {
      return "none not understood"
    }
    guard let found = try table.find(words[0]) else { return "none no such case" }
    for _ in 0..<warm { try found.run(index) }
    let clock = found.clock
    let start = clock.nanoseconds
    try found.run(index)
    return "\(clock.nanoseconds - start)"
  } catch {
    return "none " + "\(error)".split(separator: "\n").joined(separator: "; ")
  }
}
