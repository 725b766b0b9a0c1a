/// The frei0r effects that are not imported, with their reasons.
package enum Frei0rEffects {
  /// The reasons why frei0r effects are not imported, by the name of the effect's file without its extension.
  package static let quarantined: [String: String] = [
    "plasma": "draws from memory that it never wrote, so no two runs are the same",
    "rgbnoise": "keeps its chance from one picture to the next, so no two runs are the same",
    "3dflippo": "reads uninitialised memory, and crashes with small pictures",
    "delaygrab": "reads memory that it never wrote",
    "ising0r": "keeps its chance from one picture to the next, so no two runs are the same",
  ]

  /// The folders in which frei0r effects are installed.
  package static let folders = [
    "/usr/lib/frei0r-1", "/usr/lib/x86_64-linux-gnu/frei0r-1", "/usr/local/lib/frei0r-1",
  ]

  /// The last part of the animator's id, which the bridge derives from the file name of the effect.
  package static func name(ofFile file: String) -> String {
    let stem = file.hasSuffix(".so") ? file.dropLast(3) : file[...]
    var name = ""
    for letter in stem.lowercased() {
      let isDigit = ("0"..."9").contains(letter)
      if name.isEmpty && isDigit { name.append("n") }
      if isDigit || ("a"..."z").contains(letter) {
        name.append(letter)
      } else if !name.isEmpty && name.last != "-" {
        name.append("-")
      }
    }
    while name.last == "-" { name.removeLast() }
    return name.isEmpty ? "p" : name
  }
}
