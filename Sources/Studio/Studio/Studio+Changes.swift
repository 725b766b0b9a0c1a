internal import Assets
internal import Documents
internal import Files
internal import Reporting
internal import Scenes

/// What a page changes in the document, and takes back.
extension Studio {
  func edit(_ request: StudioRequest) {
    guard let node = body(of: request) else { return }
    guard let base = node["base"]?.string, let edits = node["edits"]?.elements, !edits.isEmpty
    else {
      return refuse(request, "400 Bad Request", "an edit has a base and a list of edits")
    }
    var gone: [String] = []
    let context = TextEditor.Context(settings.reader, path: file, sets: settings.sets)
    let merge = node["merge"]?.string
    if merge != nil { lastChange = .now }
    let frame = node["frame"]?.number.map {
      (
        number: Int(clamped: $0, rounded: .down, to: 0...Int(Int32.max)),
        isDraft: node["draft"]?.boolean == true
      )
    }
    change(request, base: base, merge: merge, with: frame, telling: { gone }) {
      editor throws(TextEditor.Refusal) in
      for edit in edits { gone += try Self.apply(edit, to: &editor, context) }
    }
  }

  /// Makes one edit: a value at a pointer, or what happens to the one that is there. What went with it.
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

  /// Changes the file that the page has seen to another document; false where it stays. Either is answered.
  @discardableResult
  func change(
    _ request: StudioRequest, base: String, merge: String?,
    with frame: (number: Int, isDraft: Bool)? = nil, telling: () -> [String] = { [] },
    _ edit: (inout TextEditor) throws(TextEditor.Refusal) -> Void
  ) -> Bool {
    guard let before = current(request, base) else { return false }
    var editor = TextEditor(before)
    do throws(TextEditor.Refusal) {
      try edit(&editor)
    } catch {
      if case .noPlace = error {
        refuse(request, "404 Not Found", "\(error)")
      } else {
        refuse(request, "422 Unprocessable Content", "\(error)")
      }
      return false
    }
    return write(request, before, editor.bytes, with: frame, telling: telling()) {
      $0.add(StudioHistory.Change(before: before, after: editor.bytes, merge: merge))
    }
  }

  /// The bytes of the file, when they are the ones that the page has seen; else that is answered.
  private func current(_ request: StudioRequest, _ base: String) -> [UInt8]? {
    let now = present()
    if let now, StudioReport.hash(now) == base { return now }
    conflict(request, now)
    return nil
  }

  private func conflict(_ request: StudioRequest, _ now: [UInt8]?) {
    let hash = now.map { JSONWriter.string(StudioReport.hash($0)) } ?? "null"
    let text = now.map { JSONWriter.string(String(decoding: $0, as: UTF8.self)) } ?? "null"
    reply(
      to: request, "409 Conflict",
      json: "{\"message\":\"the file is another one now: nothing was written\",\"hash\":\(hash),"
        + "\"text\":\(text)}")
  }

  /// Writes a text that is a document in the place of `before`, and shows it; false when it could not.
  @discardableResult
  private func write(
    _ request: StudioRequest, _ before: [UInt8], _ after: [UInt8],
    with frame: (number: Int, isDraft: Bool)? = nil, telling gone: [String] = [],
    _ note: (inout StudioHistory) -> Void
  ) -> Bool {
    func done() {
      reply(
        to: request,
        json: "{\"hash\":\"\(StudioReport.hash(after))\",\"version\":\(version),\"gone\":["
          + gone.map(JSONWriter.string).joined(separator: ",") + "]}")
    }
    let wasSlow = frame.flatMap { plan?.frames.isSlow(isDraft: $0.isDraft) } ?? true
    if after == before {
      done()
      return true
    }
    let new: Plan
    do throws(EngineError) {
      new = try planned(after)
    } catch {
      let problems = StudioReport.problems(error, file: file, after).dropFirst()
      reply(
        to: request, "422 Unprocessable Content",
        json: "{\"message\":\(JSONWriter.string(error.lines.first ?? "")),\(problems)")
      return false
    }
    do throws(FileError) {
      let outcome = try FileExchange.replace(
        file, holding: before, by: after, limitBytes: limitBytes)
      if case .changed(let now) = outcome {
        conflict(request, now)
        return false
      }
    } catch {
      refuse(request, "422 Unprocessable Content", "\(file): \(error.reason)")
      return false
    }
    note(&history)
    show(new)
    if let frame, !wasSlow, gone.isEmpty, frame.number < new.frames.count,
      let picture = new.frames.quickPicture(frame.number, isDraft: frame.isDraft)
    {
      // Whoever drags sees it in the answer, and the next move can come.
      noteNews()
      reply(
        to: request, "200 OK", "image/png",
        headers: "X-Hash: \(StudioReport.hash(after))\r\nX-Version: \(version)\r\n", picture)
    } else {
      done()
      drawFirst()
    }
    return true
  }

  /// The hash of the file that the page has seen; nil when it does not say it, which is answered.
  private func base(of request: StudioRequest) -> String? {
    guard let node = body(of: request) else { return nil }
    guard let base = node["base"]?.string else {
      refuse(request, "400 Bad Request", "base takes the hash of the document's text")
      return nil
    }
    return base
  }

  func undo(_ request: StudioRequest) {
    guard let base = base(of: request) else { return }
    guard let change = history.done.last else {
      return refuse(request, "404 Not Found", "there is nothing to take back")
    }
    guard let now = current(request, base) else { return }
    guard now == change.after else { return conflict(request, now) }
    write(request, now, change.before) { $0.takeBack() }
  }

  func redo(_ request: StudioRequest) {
    guard let base = base(of: request) else { return }
    guard let change = history.undone.last else {
      return refuse(request, "404 Not Found", "there is nothing to put again")
    }
    guard let now = current(request, base) else { return }
    guard now == change.before else { return conflict(request, now) }
    write(request, now, change.after) { $0.putAgain() }
  }
}
