import Editing
import JSON
internal import PluginHosting
internal import PluginModel
package import Assets
internal import Documents
internal import Evaluation
internal import Files
internal import Media
internal import Planning
package import Reporting
internal import Scenes
internal import StudioProtocol

/// The renderer of `pipeline preview`, a permanent process that caches the decoded pictures of a document and its plan,
/// draws the frame under the playhead first, and writes edits into the file. One thread does all work: answers first, then
/// requested frames, then frames in advance. A frame that waits for a plugin is cancelled for more urgent requests.
package final class Studio {
  /// A text for which planning succeeded, with its plan.
  struct Plan {
    let bytes: [UInt8]
    let hash: String
    let planned: PlannedDocument
    let pictures: RememberedImages
    let frames: StudioFrames
    let files: [String: FileVersion?]
    let warnings: [String]
    let animators: [AnimatorDescription]
  }
  /// The versions of the files when the document was last planned or refused.
  private struct Mark: Equatable {
    var bytes: [UInt8]?
    var files: [String: FileVersion?] = [:]
    var plugins: [String: FileVersion?] = [:]
  }

  let settings: ReadingSettings
  let diagnostics: Diagnostics
  /// The time and memory limits of the helpers.
  let media: MediaSettings
  let file: String
  /// Whether no document is open, so that the page shows the gallery of animators.
  var isGallery: Bool
  /// The animators that were opened in the gallery.
  var exhibits: [String: GalleryItem] = [:]
  /// The folder of the examples that are installed with the program; nil if they are not installed.
  let examples: String?
  /// The path of the file or folder with which the document is compared; its contents are loaded at the first request.
  let comparePath: String?
  var comparison: StudioComparison?
  /// The rendering times of frames; nil until they are requested.
  var profile: StudioProfile?
  /// The variants of the document that pages show beside the document.
  var variants: [Variant] = []
  let inbox: RequestQueue
  private let watch: StudioWatch
  let reader: DocumentReader
  private let loader: AssetLoader
  private let cancellation = CallCancellation()
  /// A function that ends the process when its output is closed.
  private let leave: () -> Never
  private(set) var registry: AnimatorRegistry
  /// The plugin folders of the last planned document.
  private var pluginFolders: [String] = []
  private(set) var version: Int
  /// The plan of the last valid document.
  private(set) var plan: Plan?
  /// The reported problems of the file; nil if the file is valid.
  private var fault: String?
  /// Whether the pages have received the failure of a plugin on a frame of this version.
  private var hasToldFailure = false
  private var mark = Mark()
  var history: StudioHistory
  /// The ids of the layers that are hidden in the studio.
  private var hidden: Set<String> = []
  var gesture: StudioGesture?
  private var toldProgress = ContinuousClock.now
  /// The time at which a drag last changed the document.
  var lastChange = ContinuousClock.now - .seconds(1)
  /// The number of seconds after a change of a drag in which no frame is drawn in advance.
  private static let dragPause = 0.15
  /// The number of changes in a drag for which the pages received only the picture.
  var untoldChanges = 0
  /// After this number of changes, pages receive an event even in the middle of a drag.
  private static let mostUntold = 30
  private var hasNews = false
  /// The layers that a drag may move without a new plan, by their pointers; nil for other layers.
  var movableLayers: [String: Int?] = [:]
  /// The text of the file, if the plan lacks the moves of a drag.
  private var unplanned: [UInt8]?
  /// Whether the frame under the playhead is drawn after the current request is answered.
  var drawsAfterAnswer = false

  /// Creates the renderer; `file` is the path of the document, which may not exist yet.
  package init(
    _ file: String, isGallery: Bool, compare path: String?, _ settings: ReadingSettings,
    firstVersion: Int, history: StudioHistory, examples: String?, _ diagnostics: Diagnostics,
    leave: @escaping () -> Never
  ) {
    self.file = file
    self.history = history
    self.isGallery = isGallery
    comparePath = path
    self.examples = examples
    self.settings = settings
    self.diagnostics = diagnostics
    self.leave = leave
    settings.limitMemory()
    media = settings.media(diagnostics)
    reader = settings.reader
    loader = AssetLoader(media, diagnostics)
    inbox = RequestQueue(cancellation)
    registry = settings.registry(for: nil, diagnostics, cancellation: cancellation)
    watch = StudioWatch(inbox)
    version = firstVersion - 1
  }

  /// Answers requests until the server closes the connection.
  package func run() {
    inbox.read(from: 0)
    if !isGallery { attempt(present()) }
    while true {
      while let letter = inbox.take() {
        switch letter {
        case .end: return
        case .filesChanged: look(hasEvent: true)
        case .request(let request): answer(request)
        }
        if untoldChanges >= Self.mostUntold { tellDocument() }
        tellProgress()
      }
      let calm = Self.dragPause - (ContinuousClock.now - lastChange) / .seconds(1)
      if calm > 0 {
        // No frame is drawn shortly after a change of a drag, so that the next change is not delayed.
        inbox.wait(seconds: calm)
      } else if untoldChanges > 0 {
        tellDocument()
      } else if let plan, let next = plan.frames.next() {
        draw(next.number, isDraft: next.isDraft, of: plan)
      } else {
        tellProgress(isLast: true)
        inbox.wait()
        // The files are checked without an event, because some systems do not report changes.
        look(hasEvent: false)
      }
      tellProgress()
    }
  }

  // MARK: Telling

  /// Sends an event to all pages.
  func tell(_ event: String, _ json: String) {
    send(PipeMessage(["0", event, "\(version)"], Array(json.utf8)))
  }

  func send(_ message: PipeMessage) {
    if !message.send(to: 1) { leave() }
  }

  private func tellProgress(isLast: Bool = false) {
    guard hasNews, let plan else { return }
    guard isLast || ContinuousClock.now - toldProgress >= .milliseconds(200) else { return }
    hasNews = false
    toldProgress = .now
    tell("progress", StudioReport.progress(plan.frames, version: version).json)
  }

  // MARK: Files

  /// Returns the bytes of the file; nil if the file cannot be read.
  func present() -> [UInt8]? {
    (try? RegularFile(file, in: settings.context)).flatMap {
      try? $0.read(limitBytes: reader.limits.bytes)
    }
  }

  var limitBytes: Int { reader.limits.bytes }

  /// Checks whether the document, its pictures or its plugins have changed. An invalid document is read again at every
  /// event, because a missing file may appear in any folder.
  private func look(hasEvent: Bool) {
    if isGallery { return }
    var now = Mark(bytes: present())
    now.files = Self.versions(of: mark.files.keys)
    now.plugins = Self.versions(of: registry.candidates)
    guard now != mark || (hasEvent && fault != nil) else { return }
    attempt(now.bytes)
  }

  private static func versions(of paths: some Sequence<String>) -> [String: FileVersion?] {
    Dictionary(paths.map { ($0, FileVersion(path: $0)) }) { first, _ in first }
  }

  /// Plans the contents of the file, and shows the document or its problems.
  private func attempt(_ bytes: [UInt8]?) {
    history.see(bytes ?? [])
    guard let bytes else {
      mark = Mark(plugins: mark.plugins)
      return show(EngineError("\(file): the file does not exist, or cannot be read", .missing), nil)
    }
    do {
      show(try planned(bytes))
      drawFirst()
    } catch {
      // The folders of the document's own files are also watched, so that new files in them are noticed.
      var loose = reader
      loose.checksFiles = false
      let document = try? loose.read(bytes: bytes, path: file, sets: settings.sets)
      mark = Mark(
        bytes: bytes, files: document.map(Self.files) ?? mark.files, plugins: mark.plugins)
      follow()
      show(error, bytes)
    }
  }

  /// Returns the plan of a text, which need not be in the file.
  func planned(_ bytes: [UInt8]) throws(EngineError) -> Plan {
    let pictures = RememberedImages(loader)
    var (document, planned) = try self.planned(bytes, pictures)
    if let text = Self.text(bytes, without: hidden, of: planned),
      let shown = try? self.planned(text, pictures)
    {
      (document, planned) = shown
    }
    return Plan(
      bytes: bytes, hash: StudioReport.hash(bytes), planned: planned, pictures: pictures,
      frames: try StudioFrames(
        planned, threads: System.processorCount, inbox, diagnostics),
      files: Self.files(of: document),
      warnings: registry.warnings + planned.warnings.map(\.description),
      animators: planned.animators.compactMap { registry.animator(named: $0)?.description })
  }

  private func planned(
    _ bytes: [UInt8], _ pictures: RememberedImages
  ) throws(EngineError) -> (Document, PlannedDocument) {
    let document: Document
    do throws(DocumentFailure) {
      document = try reader.read(bytes: bytes, path: file, sets: settings.sets)
    } catch {
      throw EngineError(error)
    }
    choosePlugins(for: document)
    return (
      document, try PlannedDocument(planning: document, images: pictures, registry: registry)
    )
  }

  /// Returns the text with some layers hidden; nil if the text contains none of these layers.
  private static func text(
    _ bytes: [UInt8], without ids: Set<String>, of planned: PlannedDocument
  ) -> [UInt8]? {
    guard !ids.isEmpty else { return nil }
    var editor = TextEditor(bytes)
    var hasChanged = false
    for (node, origin) in zip(planned.playback.plan.stage.nodes, planned.layerOrigins) {
      guard ids.contains(node.id), let pointer = origin?.pointer else { continue }
      let hides = (try? editor.set("\(pointer)/hidden", to: JSONNode(json: "true")!)) != nil
      hasChanged = hasChanged || hides
    }
    return hasChanged ? editor.bytes : nil
  }

  /// Shows the document without some layers; the layers remain in the file.
  func hide(_ request: StudioRequest) throws -> StudioAnswer {
    hidden = Set((try body(of: request)["layers"]?.elements ?? []).compactMap(\.string))
    if let bytes = plan?.bytes, bytes == mark.bytes, let new = try? planned(bytes) {
      show(new)
      drawsAfterAnswer = true
    }
    return .done
  }

  /// Searches for plugins again if the document names other folders, or a plugin's file has changed.
  private func choosePlugins(for document: Document) {
    let folders = document.plugins.map(\.value)
    let isFirst = mark.plugins.isEmpty
    guard
      folders != pluginFolders || isFirst || Self.versions(of: registry.candidates) != mark.plugins
    else { return }
    pluginFolders = folders
    registry = settings.registry(
      for: document, diagnostics, cancellation: cancellation)
    exhibits = [:]
    // The versions are read before any plugin is loaded, so that a later change of a plugin is detected.
    mark.plugins = Self.versions(of: registry.candidates)
  }

  /// Returns the current versions of the files to which a document refers; for open files, their versions when they
  /// were opened.
  private static func files(of document: Document) -> [String: FileVersion?] {
    var files: [String: FileVersion?] = [:]
    for dependency in document.dependencies {
      switch dependency {
      case .file(let name):
        guard let path = try? document.paths.forWriting(name) else { continue }
        files[path] = (try? document.paths.forReading(name))?.version
      case .frames(let pattern, _):
        // For numbered files, the version of their folder is used.
        guard let path = try? document.paths.forWriting(pattern) else { continue }
        files[folder(of: path)] = FileVersion(path: folder(of: path))
      case .animator, .function: continue
      }
    }
    return files
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Watches the folders of all files that the document uses.
  private func follow() {
    var folders = Set(mark.files.keys.map(Self.folder))
    folders.insert(Self.folder(of: file))
    folders.insert(Self.folder(of: System.realPath(file)))
    folders.formUnion(registry.folders.filter(\.exists).map(\.path))
    watch.watch(folders)
  }

  // MARK: Showing

  /// Makes a plan the current plan, and sends an event to the pages unless `tells` is false.
  func show(_ new: Plan, tells: Bool = true) {
    version += 1
    replacePlan(new)
    if tells { tellDocument() }
  }

  private func replacePlan(_ new: Plan) {
    if let plan { new.frames.replace(plan.frames) }
    plan = new
    (unplanned, movableLayers) = (nil, [:])
    (fault, hasToldFailure) = (nil, false)
    gesture = nil
    variants = []
    mark = Mark(bytes: new.bytes, files: new.files, plugins: mark.plugins)
    follow()
  }

  /// Notes the file's text after a move of a drag, which pages see in the answer.
  func note(unplanned bytes: [UInt8]) {
    version += 1
    untoldChanges += 1
    (unplanned, mark.bytes) = (bytes, bytes)
  }

  func tellDocument() {
    untoldChanges = 0
    if let bytes = unplanned {
      unplanned = nil
      do { replacePlan(try planned(bytes)) } catch { return show(error, bytes) }
    }
    if let plan { tell("document", StudioReport.document(plan, of: self).json) }
  }

  /// Draws the frame under the playhead, which the page needs first.
  func drawFirst() {
    guard let plan else { return }
    draw(plan.frames.look.frame, isDraft: false, of: plan)
    tellProgress(isLast: true)
  }

  private func show(_ failure: EngineError, _ bytes: [UInt8]?) {
    let json = StudioReport.problems(failure, file: file, bytes).json
    guard json != fault else { return }
    fault = json
    tell("problems", json)
  }

  /// Draws a frame in advance.
  private func draw(_ number: Int, isDraft: Bool, of plan: Plan) {
    hasNews = true
    do {
      _ = try plan.frames.picture(number, isDraft: isDraft)
    } catch is RequestQueue.GivenUp {
      // The error is ignored, because the file is checked again later.
    } catch {
      tellFault(error, number, plan)
    }
  }

  /// Reports a plugin's failure on a frame to all pages, once for each version.
  func tellFault(_ error: any Error, _ number: Int, _ plan: Plan) {
    guard !hasToldFailure else { return }
    hasToldFailure = true
    let failure = error as? EngineError ?? EngineError("\(error)", .failed)
    tell(
      "problems",
      StudioReport.problems(
        failure, file: file, plan.bytes, at: Double(number) / plan.planned.framesPerSecond
      ).json)
  }

  func noteNews() { hasNews = true }
}
