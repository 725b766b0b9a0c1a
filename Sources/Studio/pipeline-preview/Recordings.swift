import Dispatch
import Files
import FoundationEssentials
import StudioProtocol
import Synchronization

/// Handles recordings that were dropped on a page. Each recording is stored in its own folder until another recording
/// replaces it, and is measured or matched by the commands that a user would type.
final class Recordings: Sendable {
  private struct Item {
    let name: String
    let temporary: TemporaryFolder
    var folder: URL { URL(filePath: temporary.path) }
    var isBusy = false
    var isUnwanted = false
    /// The output of the last command, and the folder that the command created.
    var found: [UInt8]?
    var made: URL?
    var runs = 0
    /// The pictures of the recording's layers and screens.
    var pictures: [RecordingRequest.Picture] = []

    func remove() { temporary.remove() }
  }
  enum Act: String {
    case measure, match
  }
  /// The state of the work on a recording, for pages.
  private struct News: Encodable {
    var id: Int
    var act: String
    var state: String
    var done = 0
    var of = 0
    var message = ""
  }

  private let job: Job
  private let document: OpenDocument
  private let messages: MessageQueue
  /// Recordings are processed one at a time, concurrently with checks and exports.
  private let queue = DispatchQueue(label: "recordings")
  private let state = Mutex((last: 0, items: [Int: Item]()))
  private let isLeaving = Atomic(false)
  /// The maximum number of stored recordings.
  private static let limit = 4
  /// The maximum number of pictures for one recording.
  private static let pictureLimit = 64

  init(_ job: Job, _ document: OpenDocument, _ messages: MessageQueue) {
    self.job = job
    self.document = document
    self.messages = messages
  }

  /// Ends all work and removes all stored recordings.
  func leave() {
    isLeaving.store(true, ordering: .relaxed)
    queue.sync {}
    for item in state.withLock(\.items.values) { item.remove() }
  }

  // MARK: Taking

  /// Stores a recording; the answer contains its number.
  func take(_ bytes: [UInt8], named given: String?) -> StudioAnswer {
    let name = Self.plainName(given ?? "")
    guard makeRoom() else {
      return .refusal(.serviceUnavailable, "the studio is already working on too many recordings")
    }
    guard let folder = try? TemporaryFolder(.recording),
      (try? Data(bytes).write(
        to: URL(filePath: "\(folder.path)/\(name)"), options: .withoutOverwriting)) != nil
    else {
      return .refusal(.unprocessableContent, "\(name) cannot be stored: the disk may be full")
    }
    let number = state.withLock { state in
      state.last += 1
      state.items[state.last] = Item(name: name, temporary: folder)
      return state.last
    }
    return StudioAnswer(.json, Array("{\"id\":\(number)}".utf8))
  }

  /// Stores a picture of a layer or a screen of a recording; the answer contains the picture's number in the recording.
  func takePicture(_ bytes: [UInt8], named given: String?, of number: Int) -> StudioAnswer {
    let name = Self.plainName(given ?? "")
    let place: (folder: URL, count: Int)? = state.withLock { state in
      state.items[number].map { ($0.folder, $0.pictures.count) }
    }
    guard let place, place.count < Self.pictureLimit else {
      return .refusal(.notFound, "the recording does not exist, or has too many pictures")
    }
    let ending = name.split(separator: ".").last.map { ".\($0)" } ?? ""
    let file = place.folder.appending(path: "picture-\(UUID().uuidString)\(ending)")
    do { try Data(bytes).write(to: file, options: .withoutOverwriting) } catch {
      return .refusal(.unprocessableContent, "\(name) cannot be stored: the disk may be full")
    }
    let picture = RecordingRequest.Picture(path: file.path(percentEncoded: false), name: name)
    let index = state.withLock { state -> Int in
      state.items[number]?.pictures.append(picture)
      return (state.items[number]?.pictures.count ?? 1) - 1
    }
    return StudioAnswer(.json, Array("{\"picture\":\(index)}".utf8))
  }

  /// Removes the oldest recording that is not in use; returns false if every recording is in use.
  private func makeRoom() -> Bool {
    let old: Item?? = state.withLock { state in
      guard state.items.count >= Self.limit else { return .some(nil) }
      guard let oldest = state.items.filter({ !$0.value.isBusy }).keys.min() else { return nil }
      return state.items.removeValue(forKey: oldest)
    }
    guard let old else { return false }
    old?.remove()
    return true
  }

  /// Returns the last component of a path without the characters that have a meaning for commands.
  private static func plainName(_ given: String) -> String {
    let last = (URLText.decoded(given) ?? "").split { $0 == "/" || $0 == "\\" }.last ?? ""
    let letters = last.prefix(80).map { (letter: Character) -> Character in
      let isWord = letter.isLetter || letter.isNumber || letter == "." || letter == "_"
      return isWord ? letter : "-"
    }
    let name = String(letters.drop { $0 == "." || $0 == "-" })
    return name.isEmpty || name.utf8.count > 200 ? "recording" : name
  }

  // MARK: Working

  /// Starts work on a recording; its progress is sent as events.
  func begin(_ act: Act, on number: Int, _ body: [UInt8]) -> StudioAnswer {
    guard let request = try? JSONDecoder().decode(RecordingRequest.self, from: Data(body)),
      request.tune?.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") }) ?? true
    else { return .refusal(.badRequest, "the parameter \"tune\" must list names of variables") }
    let shown = document.path
    let known = state.withLock { $0.items[number]?.pictures ?? [] }
    guard let options = request.options(known) else {
      return .refusal(.badRequest, "one of the pictures was not sent")
    }
    let item: Item? = state.withLock { state in
      guard var item = state.items[number], !item.isBusy else { return nil }
      (item.isBusy, item.isUnwanted) = (true, false)
      item.runs += 1
      state.items[number] = item
      return item
    }
    guard let item else {
      return .refusal(.notFound, "the recording does not exist, or is being measured")
    }
    let recording = item.folder.appending(path: item.name).path(percentEncoded: false)
    let made = item.folder.appending(path: "made-\(item.runs)")
    let output = ["-o", made.path(percentEncoded: false), "--json", "--progress", "json"]
    let words: [String]
    let command: String
    switch act {
    case .measure:
      words = ["measure", recording] + output + job.reading + options.work
      command = (["pipeline measure", item.name] + options.shown + ["-o", "measured"]).enumerated()
        .map { $0 == 0 ? $1 : CommandRun.word($1) }.joined(separator: " ")
    case .match:
      let tune = request.tune.map { $0.isEmpty ? [] : ["--tune"] + $0 } ?? []
      words = ["match", shown, recording] + output + ["--dry-run"] + job.reading + tune
      command = (["pipeline match", shown, item.name] + tune).enumerated()
        .map { $0 == 0 ? $1 : CommandRun.word($1) }.joined(separator: " ")
    }
    queue.async { [self] in work(act, number, words, item, made) }
    struct Answer: Encodable { var command: String }
    let answer = try? JSONEncoder().encode(Answer(command: command))
    return StudioAnswer(.json, Array(answer ?? Data("{}".utf8)))
  }

  private func work(_ act: Act, _ number: Int, _ words: [String], _ item: Item, _ made: URL) {
    func isWanted() -> Bool {
      !isLeaving.load(ordering: .relaxed)
        && state.withLock { !($0.items[number]?.isUnwanted ?? true) }
    }
    func tell(_ state: String, _ done: Int = 0, of total: Int = 0, _ message: String = "") {
      let news = News(
        id: number, act: act.rawValue, state: state, done: done, of: total, message: message)
      messages.put(.event("recording", Array((try? JSONEncoder().encode(news)) ?? Data())))
    }
    var run: CommandRun?
    if isWanted() {
      tell("running")
      run = CommandRun(job.pipeline, words) { errors in
        if let (done, total) = CommandRun.progress(errors) { tell("running", done, of: total) }
        return isWanted()
      }
    }
    let isDone = run?.status == 0
    let wasWanted = isWanted()
    state.withLock { state in
      state.items[number]?.isBusy = false
      guard isDone else { return }
      state.items[number]?.found = run.map { Array($0.output) }
      state.items[number]?.made = made
    }
    if isDone { return tell("done") }
    try? FileManager.default.removeItem(at: made)
    guard wasWanted else { return tell("cancelled") }
    let place = item.folder.path(percentEncoded: false)
    let line = CommandRun.lastLine(run?.errors).replacing("\(place)/", with: "")
      .replacing(place, with: "")
    tell("failed", 0, of: 0, line.hasPrefix("error: ") ? String(line.dropFirst(7)) : line)
  }

  func cancel(_ number: Int) -> StudioAnswer {
    state.withLock { $0.items[number]?.isUnwanted = true }
    return .done
  }

  // MARK: Results

  private static let contents: [String: StudioAnswer.Content] = [
    "found.json": .json, "match.png": .png, "match.mp4": .mp4,
  ]
  private static let missing = StudioAnswer.refusal(.notFound, "there is no such file")

  /// Returns the output of the last command, or a picture that the command created.
  func file(_ name: String, of number: Int) -> StudioAnswer {
    guard let content = Self.contents[name], let item = state.withLock({ $0.items[number] }) else {
      return Self.missing
    }
    if name == "found.json" { return item.found.map { StudioAnswer(content, $0) } ?? Self.missing }
    guard let bytes = item.made.flatMap({ try? Data(contentsOf: $0.appending(path: name)) }) else {
      return Self.missing
    }
    return StudioAnswer(content, Array(bytes))
  }

  /// Returns the renderer's input for creating a document; nil if the recording has not been measured.
  func begun(_ number: Int) -> [UInt8]? {
    struct Begun: Encodable { var folder: String, name: String }
    guard let item = state.withLock({ $0.items[number] }), let made = item.made,
      FileManager.default.fileExists(
        atPath: made.appending(path: "tracks.csv").path(percentEncoded: false))
    else { return nil }
    let begun = Begun(folder: made.path(percentEncoded: false), name: item.name)
    return (try? JSONEncoder().encode(begun)).map { Array($0) }
  }
}
