/// A check of `pipeline plugin test`: a rule that every plugin must follow.
package struct Check: Sendable, Hashable {
  package let number: Int
  package let name: String
  /// The rule that the conformance check tests, in one sentence.
  package let law: String

  init(_ number: Int, _ name: String, _ law: String) {
    self.number = number
    self.name = name
    self.law = law
  }

  package static let all: [Check] = [
    Check(1, "ELF class and machine", "The file is a complete 64-bit x86-64 shared library."),
    Check(
      2, "note",
      "The file contains a .note.animator note, for an interface that the host supports."),
    Check(
      3, "exports",
      "The file exports animator_plugin_v1, no name of the host or the C library, and no GNU_UNIQUE symbol."
    ),
    Check(
      4, "undefined symbols",
      "Every symbol that the plugin needs is in a library that its file names."),
    Check(
      5, "segments",
      "The file has no executable stack, no text relocation, and no segment that is writable and executable."
    ),
    Check(
      6, "imports", "The plugin does not use the clock, random numbers, processes or the locale."),
    Check(7, "loading", "The plugin loads within 5 s and its entry returns."),
    Check(
      8, "loading twice", "The plugin's entry adds the same animators when it is called again."),
    Check(
      9, "traces of loading",
      "Loading leaves no thread, descriptor, output, signal handler, directory, locale or floating-point state behind."
    ),
    Check(
      10, "unknown ids",
      "If the host refuses an animator, the plugin's entry does not report success."
    ),
    Check(
      11, "an older host",
      "The plugin works with a host whose struct is shorter, or reports why not; it reads nothing beyond the struct."
    ),
    Check(12, "a newer host", "The plugin works with a later host, whose struct is longer."),
    Check(13, "unknown extension", "The plugin returns null for an unknown extension."),
    Check(
      14, "identity",
      "Ids, titles, versions and docs exist and are well-formed UTF-8, and ids are unique."),
    Check(
      15, "layout of parameters",
      "The offsets of the parameters match the layout of a C compiler (libffi's layout)."
    ),
    Check(
      16, "signatures",
      "Every typed function has a signature that can be called, and the same arguments give the same result."
    ),
    Check(
      17, "ranges", "For every parameter, minimum ≤ default ≤ maximum, and all three are finite."),
    Check(18, "units and docs", "Every parameter has a known unit and a doc."),
    Check(19, "choices", "The words of a choice are well formed and unique."),
    Check(20, "aliases", "Aliases are well formed and differ from all other names."),
    Check(
      21, "schema", "Every default and easing is JSON of its type, so that the schema describes it."
    ),
    Check(22, "duration", "The duration is finite and more than 0, for all parameters."),
    Check(
      23, "roles",
      "Roles are well formed, the JSON of a layer that is created on demand is valid, and a transition has roles from and to."
    ),
    Check(24, "defaults", "The animator works with every parameter at its default."),
    Check(
      25, "minima", "The animator works, or reports why not, with every parameter at its minimum."),
    Check(
      26, "maxima", "The animator works, or reports why not, with every parameter at its maximum."),
    Check(27, "random values", "The animator works, or reports why not, with any values in range."),
    Check(
      28, "bad values",
      "Valid values do not crash the animator; invalid values never reach it."),
    Check(29, "parameters stay", "The animator does not write to its parameters."),
    Check(30, "progress 0 is from", "A transition at progress 0 shows exactly the old screen."),
    Check(31, "progress 1 is to", "A transition at progress 1 shows exactly the new screen."),
    Check(
      32, "continuity",
      "From progress p to p + 1/1000, no value changes by more than 5 times the mean, unless the animator is declared discontinuous."
    ),
    Check(33, "the same twice", "Two equal calls give the same bits."),
    Check(34, "any order", "The order in which frames are drawn does not change the frames."),
    Check(
      35, "threads",
      "Calls on several threads give the same bits, unless the animator is declared not re-entrant."
    ),
    Check(
      36, "tiles",
      "Tiles of odd sizes make up the whole picture, unless the animator needs whole frames."),
    Check(37, "another process", "A call in another process gives the same bits."),
    Check(38, "scale", "The picture at half scale looks like the full picture reduced to half."),
    Check(39, "frame rate", "The frame rate does not change a frame."),
    Check(
      40, "what it animates", "The animator changes only the properties that `animates` declares."),
    Check(41, "sizes", "Images of 1×1, 7×13, 2049×3 and 4096×4096 work."),
    Check(42, "strides", "Rows may be padded; the padding is not written."),
    Check(43, "edges", "The animator accesses no memory before or after an image."),
    Check(44, "inputs stay", "The animator does not write to its inputs."),
    Check(45, "the window", "The animator writes every pixel of the window, and no pixel outside."),
    Check(46, "premultiplied", "No channel exceeds its alpha."),
    Check(
      47, "transparency",
      "Transparent inputs give a transparent image, unless the animator is a generator."),
    Check(48, "no memory", "The animator handles a failure of `allocate`."),
    Check(
      49, "leaks", "1,000 calls leave no memory and no thread behind, and do not damage the heap."),
    Check(
      50, "errors say where",
      "A call that fails reports the reason, with a pointer to a parameter or role."),
    Check(51, "stopping", "The animator stops soon after `keep_going` returns false."),
    Check(52, "a broken curve", "A curve that returns NaN does not crash the animator."),
    Check(
      53, "moving inputs",
      "Drawing other images between two calls has no effect: the animator keeps no images."),
    Check(
      54, "moments",
      "The animator requests at most 16 moments of a layer, and the same moments each time."),
    Check(
      55, "prepared tables",
      "A table has at most 256 MiB, depends only on the parameters and the size, "
        + "and is not changed by drawing."
    ),
    Check(
      56, "the finger",
      "Every position and velocity of the finger gives a finite result, the same each time, "
        + "and a transition at progress 0 and 1 does not depend on the finger."
    ),
  ]
}

extension Check {
  /// The meaning of a crash in a check that makes memory inaccessible on purpose.
  static let traps: [Int: String] = [
    11: "the memory after the shorter struct cannot be read",
    12: "the memory after the longer struct cannot be read",
    29: "the animator's parameters are in read-only memory",
    43: "the memory before and after each image cannot be accessed",
    44: "the animator's inputs are in read-only memory",
    48: "`allocate` returns null",
    52: "the curves in the parameters return values far outside 0 to 1",
    55:
      "the memory after the table cannot be accessed, and the table is read-only during drawing",
  ]
}

/// The result of a conformance check.
package struct Verdict: Sendable, Hashable {
  package enum Status: String, Sendable { case passed, failed, skipped }
  package var status: Status
  /// The observation, the reason for skipping the check, or a warning; it may be empty.
  package var reason: String
  /// The number of the check whose failure prevents a verdict about this check; nil if this check was judged.
  package var needed: Int?

  package init(status: Status, reason: String, needed: Int? = nil) {
    self.status = status
    self.needed = needed
    self.reason = reason
  }

  /// Whether checks that depend on this check cannot be judged.
  var isBlocking: Bool {
    status == .failed || needed != nil
  }

  package static let passed = Verdict(status: .passed, reason: "")
  package static func warned(_ reason: String) -> Verdict {
    Verdict(status: .passed, reason: reason)
  }
  package static func failed(_ reason: String) -> Verdict {
    Verdict(status: .failed, reason: reason)
  }
  package static func needing(_ number: Int) -> Verdict {
    Verdict(status: .skipped, reason: "needs \(number)", needed: number)
  }
  package static func inapplicable(_ reason: String) -> Verdict {
    Verdict(status: .skipped, reason: "does not apply: \(reason)")
  }
}

/// The error that ends a check whose observation differs from its expectation.
package struct CheckFailure: Error {
  package let text: String
  package var picture: CheckPicture?
  package init(_ text: String, _ picture: CheckPicture? = nil) {
    self.text = text
    self.picture = picture
  }
}
