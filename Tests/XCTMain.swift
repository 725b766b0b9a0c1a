import Testing

/// The entry of the test bundle. Without it SwiftPM looks for tests of XCTest in an index of all sources, which
/// the compiler would have to write; there are none, and Swift Testing finds its own at run time. SwiftPM knows
/// the file by this name.
@main
struct TestMain {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
