internal import CProcess
internal import Files
internal import Glibc

/// The libraries that a helper needs before it can run.
package enum HelperLibraries {
  /// Returns the names of the libraries that the loader does not find for a program, sorted. No code of the program is
  /// executed.
  package static func missing(for program: String) -> [String] {
    // The loader prints the line "        libpng16.so.16 => not found" for each library that needs it.
    let missing = listed(for: program).filter {
      $0.dropFirst().elementsEqual(["=>", "not", "found"])
    }
    let own = brought(for: program).flatMap { $0.path == nil ? $0.name : nil }
    return Set(missing.map { $0[0] } + (own.map { [$0] } ?? [])).sorted()
  }

  /// Returns the program that a helper executes, which the loader does not list.
  private static func brought(for program: String) -> (name: String, path: String?)? {
    program.hasSuffix("/" + HelperProgram.svg.rawValue)
      ? (VectorEngine.name, VectorEngine.find(for: program)) : nil
  }

  /// Returns the Debian package of a library by the naming rule of Debian's policy: the library's name, followed by the
  /// version at the end of its soname. Returns nil for libraries of pipeline.
  package static func package(of library: String) -> String? {
    if let odd = oddPackages[library] { return odd }
    let parts = library.lowercased().replacing("_", with: "-").split(
      separator: ".so.", maxSplits: 1
    ).map(String.init)
    guard parts.count == 2 else { return nil }
    return parts[0] + (parts[0].last?.isNumber == true ? "-" : "") + parts[1]
  }

  /// The packages whose names do not follow the rule, with their libraries.
  private static let oddPackages: [String: String] = {
    let packages = [
      "libbrotli1": "libbrotlicommon.so.1 libbrotlidec.so.1 libbrotlienc.so.1",
      "libc6": "libc.so.6 libdl.so.2 libm.so.6 libpthread.so.0 libresolv.so.2 librt.so.1",
      "libglib2.0-0": "libgio-2.0.so.0 libglib-2.0.so.0 libgmodule-2.0.so.0 libgobject-2.0.so.0",
      "libharfbuzz0b": "libharfbuzz.so.0", "libicu72": "libicudata.so.72 libicuuc.so.72",
      "libjpeg62-turbo": "libjpeg.so.62", "libjxl0.7": "libjxl_threads.so.0.7",
      "libpangocairo-1.0-0": "libpangocairo-1.0.so.0", "librsvg2-2": "librsvg-2.so.2",
      "libsnappy1v5": "libsnappy.so.1", "libsrt1.5-gnutls": "libsrt-gnutls.so.1.5",
      "libssh-gcrypt-4": "libssh-gcrypt.so.4", "libssl3": "libcrypto.so.3 libssl.so.3",
      "libtheora0": "libtheoradec.so.1 libtheoraenc.so.1", "libvorbis0a": "libvorbis.so.0",
      "libxml2": "libxml2.so.2", "ocl-icd-libopencl1": "libOpenCL.so.1", "zlib1g": "libz.so.1",
    ]
    let pairs = packages.flatMap { package, libraries in
      libraries.split(separator: " ").map { (String($0), package) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  /// Returns the versions of the libraries that a program loads, by the names that the loader searches for: the name of
  /// the file, which contains the version, and the build id. The program is not executed.
  package static func versions(for program: String) -> [String: String] {
    var versions: [String: String] = [:]
    // The loader prints lines such as "        libpng16.so.16 => /lib/x86_64-linux-gnu/libpng16.so.16 (0x00007f...)".
    for words in listed(for: program)
    where words.count >= 3 && words[1] == "=>" && words[2].hasPrefix("/") {
      versions[words[0]] = version(of: words[2])
    }
    if let own = brought(for: program), let path = own.path {
      versions[own.name] = version(of: path)
    }
    return versions
  }

  private static func version(of library: String) -> String {
    // Safety: the text from realpath is copied at once and freed.
    guard let real = unsafe realpath(library, nil) else { return library }
    defer { unsafe free(real) }
    let path = unsafe String(cString: real)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let build = (try? RegularFile(path)).flatMap { BuildNumber.find(in: $0.head(4096)) }
    return build.map { "\(name) \($0)" } ?? name
  }

  /// Returns the libraries that the loader would load for a program, as lines that are split into words.
  private static func listed(for program: String) -> [[String]] {
    var output: Int32 = -1
    let room = 1 << 16
    // Safety, for this call and the next: the C function fills these variables, and reads the request only during the call.
    guard unsafe process_memory("libraries", room, &output) == 0 else { return [] }
    defer { close(output) }
    var id: pid_t = 0
    let name = unsafe strdup(program)
    // With this variable, the loader lists the libraries that it would load, and exits.
    let tracing = unsafe strdup("LD_TRACE_LOADED_OBJECTS=1")
    defer {
      unsafe free(name)
      unsafe free(tracing)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [name, nil]
    var environment: [UnsafeMutablePointer<CChar>?] = unsafe [tracing, nil]
    let problem = unsafe program.withCString { path in
      unsafe arguments.withUnsafeMutableBufferPointer { arguments in
        unsafe environment.withUnsafeMutableBufferPointer { environment in
          var request = unsafe process_request(
            path: path, arguments: arguments.baseAddress!, environment: environment.baseAddress,
            input: -1, output: output, error: -1, passed: nil, passed_count: 0,
            dies_with_parent: true)
          return unsafe process_start(&request, &id)
        }
      }
    }
    guard problem == 0 else { return [] }
    var status: Int32 = 0
    if unsafe process_wait(id, 10_000, &status) != 0 { _ = unsafe process_kill(id, &status) }
    let listed = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      unsafe count = max(0, pread(output, buffer.baseAddress!, room, 0))
    }
    return String(decoding: listed.prefix { $0 != 0 }, as: UTF8.self).split(separator: "\n").map {
      $0.split(whereSeparator: \.isWhitespace).map(String.init)
    }
  }
}
