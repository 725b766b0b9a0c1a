/// The programs that replace `pipeline` for some of its commands, so that `pipeline` is built, linked and
/// loaded without the code that only these need.
package enum CompanionProgram: String, CaseIterable, Sendable {
  /// The program for recordings: `measure` and `match`.
  case measure = "pipeline-measure"
  /// The program for effects of other programs: `plugin import`, `import-glsl` and `export`.
  case `import` = "pipeline-import"
  /// The studio: `preview`, which starts its server, and `serve`, its renderer.
  case studio = "pipeline-studio"
  /// The program for renders on several machines: `submit`, `status`, `cancel`, `join` and `verify`.
  case farm = "pipeline-farm"
}
