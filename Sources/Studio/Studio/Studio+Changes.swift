internal import Assets
internal import Documents
import Editing
internal import Files
import JSON
internal import Reporting
internal import Scenes
internal import StudioProtocol

/// Applies edits to the document, and undoes them.
extension Studio {
  /// A frame that the answer to a change includes if it can be drawn quickly.
  struct WantedFrame {
    var number: Int
    var isDraft: Bool
    /// Whether the change belongs to a drag, so that more changes follow and the page needs only the picture.
    var isOfDrag: Bool
  }

  func edit(_ request: StudioRequest) throws -> StudioAnswer {
    let node = try body(of: request)
    guard let base = node["base"]?.string, let edits = node["edits"]?.elements, !edits.isEmpty
    else {
      throw StudioRefusal(.badRequest, "the request needs \"base\" and a list of edits")
    }
    var gone: [String] = []
    let context = TextEditor.Context(settings.reader, path: file, sets: settings.sets)
    let merge = node["merge"]?.string
    if merge != nil { lastChange = .now }
    let frame = node["frame"]?.number.map {
      WantedFrame(
        number: Int(clamped: $0, rounded: .down, to: 0...Int(Int32.max)),
        isDraft: node["draft"]?.boolean == true, isOfDrag: node["drags"]?.boolean == true)
    }
    return try change(
      base: base, merge: merge, with: frame, telling: { gone },
      moving: { frame?.isOfDrag == true ? self.moves(edits, of: $0) : nil }
    ) {
      editor throws(TextEditor.Refusal) in
      for edit in edits { gone += try Self.apply(edit, to: &editor, context) }
    }
  }

  /// Applies one edit, which sets a value at a pointer or changes the existing value. Returns the pointers of all
  /// values that were removed with the edited value.
  static func apply(
    _ edit: JSONNode, to editor: inout TextEditor, _ context: TextEditor.Context
  ) throws(TextEditor.Refusal) -> [String] {
    let pointer = edit["pointer"]?.string ?? "?"
    if let value = edit["value"] {
      try editor.set(pointer, to: value)
    } else if let value = edit["insert"] {
      try editor.paste(pointer, value, context)
    } else if let from = edit["copy"]?.string {
      try editor.duplicate(from, to: pointer, context)
    } else if let from = edit["move"]?.string {
      try editor.move(from, to: pointer)
    } else if let name = edit["rename"]?.string {
      try editor.rename(pointer, to: name, context)
    } else if edit["erase"]?.boolean == true {
      return try editor.erase(pointer, context)
    } else if edit["remove"]?.boolean == true {
      try editor.remove(pointer)
    } else {
      throw .noPlace(pointer: pointer)
    }
    return []
  }

  /// Writes another document in place of the text that the page has loaded.
  func change(
    base: String, merge: String?, with frame: WantedFrame? = nil,
    telling: () -> [String] = { [] }, moving: ([UInt8]) -> [Move]? = { _ in nil },
    _ edit: (inout TextEditor) throws(TextEditor.Refusal) -> Void
  ) throws -> StudioAnswer {
    let before = try current(base)
    var editor = TextEditor(before)
    try edit(&editor)
    return try write(
      before, editor.bytes, with: frame, telling: telling(), moving: moving(before)
    ) {
      $0.add(StudioHistory.Change(before: before, after: editor.bytes, merge: merge))
    }
  }

  /// Returns the bytes of the file if they equal the text that the page has loaded; otherwise throws a refusal.
  private func current(_ base: String) throws(StudioRefusal) -> [UInt8] {
    let now = present()
    if let now, StudioReport.hash(now) == base { return now }
    throw Self.conflict(now)
  }

  private static func conflict(_ now: [UInt8]?) -> StudioRefusal {
    StudioRefusal(
      .conflict, "another program changed the file: nothing was written",
      more: [
        "hash": now.map(StudioReport.hash), "text": now.map { String(decoding: $0, as: UTF8.self) },
      ])
  }

  /// Replaces the text `before` of the file by a valid document, and shows the document.
  private func write(
    _ before: [UInt8], _ after: [UInt8], with frame: WantedFrame? = nil,
    telling gone: [String] = [], moving moves: [Move]? = nil,
    _ note: (inout StudioHistory) -> Void
  ) throws -> StudioAnswer {
    func done() -> StudioAnswer {
      StudioAnswer(object: ["hash": StudioReport.hash(after), "version": version, "gone": gone])
    }
    let wasSlow = frame.flatMap { plan?.frames.isSlow(isDraft: $0.isDraft) } ?? true
    func seen(_ picture: [UInt8]) -> StudioAnswer {
      StudioAnswer(.png, picture).with("X-Hash", StudioReport.hash(after))
        .with("X-Version", "\(version)")
    }
    if after == before { return done() }
    if let frame, let moves, let picture = picture(frame, with: moves) {
      try replace(before, by: after)
      note(&history)
      self.note(unplanned: after)
      return seen(picture)
    }
    let new: Plan
    do throws(EngineError) {
      new = try planned(after)
    } catch {
      throw StudioRefusal(
        .unprocessableContent, error.lines.first ?? "",
        more: StudioReport.problems(error, file: file, after))
    }
    try replace(before, by: after)
    note(&history)
    let isSilent = frame?.isOfDrag == true && !wasSlow && gone.isEmpty
    show(new, tells: !isSilent)
    guard let frame, !wasSlow, gone.isEmpty, frame.number < new.frames.count,
      let picture = new.frames.quickPicture(frame.number, isDraft: frame.isDraft)
    else {
      if isSilent { tellDocument() }
      drawsAfterAnswer = true
      return done()
    }
    // During a drag no event is sent: the answer contains the picture, so the next change can follow at once.
    if isSilent { untoldChanges += 1 }
    noteNews()
    return seen(picture)
  }

  private func replace(_ before: [UInt8], by after: [UInt8]) throws {
    do {
      let outcome = try FileExchange.replace(
        file, holding: before, by: after, limitBytes: limitBytes)
      if case .changed(let now) = outcome { throw Self.conflict(now) }
    } catch let error as FileError {
      throw StudioRefusal(.unprocessableContent, "\(file): \(error.reason)")
    }
  }

  /// Returns the hash of the text that the page has loaded.
  private func base(of request: StudioRequest) throws(StudioRefusal) -> String {
    guard let base = try body(of: request)["base"]?.string else {
      throw StudioRefusal(
        .badRequest, "the parameter \"base\" must be the hash of the document's text")
    }
    return base
  }

  func undo(_ request: StudioRequest) throws -> StudioAnswer {
    let base = try base(of: request)
    guard let change = history.done.last else {
      throw StudioRefusal(.notFound, "there is nothing to undo")
    }
    let now = try current(base)
    guard now == change.after else { throw Self.conflict(now) }
    return try write(now, change.before) { $0.takeBack() }
  }

  func redo(_ request: StudioRequest) throws -> StudioAnswer {
    let base = try base(of: request)
    guard let change = history.undone.last else {
      throw StudioRefusal(.notFound, "there is nothing to redo")
    }
    let now = try current(base)
    guard now == change.before else { throw Self.conflict(now) }
    return try write(now, change.after) { $0.putAgain() }
  }
}
