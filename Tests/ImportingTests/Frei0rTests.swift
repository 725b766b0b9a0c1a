import PluginHosting
import Foundation
import Importing
import TestSupport
import Testing

/// Tests effects of frei0r as plugins: effects of the tests, some of them hostile, and installed effects.
@Suite struct Frei0rTests {
  /// The source of a filter that mixes its picture with a colour; DO selects an additional action during drawing.
  private static let source = #"""
    #include <stdint.h>
    #include <stdlib.h>
    #include <string.h>
    #include <time.h>
    typedef struct { const char *name, *author; int kind, model, frei0r, major, minor, count;
      const char *doc; } info;
    typedef struct { const char *name; int type; const char *doc; } parameter;
    typedef struct { unsigned w, h; double amount, truth, place[2]; float color[3]; char *text; int set; } state;
    static long clock_seconds(void) { return (long)time(0); }
    #define EXPORT __attribute__((visibility("default")))
    EXPORT int f0r_init(void) { return 1; }
    EXPORT void f0r_deinit(void) {}
    EXPORT void f0r_get_plugin_info(info *i) {
      *i = (info){"Own \"mix\"", "A. Tester", 0, MODEL, 1, 0, 3, 6, "Mixes with a colour"};
    }
    EXPORT void f0r_get_param_info(parameter *p, int i) {
      static const parameter all[] = {{"1st Amount", 1, "How much"}, {"On", 0, ""}, {"Ink", 2, "Colour"},
        {"Ink", 3, "Place"}, {"Words", 4, "A \"text\""}, {"On", 1, "Unused"}};
      *p = all[i];
    }
    EXPORT void *f0r_construct(unsigned w, unsigned h) {
      state *s = calloc(1, sizeof *s);
      s->w = w, s->h = h, s->amount = 0.25, s->truth = 1, s->color[0] = 1, s->text = strdup("a\"b");
      return s;
    }
    EXPORT void f0r_destruct(void *s) { free(((state *)s)->text); free(s); }
    EXPORT void f0r_set_param_value(void *p, void *v, int i) {
      state *s = p;
      s->set |= 1 << i;
      if (i == 0) s->amount = *(double *)v;
      if (i == 1) s->truth = *(double *)v;
      if (i == 2) memcpy(s->color, v, sizeof s->color);
      if (i == 3) memcpy(s->place, v, sizeof s->place);
      if (i == 4) free(s->text), s->text = strdup(*(char **)v);
    }
    EXPORT void f0r_get_param_value(void *p, void *v, int i) {
      state *s = p;
      if (i == 0 || i == 5) *(double *)v = s->amount;
      if (i == 1) *(double *)v = s->truth;
      if (i == 2) memcpy(v, s->color, sizeof s->color);
      if (i == 3) memcpy(v, s->place, sizeof s->place);
      if (i == 4) *(char **)v = s->text;
    }
    EXPORT void f0r_update(void *p, double time, const uint32_t *in, uint32_t *out) {
      state *s = p;
      DO;
      if (s->set != 63 || s->w % 8 || s->h % 8 || strcmp(s->text, "a\"b")) abort();
      for (unsigned i = 0; i < s->w * s->h; i++) {
        const uint8_t *a = (const uint8_t *)(in + i);
        uint8_t *b = (uint8_t *)(out + i);
        for (int c = 0; c < 3; c++) {
          const double ink = s->color[MODEL ? c : 2 - c] * 255;
          b[c] = (uint8_t)(a[c] + (s->truth >= .5 ? s->amount : 0) * (ink - a[c]) + .5);
        }
        b[3] = a[3];
      }
    }
    """#

  private func build(_ name: String, in folder: Folder, model: Int = 0, doing what: String = "")
    throws
  {
    try folder.write(Self.source, to: "own.c")
    let built = try Program.tool(
      "cc",
      [
        "-shared", "-fPIC", "-O1", "-w", "-fvisibility=hidden", "-DMODEL=\(model)",
        "-DDO=\(what.isEmpty ? "(void)0" : what)", "own.c", "-o", "\(name).so",
      ], in: folder.url)
    try #require(built.status == 0, "\(built.summary)")
  }

  private func drawn(_ id: String, in folder: Folder, _ more: [String] = []) throws
    -> Program.Result
  {
    try Program.pipeline(
      ["transition", id, "--plugins", "made", "--duration", "0.04", "--size", "33x21"] + more + [
        "-o", "\(id).y4m",
      ], in: folder.url)
  }

  @Test func anEffectDrawsWhatItsParametersSay() throws {
    let folder = try Folder()
    try build("own_Mix", in: folder, model: 0)
    try build("2nd", in: folder, model: 1)
    let made = try Program.pipeline(
      ["plugin", "import", "frei0r", ".", "--to", "made"], in: folder.url)
    #expect(made.status == 0 && made.output == "frei0r.n2nd\nfrei0r.own-mix\n", "\(made.summary)")
    let page = try Program.pipeline(
      ["plugin", "doc", "frei0r.own-mix", "--plugins", "made"], in: folder.url)
    for words in [
      "n1st-amount: number, fraction, 0…1, default 0.25", "on: ", "ink: ", "ink-2: ", "words: ",
      "on-2: ", "Mixes with a colour. frei0r's own-mix, version 0.3, by A. Tester.",
    ] { #expect(page.output.contains(words), "\(words): \(page.output)") }
    let words = [["--param", "n1st-amount=1"], []]
    let plain = try words.map { try drawn("frei0r.own-mix", in: folder, $0) }
    #expect(plain.allSatisfy { $0.status == 0 }, "\(plain.map(\.summary))")
    // Both orders of the channels give the same colour.
    let (one, other) = (
      try drawn("frei0r.own-mix", in: folder), try drawn("frei0r.n2nd", in: folder)
    )
    #expect(one.status == 0 && other.status == 0)
    #expect(try folder.data("frei0r.own-mix.y4m") == folder.data("frei0r.n2nd.y4m"))
  }

  @Test func anotherFileIsNotOpened() throws {
    let folder = try Folder()
    try build("own", in: folder)
    try Program.pipeline(["plugin", "import", "frei0r", "own.so", "--to", "made"], in: folder.url)
    let document = try Program.pipeline(
      ["transition", "frei0r.own", "--plugins", "made", "--print-json"], in: folder.url)
    try folder.write(document.output, to: "a.json")
    try build("own", in: folder, doing: "s->amount = 1")
    let run = try drawn("frei0r.own", in: folder)
    #expect(run.status == 77)
    #expect(
      run.errors.contains("which has changed since the import: import the effect again"),
      "\(run.summary)")
    #expect(run.errors.contains("no animator \"frei0r.own\""), "\(run.summary)")
    let told = try Program.pipeline(
      ["run", "a.json", "--plugins", "made", "-o", "-"], in: folder.url)
    #expect(
      told.status == 77 && told.errors.contains("changed since the import"), "\(told.summary)")
  }

  @Test(arguments: [
    ("*(volatile int *)8 = 1", "crashed with signal 11"),
    ("for (;;) out[0] = in[0]", "did not answer"),
  ]) func aHostileEffectEndsAlone(_ what: String, _ message: String) throws {
    let folder = try Folder()
    try build("own", in: folder, doing: what)
    let made = try Program.pipeline(
      ["plugin", "import", "frei0r", "own.so", "--to", "made"], in: folder.url)
    #expect(made.status == 0, "\(made.summary)")
    let run = try drawn("frei0r.own", in: folder, ["--plugin-timeout", "0.5"])
    #expect(run.status == 76, "\(run.summary)")
    #expect(run.errors.contains("frei0r.own") && run.errors.contains(message), "\(run.summary)")
  }

  /// An effect that seeds its random numbers by the clock, or that draws some rows beyond small pictures, draws the
  /// same in each run.
  @Test func theClockStandsStillAndPicturesHaveMargins() throws {
    let folder = try Folder()
    let looks =
      "struct timespec t; clock_gettime(0, &t); if (labs(clock_seconds() - t.tv_sec) < 60) abort(); "
      + "memset(out - 20 * s->w, 9, 80 * s->w); memset(out + s->w * s->h, 9, 80 * s->w)"
    try build("own", in: folder, doing: looks)
    try build("plain", in: folder)
    try Program.pipeline(["plugin", "import", "frei0r", ".", "--to", "made"], in: folder.url)
    for id in ["frei0r.own", "frei0r.plain"] {
      let run = try drawn(id, in: folder)
      #expect(run.status == 0, "\(run.summary)")
    }
    #expect(try folder.data("frei0r.own.y4m") == folder.data("frei0r.plain.y4m"))
  }

  @Test func theFieldHoldsOnePath() {
    let bridge = Array("..frei0r-effect:1\0".utf8) + [UInt8](repeating: 1, count: 64 + 1024)
    let hash = String(repeating: "a", count: 64)
    let long = "/" + String(repeating: "x", count: 1024)
    #expect(BridgedLibrary(path: long, sha256: hash).written(into: bridge) == nil)
    #expect(BridgedLibrary(path: "/a", sha256: hash).written(into: []) == nil)
    let made = BridgedLibrary(path: "/a", sha256: hash).written(into: bridge)
    #expect(made?.count == bridge.count && made?[2 + 16 + 64] == UInt8(ascii: "/"))
    #expect(Frei0rEffects.name(ofFile: "3dflippo.so") == "n3dflippo")
    #expect(Frei0rEffects.name(ofFile: "alpha0ps_View.so") == "alpha0ps-view")
  }

  /// Every installed effect gives the same bits in two runs; `make test` covers a few of them.
  @Test func theInstalledGiveTheSameBits() throws {
    guard
      let place = Frei0rEffects.folders.first(where: {
        FileManager.default.fileExists(atPath: "\($0)/curves.so")
      })
    else { return LeftOut.tell("frei0r's effects: apt-get install frei0r-plugins") }
    let folder = try Folder()
    // `make test` imports single files, and `make long` imports the whole folder.
    let few = ["curves", "partik0l", "vignette", "xfade0r"].map { "\(place)/\($0).so" }
    var ids: [String] = []
    for input in Effort.current == .test ? few : [place] {
      let made = try Program.pipeline(
        ["plugin", "import", "frei0r", input, "--to", "made"], in: folder.url)
      #expect(made.status == 0, "\(made.errors)")
      ids += made.output.split(separator: "\n").map(String.init)
    }
    #expect(ids.count >= (Effort.current == .test ? 4 : 131))
    let sizes = Effort.current == .test ? ["320x240"] : ["320x240", "1920x1080"]
    // The excluded effect needs three pictures.
    for id in ids where id != "frei0r.rgb" {
      for size in sizes {
        let runs = try (0..<2).map { _ in
          let run = try drawn(id, in: folder, ["--size", size])
          #expect(run.status == 0, "\(id) at \(size): \(run.summary)")
          return try folder.data("\(id).y4m")
        }
        #expect(runs[0] == runs[1], "\(id) at \(size)")
      }
    }
  }
}
