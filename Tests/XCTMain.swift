import Testing

/// The entry point of the test bundle. Without this file SwiftPM would search for XCTest tests in an index of all
/// sources, which the compiler would have to write; there are no such tests, and Swift Testing finds its tests at run
/// time. SwiftPM knows the file by its name.
@main
struct TestMain {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
