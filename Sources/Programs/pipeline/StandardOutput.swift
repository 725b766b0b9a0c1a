import Files
import Glibc
import Reporting

/// The standard output may be a file that a word of the call names: what is printed would change it while it is
/// read.
enum StandardOutput {
  static func check(_ words: [String]) throws(EngineError) {
    var output = stat()
    // Unsafe: fstat and stat fill the structs that they are given; stat reads a C string.
    guard unsafe fstat(STDOUT_FILENO, &output) == 0, output.st_mode & S_IFMT == S_IFREG else {
      return
    }
    for word in words.dropFirst() where !word.hasPrefix("-") {
      var about = stat()
      guard unsafe stat(word, &about) == 0, about.st_dev == output.st_dev,
        about.st_ino == output.st_ino
      else { continue }
      throw .usage("\(word): it is the standard output too, and would change while it is read")
    }
  }
}
