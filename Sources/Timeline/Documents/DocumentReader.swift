package import Files
package import JSON

/// Reads a document, and returns its values or all its problems.
package struct DocumentReader: Sendable {
  package var limits = DocumentLimits()
  /// Whether the document may name files outside its folder.
  package var allowsOutsidePaths = false
  /// Whether files that the document names must exist.
  package var checksFiles = true

  /// The context that records every file that the document reads or names.
  package var context: EngineContext?

  package init() {}

  /// Reads the file at `path`. `sets` are the names and values of `--set` in order; a value that is not JSON
  /// is a string.
  package func read(
    path: String, sets: [(name: String, value: String)] = [], row: RowSetting? = nil
  ) throws(DocumentFailure) -> Document {
    let bytes: [UInt8]
    let foreign: String?
    do throws(FileError) {
      let file = try RegularFile(path, in: context)
      foreign = FormatSniffer.message(file, path: path)
      bytes = foreign == nil ? try file.read(limitBytes: limits.bytes) : []
    } catch {
      switch error {
      case .tooLarge: throw tooLarge(path)
      case .missing: throw failure(path, error.reason, .missing)
      case .notPlain, .outside: throw failure(path, error.reason, .fault)
      case .system: throw failure(path, "cannot be read: \(error.reason)", .missing)
      }
    }
    if let foreign { throw failure(path, foreign, .fault) }
    return try read(bytes: bytes, path: path, sets: sets, row: row)
  }

  /// Parses `bytes` as the present or future contents of the file at `path`.
  package func read(
    bytes: [UInt8], path: String, sets: [(name: String, value: String)] = [],
    row: RowSetting? = nil
  ) throws(DocumentFailure) -> Document {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    return try read(bytes: bytes, file: path, folder: folder ?? ".", sets: sets, row: row)
  }

  /// Reads a document from its text. `file` is the name of the document in messages, and `folder` is the
  /// folder to which its paths are relative.
  package func read(
    bytes: [UInt8], file: String, folder: String, sets: [(name: String, value: String)] = [],
    row: RowSetting? = nil
  ) throws(DocumentFailure) -> Document {
    var names: [NameUse]?
    return try read(bytes: bytes, file: file, folder: folder, sets: sets, row: row, names: &names)
  }

  /// The names that a text declares and uses, as far as the text can be read.
  package func names(
    in bytes: [UInt8], path: String, sets: [(name: String, value: String)]
  ) -> [NameUse] {
    var names: [NameUse]? = []
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    _ = try? read(
      bytes: bytes, file: path, folder: folder ?? ".", sets: sets, row: nil, names: &names)
    // The set prevents repeated entries, because the layers of components and copies are read more than once.
    var seen: Set<NameUse> = []
    return (names ?? []).filter { seen.insert($0).inserted }
  }

  private func read(
    bytes: [UInt8], file: String, folder: String, sets: [(name: String, value: String)],
    row: RowSetting?, names: inout [NameUse]?
  ) throws(DocumentFailure) -> Document {
    guard bytes.count <= limits.bytes else { throw tooLarge(file) }
    if row == nil, !sets.isEmpty, names == nil {
      // Files that the default values of variables name also belong to the document, even if other values
      // replace the defaults.
      var unused: [NameUse]?
      _ = try? read(bytes: bytes, file: file, folder: folder, sets: [], row: nil, names: &unused)
    }
    var reading = Reading(file: file, limits: limits)
    reading.names = names
    let text = try parse(bytes, &reading)
    let plain = JSONNode(text: text, index: 0, path: nil, variables: nil, anchor: nil)
    if let message = FormatSniffer.message(plain, path: file) {
      throw failure(file, message, .fault)
    }
    var variableReader = VariableReader(text)
    guard
      let variables = variableReader.read(
        sets: sets, row: row, maximumDepth: limits.depth, vocabulary: limits.vocabulary,
        &reading.problems)
    else { throw reading.problems.failure! }
    let root = JSONNode(text: text, index: 0, path: nil, variables: variables, anchor: nil)
    let paths = DocumentPaths(folder: folder, allowsOutside: allowsOutsidePaths, context: context)
    collectComponents(root, paths, &reading, room: limits.bytes - bytes.count)
    reading.root = text
    let draft = DocumentForm.table.read(root, &reading)
    names = reading.names
    if let name = variables.excess {
      reading.problems.add(
        "variables make the document too large; \"\(name)\" adds the most", at: .start)
    }
    if let wrong = variables.wrongFormat { reading.problems.add(wrong.message, at: wrong.place) }

    checkAssets(&reading)
    checkPaths(paths, &reading)
    if checksFiles { addLottiePictures(paths, &reading) }
    let failure = reading.problems.failure
    guard var document = draft?.document else {
      guard let failure else {
        preconditionFailure(
          "the reader returned no document and no problem")
      }
      throw failure
    }
    document.audio += reading.filmSounds
    if checksFiles, let captions = document.captions, let file = captions.file,
      let bytes = try? paths.forReading(file.value).read(limitBytes: limits.bytes)
    {
      document.captions?.items = SubtitleText.items(
        in: bytes, fading: captions.coming + captions.going, at: file.origin)
      if document.captions?.items.isEmpty == true {
        throw DocumentFailure(problems: [
          Problem(
            file: reading.problems.file, origin: file.origin,
            message:
              "\(file.value) has no titles of SRT or WebVTT, as 00:00:01,000 --> 00:00:02,000",
            kind: .fault)
        ])
      }
    }
    document.file = file
    document.source = bytes
    document.paths = paths
    document.limits = limits
    document.inputPaths = Array(Set(reading.inputPaths.map(\.value))).sorted()
    document.variables = variables.values.keys.sorted()
    document.variableValues = variables
    document.framePatterns = Array(Set(reading.framePatterns.map(\.value))).sorted()
    if var failure {
      failure.document = [document]
      throw failure
    }
    return document
  }

  private func parse(
    _ bytes: [UInt8], _ reading: inout Reading
  ) throws(DocumentFailure) -> JSONText {
    var parser = JSONParser(bytes, maximumDepth: limits.depth)
    parser.vocabulary = limits.vocabulary
    let text: JSONText
    do throws(JSONParser.SyntaxError) {
      text = try parser.parse()
    } catch {
      let position = LineTable(bytes).position(ofByte: error.offset, in: bytes)
      reading.problems.add(error.message, at: Origin(position: position, pointer: ""))
      throw reading.problems.failure!
    }
    for index in parser.duplicates where !reading.problems.isFull {
      reading.problems.add(
        "the key \(JSONWriter.string(text.string(at: index))) appears twice",
        at: text.origin(ofEntry: index))
    }
    return text
  }

  /// Collects all components before any component is used: first those of included files, then those of the
  /// document.
  private func collectComponents(
    _ root: JSONNode, _ paths: DocumentPaths, _ reading: inout Reading, room: Int
  ) {
    var room = room
    let include = root["include"]
    for path in include?.elements ?? include.map({ [$0] }) ?? [] {
      guard let name = path.string else { continue }
      do {
        let bytes = try paths.forReading(name).read(limitBytes: room)
        room -= bytes.count
        var parser = JSONParser(bytes, maximumDepth: limits.depth)
        parser.vocabulary = limits.vocabulary
        let kit = JSONNode(
          text: try parser.parse(), index: 0, path: nil, variables: root.variables,
          anchor: path.position, prefix: path.origin.pointer)
        guard let components = kit["components"], components.kind == .object else {
          reading.fail("\(name) has no \"components\"", at: path)
          continue
        }
        for member in components.lazyMembers { reading.components[member.key] = member.value }
      } catch let error as JSONParser.SyntaxError {
        reading.fail("\(name): \(error.message)", at: path)
      } catch FileError.tooLarge {
        reading.fail(
          "\(name): together with its included files, "
            + "the document has more than \(limits.bytes) bytes"
            + limits.hint(.bytes), at: path)
        return
      } catch {
        // An unreadable file is reported later, with all other paths.
        continue
      }
    }
    for member in root["components"]?.lazyMembers ?? root.lazyMembers
    where root["components"] != nil {
      reading.components[member.key] = member.value
    }
  }

  private func checkAssets(_ reading: inout Reading) {
    let names = Set(reading.assetNames)
    for use in reading.assetUses where !names.contains(use.value) && !reading.problems.isFull {
      reading.problems.add(
        "no asset \(JSONWriter.string(use.value)) in \"assets\"", at: use.origin,
        suggestion: NearestWord.find(use.value, in: reading.assetNames))
    }
  }

  private func checkPaths(_ paths: DocumentPaths, _ reading: inout Reading) {
    func check(_ list: [Sourced<String>], _ resolve: (String) throws(DocumentPaths.Refusal) -> Void)
    {
      for path in list where !reading.problems.isFull {
        do throws(DocumentPaths.Refusal) {
          try resolve(path.value)
        } catch {
          reading.problems.add(error.message, at: path.origin, kind: error.kind)
        }
      }
    }
    choose(paths, &reading)
    check(reading.inputPaths) { path throws(DocumentPaths.Refusal) in
      context?.inputs.add(path: try paths.forWriting(path))
      if checksFiles { _ = try paths.forReading(path) } else { _ = try paths.forWriting(path) }
    }
    check(reading.otherPaths) { path throws(DocumentPaths.Refusal) in
      _ = try paths.forWriting(path)
    }
    check(reading.sparePaths) { path throws(DocumentPaths.Refusal) in
      context?.inputs.add(path: try paths.forWriting(path))
    }
    check(reading.framePatterns) { path throws(DocumentPaths.Refusal) in
      _ = addNumbered(try paths.forWriting(path))
    }
    check(reading.goldenPaths) { path throws(DocumentPaths.Refusal) in
      let full = try paths.forWriting(path)
      if !addNumbered(full, isGolden: true) { context?.inputs.add(path: full, isGolden: true) }
    }
  }

  /// Adds all files whose names match a pattern with a number; returns false if the name contains no number
  /// field.
  private func addNumbered(_ path: String, isGolden: Bool = false) -> Bool {
    // The match consists of the parts before and after the number field, as in "frame-%04d.png".
    guard let found = FilePath.name(of: path).wholeMatch(of: /([^%]*)%\d*d([^%]*)/)?.output
    else { return false }
    context?.inputs.add(
      numbered: path, before: String(found.1), after: String(found.2), isGolden: isGolden)
    return true
  }

  /// Adds the first existing file of each list of alternatives to the files that are read.
  private func choose(_ paths: DocumentPaths, _ reading: inout Reading) {
    let lists = reading.choices.map { ($0, true) } + reading.optionalChoices.map { ($0, false) }
    for (list, isNeeded) in lists where !reading.problems.isFull {
      let named = list.filter { !$0.value.isEmpty }
      reading.sparePaths += named
      if let found = checksFiles ? ImageSpec.first(of: list, in: paths) : named.last {
        reading.inputPaths.append(found)
      } else if isNeeded {
        let names = named.map { JSONWriter.string($0.value) }.joined(separator: ", ")
        reading.problems.add(
          names.isEmpty ? "the list names no file" : "none of the files exists: \(names)",
          at: list[0].origin, kind: .missing)
      }
    }
  }

  /// Adds the picture files to which Lottie files refer to the files of the document.
  private func addLottiePictures(_ paths: DocumentPaths, _ reading: inout Reading) {
    var seen: Set<String> = []
    for path in reading.lottiePaths where seen.insert(path.value).inserted {
      guard let file = try? paths.forReading(path.value),
        let bytes = try? file.read(limitBytes: LottieFile.mostBytes),
        let lottie = try? LottieFile(bytes)
      else { continue }
      for picture in lottie.pictures where picture.embedded == nil && !reading.problems.isFull {
        let beside = LottieFile.path(of: picture, beside: path.value)
        do throws(DocumentPaths.Refusal) {
          _ = try paths.forReading(beside)
          context?.inputs.add(path: try paths.forWriting(beside))
          reading.inputPaths.append(Sourced(beside, path.origin))
        } catch {
          // A missing file is reported when it is read.
          if error.kind == .missing { continue }
          reading.problems.add(
            "\(JSONWriter.string(path.value)) shows a picture: \(error.message)", at: path.origin,
            kind: error.kind)
        }
      }
    }
  }

  private func tooLarge(_ file: String) -> DocumentFailure {
    failure(
      file, "larger than \(limits.bytes) bytes\(limits.hint(.bytes))", .fault)
  }

  private func failure(_ file: String, _ message: String, _ kind: Problem.Kind) -> DocumentFailure {
    DocumentFailure(problems: [Problem(file: file, origin: .start, message: message, kind: kind)])
  }
}
